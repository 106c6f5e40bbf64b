import { errorCode, list, object } from './testing/client';
import type { JsonObject } from './testing/client';
import { inEveryDialect } from './testing/every';
import type { Setup } from './testing/every';

const RANGE = 'range_start=2000-01-01T00:00:00Z&range_end=2100-01-01T00:00:00Z';

inEveryDialect((setup) => {
	const get = (path: string) => setup().call('GET', path);
	const results = (surveyId: string, rest: string) => get(`/surveys/${surveyId}/results/${rest}`);
	const by: Setup['by'] = (expected) => setup().by(expected);
	const topicId = (surveyId: string) => setup().service.world.records.topics.of(surveyId)[0]?.id;
	const quotes = async (query: string, surveyId = setup().surveys.many) => {
		const answered = await results(surveyId, `topics/${topicId(surveyId)}/quotes?${query}`);
		const body = object(answered.json);
		return by({
			plain: () => ({ items: list(body.items), total: Number(body.total) }),
			nested: () => ({
				items: list(object(body.data).quotes),
				total: Number(object(body.page).total_count),
			}),
			wide: () => ({ items: list(body.results), total: Number(body.count) }),
		})();
	};

	const propertyFilter = (surveyId: string, value: string) => {
		const property = setup().service.world.records.properties.of(surveyId)[0];
		const item = by({
			plain: `${property?.key}:${value}`,
			nested: `${property?.id}=${value}`,
			wide: `${property?.key}=${value}`,
		});
		return `property_filter=${encodeURIComponent(item)}`;
	};

	test('more than 250 quotes can be paged through, each once', async () => {
		const first = await quotes('');
		expect(first.items).toHaveLength(12);
		expect(first.total).toBeGreaterThan(250);
		const all: JsonObject[] = [];
		for (let offset = 0; offset < first.total; offset += 100) {
			all.push(...(await quotes(`limit=100&offset=${offset}`)).items);
		}
		const ids = new Set(all.map((one) => one.id ?? one.quote_id));
		expect([all.length, ids.size]).toEqual([first.total, first.total]);
		expect((await quotes(`offset=${first.total}`)).items).toEqual([]);
	});

	test('quotes by sentiment', async () => {
		const totals = await Promise.all(
			['all', 'positive', 'neutral', 'negative'].map((one) => quotes(`limit=1&sentiment=${one}`)),
		);
		const [all, ...parts] = totals.map(({ total }) => total);
		expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all);
		expect((await quotes('sentiment=negative')).items[0]?.sentiment).toBe('negative');
	});

	test('a page moves on when somebody completes meanwhile', async () => {
		const before = await quotes('limit=2');
		setup().service.world.interview(
			{ surveyId: setup().surveys.many },
			{ score: 10, messages: ['New'] },
		);
		expect((await quotes('limit=2')).items[1]).toEqual(before.items[0]);
	});

	test('quotes of a small segment of an anonymous survey are suppressed', async () => {
		const { few, anonymous } = setup().surveys;
		const refused = await results(few, `topics/${topicId(few)}/quotes`);
		expect([refused.status, errorCode(refused)]).toEqual([409, 'segment_suppressed']);
		expect((await quotes('', anonymous)).items).toHaveLength(12);
		const dots = await results(few, `respondent-dots?${RANGE}`);
		const hidden = by({ plain: 200, nested: 409, wide: 200 });
		expect(dots.status).toBe(hidden);
		if (hidden === 200) expect(dots.json).toEqual([]);
		else expect(errorCode(dots)).toBe('segment_suppressed');
		const overview = await results(few, 'overview');
		expect(overview.text).toContain(
			by({
				plain: '"suppressed":true',
				nested: '"hidden":true',
				wide: '"is_suppressed":true',
			}),
		);
	});

	test('a property filter narrows the segment, in the form of the dialect', async () => {
		const filter = propertyFilter(setup().surveys.many, 'Sales');
		const [all, some] = [await quotes('limit=1'), await quotes(`limit=1&${filter}`)];
		expect(some.total).toBeGreaterThan(0);
		expect(some.total).toBeLessThan(all.total);
		expect((await results(setup().surveys.many, 'overview?property_filter=nonsense')).status).toBe(
			422,
		);
	});

	test('a property filter can make a segment too small', async () => {
		const { anonymous } = setup().surveys;
		const path = `topics/${topicId(anonymous)}/quotes?${propertyFilter(anonymous, 'Nobody')}`;
		expect((await results(anonymous, path)).status).toBe(409);
	});

	test('counts and score of the overview, by period', async () => {
		const { none } = setup().surveys;
		const { world, clock } = setup().service;
		clock.set(new Date('2030-03-15T12:00:00Z'));
		world.startInterview({ surveyId: none });
		world.interview({ surveyId: none }, { score: 7 });
		clock.set(new Date('2030-04-15T12:00:00Z'));
		world.interview({ surveyId: none }, { score: 5 });
		const counts = async (period: string) => {
			const body = object((await results(none, `overview?period=${period}`)).json);
			return by({
				plain: () => [body.score, body.started_count, body.completed_count],
				nested: () => {
					const { started, completed } = object(body.funnel);
					return [object(body.metric).score, started, completed];
				},
				wide: () => [body.metric_score, body.total_started, body.total_completed],
			})();
		};
		expect(await counts('all_time')).toEqual([6, 3, 2]);
		expect(await counts('current_month')).toEqual([5, 1, 1]);
		expect(await counts('last_month')).toEqual([7, 2, 1]);
		expect(await counts('current_year')).toEqual([6, 3, 2]);
		expect(await counts('last_year')).toEqual([null, 0, 0]);
	});

	test('one dot for each respondent with a score', async () => {
		const dots = list((await results(setup().surveys.many, `respondent-dots?${RANGE}`)).json);
		const completed = setup()
			.service.world.respondents(setup().surveys.many)
			.filter(({ score }) => score !== null);
		expect(dots).toHaveLength(completed.length);
		const reversed =
			'respondent-dots?range_start=2100-01-01T00:00:00Z&range_end=2000-01-01T00:00:00Z';
		const swapped = await results(setup().surveys.many, reversed);
		expect(swapped.status).toBe(by({ plain: 422, nested: 200, wide: 200 }));
		if (swapped.status !== 200) return;
		expect(list(swapped.json)).toHaveLength(by({ plain: 0, nested: 0, wide: dots.length }));
	});

	test.each([
		['day', 31],
		['week', 6],
		['month', 1],
		['year', 1],
	])('over time by %s', async (granularity, buckets) => {
		const range = 'range_start=2025-01-01T00:00:00Z&range_end=2025-02-01T00:00:00Z';
		const { none } = setup().surveys;
		const body = object(
			(await results(none, `over-time?granularity=${granularity}&${range}`)).json,
		);
		const points = by({
			plain: () => list(body.points),
			nested: () => list(object(body.series).buckets),
			wide: () => body.buckets,
		})();
		// Weeks start on Monday: 30 December 2024 to 27 January 2025.
		expect(points).toHaveLength(granularity === 'week' ? buckets - 1 : buckets);
	});

	test('the suggested range covers the answers', async () => {
		const body = object((await results(setup().surveys.many, 'over-time/suggested-range')).json);
		const range = by({
			plain: () => [body.from, body.to],
			nested: () => {
				const { start, end } = object(object(body.suggestion).range);
				return [start, end];
			},
			wide: () => [body.range_start, body.range_end],
		});
		const [from, to] = range().map((one) => Date.parse(String(one)));
		for (const { completedAt } of setup().service.world.respondents(setup().surveys.many)) {
			if (completedAt === null) continue;
			expect(completedAt).toBeGreaterThanOrEqual(Number(from));
			expect(completedAt).toBeLessThanOrEqual(Number(to));
		}
	});

	test('a conclusion is in Dutch unless English is asked for', async () => {
		const { many } = setup().surveys;
		expect((await results(many, 'conclusion')).text).toContain('mensen');
		expect((await results(many, 'conclusion?locale=en')).text).toContain('people');
	});

	test('topics by theme', async () => {
		const { records } = setup().service.world;
		const theme = records.themes.of(setup().surveys.many)[1];
		const answered = await results(setup().surveys.many, `topics?category_id=${theme?.id}`);
		for (const { name, categoryId } of records.topics.of(setup().surveys.many)) {
			expect(answered.text.includes(`"${name}"`)).toBe(categoryId === theme?.id);
		}
	});
});
