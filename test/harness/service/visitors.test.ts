/** People who come by themselves: who they are, how they come, and what becomes of it. */
import { startService } from './index';
import { letVisitorsCome, secondsOf, Visitors, withSeconds } from './index';
import type { Service, Visit } from './index';
import { inEveryDialect } from './testing/every';
import { LANGUAGES } from './visitors/languages';
import { lineAbout } from './visitors/coming';

const START = new Date('2026-03-01T09:00:00Z');

function come(service: Service, count: number, seed?: number): Visit[] {
	const visitors = new Visitors(service.world, seed);
	return Array.from({ length: count }, () => visitors.next()).filter((visit) => visit !== null);
}

/** What everybody did who came to a new world. */
async function storyOf(seed: number): Promise<string[]> {
	const service = await startService({ startAt: START });
	try {
		return come(service, 60, seed).map(
			(visit) => `${visit.respondent.id} ${lineAbout(visit)} ${JSON.stringify(visit.kind)}`,
		);
	} finally {
		await service.stop();
	}
}

test('the same seed brings the same people, another one others', async () => {
	const [one, again, other] = [await storyOf(5), await storyOf(5), await storyOf(6)];
	expect(one).toHaveLength(60);
	expect(again).toEqual(one);
	expect(other).not.toEqual(one);
});

inEveryDialect((setup) => {
	test('every kind of person comes', () => {
		const { service } = setup();
		const visits = come(service, 160);
		const kinds = new Set(visits.map(({ kind }) => kind));
		expect([...kinds].sort()).toEqual([...LANGUAGES.map(({ name }) => name), 'hostile'].sort());
		expect(new Set(visits.map(({ cameBy }) => cameBy))).toEqual(new Set(['invitation', 'link']));
		expect(new Set(visits.map(({ completed }) => completed))).toEqual(new Set([true, false]));
		expect(new Set(visits.map(({ survey }) => survey.id)).size).toBe(4);
		const said = visits.map(({ respondent: { name, messages } }) =>
			JSON.stringify([name, messages]),
		);
		for (const sign of ['\u200c', '\u200d', 'ü', '王', '<script>', '=IMPORTXML', '@channel']) {
			expect([sign, said.some((text) => text.includes(sign))]).toEqual([sign, true]);
		}
		expect(said.some((text) => /evil\.example/.test(text) && /Ignore all|https:/.test(text))).toBe(
			true,
		);
		expect(visits.some(({ respondent: { name } }) => name === null)).toBe(true);
		const scores = visits.map(({ respondent: { score }, survey }) => ({ score, survey }));
		expect(scores.some(({ score }) => score === null)).toBe(true);
		for (const { score, survey } of scores.filter((one) => one.score !== null)) {
			expect(score).toBeGreaterThanOrEqual(survey.scaleMin);
			expect(score).toBeLessThanOrEqual(survey.scaleMax);
		}
		const given = scores
			.filter(({ survey }) => survey.metricType === 'nps')
			.map((one) => one.score);
		expect(given).toEqual(expect.arrayContaining([0, 10, 7]));
	});

	test('who leaves midway is no completion', async () => {
		const { service, call, surveys } = setup();
		const before = service.world.records.tally(surveys.many).responses;
		const visits = come(service, 80).filter(({ survey }) => survey.id === surveys.many);
		const [done, left] = [true, false].map((wanted) =>
			visits.filter(({ completed }) => completed === wanted),
		);
		expect(left?.length).toBeGreaterThan(0);
		expect(service.world.records.tally(surveys.many).responses).toBe(before + (done?.length ?? 0));
		const { text } = await call('GET', `/surveys/${surveys.many}/respondents`);
		for (const { respondent } of left ?? []) {
			expect(respondent).toMatchObject({ status: 'started', score: null, completedAt: null });
			expect(text).toContain(respondent.id);
		}
	});

	test('who was invited meanwhile comes first, then others take turns', () => {
		const { service, surveys } = setup();
		const visitors = new Visitors(service.world);
		for (const name of ['Ann', 'Bob', 'Cem']) {
			service.clock.advance(1000);
			service.world.createInvitation(surveys.none, 'api', { recipientName: name });
		}
		const [first, ...rest] = Array.from({ length: 9 }, () => visitors.next() as Visit);
		const early = [first, ...rest.slice(0, 2)].map((visit) => visit?.respondent.name).sort();
		expect(early).toEqual(['Ann', 'Bob', 'Cem']);
		expect(rest.slice(2).map(({ cameBy }) => cameBy)).toContain('link');
		expect(rest.slice(2).map(({ cameBy }) => cameBy)).toContain('invitation');
	});

	test('each invitation is used once, and a link by several', () => {
		const { service } = setup();
		const visits = come(service, 160);
		const used = (cameBy: string) =>
			visits
				.filter((visit) => visit.cameBy === cameBy)
				.map(({ respondent }) => respondent.invitationId);
		const invited = used('invitation');
		expect(new Set(invited).size).toBe(invited.length);
		expect(new Set(used('link')).size).toBeLessThan(used('link').length);
	});
});

test('nobody comes where no survey is open', async () => {
	const service = await startService({ seed: { surveys: 1 } });
	service.world.closeSurvey(service.world.survey('Customer').id);
	expect(new Visitors(service.world).next()).toBeNull();
	await service.stop();
});

test('they come about as often as somebody says, until they are stopped', async () => {
	const service = await startService();
	const pauses = Array.from({ length: 200 }, () => new Visitors(service.world, 9)).map(
		(visitors, place) => Array.from({ length: place + 1 }, () => visitors.pause(30)).at(-1) ?? 0,
	);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(20_000);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(40_020);
	expect(new Set(pauses).size).toBeGreaterThan(100);
	const lines: string[] = [];
	await new Promise<void>((resolve) => {
		const stop = letVisitorsCome(service.world, {
			seconds: 0.001,
			say: (line) => {
				lines.push(line);
				if (lines.length < 12) return;
				stop();
				resolve();
			},
		});
	});
	await service.stop();
	expect(lines.every((line) => /( gave | left midway )/.test(line))).toBe(true);
	expect(service.effects.created('respondent')).toHaveLength(12);
});

test('a line about somebody has no sign that moves the terminal or the text', async () => {
	const service = await startService();
	const lines = come(service, 200).map(lineAbout);
	await service.stop();
	expect(lines.filter((line) => /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(line))).toEqual([]);
	expect(lines.some((line) => line.includes('\u200c'))).toBe(true);
	expect(lineAbout(null)).toBe('Nobody came: no survey is open.');
});

test.each([
	[['--visitors'], ['--visitors=30']],
	[
		['--visitors', '--port', '1'],
		['--visitors=30', '--port', '1'],
	],
	[
		['--visitors', '5'],
		['--visitors', '5'],
	],
	[['--visitors=7'], ['--visitors=7']],
	[
		['--port', '1'],
		['--port', '1'],
	],
])('the seconds may be left out: %j', (args, expected) => {
	expect(withSeconds(args)).toEqual(expected);
});

test('seconds that cannot be are explained', () => {
	expect([secondsOf(undefined), secondsOf('5')]).toEqual([undefined, 5]);
	for (const wrong of ['0', '-1', '1.5', 'often', '100000']) {
		expect(() => secondsOf(wrong)).toThrow(/--visitors takes a number of seconds from 1 to 86400/);
	}
});
