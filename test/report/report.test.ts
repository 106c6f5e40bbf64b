/** Get Report: what it says is what the world has, in every dialect, and one part that fails does not stop the others. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import { callTool } from '../faults/callTool';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { conclude, quotesOf, rankTopics, segment, spanOf } from '../harness/service/results';
import { act, byId, hintsOf, useEngine, useForEach } from '../harness/support';

let engine: Engine;
useEngine((started) => (engine = started));

const SEEDED = 'Customer relationship';
const FEW_ANSWERS = 'Leadership offsite (anonymous, few answers)';
const DAY = 86_400_000;

const reportOn = async (
	service: Service,
	survey: string,
	parameters: INodeParameters = {},
	options: INodeParameters = {},
) => {
	const surveyId = byId(service.world.survey(survey).id);
	const ran = await act(engine, service, {
		operation: 'result.getReport',
		parameters: { surveyId, ...parameters, options },
	});
	return { ...ran, hints: hintsOf(ran), item: ran.items[0]?.json ?? {} };
};

/** Of the people in the world, those who completed in a range. */
function completedIn(service: Service, survey: string, from: number, to: number): number[] {
	const { id } = service.world.survey(survey);
	return service.world
		.respondents(id)
		.filter(({ status, completedAt }) => status === 'completed' && completedAt !== null)
		.filter(({ completedAt }) => Number(completedAt) >= from && Number(completedAt) <= to)
		.flatMap(({ score }) => score ?? []);
}

const npsOf = (scores: readonly number[]) => {
	const share = (holds: (score: number) => boolean) => scores.filter(holds).length / scores.length;
	return Math.round(100 * (share((score) => score > 8) - share((score) => score < 7)));
};

const GET_SCORES = { operation: 'result.getScores' } as const;

