/** A list in a container that says that there is more: its pages are followed, or the poll says that it cannot. */
import { stages, type Stage } from './triggerStage';

const setStage = stages();
const ENGINE = { engine: 'default', dialect: 'plain' } as const;

/** What a page says of the next one; `next` is an address, and undefined on the last page. */
type Says = (next: { query: string; path: string; url: string } | undefined) => object;

const FOLLOWED: Record<string, Says> = {
	'an address': (next) => ({ next: next?.url ?? null }),
	'a path': (next) => ({ next: next?.path }),
	'a query': (next) => ({ next: next?.query ?? '' }),
	'a link among links': (next) => ({ links: { next: next && { href: next.path }, last: '?' } }),
	'a path, and the total': (next) => ({ paging: { next: next?.path }, total: 5 }),
	'an address that has_more': (next) => ({ has_more: next !== undefined, next: next?.url }),
};

const NOT_FOLLOWED: Record<string, Says> = {
	'a total alone': () => ({ total: 5 }),
	'more, and nothing else': () => ({ has_more: true }),
	'a cursor': (next) => ({ next_cursor: next ? 'abc' : null }),
	'the address of a stranger': (next) => ({ next: next && `http://127.0.0.1:9${next.path}` }),
	'its own address': () => ({ next: '?page=1' }),
	'a total that its pages do not have': (next) => ({ next: next?.path, total: 6 }),
};

/** Cuts a list into pages of two. */
function inPages({ service }: Stage, path: RegExp, says: Says): void {
	for (const page of [1, 2, 3]) {
		const rewrite = (body: string) => {
			const all = JSON.parse(body) as unknown[];
			const own = service.log.at(-1)?.path ?? '';
			const query = `?page=${page + 1}`;
			const next = { query, path: own + query, url: service.url + own + query };
			const items = all.slice(2 * page - 2, 2 * page);
			return JSON.stringify({ items, ...says(all.length > 2 * page ? next : undefined) });
		};
		service.faults.inject({
			match: (request) => {
				const asked = request.query.find(([name]) => name === 'page')?.[1] ?? '1';
				return path.test(request.path) && asked === String(page);
			},
			fault: { kind: 'rewritten body', rewrite },
			times: Infinity,
		});
	}
}

describe('respondents', () => {
	const NAMES = ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve'];
	const begin = async (says: Says) => {
		const stage = await setStage(ENGINE);
		const survey = stage.survey('A');
		await stage.publish();
		for (const name of NAMES) stage.interview(survey, name);
		inPages(stage, /\/respondents$/, says);
		return stage;
	};

	it.each(Object.entries(FOLLOWED))('%s: all of them come', async (_name, says) => {
		const stage = await begin(says);
		expect(await stage.names()).toEqual(NAMES);
		expect(await stage.names()).toEqual([]);
	});

	it.each(Object.entries(NOT_FOLLOWED))(
		'%s: the poll fails, and nothing is lost',
		async (_, says) => {
			const stage = await begin(says);
			const { error, events, asked } = await stage.poll();
			expect([error?.message, events]).toEqual([expect.stringContaining('only a part'), []]);
			expect(asked.length).toBeLessThan(6);
			stage.service.faults.clear();
			expect(await stage.names()).toEqual(NAMES);
		},
	);
});

it('mailings: those of each page come', async () => {
	const stage = await setStage(ENGINE);
	const survey = stage.survey('A');
	await stage.publish({ event: 'mailingStatusChanged' });
	const ids = Array.from({ length: 5 }, (_, nth) => {
		const recipientEmail = `${nth}@example.com`;
		stage.service.world.createInvitation(survey, 'csv', { recipientEmail });
		return stage.service.world.mailings.create(survey).id;
	});
	inPages(stage, /\/mailings$/, FOLLOWED['a path']!);
	const came = (await stage.events()).map(({ id }) => id);
	expect(came.sort()).toEqual(ids.sort());
});
