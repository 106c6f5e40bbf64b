/**
 * "Within a major version fields are only added": whatever a service adds, of whatever type, beside a list,
 * around it and inside its records, the items are the same ones and as many.
 */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { DIALECTS } from '../everywhere';
import { extent } from '../extent';
import { startService, type DialectName } from '../harness/service';
import { EVERYTHING, useEngine } from '../harness/support';
import { chosen, first, full } from './case';
import { withRawService } from '../faults/rawService';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Container = { [key: string]: Json };

const LISTS: Array<[string, string]> = [
	['survey', 'getAll'],
	['invitation', 'getAll'],
	['respondent', 'getAll'],
	['mailing', 'getAll'],
	['result', 'getScores'],
	['result', 'getTopics'],
	['result', 'getQuotes'],
	['result', 'getOverTime'],
];
const RUNS = extent({ quick: 5, all: 30 });
const SEED = 20_261_122;

/** Names that nobody knows, some of them close to ones that mean something. */
const NAMES = [
	'x_count',
	'other_name',
	'score_label',
	'warnings',
	'notices',
	'related',
	'applied',
	'links_info',
	'total_items',
	'extra',
	'is_new',
	'tags_used',
];

const value: fc.Arbitrary<Json> = fc.oneof(
	fc.constantFrom<Json>(null, true, 0, 42, '', 'text', [], {}),
	fc.array(fc.string(), { maxLength: 3 }),
	fc.array(fc.record({ id: fc.uuid(), name: fc.string() }), { minLength: 1, maxLength: 3 }),
	fc.record({ id: fc.uuid(), list: fc.array(fc.integer(), { maxLength: 2 }) }),
) as fc.Arbitrary<Json>;
const fields = fc.dictionary(fc.constantFrom(...NAMES), value, { minKeys: 1, maxKeys: 4 });
/** What is added to the containers, from the outermost on, and to each record. */
const additions = fc.record({ around: fc.array(fields, { maxLength: 3 }), inside: fields });
type Additions = { around: Container[]; inside: Container };

const isContainer = (json: Json): json is Container =>
	typeof json === 'object' && json !== null && !Array.isArray(json);

/** The answer with unknown fields; the records are found where the reference service has them. */
function extended(answer: Json, { around, inside }: Additions, depth = 0): Json {
	if (Array.isArray(answer)) {
		return answer.map((record) => (isContainer(record) ? { ...inside, ...record } : record));
	}
	if (!isContainer(answer)) return answer;
	const inner = Object.entries(answer).map(([key, json]) => [
		key,
		isContainer(json) || Array.isArray(json) ? extended(json, { around, inside }, depth + 1) : json,
	]);
	return { ...around[depth], ...(Object.fromEntries(inner) as Container) };
}

/** The answer of a survey in which nothing is. */
function emptied(answer: Json): Json {
	if (Array.isArray(answer)) return [];
	if (!isContainer(answer)) return typeof answer === 'number' ? 0 : answer;
	return Object.fromEntries(Object.entries(answer).map(([key, json]) => [key, emptied(json)]));
}

/** Whether the records are spread over several arrays, such as rankings, or columns of a chart. */
function hasNotOneList(answer: Container): boolean {
	return Object.values(answer).filter(Array.isArray).length > 1;
}

let engine: Engine;
useEngine((started) => (engine = started));

async function run(baseUrl: string, token: string, parameters: INodeParameters) {
	const ran = await engine.runNode({
		parameters: { ...EVERYTHING, ...parameters },
		credentials: { surveyInterviewApi: { baseUrl, token } },
	});
	expect({ error: ran.error?.message }).toEqual({});
	return ran.items.map(({ json }) => json);
}

/** The list as the reference service answers it, and the parameters that ask for it. */
async function answerOf(dialect: DialectName, resource: string, operation: string) {
	const service = await startService({ dialect, choices: { extraFields: false } });
	const survey = full(service);
	const topic = first(service.world.records.topics.of(survey.id));
	const parameters = {
		resource,
		operation,
		surveyId: chosen(survey.id),
		topicId: chosen(topic.id),
		period: 'custom',
		range_start: '2020-01-01T00:00:00Z',
		range_end: '2030-01-01T00:00:00Z',
		returnAll: true,
	};
	await run(service.url, service.token, parameters);
	const answered = JSON.parse(service.log[0]?.answered ?? 'null') as Json;
	await service.stop();
	return { parameters, answered };
}

/** Items without what was added, and without what stood beside the list. */
const bare = (items: object[]) => items.map((item) => without([...NAMES, 'answer'], item as Json));

/** What was added stands in the records that an item holds, too. */
function without(names: readonly string[], json: Json): Json {
	if (Array.isArray(json)) return json.map((one) => without(names, one));
	if (!isContainer(json)) return json;
	const kept = Object.entries(json).filter(([key]) => !names.includes(key));
	return Object.fromEntries(kept.map(([key, one]) => [key, without(names, one)]));
}

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	it.each(LISTS)('%s/%s: full and empty', async (resource, operation) => {
		const { parameters, answered } = await answerOf(dialect, resource, operation);
		for (const answer of [answered, emptied(answered)]) {
			let body: Json = answer;
			// Without a list, or with several of which none is the list, it is one item as it is.
			const isWhole = isContainer(answer) && hasNotOneList(answer) && !('by_frequency' in answer);
			await withRawService(
				({ path }) => ({ body: /offset=[1-9]/.test(path) ? emptied(body) : body }),
				async (url) => {
					const expected = bare(await run(url, 'token', parameters));
					expect(expected.length > 0).toBe(answer === answered || isWhole);
					if (isWhole) expect(expected).toEqual(bare([answer]));
					const property = fc.asyncProperty(additions, async (added) => {
						body = extended(answer, added);
						const items = bare(await run(url, 'token', parameters));
						// Where there is nothing, an empty list that was added may be the list.
						const isNothing = isWhole && answer !== answered && items.length === 0;
						expect(items).toEqual(isNothing ? [] : expected);
					});
					await fc.assert(property, { numRuns: RUNS, seed: SEED });
				},
			);
		}
	});
});
