/**
 * No email address is in an error or in a line of a log, wherever the service quotes it. n8n writes the errors of nodes
 * to its log, and gives them to error workflows.
 */
import { inspect } from 'node:util';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { collectLogs, type Engine } from '../harness/engine';
import { byId, CREDENTIAL, useEngine } from '../harness/support';
import { ID, TOKEN } from './oneAnswer';
import { withRawService, type RawAnswer } from './rawService';

let engine: Engine;
useEngine((started) => (engine = started));

const PERSON = {
	recipient_email: 'Zoe.Quirk+x@example.org',
	recipient_name: 'Zoë Quirk',
	recipient_external_id: 'CRM-90417',
	recipient_notes: 'Her sister is zelda@example.net',
	properties: { department: 'Zymology', location: 'Zutphen (NL)' },
};
const ADDRESSES = [PERSON.recipient_email, 'zelda@example.net'];

const WRITES: Array<[string, string, INodeParameters]> = [
	['invitation', 'create', { surveyId: byId(ID) }],
	['invitation', 'createPersonal', { surveyId: byId(ID) }],
	['invitation', 'update', { invitationId: byId(ID) }],
	['respondent', 'update', { respondentId: byId(ID) }],
	['respondent', 'erase', { respondentId: byId(ID) }],
	['survey', 'create', { name: 'A', metric_type: 'nps', interview_locale: 'en' }],
];

const SURVEY = {
	id: ID,
	properties: Object.keys(PERSON.properties).map((key) => ({ id: ID, key })),
};

/** Runs an operation whose writes are refused; gives everything that n8n keeps or logs of it but its own input. */
async function runRefused(
	answer: RawAnswer,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	node: Partial<INode> = {},
) {
	const logs = collectLogs();
	const run = await withRawService(
		({ method, path }) => {
			if (method !== 'GET') return answer;
			return { body: /invitations/.test(path) ? [] : SURVEY };
		},
		async (baseUrl) =>
			await engine.runNode({
				parameters,
				items,
				node,
				credentials: { [CREDENTIAL]: { baseUrl, token: TOKEN } },
			}),
	);
	logs.stop();
	const error = inspect(
		{ ...run.error, message: run.error?.message, stack: run.error?.stack, node: null },
		{ depth: 8 },
	);
	return { run, kept: [error, ...logs.entries.map(({ text }) => text)].join('\n') };
}

const quotesAll = {
	status: 422,
	body: { detail: ADDRESSES.map((msg) => ({ loc: ['body', 'recipient_email'], msg })) },
};

it.each(WRITES)(
	'%s %s: no address is in its error or the log',
	async (resource, operation, parameters) => {
		// n8n's debug log holds the parameters of the node as they are written.
		const options = { additionalFieldsJson: '={{ JSON.stringify({ more: $json }) }}' };
		const { run, kept } = await runRefused(
			quotesAll,
			{
				resource,
				operation,
				...parameters,
				options,
			},
			[PERSON],
		);
		expect(run.error?.message).toContain('recipient_email: [email address]');
		for (const address of ADDRESSES) expect(kept).not.toContain(address);
	},
);

it('Sync: addresses are in its rows, and not in the error of a run that it stops', async () => {
	const parameters: INodeParameters = {
		resource: 'invitation',
		operation: 'sync',
		surveyId: byId(ID),
		dryRun: false,
		recipient_email: '={{ $json.recipient_email }}',
		recipient_name: '={{ $json.recipient_name }}',
		recipient_external_id: '={{ $json.recipient_external_id }}',
		contactFields: {
			recipient_notes: '={{ $json.recipient_notes }}',
			properties: {
				values: Object.keys(PERSON.properties).map((key) => ({
					key,
					value: `={{ $json.properties.${key} }}`,
				})),
			},
		},
	};
	const node = { onError: 'continueRegularOutput' } as const;
	const refused = await runRefused(quotesAll, parameters, [PERSON], node);
	expect(refused.run.items[0]?.json.email).toBe(PERSON.recipient_email);
	for (const stopping of [quotesAll, { ...quotesAll, status: 403 }]) {
		const { run, kept } = await runRefused(stopping, parameters, [PERSON]);
		expect(run.error?.description).toContain('The sync stopped at row 1');
		for (const address of ADDRESSES) expect(kept).not.toContain(address);
	}
	// An invitation without its recipient stops a run, too.
	const nameless = await runRefused(
		{
			status: 201,
			body: {
				id: ID.replace(/^./, 'f'),
				token: 'x',
				survey_id: ID,
				recipient_email: null,
				recipient_external_id: null,
			},
		},
		parameters,
		[PERSON],
	);
	expect(nameless.run.error?.message).toContain('row 1');
	for (const address of ADDRESSES) expect(nameless.kept).not.toContain(address);
});
