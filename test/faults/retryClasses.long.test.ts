/**
 * Each retry class against each fault, over HTTP: how often the request was sent, and what the user reads. The rules
 * themselves are judged in test/unit/retry.test.ts, and every operation in test/laboratory/oracle.
 */
import type { RetryClass } from '../contract/contract';
import type { Engine } from '../harness/engine';
import type { Fault } from '../harness/service';
import { act, failureOf, sideBySide, smallService, useEngine } from '../harness/support';
import { DEEDS, type Deed } from './deeds';

let engine: Engine;
useEngine((started) => (engine = started));

type Fate = 'done' | 'failed' | 'maybe';
/** How often it is sent, and what is told. */
type End = [sent: number, told: Fate];
/** For a read, for what may be repeated, and for a create and what cannot be undone. */
type Ends = [read: End, idempotent: End, once: End];

const same = (end: End): Ends => [end, end, end];
const worked = (sent: number): End => [sent, 'done'];
const REFUSED = same([1, 'failed']);
/** What may be repeated is, and what may not is reported. */
const UNCLEAR: Ends = [worked(2), worked(2), [1, 'maybe']];
/** A success, but no record: only a read is known to have done nothing. */
const NO_RECORD: Ends = [
	[1, 'failed'],
	[1, 'maybe'],
	[1, 'maybe'],
];

const FAULTS: Array<[name: string, fault: Fault, times: number, ends: Ends]> = [
	['429', { kind: 'status', status: 429, retryAfter: 0 }, 1, same(worked(2))],
	['429 three times', { kind: 'status', status: 429, retryAfter: 0 }, 3, same(worked(4))],
	['429 for an hour', { kind: 'status', status: 429, retryAfter: 3600 }, 1, REFUSED],
	['a refusal', { kind: 'status', status: 409 }, 1, REFUSED],
	['503 before the work', { kind: 'status', status: 503 }, 1, UNCLEAR],
	['503 after the work', { kind: 'status', status: 503, when: 'after' }, 1, UNCLEAR],
	[
		'503 for an hour',
		{ kind: 'status', status: 503, retryAfter: 3600 },
		1,
		[
			[1, 'failed'],
			[1, 'maybe'],
			[1, 'maybe'],
		],
	],
	[
		'502 for good',
		{ kind: 'status', status: 502 },
		Infinity,
		[
			[5, 'failed'],
			[5, 'maybe'],
			[1, 'maybe'],
		],
	],
	[
		'500 for good',
		{ kind: 'status', status: 500, retryAfter: 0 },
		Infinity,
		[
			[5, 'failed'],
			[1, 'maybe'],
			[1, 'maybe'],
		],
	],
	['a reset before the work', { kind: 'reset', when: 'before' }, 1, UNCLEAR],
	['a reset after the work', { kind: 'reset', when: 'after' }, 1, UNCLEAR],
	['no answer, ever', { kind: 'hang', when: 'after' }, 1, UNCLEAR],
	['a truncated body', { kind: 'truncated body' }, 1, UNCLEAR],
	['a web page', { kind: 'html' }, 1, NO_RECORD],
	['an empty answer', { kind: 'empty', when: 'after' }, 1, NO_RECORD],
	['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:9' }, 1, NO_RECORD],
];

const PLACES: RetryClass[] = ['read', 'idempotent', 'create'];
const endFor = ({ retryClass }: Deed, ends: Ends) => ends[PLACES.indexOf(retryClass)] ?? ends[2];

async function play(deed: Deed, fault: Fault, times: number) {
	const service = await smallService();
	service.faults.inject({ match: { operation: deed.operation }, fault, times });
	const parameters = {
		...deed.parameters(service),
		// Long beside what a busy machine needs for an answer.
		options: fault.kind === 'hang' ? { timeout: 5 } : {},
	};
	const run = await act(engine, service, { operation: deed.operation, parameters });
	await service.idle();
	const requests = service.requests({ operation: deed.operation });
	await service.stop();
	const { maybeDone, message = '' } = failureOf(run) ?? {};
	const told: Fate = run.error ? (maybeDone ? 'maybe' : 'failed') : 'done';
	return { sent: requests.length, done: requests.filter(({ done }) => done).length, told, message };
}

it.each(FAULTS)(
	'%s',
	async (_name, fault, times, ends) => {
		await sideBySide(DEEDS, DEEDS.length, async (deed) => {
			const { sent, done, told, message } = await play(deed, fault, times);
			expect([deed.operation, sent, told]).toEqual([deed.operation, ...endFor(deed, ends)]);
			if (told === 'done') expect(done).toBeGreaterThan(0);
			if (told === 'failed') expect(deed.retryClass === 'read' || done === 0).toBe(true);
			if (told === 'maybe')
				expect(message).toMatch(new RegExp(`^This may have been ${deed.word}\\b`));
			const isOnce = deed.retryClass === 'create' || deed.retryClass === 'irreversible';
			if (isOnce) expect(done).toBeLessThanOrEqual(1);
		});
	},
	120_000,
);

it('of a delete that was done without an answer, a repeat that is answered 404 means done, and another refusal does not', async () => {
	const [deed] = DEEDS.filter(({ operation }) => operation === 'theme.delete');
	for (const status of [404, 409]) {
		const service = await smallService({ choices: { repeatedDelete: 'answered' } });
		const match = { operation: 'theme.delete' };
		service.faults.inject({ match, fault: { kind: 'reset', when: 'after' } });
		const code = status === 404 ? 'not_found' : 'conflict';
		service.faults.inject({ match, fault: { kind: 'status', status, code } });
		const parameters = deed?.parameters(service);
		const run = await act(engine, service, { operation: 'theme.delete', parameters });
		expect(failureOf(run)?.maybeDone).toBe(status === 404 ? undefined : true);
		await service.stop();
	}
});
