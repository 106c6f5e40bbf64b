/** What Check Service counts and every place that it names are true: compared with the world and the raw answers. */
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { useEngine } from '../harness/support';
import {
	AREAS,
	check,
	INSIDE,
	REQUESTS,
	valuesAt,
	type AreaName,
	type Checked,
} from './checkStage';

let engine: Engine;
useEngine((started) => (engine = started));

const SURVEYS = {
	furnished: 'Customer',
	anonymous: 'Workplace',
	suppressed: 'Leadership',
	empty: 'Onboarding',
};
const scenes = Object.entries(SURVEYS).flatMap(([scene, survey]) =>
	DIALECTS.map((dialect) => [scene, dialect, survey] as const),
);

/** Few enough that every dialect suppresses them, enough that the others are shown. */
const people = (scene: string) => ({ empty: 0, suppressed: 4 })[scene] ?? 24;

describe.each(scenes)('a survey that is %s, in the dialect %s', (scene, dialect, survey) => {
	let checked: Checked;
	beforeAll(async () => {
		checked = await check(engine, {
			dialect,
			survey,
			seed: { respondents: people(scene) },
			// One dialect shows a link only when it makes it.
			participantLink: 'https://survey.example.com/i/{token}',
		});
	});

	const ofAreas = () => checked.items.filter((item) => item !== checked.last);

	it('has an item for each request and for each kind of record inside its answer, and a last one for all', () => {
		const names = checked.items.map(({ area }) => area);
		expect(names.filter((name) => !(name in INSIDE))).toEqual([...AREAS, 'all']);
		expect(new Set(names).size).toBe(names.length);
		const inside = names.filter((name) => name in INSIDE).sort();
		if (scene === 'furnished') expect(inside).toEqual(Object.keys(INSIDE).sort());
		for (const item of checked.items) {
			expect(Object.keys(item)).toEqual(['area', 'status', 'sentence', 'details', 'report']);
			expect(item.report === null).toBe(item !== checked.last);
		}
	});

	it('only reads, once each', () => {
		expect(checked.sent.length).toBeLessThanOrEqual(AREAS.length);
		expect(checked.sent.filter(({ method, rawBody }) => method !== 'GET' || rawBody)).toEqual([]);
		const asked = checked.sent.map(({ operation }) => operation);
		expect(new Set(asked).size).toBe(asked.length);
		expect(Object.values(REQUESTS)).toEqual(expect.arrayContaining(asked));
	});

	it('counts what there is, and who has completed', () => {
		const { service, surveyId, of } = checked;
		const people = service.world.respondents(surveyId);
		const completed = people.filter(({ status }) => status === 'completed').length;
		const counts = {
			surveys: service.world.surveys().length,
			invitations: service.world.invitations(surveyId).length,
			mailings: service.world.records.mailings.of(surveyId).length,
			respondents: people.length,
		};
		for (const [area, count] of Object.entries(counts)) {
			const { status, sentence } = of(area as AreaName);
			if (count === 0) expect([area, status]).toEqual([area, 'empty']);
			else expect(sentence).toMatch(new RegExp(`^${count} \\w+\\.`));
		}
		if (people.length > 0)
			expect(of('respondents').sentence).toContain(`${completed} of them count as completed.`);
	});

	it('each fact stands where it says, and is empty where it says', () => {
		for (const { area, details } of ofAreas()) {
			for (const [fact, path] of Object.entries(details.found ?? {})) {
				const values = valuesAt(checked.raw(area), path);
				const isFull = values.some((value) => value !== null && !isEmptyList(value));
				expect({ area, fact, path, values: values.length > 0 }).toMatchObject({ values: true });
				if (!isFull || details.empty?.includes(fact)) {
					expect({ area, fact, values: values.filter((one) => !isNothing(one)) }).toMatchObject({
						values: [],
					});
				}
			}
		}
	});

	it('each unknown key is there, with its type', () => {
		for (const { area, details } of ofAreas()) {
			for (const [path, types] of Object.entries(details.unused_keys ?? {})) {
				if (path.includes('{key}')) continue;
				const found = valuesAt(checked.raw(area), path).map(typeOf);
				expect({ area, path, types: [...new Set(found)].sort().join(' or ') }).toEqual({
					area,
					path,
					types: typeOnly(types),
				});
			}
		}
	});

	it('no survey of the service is misunderstood, and what is empty is no fault', () => {
		const statuses = checked.items.map(({ status }) => status);
		expect(statuses).not.toContain('failed');
		expect(statuses).not.toContain('incomplete');
	});

	if (scene === 'empty' || scene === 'suppressed') {
		it.each(['overview', 'overTime', 'scores', 'conclusion', 'quotes'] as const)(
			'there is nothing to see yet in %s',
			(area) => {
				expect(checked.of(area).status).toBe('empty');
			},
		);
	}

	if (scene === 'furnished') {
		it('asks for the range that the service suggests', () => {
			const { from = '', to = '' } = checked.of('suggestedRange').details.found ?? {};
			const suggested = [from, to].map((path) =>
				Date.parse(String(valuesAt(checked.raw('suggestedRange'), path)[0])),
			);
			for (const operation of [REQUESTS.overTime, REQUESTS.scores]) {
				const [request] = checked.sent.filter((one) => one.operation === operation);
				expect(request?.query.map(([, value]) => Date.parse(value))).toEqual(suggested);
			}
		});

		it('finds the facts of records that the interface shows, each under its own name', () => {
			for (const area of ['invitations', 'mailings'] as const) {
				const keys = new Set((checked.raw(area) as object[]).flatMap((one) => Object.keys(one)));
				const { found = {}, not_found: notFound } = checked.of(area).details;
				for (const [fact, path] of Object.entries(found)) {
					const ofPerson =
						['name', 'email', 'external_id'].includes(fact) && area === 'invitations';
					if (fact !== 'link') expect(path).toBe(`[].${ofPerson ? 'recipient_' : ''}${fact}`);
				}
				for (const fact of notFound ?? []) expect(keys).not.toContain(fact);
			}
		});
	}
});

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const isNothing = (value: unknown) =>
	value === null ||
	(Array.isArray(value) && value.every((one) => one === null || isEmptyList(one)));

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'list' : typeof value;
}

