import type { KnownSurvey } from './state';
import { listedResponses, type Task } from './surveys';

const DAY_MS = 86_400_000;

/**
 * So many completions, of all surveys, are remembered whatever their age, so that no time decides anything. With
 * more, n8n would write megabytes with each event.
 */
const REMEMBERED = 50_000;

/**
 * Beyond that, how much older than the newest settled completion of its survey a completion may be and still be
 * new. What is older is old without being remembered.
 */
const WINDOW_MS = 90 * DAY_MS;

/** How much longer it is remembered, so that times that move by hours or days make no old completion new. */
const REMEMBERED_MS = 7 * DAY_MS;

/** Whether a completion is old because of its time alone. Without a time, none is. */
export const isOldByTime = (
	oldBefore: number | undefined,
	completedAt: number | undefined,
): boolean => oldBefore !== undefined && completedAt !== undefined && completedAt < oldBefore;

/** Whether it is so old that it is not remembered any more. */
export const isForgotten = (
	oldBefore: number | undefined,
	completedAt: number | undefined,
): boolean => oldBefore !== undefined && isOldByTime(oldBefore - REMEMBERED_MS, completedAt);

/** Whether it is remembered, and may be forgotten after this poll, whatever the list brings. */
export function mayBeForgotten({ known, now }: Task, completedAt: number | undefined): boolean {
	const { oldBefore } = known;
	if (isForgotten(oldBefore, completedAt)) return false;
	return isForgotten(now + DAY_MS - WINDOW_MS, completedAt);
}

/** What the bounds need of the times of settled completions. */
export class LatestTimes {
	latest = -Infinity;
	/**
	 * The time of the latest completion but one: no single record decides what is forgotten, and none with a time in
	 * the future of n8n's clock, which may differ from the service's.
	 */
	secondLatest = -Infinity;
	private latestInTime = -Infinity;

	/** @param now when this poll began, by n8n's clock */
	constructor(private readonly now: number) {}

	add(at: number | undefined): void {
		if (at === undefined) return;
		this.latest = Math.max(at, this.latest);
		if (at <= this.secondLatest || at > this.now + DAY_MS) return;
		this.secondLatest = Math.min(at, this.latestInTime);
		this.latestInTime = Math.max(at, this.latestInTime);
	}

	/** These times and more. */
	with(more: ReadonlyArray<{ at?: number }>): LatestTimes {
		const all = Object.assign(new LatestTimes(this.now), this);
		for (const { at } of more) all.add(at);
		return all;
	}
}

/**
 * What is old by its time, should another baseline be needed: up to the latest settled completion, by the service's
 * own clock, but for what is open.
 *
 * @param settled the times of the list's completions that are settled now
 * @param open completions that are not settled
 */
export function nextOldUpTo(
	{ pending, oldUpTo: before = -Infinity }: KnownSurvey,
	{ latest }: LatestTimes,
	open: ReadonlyArray<{ at?: number }>,
): Pick<KnownSurvey, 'oldUpTo' | 'openAt'> {
	// Until there was a baseline it was n8n's clock.
	const oldUpTo = pending && latest > -Infinity ? latest : Math.max(latest, before);
	const openAt = open.flatMap(({ at }) => (at !== undefined && at <= oldUpTo ? at : []));
	return {
		oldUpTo: oldUpTo > -Infinity ? oldUpTo : undefined,
		openAt: openAt.length > 0 ? openAt : undefined,
	};
}

/**
 * Before which time completions are old from now on. It never goes back, because what was older is not
 * remembered any more.
 *
 * @param settled the times of the list's completions that are settled now
 * @param open completions that are not settled, so that their time must not be before it
 * @param listed how many completions the list has
 * @param remembered how many completions of all surveys are remembered, with those of this list
 */
export function nextOldBefore(
	{ known, survey }: Task,
	settled: LatestTimes,
	open: ReadonlyArray<{ at?: number }>,
	listed: number,
	remembered: number,
): number | undefined {
	if (remembered <= REMEMBERED) return known.oldBefore;
	// What a short list does not show yet must not get old.
	if (listed < (listedResponses(survey) ?? 0)) return known.oldBefore;
	const firstOpen = open.reduce((first, { at = Infinity }) => Math.min(first, at), Infinity);
	const bound = Math.min(settled.secondLatest - WINDOW_MS, firstOpen);
	const oldBefore = Math.max(bound, known.oldBefore ?? -Infinity);
	return oldBefore > -Infinity ? oldBefore : undefined;
}
