/** What Check Service says when something goes wrong on the way: nothing is claimed that was not looked at. */
import type { Engine } from '../harness/engine';
import { DIALECTS } from '../everywhere';
import { type Fault, type Service } from '../harness/service';
import { act, useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { AREAS, check, REQUESTS, type AreaName } from './checkStage';

let engine: Engine;
useEngine((started) => (engine = started));

const QUICK = { maxWait: 0 };
const striking = (area: AreaName, fault: Fault) => (service: Service) =>
	service.faults.inject({ match: { operation: REQUESTS[area] }, fault, times: Infinity });

/** One at the beginning, one that others need, and one near the end. */
const SOME: AreaName[] = ['survey', 'respondents', 'topics'];
/** What an area needs of others: without them it cannot be asked for. */
const NEEDS: Partial<Record<AreaName, AreaName>> = {
	conversation: 'respondents',
	quotes: 'topics',
};

/** Incomplete are invitations without a link, in a dialect that shows only its secret part. */
const WORKING = ['fine', 'incomplete'];

const wording = new Wording();

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	it.each(SOME.map((area) => [area, AREAS.indexOf(area)] as const))(
		'a limit at %s: it fails and says when to come again, and nothing after it is sent',
		async (area, place) => {
			const checked = await check(engine, {
				dialect,
				options: QUICK,
				arrange: striking(area, { kind: 'status', status: 429, retryAfter: 900 }),
			});
			const before = AREAS.slice(0, place);
			const after = AREAS.slice(place);

			const [limited, ...others] = after.map((one) => checked.of(one));
			expect(limited).toMatchObject({ status: 'failed' });
			expect(limited?.sentence).toContain('15 minutes');
			for (const one of others) {
				const sentence = `Not checked, because the request of ${area} failed. Run it again later.`;
				expect(one).toMatchObject({ status: 'failed', sentence });
			}
			for (const one of before) expect(WORKING).toContain(checked.of(one).status);
			expect(checked.sent).toHaveLength(place + 1);
			expect(checked.last.status).toBe('failed');
		},
	);

	it.each<[string, Fault]>([
		['a page', { kind: 'html' }],
		['a failure', { kind: 'status', status: 501 }],
		['a refusal', { kind: 'status', status: 422 }],
		['a path that is not known', { kind: 'html', status: 404 }],
		['no answer', { kind: 'reset' }],
		[
			'another kind of answer',
			{ kind: 'rewritten body', rewrite: () => '{"weather":"fine","degrees":21}' },
		],
	])(
		'%s: that area says so, and the others go on',
		async (_what, fault) => {
			const status = fault.kind === 'rewritten body' ? 'incomplete' : 'failed';
			for (const area of SOME) {
				const checked = await check(engine, {
					dialect,
					options: QUICK,
					arrange: striking(area, fault),
				});
				const lost = AREAS.filter((one) => NEEDS[one] === area);

				expect({ area, status: checked.of(area).status }).toEqual({ area, status });
				for (const one of AREAS) {
					if (one === area) continue;
					const expected = lost.includes(one) ? ['failed', 'empty'] : WORKING;
					expect({ area, one, status: expected }).toMatchObject({
						status: expect.arrayContaining([checked.of(one).status]) as unknown,
					});
				}
				expect(checked.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
			}
		},
		60_000,
	);
});

it('a short limit is waited for', async () => {
	const checked = await check(engine, {
		arrange: (service) => {
			const fault: Fault = { kind: 'status', status: 429, retryAfter: 1 };
			service.faults.inject({ match: { operation: REQUESTS.mailings }, fault });
		},
	});
	expect(checked.last.status).toBe('fine');
	expect(checked.sent.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(
		1,
	);
});

it('after two requests without an answer no more are sent', async () => {
	const checked = await check(engine, {
		options: QUICK,
		arrange: (service) => service.faults.inject({ fault: { kind: 'reset' }, times: Infinity }),
	});
	expect(checked.sent).toHaveLength(2);
	expect(checked.of('quotes').status).toBe('failed');
	wording.note(checked.of('quotes').sentence);
	expect(checked.last.sentence).toContain('0 of 14 areas are fine; failed: token, surveys,');
});

it.each(DIALECTS)(
	'a word that nobody knows for the completed is no empty survey, in the dialect %s',
	async (dialect) => {
		const checked = await check(engine, { dialect, choices: { completedWord: 'fertig' } });
		const empty = AREAS.filter((area) => checked.of(area).status === 'empty');
		// Nobody is known whose conversation could be asked for.
		expect(empty).toEqual(dialect === 'wide' ? ['conversation'] : []);
		expect(checked.of('respondents').details.status_words).toContain('fertig');
		const { status, sentence } = checked.of('respondents');
		if (dialect !== 'wide') expect(status).toBe('fine');
		else expect(sentence).toContain('The survey counts completed interviews, but none');
	},
);

it('a list that goes on elsewhere is told', async () => {
	const { of } = await check(engine, {
		arrange: striking('respondents', {
			kind: 'rewritten body',
			rewrite: (body) => `{"respondents":${body},"paging":{"next":"x"}}`,
		}),
	});
	expect(of('respondents')).toMatchObject({
		status: 'incomplete',
		details: { found: { id: 'respondents[].id' } },
	});
	wording.note(of('respondents').sentence);
});

it('a check that is stopped fails, and reports nothing', async () => {
	const { smallService } = await import('../harness/support');
	const service = await smallService();
	const stop = new AbortController();
	service.faults.inject({ match: { operation: 'survey.get' }, fault: { kind: 'hang' } });
	const pending = act(engine, service, {
		operation: 'token.checkService',
		signal: stop.signal,
	});
	while (service.requests({ operation: 'survey.get' }).length === 0) {
		await new Promise((done) => setTimeout(done, 10));
	}
	stop.abort();
	const run = await pending;
	await service.stop();
	expect(run.items).toEqual([]);
	expect(run.error?.message ?? 'canceled').toMatch(/cancel/);
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