/** The types alone: `null or time` is null or a string. */
function typeOnly(types: string): string {
	const plain = types.split(' or ').map((type) => {
		if (type.startsWith('list')) return 'list';
		return type === 'time' || type === 'uuid' ? 'string' : type;
	});
	return [...new Set(plain)].sort().join(' or ');
}

it('without a choice it looks at the survey with most responses', async () => {
	for (const dialect of DIALECTS) {
		const { service, sent } = await check(engine, {
			dialect,
			survey: '',
			seed: { respondents: undefined },
		});
		const most = service.world.survey('Customer').id;
		expect(sent.filter(({ path }) => path.includes('/surveys/')).length).toBeGreaterThan(5);
		const others = service.world.surveys().filter(({ id }) => id !== most);
		for (const { id } of others) expect(sent.filter(({ path }) => path.includes(id))).toEqual([]);
	}
});

it('looks once, however many input items there are', async () => {
	const { items, sent } = await check(engine, { count: 3 });
	expect(items.filter(({ area }) => area === 'token')).toHaveLength(1);
	expect(sent).toHaveLength(AREAS.length);
});

it('a service without a survey has nothing to look at yet', async () => {
	const { of, sent } = await check(engine, {
		survey: '',
		seed: { surveys: 0 },
	});
	expect(of('surveys')).toMatchObject({ status: 'empty', sentence: 'There is nothing yet.' });
	expect(of('respondents')).toMatchObject({
		status: 'empty',
		sentence: 'Not checked: no survey is known to ask for.',
	});
	expect(sent.map(({ operation }) => operation)).toEqual(['token.get', 'survey.getAll']);
});
