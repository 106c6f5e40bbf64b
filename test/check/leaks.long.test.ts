/** The report can be pasted anywhere: nothing of the service's data is in it, whatever the service does. */
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { type Fault, type Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { check, seededTexts, textsIn, type Checked } from './checkStage';

let engine: Engine;
useEngine((started) => (engine = started));

/**
 * Texts of the seeded world in the report, and in the items. Only there are the words of a status, and of an error, in
 * which the service may name people.
 */
function leaked({ report, service, items }: Checked): string[] {
	const seeded = seededTexts(service);
	expect(seeded.length).toBeGreaterThan(50);
	const ofAreas = items.map(({ status, sentence, details }) =>
		[status === 'failed' ? '' : sentence, JSON.stringify({ ...details, status_words: [] })].join(
			' ',
		),
	);
	return textsIn([report, ...ofAreas].join('\n'), seeded);
}

const every = (fault: Fault) => (service: Service) =>
	service.faults.inject({ fault, times: Infinity });

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	it.each(['Customer', 'Workplace', 'Leadership', 'Onboarding'])('%s', async (survey) => {
		const checked = await check(engine, { dialect, survey, seed: { respondents: undefined } });
		expect(leaked(checked)).toEqual([]);
	});

	it.each<[string, (service: Service) => unknown]>([
		['a page', every({ kind: 'html' })],
		['the token echoed', every({ kind: 'echo authorization', status: 400 })],
		['an error of every kind', every({ kind: 'status', status: 409, code: 'ana_de_vries' })],
		['a limit', every({ kind: 'status', status: 429, retryAfter: 3600 })],
		['unknown fields', every({ kind: 'extra fields', seed: 3 })],
		['wrong types', every({ kind: 'wrong types', seed: 3 })],
		['everything in a map by what it is', every({ kind: 'rewritten body', rewrite: asMaps })],
	])('%s', async (_what, arrange) => {
		const checked = await check(engine, {
			dialect,
			options: { maxWait: 0, timeout: 2 },
			arrange,
		});
		expect(leaked(checked)).toEqual([]);
		expect(checked.report).not.toContain('ana_de_vries');
	});
});

it.each(DIALECTS)('nor dates, nor words of a status, in the dialect %s', async (dialect) => {
	const { report, of } = await check(engine, {
		dialect,
		choices: { completedWord: 'fertig' },
		token: (service) => service.issueToken({ expiresAt: new Date(Date.now() + 86_400_000 * 9) }),
	});
	expect(of('respondents').details.status_words).toContain('fertig');
	expect(report).not.toContain('fertig');
	expect(report).not.toMatch(/\b20\d\d-\d\d/);
});

it('nor a word of a status that has several lines', async () => {
	const { report, of, last } = await check(engine, { choices: { completedWord: 'one\nAna' } });
	expect(of('respondents').details.status_words).toContain('one ana');
	expect(report).not.toMatch(/ana\b/i);
	expect(report).toContain(last.sentence);
});

it('the report has the summary, also when nothing can be read', async () => {
	const { report, last } = await check(engine, { arrange: every({ kind: 'status', status: 409 }) });
	expect(last.status).toBe('failed');
	expect(report).toContain(last.sentence);
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])('an answer with wrong types, seed %i', async (seed) => {
	for (const dialect of DIALECTS) {
		const checked = await check(engine, {
			dialect,
			arrange: every({ kind: 'wrong types', seed }),
		});
		expect(leaked(checked)).toEqual([]);
	}
});

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every list of records as an object by what its records hold: `{"ana@example.com": {…}}`. */
function asMaps(body: string): string {
	const map = (value: Json): Json => {
		if (Array.isArray(value)) {
			const inner = value.map(map);
			const keys = value.map((one, place) => keyOf(one) ?? String(place));
			return Object.fromEntries(inner.map((one, place) => [keys[place] ?? '', one]));
		}
		if (value === null || typeof value !== 'object') return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, map(one)]));
	};
	return JSON.stringify(map(JSON.parse(body) as Json));
}

const keyOf = (value: Json): string | undefined => firstText(value);

function firstText(value: Json): string | undefined {
	if (typeof value === 'string') return value;
	if (value === null || typeof value !== 'object') return undefined;
	const texts = Object.values(value).flatMap((one) => firstText(one) ?? []);
	return texts.at(-1);
}
