/**
 * What a person wrote is in no error and in no line of a log, wherever the service quotes it; the name of the
 * field is. n8n writes the errors of nodes to its log, and gives them to error workflows.
 */
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { explainOutcome } from '../../nodes/SurveyInterview/http/explain';
import { collectLogs, type Engine } from '../harness/engine';
import { byId, CREDENTIAL, useEngine } from '../harness/support';
import { ID, TOKEN } from './oneAnswer';
import { withRawService, type RawAnswer } from './rawService';

let engine: Engine;
useEngine((started) => (engine = started));

const PERSON = {
	recipient_email: 'Zoe.Quirk+x@example.org',
	recipient_name: 'Zoë "Zed" Quirk',
	recipient_external_id: 'CRM-90417',
	recipient_notes: 'Prefers calls.\nHer sister is zelda@example.net, 50 % of the time',
	properties: { department: 'Zymology', location: 'Zutphen (NL)' },
};
const SECRETS = [
	...Object.values({ ...PERSON, properties: '' }).filter(Boolean),
	...Object.values(PERSON.properties),
	'zelda@example.net',
];

/** How a service may write what it was sent. */
const FORMS: ReadonlyArray<(value: string) => string> = [
	(value) => value,
	(value) => value.toLowerCase(),
	(value) => value.toUpperCase(),
	(value) => JSON.stringify(value),
	(value) => JSON.stringify({ a: `\n${value}\n` }),
	encodeURIComponent,
	(value) => new URLSearchParams({ q: `"${value}"` }).toString(),
	(value) => value.trim().repeat(3).slice(0, 40_000),
];

/** Errors that quote something of a field. */
const ECHOES: ReadonlyArray<(quoted: string, field: string) => unknown> = [
	(quoted, field) => ({ detail: [{ loc: ['body', field], msg: `not valid: ${quoted}` }] }),
	(quoted, field) => ({ detail: [{ loc: ['body', field], input: quoted }] }),
	(quoted, field) => ({ detail: [{ field, input: { [quoted]: [quoted] } }] }),
	(quoted, field) => ({ detail: `${field}: ${quoted}` }),
	(quoted, field) => ({ error: { code: 'invalid', message: `${field} “${quoted}”` } }),
	(quoted, field) => ({ error: { code: quoted, message: field } }),
	(quoted, field) => ({ errors: [`${field}=${quoted}`], message: quoted }),
];

const holds = (text: string, secret: string) => {
	const plain = text.toLowerCase();
	const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
	return forms.some((form) => plain.includes(form.toLowerCase()));
};

function told(body: unknown, sent: IDataObject, status = 422): string {
	const outcome = {
		kind: 'answer',
		status,
		headers: {},
		body: { kind: 'json', value: body },
	} as const;
	const request = { path: '/x', api: 'https://surveys.test/api', body: sent };
	return Object.values(explainOutcome(request, outcome)).join('\n');
}

it('of any value, in any form, at any place the service may quote it', () => {
	const text = fc.string({
		minLength: 6,
		maxLength: 30,
		unit: fc.constantFrom(...'zq "\\äß7.*+?-/\n'),
	});
	const value = fc
		.tuple(text, fc.constantFrom('', '@example.org'))
		.map(([one, end]) => `q${one.trim()}z7${end}`);
	fc.assert(
		fc.property(
			fc.constantFrom(
				'recipient_email',
				'recipient_name',
				'recipient_notes',
				'recipient_external_id',
				'properties',
			),
			value,
			fc.nat(1),
			fc.constantFrom(...FORMS.slice(0, -1)),
			fc.constantFrom(...ECHOES),
			(field, secret, times, form, echo) => {
				const long = secret.repeat(1 + times * 600);
				const sent = { [field]: field === 'properties' ? { team: long } : long, label: 'test' };
				const words = told(echo(form(long), field), sent);
				expect(holds(words, secret)).toBe(false);
				expect(words).toContain(field);
			},
		),
		{ numRuns: 500 },
	);
});

it('a word that is no personal value stays, and so does a part of a word', () => {
	const sent = {
		name: 'test',
		interview_locale: 'nl',
		label: 'Care',
		recipient_name: 'Anna',
		template_id: ID,
	};
	const words = `Use nl for the test in Care of Annabel (${ID}), not for `;
	expect(told({ detail: `${words}Anna` }, sent)).toContain(`${words}[value of recipient_name]`);
	expect(told({ detail: `${words}ana@x.org` }, { name: 'Of ana@x.org' })).toContain(
		`${words}[email address]`,
	);
});

