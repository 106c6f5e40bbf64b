/** An ID that is typed in: checked by the node itself, so that a slow machine cannot fail the check. */
import type { INodeParameters } from 'n8n-workflow';
import { resetSafeRegexEngine, safeRegex, setSafeRegexEngine } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { byId, EVERYTHING, useEngine, useService } from '../harness/support';
import { first, full } from './case';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));

/** The patterns that n8n runs, each of which it gives a quarter of a second by the clock. */
const patterns: string[] = [];
const engineOfN8n = { ...safeRegex };
beforeEach(() => {
	patterns.length = 0;
	setSafeRegexEngine({
		...engineOfN8n,
		exec: (pattern, input, flags) => {
			patterns.push(pattern);
			return new RegExp(pattern, flags).exec(input);
		},
		test: (pattern, input, flags) => {
			patterns.push(pattern);
			return new RegExp(pattern, flags).test(input);
		},
	});
});
afterEach(() => resetSafeRegexEngine());

const run = async (parameters: INodeParameters) =>
	await engine.runNode({
		parameters: { ...EVERYTHING, ...parameters },
		credentials: { surveyInterviewApi: { baseUrl: service.url, token: service.token } },
	});
const get = (id: string) =>
	run({ resource: 'invitation', operation: 'get', invitationId: byId(id) });
const topics = (theme: string) =>
	run({
		resource: 'result',
		operation: 'getTopics',
		surveyId: byId(full(service).id),
		filters: { category_id: byId(theme) },
	});

it('is checked without any pattern that n8n runs', async () => {
	const { id } = first(service.world.invitations(full(service).id), () => true);
	expect((await get(id)).error?.message).toBeUndefined();
	expect(patterns).toEqual([]);
	safeRegex.test('what would be seen', '');
	expect(patterns).toEqual(['what would be seen']);
});

it('may have spaces around it and capitals', async () => {
	const { id } = first(service.world.invitations(full(service).id), () => true);
	const { error, items } = await get(` ${id.toUpperCase()}\n`);
	expect(error?.message).toBeUndefined();
	expect(items[0]?.json.id).toBe(id);
	expect(patterns).toEqual([]);
});

it.each<[string, () => ReturnType<typeof get>, RegExp]>([
	['a wrong one', async () => await get('7d0f2a8c'), /^Invitation is not an ID: "7d0f2a8c"/],
	['in a filter', async () => await topics('theme 7'), /^Theme is not an ID: "theme 7"/],
])('%s gets the node’s own sentence before anything is sent', async (_name, ran, sentence) => {
	const { error } = await ran();
	expect(error?.message).toMatch(sentence);
	expect(error?.message).toMatch(/choose from the list, or enter a UUID, which looks like/);
	expect(service.log).toEqual([]);
	expect(patterns).toEqual([]);
});
