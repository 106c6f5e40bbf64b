/**
 * Whatever a service calls its fields, everything that reads a list understands the same: output, filters, Find, Sync and
 * the trigger.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { withRawService } from '../faults/rawService';
import type { Engine } from '../harness/engine';
import { createInstallation } from '../harness/engine/polling';
import { triggerNode, WORKFLOW } from '../harness/stage/trigger';
import { byId, CREDENTIAL, useEngine } from '../harness/support';

let engine: Engine;
useEngine((started) => (engine = started));

const SURVEY = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';

/** A service in which the respondents of its one survey, and its invitations, are what a strange answer says. */
async function withStrangers<T>(answer: unknown, work: (own: Reader) => Promise<T>): Promise<T> {
	const bodies: Array<[RegExp, unknown]> = [
		[/\/(respondents|invitations)(\?|$)/, answer],
		[/\/surveys\/[^/?]+$/, { id: SURVEY, name: 'Moving in' }],
		[/\/surveys(\?|$)/, [{ id: SURVEY, name: 'Moving in', metric_type: 'nps' }]],
	];
	return await withRawService(
		({ path }) => ({ body: bodies.find(([address]) => address.test(path))?.[1] ?? {} }),
		async (baseUrl) => await work(new Reader({ baseUrl, token: 'token-of-strangers' })),
	);
}

class Reader {
	constructor(private readonly credential: IDataObject) {}

	/** What an operation gives; undefined if it fails, as it does where no list is found. */
	async run(
		resource: string,
		operation: string,
		parameters: INodeParameters = {},
	): Promise<IDataObject[] | undefined> {
		const run = await engine.runNode({
			parameters: {
				...{ resource, operation, surveyId: byId(SURVEY), returnAll: true, ...parameters },
				options: { maxWait: 0 },
			},
			credentials: this.credentials,
		});
		return run.error ? undefined : run.items.map(({ json }) => json);
	}

	/** What the trigger gives of all that exists. */
	async events(): Promise<IDataObject[] | undefined> {
		const n8n = createInstallation({ engine: 'default', credentials: this.credentials });
		await n8n.boot();
		const options = { emitExisting: true };
		const node = triggerNode({ surveys: 'all', options, output: 'simplified' });
		await n8n.save({ id: WORKFLOW, nodes: [node] });
		await n8n.publish(WORKFLOW);
		const { error, items = [] } = await n8n.tick(WORKFLOW);
		return error ? undefined : items?.flat().map(({ json }) => json);
	}

	private get credentials() {
		return { [CREDENTIAL]: this.credential as Record<string, string> };
	}
}

const idsOf = (records: readonly IDataObject[]) => records.map(({ id }) => id).sort();
const isAddress = (value: unknown): value is string =>
	typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[a-z]+$/i.test(value);

const ADA = '0cae2d66-6503-4e23-900c-4ffee1741ea9';
const BEN = '58e881c8-ae26-4b1e-8dd5-e3f790c009ea';

it.each<[string, unknown]>([
	[
		'first and last names, and people of the workspace beside the list',
		{
			data: [
				{
					...{ respondent_id: ADA, given_name: 'Ada', family_name: 'Okafor' },
					...{ e_mail: 'Ada@example.org', manager_email: 'ben@example.org' },
					...{ completed_at: '2025-12-27T05:13:17-05:00', metric_score: '8' },
				},
				{ respondent_id: BEN, given_name: null, family_name: null, e_mail: null },
			],
			included: [{ type: 'workspace_user', id: BEN, attributes: { email: 'gul@example.org' } }],
		},
	],
	[
		'names in plain words, and a status in another language',
		[
			{
				...{ id: ADA, display_name: 'Ada', external_reference: 'E-6925', score: 9 },
				...{ progress: { status: 'Voltooid' }, submitted_at: '2025-01-03T19:35:32.000000+00:00' },
			},
			{
				...{ id: BEN, display_name: 'Ben', e_mail: 'ben@example.com', score: null },
				...{ progress: { status: 'In progress' }, submitted_at: null },
			},
		],
	],
	[
		'a list in an object of its own, and somebody who was erased',
		{
			_embedded: {
				respondents: [
					{ id: ADA, full_name: 'Ada', email: 'ada@example.com', status: 'started' },
					{ id: BEN, full_name: null, email: null, status: 'erased', finished_at: '2025-01-03' },
				],
			},
			page: { size: 50, number: 0 },
		},
	],
	['keys that mean nothing', [{ zz_167: 'Ada', xyg_vesp: 'ada@example.com', u_245: 9 }]],
	[
		'objects around records, with keys in capitals and of another language',
		{
			WARNINGS: [],
			data: [
				{
					type: 'respondents',
					attributes: { COURRIEL: 'ada@example.org', STAND: 'complete', CIJFER: '4/10' },
				},
			],
		},
	],
])('%s', async (_what, answer) => {
	await withStrangers(answer, async (reader) => {
		const rows = (await reader.run('respondent', 'getAll')) ?? [];
		const events = (await reader.events()) ?? [];
		const completed = rows.filter(
			({ status, completed_at: at }) =>
				status === 'completed' || (at !== null && status !== 'erased'),
		);
		expect(idsOf(events)).toEqual(idsOf(completed));
		for (const event of events) {
			const row = rows.find(({ id }) => id !== null && id === event.id);
			const { name, email, score, completed_at, external_id } = event;
			if (row) expect(row).toMatchObject({ name, email, score, completed_at, external_id });
		}
		const scored = await reader.run('respondent', 'getAll', { filters: { scoreFrom: 7 } });
		expect(idsOf(scored ?? [])).toEqual(idsOf(rows.filter(({ score }) => Number(score) >= 7)));

		const email = rows.map((row) => row.email).find(isAddress);
		if (email === undefined) return;
		const isSame = (row: IDataObject) => String(row.email).toLowerCase() === email.toLowerCase();
		const [person] = (await reader.run('respondent', 'find', { findBy: 'email', email })) ?? [];
		expect(person?.count).toBe(rows.filter(isSame).length);

		const invited = (await reader.run('invitation', 'getAll')) ?? [];
		const contact = { dryRun: true, recipient_email: email };
		const [step] = (await reader.run('invitation', 'sync', contact)) ?? [];
		expect(step?.action !== 'wouldCreate').toBe(invited.some(isSame));
	});
});