it.each(['ana@quirk.test', 'Ana.Ray@quirk.test', 'x-ana@quirk.test'])(
	'the domain of %s, which has a value in it, goes as well',
	(address) => {
		const words = told({ detail: `${address} is taken` }, { recipient_name: 'Ana' });
		expect(words).not.toMatch(/quirk|ana/i);
		expect(words).toMatch(/\[email address\] is taken/);
	},
);

it.each<[IDataObject, (value: string) => string]>([
	[{ recipient_name: 'Ana' }, (value) => value],
	[{ recipient: { name: 'Ana Quirk' } }, (value) => value],
	[{ recipientName: 'Ana Quirk' }, (value) => value],
	[{ display_name: 'Ana Quirk' }, (value) => value],
	[{ externalId: 'CRM-9' }, (value) => value],
	[{ mobile: '+31 6 1234 5678' }, (value) => value],
	[{ attributes: { team: 'Zymology' } }, (value) => value],
	[{ recipient_name: 'Zo\u00eb Quirk' }, (value) => value.normalize('NFD')],
	[{ recipient_name: 'Zoë "Zed" Quirk' }, (value) => value.replaceAll('"', '&quot;')],
	[{ recipient_notes: 'Calls \n at noon' }, (value) => value.replace(/\s+/g, ' ')],
])('%j, as a service may quote it', (sent, form) => {
	const [value] = Object.values(sent).map((one) =>
		typeof one === 'object' ? Object.values(one ?? {})[0] : one,
	);
	const words = told({ detail: `not valid: ${form(String(value))} here` }, sent);
	expect(words).toMatch(/not valid: \[value of [\w.]+\] here/);
});

/** How a service may write an address beside JSON and URLs; other spellings of it are those of somebody else. */
const WRITTEN: ReadonlyArray<(address: string) => string> = [
	(address) => address.replace('@', '&#64;'),
	(address) => address.replace('@', '&#x40;').replaceAll('.', '&#46;'),
	(address) => address.replace('@', '&commat;'),
	(address) => address.replace('@', '＠'),
	(address) => address.replace('@', '\\u0040'),
	(address) => [...address].map((sign) => `&#${sign.charCodeAt(0)};`).join(''),
	(address) => [...address].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
	(address) => encodeURIComponent(encodeURIComponent(address)),
	(address) => address.toLowerCase().replace('+x', '').replace('.q', 'q'),
	(address) => address.replace('Quirk', 'Quirk.Other'),
];

it.each(WRITTEN)('an address, whoever has it and however it is written: %s', (form) => {
	const { recipient_email } = PERSON;
	const quoted = `<${form(recipient_email)}>, “${form(recipient_email)}”: no \\x, 5 %`;
	const shown = /^<\[(value of recipient_email|email address)\]>, “\[\1\]”: no \\x, 5 %/;
	expect(told({ detail: quoted }, { recipient_email })).toMatch(shown);
	expect(told({ detail: quoted }, {})).toMatch(/^<\[email address\]>, “\[email address\]”/);
});

it('nothing is changed in a text without an address', () => {
	const words = 'R&#38;D 100%25 C:\\new \\N @ home, 3 @ 5 &nbsp; “&lt;b&gt;” @you';
	expect(told({ detail: words }, PERSON)).toContain(words);
});

it('the name of a respondent that is updated', () => {
	const outcome = {
		kind: 'answer',
		status: 422,
		headers: {},
		body: { kind: 'json', value: { detail: 'Ana is taken' } },
	} as const;
	const request = { path: `/respondents/${ID}`, api: 'https://x.test/api', body: { name: 'Ana' } };
	expect(explainOutcome(request, outcome).message).toBe('[value of name] is taken');
});

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
	body: { detail: SECRETS.map((msg) => ({ loc: ['body', 'recipient_email'], msg })) },
};

it.each(WRITES)(
	'%s %s: neither its error nor the log has them',
	async (resource, operation, parameters) => {
		// n8n's debug log holds the parameters of the node as they are written.
		const options = { additionalFieldsJson: '={{ JSON.stringify($json) }}' };
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
		expect(run.error?.message).toContain('recipient_email: [value of recipient_email]');
		for (const secret of SECRETS) expect(kept).not.toContain(secret);
	},
);

it('Sync: they are in its rows, and not in the error of a run that it stops', async () => {
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
		for (const secret of SECRETS) expect(kept).not.toContain(secret);
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
	for (const secret of SECRETS) expect(nameless.kept).not.toContain(secret);
});
