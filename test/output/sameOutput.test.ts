/** The same world, served in each reading of the interface, gives the same output. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import { DIALECTS } from '../everywhere';
import { extent } from '../extent';
import { DIALECT_NAMES, type Service, type ServiceOptions } from '../harness/service';
import { byId, useEngine } from '../harness/support';
import { credentialsFor } from '../harness/support/names';
import { alike, startReading } from './readings';
import { contradictions, schemaOf } from './schema';

let engine: Engine;
useEngine((started) => (engine = started));

const SEEDS = Array.from({ length: extent({ quick: 1, all: 5 }) }, (_, seed) => seed + 1);
const RANGE = {
	period: 'custom',
	range_start: '2025-10-01T00:00:00Z',
	range_end: '2026-02-01T00:00:00Z',
};

/** What one of the readings does not say, or says to the second, and words of the service that stay as they are. */
const LEFT_OUT: Record<string, object> = {
	'token/get': { scopes: null },
	'survey/getAll': { status: null },
	'survey/get': { status: null },
	'mailing/getAll': { status: null },
	'mailing/get': { status: null },
	'mailing/getStats': { status: null },
	'result/getTopics': { frequency: null },
	'result/getTopic': { frequency: null },
	'result/getSuggestedRange': { to: null },
	'invitation/getAll': { link: null },
	'invitation/get': { link: null },
};

/** Every operation that reads a survey, as a new node does it; each with the items that must come. */
async function everythingRead(service: Service): Promise<Map<string, IDataObject[]>> {
	const outputs = new Map<string, IDataObject[]>();
	const surveyId = byId(service.world.survey('Customer').id);
	const read = async (name: string, parameters: INodeParameters = {}) => {
		const [resource = '', operation = ''] = name.split('/');
		const run = await engine.runNode({
			parameters: { resource, operation, surveyId, ...parameters },
			credentials: credentialsFor(service),
		});
		expect({ name, error: run.error?.message }).toEqual({ name });
		const items = run.items.map(({ json }) => json);
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect(contradictions(item, schemaOf(name))).toEqual([]);
		outputs.set(
			name,
			items.map((item) => ({ ...item, ...LEFT_OUT[name] })),
		);
		return items;
	};
	const all = { returnAll: true };
	await read('token/get');
	await read('survey/getAll', all);
	await read('survey/get');
	const invitations = await read('invitation/getAll', all);
	await read('invitation/get', { invitationId: byId(invitations[0]?.id) });
	const mailings = await read('mailing/getAll', all);
	const mailingId = byId(mailings[0]?.id);
	await read('mailing/get', { mailingId, ...all });
	await read('mailing/getStats', { mailingId });
	const respondents = await read('respondent/getAll', all);
	const talked = respondents.find(({ status }) => status === 'completed');
	await read('respondent/getConversation', { respondentId: byId(talked?.id) });
	await read('respondent/find', { findBy: 'email', email: talked?.email as string });
	await read('result/getOverview');
	await read('result/getOverTime', { ...all, ...RANGE });
	await read('result/getScores', { ...all, ...RANGE });
	await read('result/getConclusion');
	await read('result/getSuggestedRange');
	const topics = await read('result/getTopics', all);
	const topicId = byId(topics[0]?.id);
	await read('result/getTopic', { topicId });
	await read('result/getQuotes', { topicId, ...all });
	return outputs;
}

async function outputsIn(dialect: ServiceOptions['dialect'], extraFields?: number) {
	const service = await startReading(dialect, extraFields);
	try {
		const outputs = await everythingRead(service);
		return Object.fromEntries([...outputs].map(([name, items]) => [name, alike(items)]));
	} finally {
		await service.stop();
	}
}

it('every reading gives the same items, each as its schema says', async () => {
	const [first, ...others] = await Promise.all(DIALECT_NAMES.map((name) => outputsIn(name)));
	for (const other of others) expect(other).toEqual(first);
});

describe.each(DIALECTS)('dialect %s', (dialect) => {
	it.each(SEEDS)('unknown fields of misleading names change nothing, seed %i', async (seed) => {
		expect(await outputsIn(dialect, seed)).toEqual(await outputsIn(dialect));
	});
});
