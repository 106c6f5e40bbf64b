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

const base = { says: 'seconds' as const, latencyMs: 20 };

/** The scenes of the table, each with every kind of limit. */
export const scenes: Named[] = [
	{ ...base, name: '300 requests, 20 a second', rate: constant(20), clients: one(300, 20) },
	...[0, 100, 500].map((latencyMs) => ({
		...base,
		latencyMs,
		name: `300 requests, latency ${latencyMs} ms`,
		rate: constant(20),
		clients: one(300, 20),
	})),
	...[1, 5, 10].map((width) => ({
		...base,
		name: `300 requests, ${width} at once`,
		rate: constant(20),
		clients: one(300, width),
	})),
	{
		...base,
		name: '300 requests, no Retry-After',
		says: 'nothing',
		rate: constant(20),
		clients: one(300, 20),
	},
	{
		...base,
		name: '300 requests, Retry-After 0',
		says: 'zero',
		rate: constant(20),
		clients: one(300, 20),
	},
	{ ...base, name: '600 requests, 20 a second', rate: constant(20), clients: one(600, 20) },
	{ ...base, name: '600 requests, 10 a second', rate: constant(10), clients: one(600, 20) },
	{ ...base, name: '600 requests, 100 a second', rate: constant(100), clients: one(600, 20) },
	{
		...base,
		name: '400 requests, from 20 to 10 a second',
		rate: changes(20, 10, 10_000),
		clients: one(400, 20),
	},
	{
		...base,
		name: '500 requests, from 10 to 40 a second',
		rate: changes(10, 40, 10_000),
		clients: one(500, 20),
	},
	{
		...base,
		latencyMs: 100,
		name: '900 requests, after 3 s 20 a second',
		rate: changes(100_000, 20, 3000),
		clients: one(900, 20),
	},
	{
		...base,
		name: 'three workflows × 100, 10 a second',
		rate: constant(10),
		clients: [{ at: 0, runs: [100, 100, 100].map((requests) => ({ requests, width: 20 })) }],
	},
	{
		...base,
		name: 'two processes × 200, 20 a second',
		rate: constant(20),
		clients: many(2, 200, 20),
	},
	{
		...base,
		name: 'two processes × 200, one 5 s after the other',
		rate: constant(20),
		clients: many(2, 200, 20, 5000),
	},
	{
		...base,
		name: 'two processes × 300, 10 a second',
		rate: constant(10),
		clients: many(2, 300, 20),
	},
	{
		...base,
		name: 'three processes × 200, 20 a second',
		rate: constant(20),
		clients: many(3, 200, 20),
	},
	{
		...base,
		name: 'four processes × 150, 20 a second',
		rate: constant(20),
		clients: many(4, 150, 20),
	},
	{
		...base,
		name: 'four processes × 150, 3 s apart',
		rate: constant(20),
		clients: many(4, 150, 20, 3000),
	},
];

/** Services that do not count by the second. */
export const others: Array<Scene & { name: string }> = [
	{
		...base,
		name: '300 requests, 20 a second, bucket of 1',
		limits: () => new TokenBucket(constant(20), () => 1),
		clients: one(300, 20),
	},
	{
		...base,
		name: '300 requests, 20 a second, bucket of 1, no Retry-After',
		says: 'nothing',
		limits: () => new TokenBucket(constant(20), () => 1),
		clients: one(300, 20),
	},
	{
		...base,
		name: '300 requests, 20 a second, bucket of 5',
		limits: () => new TokenBucket(constant(20), () => 5),
		clients: one(300, 20),
	},
	{
		...base,
		name: '600 requests, 20 a second, bucket of 100',
		limits: () => new TokenBucket(constant(20), () => 100),
		clients: one(600, 20),
	},
	{
		...base,
		name: '200 requests, 20 in 3 s',
		limits: () => new FixedWindow(constant(20 / 3), 3000),
		clients: one(200, 20),
	},
	{
		...base,
		name: '600 requests, 200 in 10 s',
		limits: () => new FixedWindow(constant(20), 10_000),
		clients: one(600, 20),
	},
	{
		...base,
		name: '600 requests, 200 in any 10 s',
		limits: () => new SlidingWindow(constant(20), 10_000),
		clients: one(600, 20),
	},
	{
		...base,
		name: 'two processes × 300, 200 in 10 s',
		limits: () => new FixedWindow(constant(20), 10_000),
		clients: many(2, 300, 20),
	},
	{
		...base,
		name: '600 requests, 120 a minute',
		limits: () => new FixedWindow(constant(2), 60_000),
		clients: one(600, 20),
	},
];
