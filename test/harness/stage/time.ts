/** A service and an n8n that live in the same time, which passes only when somebody says so. */
import {
	createInstallation,
	type Clock,
	type Installation,
	type InstallationOptions,
} from '../engine/polling';
import { credentialsFor } from '../support/names';
import { startService, type Service, type ServiceOptions } from '../service';

const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

type Sleep = NonNullable<Clock['sleep']>;

/** A person may set n8n's clock: by how many milliseconds it is ahead of the service's, or, below 0, behind. */
export interface N8nClock {
	aheadMs: number;
}

export interface InTimeOptions extends Omit<InstallationOptions, 'now' | 'monotonic'> {
	n8nClock?: N8nClock;
}

/** A service whose clock stands still, without a survey at first. */
export async function startFrozenService(options: ServiceOptions = {}): Promise<Service> {
	const service = await startService({
		seed: { surveys: 0 },
		startAt: new Date('2026-03-02T09:00:00.123Z'),
		...options,
	});
	service.clock.freeze();
	return service;
}

/** An n8n, not yet running, that lives in a service's time and has a credential for it. */
export function n8nInTimeOf(service: Service, options: InTimeOptions): Installation {
	const { n8nClock = { aheadMs: 0 }, ...rest } = options;
	const { clock } = service;
	return createInstallation({
		credentials: credentialsFor(service),
		now: () => clock.now() + n8nClock.aheadMs,
		monotonic: () => clock.now(),
		sleep: jumpingSleep(service),
		...rest,
	});
}

/** Waits that take no real time: whoever waits moves the clock, at once. */
export function jumpingSleep({ clock }: Service): Sleep {
	return async (ms, signal) => {
		await new Promise((resolve) => setImmediate(resolve));
		// A date knows no fractions of a millisecond, a random wait does.
		if (!signal?.aborted) clock.advance(Math.ceil(ms));
	};
}

/**
 * Waits that take no real time. As in real life nobody's alarm rings while a request is under way that
 * takes less time: the clock jumps to the earliest alarm only when nothing moves any more.
 */
export function patientSleep(service: Service): Sleep {
	const { clock } = service;
	const alarms: number[] = [];
	return async (ms, signal) => {
		// A date knows no fractions of a millisecond, a random wait does.
		const until = clock.now() + Math.ceil(ms);
		alarms.push(until);
		while (!signal?.aborted && clock.now() < until) {
			await nothingMoves(service);
			const isNext = until <= Math.min(...alarms);
			if (!signal?.aborted && isNext && clock.now() < until) clock.set(new Date(until));
		}
		alarms.splice(alarms.indexOf(until), 1);
	};
}

const writesWholeSeconds = ({ choices }: Service) => choices.timestamps === 'local';

/**
 * No two things happen in the same millisecond, and none at a full second, which would look less exact than
 * it is; nor in the first second of a minute, where the service writes whole seconds.
 */
export function aMomentLater(service: Service): void {
	const { clock } = service;
	clock.advance(clock.now() % SECOND === 993 ? 14 : 7);
	if (writesWholeSeconds(service) && clock.now() % MINUTE < SECOND) clock.advance(SECOND);
}

/** So much later that the service writes another time; not at a full second either. */
export function anotherTime(service: Service): void {
	if (writesWholeSeconds(service)) service.clock.advance(SECOND);
	aMomentLater(service);
}

/** Resolves when the service has a request of a path and has not answered it yet. */
export async function underWay({ log }: Service, path: RegExp): Promise<void> {
	const isThere = () => log.some((one) => path.test(one.path) && !one.finished);
	while (!isThere()) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Resolves after some milliseconds in which no request came or was worked on.
 *
 * @param unanswered so many requests are never answered, and count as not worked on
 */
export async function nothingMoves({ log }: Service, unanswered = 0): Promise<void> {
	for (let still = 0, seen = log.length; still < 3; still++) {
		await new Promise((resolve) => setTimeout(resolve, 1));
		const pending = log.filter(({ finished }) => !finished).length;
		if (log.length !== seen || pending > unanswered) still = -1;
		seen = log.length;
	}
}
