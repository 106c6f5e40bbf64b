/** A list in a container that says that there is more: the poll fails, and nothing is lost. */
import { stages } from './triggerStage';

const setStage = stages();
const ENGINE = { engine: 'default', dialect: 'plain' } as const;
const NAMES = ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve'];

/** What a container says beside the first records of a longer list. */
const PARTS: Record<string, object> = {
	'an address': { next: 'https://x.example/respondents?page=2' },
	'a link among links': { links: { next: { href: '/respondents?page=2' } } },
	'a cursor': { next_cursor: 'abc' },
	'a total': { total: 5 },
	'that it has more': { has_more: true },
};

/** The list at a path is cut, and stands in a container. */
const cut = (path: RegExp, length: number, beside: object) => ({
	match: { path },
	fault: {
		kind: 'rewritten body',
		rewrite: (body: string) =>
			JSON.stringify({ items: (JSON.parse(body) as unknown[]).slice(0, length), ...beside }),
	} as const,
	times: Infinity,
});

describe.each([
	['respondents', /\/respondents$/],
	['surveys', /\/surveys$/],
])('the list of %s', (_list, path) => {
	const begin = async () => {
		const stage = await setStage(ENGINE);
		const survey = stage.survey('A');
		stage.survey('B');
		await stage.publish();
		for (const name of NAMES) stage.interview(survey, name);
		return stage;
	};

	it.each(Object.entries(PARTS))('with %s: the poll fails', async (_name, beside) => {
		const stage = await begin();
		stage.service.faults.inject(cut(path, 1, beside));
		const { error, events, asked } = await stage.poll();
		expect([error?.message, events]).toEqual([expect.stringContaining('only a part'), []]);
		expect(asked.length).toBeLessThan(4);
		stage.service.faults.clear();
		expect(await stage.names()).toEqual(NAMES);
		expect(await stage.names()).toEqual([]);
	});

	it.each([
		{ total: null },
		{ next: null, has_more: false },
		{ links: { next: {} }, next_page: 0 },
	])('is whole with %j', async (beside) => {
		const stage = await begin();
		stage.service.faults.inject(cut(path, Infinity, beside));
		expect(await stage.names()).toEqual(NAMES);
	});
});
