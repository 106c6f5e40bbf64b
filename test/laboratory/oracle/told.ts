import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Run } from '../../harness/engine';
import { failureOf } from '../../harness/support';

/** What a report says of one item. */
export type Fate = 'done' | 'may have been done' | 'failed' | 'not started';

export interface Told {
	/** Everything that was said of each item, which should be one thing. */
	fates: Fate[][];
	/** What came out for each item, without what only says that it failed. */
	outputs: IDataObject[][];
	/** All texts that the user reads of what went wrong. */
	texts: string[];
}

/** Reads the report of a run as a user does: the items that came out, or the error of the whole. */
export function toldBy(run: Run, count: number): Told {
	const told: Told = {
		fates: Array.from({ length: count }, () => []),
		outputs: Array.from({ length: count }, () => []),
		texts: [],
	};
	const failure = failureOf(run);
	if (failure) {
		const { message, description, maybeDone } = failure;
		told.texts.push(`${message}\n${description}`);
		const alone: Fate = maybeDone ? 'may have been done' : 'failed';
		for (const [item, fate] of count === 1 ? [[0, alone] as const] : inReport(description)) {
			told.fates[item]?.push(fate);
		}
		return told;
	}
	for (const one of run.outputs.flat()) {
		const item = itemOf(one);
		const failed = failureIn(one.json);
		if (failed) told.texts.push(failed.text);
		else told.outputs[item]?.push(one.json);
		told.fates[item]?.push(failed?.fate ?? 'done');
	}
	// Each record of a list is an item of its own, and all say the same.
	told.fates = told.fates.map((fates) =>
		fates.every((fate) => fate === 'done') ? fates.slice(0, 1) : fates,
	);
	return told;
}

function itemOf({ pairedItem }: INodeExecutionData): number {
	const paired = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof paired === 'object' ? paired.item : (paired ?? -1);
}

/** A failed item has the error on the item itself, or on the error output under `details`. */
function failureIn(json: IDataObject): { fate: Fate; text: string } | null {
	if (typeof json.error !== 'string') return null;
	const { maybeDone } = (json.details ?? json) as IDataObject;
	if (typeof maybeDone !== 'boolean') return null;
	return { fate: maybeDone ? 'may have been done' : 'failed', text: json.error };
}

const SENTENCE = /\bRows? (\d+)(?:–(\d+))?: (done|may have been done|failed|not started)\./g;

/** The last try, if the rate limit was known before it; what was sent before was refused. */
const NOTHING_SENT = /\bNothing was sent for any of the (\d+) rows\./;

/** `Rows 1–4: done. Row 5: failed.` */
function inReport(description: string): Array<[number, Fate]> {
	const [, count = 0] = NOTHING_SENT.exec(description) ?? [];
	if (count) return Array.from({ length: Number(count) }, (_, place) => [place, 'failed']);
	return [...description.matchAll(SENTENCE)].flatMap(([, from, to, fate]) => {
		const first = Number(from) - 1;
		const length = Number(to ?? from) - first;
		return Array.from({ length }, (_, place): [number, Fate] => [first + place, fate as Fate]);
	});
}
