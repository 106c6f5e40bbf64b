import { FixedWindow, SlidingWindow, TokenBucket, type Limits, type Rate } from './services';
import type { Client, Scene } from './simulate';

const one = (requests: number, width: number): Client[] => [{ at: 0, runs: [{ requests, width }] }];
const many = (count: number, requests: number, width: number, apartMs = 0): Client[] =>
	Array.from({ length: count }, (_, nth) => ({ at: nth * apartMs, runs: [{ requests, width }] }));

export const kinds: Record<string, (rate: Rate) => () => Limits> = {
	'token bucket': (rate) => () => new TokenBucket(rate, (now) => rate(now)),
	'fixed window': (rate) => () => new FixedWindow(rate, 1000),
	'window by the clock': (rate) => () => new FixedWindow(rate, 1000, 370),
	'sliding window': (rate) => () => new SlidingWindow(rate, 1000),
};

export const constant =
	(rate: number): Rate =>
	() =>
		rate;
export const changes =
	(before: number, after: number, at: number): Rate =>
	(now) =>
		now < at ? before : after;

export interface Named extends Omit<Scene, 'limits'> {
	name: string;
	rate: Rate;
}

/** A service that says in whole seconds how long to wait, and answers after 20 ms. */
const USUAL = { says: 'seconds' as const, latencyMs: 20 };

function scene(
	name: string,
	rate: number | Rate,
	clients: Client[],
	more: Partial<Pick<Scene, 'says' | 'latencyMs'>> = {},
): Named {
	const changing = typeof rate === 'number' ? constant(rate) : rate;
	return { ...USUAL, name, rate: changing, clients, ...more };
}

/** The scenes of the table, each with every kind of limit. */
export const scenes: Named[] = [
	scene('300 requests, 20 a second', 20, one(300, 20)),
	scene('300 requests, latency 0 ms', 20, one(300, 20), { latencyMs: 0 }),
	scene('300 requests, latency 100 ms', 20, one(300, 20), { latencyMs: 100 }),
	scene('300 requests, latency 500 ms', 20, one(300, 20), { latencyMs: 500 }),
	scene('300 requests, 1 at once', 20, one(300, 1)),
	scene('300 requests, 5 at once', 20, one(300, 5)),
	scene('300 requests, 10 at once', 20, one(300, 10)),
	scene('300 requests, no Retry-After', 20, one(300, 20), { says: 'nothing' }),
	scene('300 requests, Retry-After 0', 20, one(300, 20), { says: 'zero' }),
	scene('600 requests, 20 a second', 20, one(600, 20)),
	scene('600 requests, 10 a second', 10, one(600, 20)),
	scene('600 requests, 100 a second', 100, one(600, 20)),
	scene('400 requests, from 20 to 10 a second', changes(20, 10, 10_000), one(400, 20)),
	scene('500 requests, from 10 to 40 a second', changes(10, 40, 10_000), one(500, 20)),
	scene('900 requests, after 3 s 20 a second', changes(100_000, 20, 3000), one(900, 20), {
		latencyMs: 100,
	}),
	scene('three workflows × 100, 10 a second', 10, [
		{ at: 0, runs: [100, 100, 100].map((requests) => ({ requests, width: 20 })) },
	]),
	scene('two processes × 200, 20 a second', 20, many(2, 200, 20)),
	scene('two processes × 200, one 5 s after the other', 20, many(2, 200, 20, 5000)),
	scene('two processes × 300, 10 a second', 10, many(2, 300, 20)),
	scene('three processes × 200, 20 a second', 20, many(3, 200, 20)),
	scene('four processes × 150, 20 a second', 20, many(4, 150, 20)),
	scene('four processes × 150, 3 s apart', 20, many(4, 150, 20, 3000)),
];

const bucketOf = (size: number) => () => new TokenBucket(constant(20), () => size);
const windowOf = (rate: number, ms: number) => () => new FixedWindow(constant(rate), ms);

function other(
	name: string,
	limits: () => Limits,
	clients: Client[],
	says: Scene['says'] = 'seconds',
): Scene & { name: string } {
	return { ...USUAL, name, limits, clients, says };
}

/** Services that do not count by the second. */
export const others = [
	other('300 requests, 20 a second, bucket of 1', bucketOf(1), one(300, 20)),
	other(
		'300 requests, 20 a second, bucket of 1, no Retry-After',
		bucketOf(1),
		one(300, 20),
		'nothing',
	),
	other('300 requests, 20 a second, bucket of 5', bucketOf(5), one(300, 20)),
	other('600 requests, 20 a second, bucket of 100', bucketOf(100), one(600, 20)),
	other('200 requests, 20 in 3 s', windowOf(20 / 3, 3000), one(200, 20)),
	other('600 requests, 200 in 10 s', windowOf(20, 10_000), one(600, 20)),
	other(
		'600 requests, 200 in any 10 s',
		() => new SlidingWindow(constant(20), 10_000),
		one(600, 20),
	),
	other('two processes × 300, 200 in 10 s', windowOf(20, 10_000), many(2, 300, 20)),
	other('600 requests, 120 a minute', windowOf(2, 60_000), one(600, 20)),
];
