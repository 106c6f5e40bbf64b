import type { Session } from '../http/session';
import type { Operation } from '../operations/operation';
import { counted } from '../records/words';
import type { RunSentence } from './remarks';
import type { Result } from './output';
import { remarkSentences } from './remarks';

/** What a run says after its end: what failed, what the output is, and for what it waited. */
export function sentencesOf(
	session: Session,
	operation: Operation,
	results: ReadonlyArray<Result | undefined>,
): RunSentence[] {
	const remarks = results.map((one) => (one?.status === 'done' ? one.remarks : undefined));
	return [
		...failureSentences(operation, results),
		...remarkSentences(remarks),
		...waitSentences(session),
	];
}

/** A shorter wait is nothing remarkable. */
const MIN_WAIT_MS = 5000;

/** `Waited 61 s because the service limits requests.` */
export function waitSentences({ budget }: Session): RunSentence[] {
	const because = {
		rateLimit: 'the service limits requests',
		outage: 'the service was not available',
	} as const;
	return (Object.keys(because) as Array<keyof typeof because>).flatMap((reason) => {
		const ms = budget.waitedMs(reason);
		if (ms < MIN_WAIT_MS) return [];
		return [{ sentence: `Waited ${counted(Math.round(ms / 1000))} s because ${because[reason]}.` }];
	});
}

/** Of a node that continues on fail: `38 done, 1 failed: item 5. 1 may have been sent: item 2. …` */
function failureSentences(
	operation: Operation,
	results: ReadonlyArray<Result | undefined>,
): RunSentence[] {
	const of = (status: Result['status']) =>
		results.flatMap((one, item) => (one?.status === status ? [item] : []));
	const [failed, maybeDone] = [of('failed'), of('maybeDone')];
	if (failed.length + maybeDone.length === 0) return [];
	const [only] = results;
	if (results.length === 1 && only && only.status !== 'done') {
		return [{ sentence: only.error.message, isWarning: true }];
	}
	const done = `${counted(of('done').length)} done`;
	const maybe = `${counted(maybeDone.length)} may have been ${effectOf(operation)}: ${itemsOf(maybeDone)}. Check in the service before you run it again.`;
	const sentence =
		failed.length === 0
			? `${done}, ${maybe}`
			: `${done}, ${counted(failed.length)} failed: ${itemsOf(failed)}.${maybeDone.length > 0 ? ` ${maybe}` : ''}`;
	return [{ sentence, isWarning: true }];
}

/** What a write may have done, when nobody answered it. */
export function effectOf(operation: Operation): string {
	if (operation.kind !== 'endpoint') return 'done';
	return operation.effect ?? (operation.retry === 'create' ? 'created' : 'done');
}

const MAX_NAMED = 5;

/** `item 2`; `items 2, 5, 7, 8, 9 and 31 more`. */
function itemsOf(items: readonly number[]): string {
	const named = items.slice(0, MAX_NAMED).join(', ');
	const more = items.length - MAX_NAMED;
	return `${items.length === 1 ? 'item' : 'items'} ${named}${more > 0 ? ` and ${counted(more)} more` : ''}`;
}