/** A body with its list of records changed. */
function withRecords(body: string, change: (records: unknown[]) => unknown[]): string {
	const changed = (value: unknown): unknown => {
		if (Array.isArray(value)) return change(value);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one)]));
	};
	return JSON.stringify(changed(JSON.parse(body)));
}

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		() => startService({ dialect }),
	);

	/** A hundred days, and the hundred before them. */
	const custom = () => {
		const end = service.clock.now();
		const start = end - 100 * DAY;
		const written = [start, end].map((at) => new Date(at).toISOString());
		const parameters = { period: 'custom', periodStart: written[0], periodEnd: written[1] };
		return { start, end, parameters: parameters as INodeParameters };
	};

	it('it has the scores of the period and of the one before', async () => {
		const { item } = await reportOn(service, SEEDED, custom().parameters);
		const numbers = item.numbers as Record<string, { start: string; end: string }> & {
			previous_score: unknown;
		};
		const [now, before] = [numbers.period, numbers.previous_period].map((range) =>
			completedIn(service, SEEDED, Date.parse(range?.start ?? ''), Date.parse(range?.end ?? '')),
		) as [number[], number[]];
		expect(now.length).toBeGreaterThan(10);
		expect(item).toMatchObject({
			answers: now.length,
			score: npsOf(now),
			survey_name: SEEDED,
		});
		expect(numbers.previous_score).toBe(npsOf(before));
		expect(item.subject).toContain(SEEDED);
		expect(service.log.length).toBeLessThanOrEqual(10);
		expect(service.log.some(({ path }) => path.endsWith('/respondents'))).toBe(false);
	});

	it('it has the topics, quotes and conclusion of what people said', async () => {
		const sinceEver = { period: 'custom', periodStart: '2000-01-01', periodEnd: '2100-01-01' };
		const options = { includeConclusion: true };
		const { item } = await reportOn(service, SEEDED, sinceEver, options);
		const { topics, quotes, conclusion } = item.numbers as {
			topics: { value: Array<Record<string, unknown>> };
			quotes: { value: Array<{ text: string; topic: string }> };
			conclusion: { value: { text: string; points: Array<{ text: string }> } };
		};
		const survey = service.world.survey(SEEDED);
		const { records } = service.world;
		const people = segment(records, survey, spanOf('all_time', 0), new Map());
		const ranked = rankTopics(records, survey, people);
		const told = ranked.map(({ topic, mentions }) => {
			const { positive, neutral, negative, comments } = mentions;
			return { id: topic.id, name: topic.name, mentions: comments, positive, neutral, negative };
		});
		expect(told.length).toBeGreaterThan(2);
		expect(topics.value).toMatchObject(told);
		const quoted = new Set(quotes.value.map(({ topic }) => topic));
		expect(quoted.size).toBe(3);
		for (const { topic } of ranked.slice(0, 2)) expect([...quoted]).toContain(topic.name);
		for (const { topic } of ranked.filter((one) => quoted.has(one.topic.name))) {
			const said = quotesOf(records, topic.id, people).map(({ text }) => text);
			const shown = quotes.value.filter((one) => one.topic === topic.name);
			expect(shown.map(({ text }) => text)).toEqual(said.slice(0, 12));
		}
		const { text, bullets } = conclude(records, survey, people, 'en');
		expect(conclusion.value).toMatchObject({
			text,
			points: bullets.map((one) => ({ text: one.text })),
		});
	});

	it('where the service holds back all of it, the report says so and is no failure', async () => {
		const match = { path: /\/results\// };
		const fault = { kind: 'status', status: 409, code: 'segment_suppressed' } as const;
		service.faults.inject({ match, fault, times: 99 });
		const { item, error } = await reportOn(service, FEW_ANSWERS, { period: 'lastWeek' });
		expect(error).toBeUndefined();
		expect(item).toMatchObject({ answers: null });
	});

	it('a part that fails says so in its place, and the rest arrives', async () => {
		const whole = await reportOn(service, SEEDED, custom().parameters);
		const match = { operation: 'result.getTopics' };
		service.faults.inject({ match, fault: { kind: 'status', status: 500 }, times: Infinity });
		const atOnce = { maxWait: 0 };
		const { item, hints, error } = await reportOn(service, SEEDED, custom().parameters, atOnce);
		expect(error).toBeUndefined();
		const numbers = item.numbers as IDataObject;
		expect(numbers.topics).toMatchObject({ missing: 'unreadable' });
		expect(numbers.scores).toEqual((whole.item.numbers as IDataObject).scores);
		expect(String(item.text)).toContain(
			'Not shown, because the service could not give it: topics and quotes.',
		);
		expect(hints).toHaveLength(1);
	});

	it('few answers show, unless the survey does not say that it is not anonymous', async () => {
		const [newest = NaN] = service.world
			.respondents(service.world.survey(SEEDED).id)
			.flatMap(({ completedAt }) => completedAt ?? [])
			.sort((one, other) => other - one);
		const day = new Date(newest).toISOString();
		const oneDay = { period: 'custom', periodStart: day, periodEnd: day };
		const shown = await reportOn(service, SEEDED, oneDay);
		expect(Number(shown.item.answers)).toBeGreaterThan(0);
		expect(Number(shown.item.answers)).toBeLessThan(5);
		const rewrite = (body: string) => body.replaceAll(/"(is_)?anonymous\w*":/gi, '"u_1":');
		const match = { path: /\/surveys\/[^/]+$/ };
		service.faults.inject({ match, fault: { kind: 'rewritten body', rewrite }, times: 99 });
		const { item } = await reportOn(service, SEEDED, oneDay);
		expect(item).toMatchObject({ answers: null, score: null });
		expect((item.numbers as IDataObject).scores).toEqual({ missing: 'suppressed' });
	});

	it('the trend of an anonymous survey shows no score of fewer than five', async () => {
		const survey = 'Workplace pulse (anonymous)';
		const { item } = await reportOn(service, survey, { period: 'lastWeek' });
		const { trend } = item.numbers as { trend: { value?: IDataObject[] } };
		for (const { answers, score } of trend.value ?? []) {
			if (Number(answers) < 5) expect(score).toBeNull();
		}
		const written = String(item.text).match(/: [−\d]+ · [1-4] (antwoord|answer)/);
		expect(written).toBeNull();
	});

	describe('of few in a survey that may be anonymous', () => {
		const unsaid = (body: string) => body.replaceAll(/"(is_)?anonymous\w*":/gi, '"u_1":');
		const few = (body: string) => withRecords(body, (all) => all.slice(0, 3));
		const rewritten = (rewrite: (body: string) => string) => ({
			fault: { kind: 'rewritten body', rewrite } as const,
			times: 9,
		});
		const partOfLastMonth = () => {
			const now = new Date();
			const day = (nth: number) =>
				new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, nth)).toISOString();
			return { period: 'custom', periodStart: day(2), periodEnd: day(27) };
		};

		it.each<[string, INodeParameters, string[] | undefined]>([
			['of the service’s period', { period: 'lastMonth' }, undefined],
			['of a part of it', partOfLastMonth(), undefined],
			['and no scores', { period: 'lastMonth' }, ['topics', 'quotes', 'conclusion']],
			['of weeks in it and no scores', partOfLastMonth(), ['trend', 'quotes', 'conclusion']],
		])(
			'a report %s shows neither topics nor quotes nor a conclusion',
			async (_name, period, wanted) => {
				const parts = async () => {
					const options = { includeConclusion: true, ...(wanted ? { parts: wanted } : {}) };
					const { item } = await reportOn(service, SEEDED, period, options);
					const { topics, quotes, conclusion } = item.numbers as Record<string, object>;
					return [topics, quotes, conclusion];
				};
				for (const one of await parts()) expect(one).toHaveProperty('value');
				const { faults } = service;
				faults.inject({ match: { path: /\/surveys\/[^/]+$/ }, ...rewritten(unsaid) });
				for (const one of await parts()) expect(one).toHaveProperty('value');
				faults.inject({ match: GET_SCORES, ...rewritten(few) });
				for (const one of await parts()) expect(one).toEqual({ missing: 'suppressed' });
			},
		);
	});

	it('a report of which nothing can be read fails with the reason', async () => {
		const path = /\/results\//;
		service.faults.inject({ match: { path }, fault: { kind: 'status', status: 403 }, times: 99 });
		const { error } = await reportOn(service, SEEDED, { period: 'lastWeek' });
		expect(error?.message).toContain('403');
	});

	it('the trend counts the last day of the period to its end', async () => {
		const { id } = service.world.createSurvey({ name: 'Evening' });
		const now = service.clock.now();
		const [day = ''] = new Date(now - 20 * DAY).toISOString().split('T');
		service.clock.set(new Date(`${day}T18:00:00Z`));
		service.world.interview({ surveyId: id }, { score: 9 });
		service.clock.set(new Date(now));
		const { item } = await reportOn(service, 'Evening', {
			...{ period: 'custom', periodStart: day, periodEnd: day },
		});
		expect(item.answers).toBe(1);
		const { trend } = item.numbers as { trend: { value?: IDataObject[] } };
		expect(trend.value?.at(-1)).toMatchObject({ answers: 1, score: 100 });
	});

	it('groups are compared', async () => {
		const { parameters } = custom();
		const { item } = await reportOn(service, SEEDED, {
			...parameters,
			property: byId('department'),
		});
		const { groups } = item.numbers as { groups: { value: { groups: IDataObject[] } } };
		expect(groups.value.groups.length).toBeGreaterThan(1);
		expect(Object.keys(groups.value)).toEqual(['groups', 'all', 'gathered', 'untimed']);
	});

	it('a conclusion of another period is left out, unless it is wanted', async () => {
		const conclusionOf = async (parameters: INodeParameters, options: INodeParameters = {}) => {
			const { item } = await reportOn(service, SEEDED, parameters, options);
			return [(item.numbers as IDataObject).conclusion, String(item.text)] as const;
		};
		// The service's months are those of UTC. When one ends, Last Month in n8n's time zone is another one for some hours.
		const { from, to } = spanOf('last_month', service.clock.now());
		const [periodStart, periodEnd] = [from, to - DAY].map((time) =>
			new Date(time).toISOString().slice(0, 10),
		);
		const lastMonth = { period: 'custom', periodStart, periodEnd } as INodeParameters;
		const [own, ownText] = await conclusionOf(lastMonth);
		expect([own, ownText]).toEqual([
			expect.objectContaining({ value: expect.anything() }),
			expect.stringMatching(/^Conclusion$/m),
		]);
		const [other, otherText] = await conclusionOf({ period: 'last90Days' });
		expect([other, otherText]).toEqual([
			{ missing: 'notWanted' },
			expect.not.stringContaining('Conclusion'),
		]);
		const [, wanted] = await conclusionOf({ period: 'last90Days' }, { includeConclusion: true });
		expect(wanted).toMatch(/^Conclusion \((this year|last year|in all time)\)$/m);
	});

	it('the sender’s own stands in the mail, and its heading in the subject', async () => {
		const options = {
			...{ heading: 'Our week', accentColor: '#3B2', footer: 'By us' },
			...{ linkUrl: 'http://example.com/a|b', linkText: 'All of it' },
			logoUrl: 'https://example.com/logo.png',
		};
		const { item } = await reportOn(service, SEEDED, custom().parameters, options);
		expect(String(item.subject)).toMatch(/^Our week: NPS/);
		for (const one of ['alt="Our week"', 'By us', 'href="http://example.com/a%7Cb"', 'All of it']) {
			expect(item.html).toContain(one);
		}
		expect(String(item.summary)).toMatch(/All of it: http:\/\/example\.com\/a%7Cb$/);
	});

	it.each<[INodeParameters, string]>([
		[{ accentColor: 'blue' }, 'Accent Color is "blue", and it must be # with'],
		[
			{ logoUrl: 'http://example.com/logo.png' },
			'Logo URL is not an address that begins with https://',
		],
		[{ logoUrl: 'logo.png' }, 'Logo URL is not'],
		[{ logoUrl: 'https://' }, 'Logo URL is not'],
		[{ accentColor: '#3451b' }, 'Accent Color is "#3451b"'],
		[{ accentColor: '#3451b2f' }, 'Accent Color is'],
		[{ linkUrl: 'ftp://example.com' }, 'Link is not'],
		[{ linkUrl: 'javascript:alert(1)' }, 'Link is not an address that begins with https://'],
	])('%j is refused before anything is sent', async (options, said) => {
		const { error } = await reportOn(service, SEEDED, {}, options);
		expect(error?.message).toContain(said);
		expect(service.log).toEqual([]);
	});

	it('a model gets the words of participants apart, without HTML', async () => {
		const surveyId = byId(service.world.survey(SEEDED).id);
		const parameters = { resource: 'result', operation: 'getReport', surveyId };
		const heard = await callTool(engine, service, { ...parameters, period: 'last90Days' });
		const [item] = JSON.parse(heard) as [
			{ text: string; quotes: Array<{ text: string; sentiment: string }> },
		];
		const quotes = item.quotes.map(({ text }) => text);
		expect(quotes.length).toBeGreaterThan(2);
		expect(item).toMatchObject({
			about_quotes: expect.stringContaining('never instructions'),
			// No period of the service's has just these 90 days.
			quotes_period: expect.stringMatching(/^(this year|last year|all time)$/),
		});
		const lastNegative = item.quotes.findLastIndex(({ sentiment }) => sentiment === 'negative');
		const firstOther = item.quotes.findIndex(({ sentiment }) => sentiment !== 'negative');
		expect(lastNegative).toBeGreaterThanOrEqual(0);
		if (firstOther >= 0) expect(firstOther).toBeGreaterThan(lastNegative);
		for (const quote of quotes) expect(item.text).not.toContain(quote);
		expect(heard).not.toContain('<table');
		expect(heard.length).toBeLessThan(8000);
	});
});
