/**
 * Whatever a service calls its fields, everything that reads a list understands the same: output, filters, Find, Sync and
 * the trigger. The answers are those of `foreign/`.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { withRawService } from '../../faults/rawService';
import type { Engine } from '../../harness/engine';
import { createInstallation } from '../../harness/engine/polling';
import { triggerNode, WORKFLOW } from '../../harness/stage/trigger';
import { byId, CREDENTIAL, sideBySide, useEngine } from '../../harness/support';
import { generate } from './foreign';
import { COUNT, ID as SURVEY, SEED } from './play';

let engine: Engine;
useEngine((started) => (engine = started));

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

const isForSomebody = ({ email, external_id: externalId }: IDataObject) =>
	isAddress(email) || externalId !== null;

/** What one reader says otherwise than the output of Get Many. */
async function disagreements(index: number): Promise<string[]> {
	const { answer, note } = generate(SEED, index);
	return await withStrangers(answer, async (reader) => {
		const found: string[] = [];
		const agree = (who: string, is: unknown, as: unknown) => {
			if (JSON.stringify(is) !== JSON.stringify(as))
				found.push(`${who}: ${JSON.stringify(is)} is not ${JSON.stringify(as)} in ${note}`);
		};
		const rows = await reader.run('respondent', 'getAll');
		const events = await reader.events();
		agree('trigger reads the list', events !== undefined, rows !== undefined);
		if (!rows || !events) return found;

		const completed = rows.filter(
			({ status, completed_at: at }) =>
				status === 'completed' || (at !== null && status !== 'erased'),
		);
		agree('trigger', idsOf(events), idsOf(completed));
		for (const event of events) {
			const row = rows.find(({ id }) => id !== null && id === event.id);
			for (const fact of ['name', 'email', 'score', 'completed_at', 'external_id'])
				if (row) agree(`trigger’s ${fact}`, event[fact], row[fact]);
		}
		const scored = await reader.run('respondent', 'getAll', { filters: { scoreFrom: 7 } });
		agree('filter', idsOf(scored ?? []), idsOf(rows.filter(({ score }) => Number(score) >= 7)));

		const email = rows.map((row) => row.email).find(isAddress);
		if (email === undefined) return found;
		const isSame = (row: IDataObject) => String(row.email).toLowerCase() === email.toLowerCase();
		const [person] = (await reader.run('respondent', 'find', { findBy: 'email', email })) ?? [];
		agree('Find', person?.count, rows.filter(isSame).length);

		const invited = (await reader.run('invitation', 'getAll')) ?? [];
		const contact = { dryRun: true, recipient_email: email };
		const steps = await reader.run('invitation', 'sync', contact);
		// An invitation without an ID is its person's all the same.
		if (invited.length > 0 && !invited.some(isForSomebody)) {
			agree('Sync refuses a list that shows nobody', steps, undefined);
		} else {
			agree('Sync', steps?.[0]?.action !== 'wouldCreate', invited.some(isSame));
		}
		return found;
	});
}

it('output, trigger, filters, Find and Sync understand the same of a list', async () => {
	const indices = Array.from({ length: COUNT }, (_unused, index) => index).filter(
		(index) => generate(SEED, index).kind === 'respondents',
	);
	const found: string[] = [];
	await sideBySide(indices, 2, async (index) => {
		found.push(...(await disagreements(index)));
	});
	expect(found).toEqual([]);
});
