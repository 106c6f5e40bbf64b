/** Compares what a client made of an answer with what the answer says. */
import { same, says } from './equal';
import type { Fact, Facts, Json, Kind, Truth } from './types';

export interface Verdict {
	/** One line for each value that the answer does not say. */
	faults: string[];
	/** Facts that were said and were right, or were a sensible reading. */
	right: number;
	/** Certain facts that the client left unsaid: no fault, but a pity. */
	missed: string[];
	/** Certain facts in the answer. */
	certain: number;
}

type Loose = Record<string, unknown>;
const isRecord = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const fits = (name: string, given: unknown, fact: Fact) =>
	!says(given) ||
	[fact.value, ...fact.also].some((reading) => reading !== null && same(name, given, reading));

function judgeFacts(where: string, facts: Facts, given: Loose, verdict: Verdict): void {
	for (const [name, fact] of Object.entries(facts)) {
		const value = given[name];
		const wanted = fact.certain && says(fact.value);
		if (wanted) verdict.certain++;
		if (!says(value)) {
			if (wanted) verdict.missed.push(where + name);
		} else if (fits(name, value, fact)) verdict.right++;
		else verdict.faults.push(`WRONG ${where}${name}: ${show(value)} is not ${readings(fact)}`);
	}
}

const show = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 120);
const readings = (fact: Fact) => [fact.value, ...fact.also].map(show).join(' or ');

/** A row of the client that contradicts nothing in the row of the truth. */
const compatible = (facts: Facts, row: Loose) =>
	Object.entries(facts).every(([name, fact]) => fits(name, row[name], fact));

/**
 * Pairs the client's rows with the true ones. Rows keep their order; a client may leave out a row
 * that it cannot read, so a shorter list is laid against the first rows that it fits.
 */
function pair(truth: Facts[], rows: Loose[]): (Loose | null)[] | null {
	if (rows.length === truth.length) return rows;
	let next = 0;
	const paired = truth.map((facts) => {
		const row = rows[next];
		if (!row || !compatible(facts, row)) return null;
		next++;
		return row;
	});
	return next === rows.length ? paired : null;
}

/** A list element that is a bare value stands for the field that matters most in it. */
function asRow(facts: Facts | undefined, value: unknown): Loose {
	if (isRecord(value)) return value;
	const first = facts && 'text' in facts ? 'text' : facts && 'name' in facts ? 'name' : 'key';
	return { [first]: value };
}

function judgeList(name: string, truth: Facts[], given: unknown, verdict: Verdict): void {
	// Scores that nobody gave may be listed with a zero or left out: both say the same.
	const zero = (row: Loose) => name === 'distribution' && Number(row.count) === 0;
	const list = (Array.isArray(given) ? given : []).map((one) => asRow(truth[0], one));
	const rows = list.filter((row) => !zero(row));
	const facts = truth.filter((one) => !(name === 'distribution' && one.count?.value === 0));
	const paired = rows.length ? pair(facts, rows) : facts.map(() => null);
	if (!paired) {
		verdict.faults.push(
			`WRONG ${name}: ${rows.length} rows do not fit ${facts.length}: ${show(rows)}`,
		);
		return;
	}
	facts.forEach((one, at) => judgeFacts(`${name}[${at}].`, one, paired[at] ?? {}, verdict));
}

const CONTAINERS: Partial<Record<string, string[]>> = {
	rows: [
		'rows',
		'items',
		'respondents',
		'scores',
		'topics',
		'quotes',
		'points',
		'buckets',
		'series',
	],
};

/** Takes the output apart: the record with the single facts, and the lists by name. */
function open(
	truth: Truth,
	simplified: unknown,
): { record: Loose; lists: Record<string, unknown> } {
	const names = Object.keys(truth.lists);
	const holds = (value: unknown) =>
		isRecord(value) &&
		names.some((name) => (CONTAINERS[name] ?? [name]).some((key) => Array.isArray(value[key])));
	let output = simplified;
	const only = Array.isArray(output) && output.length === 1 ? (output[0] as unknown) : undefined;
	if (Array.isArray(output) && (!names.length || holds(only) || !isList(truth, output)))
		output = output[0];
	if (Array.isArray(output)) {
		// A flat list carries the single facts on each of its rows, so any row tells them.
		const first = isRecord(output[0]) ? output[0] : {};
		const shared = Object.fromEntries(Object.keys(truth.facts).map((name) => [name, first[name]]));
		const [list] = names;
		return { record: shared, lists: list === undefined ? {} : { [list]: output } };
	}
	const record = isRecord(output) ? output : {};
	const lists: Record<string, unknown> = {};
	for (const name of names) {
		const key = (CONTAINERS[name] ?? [name]).find((one) => Array.isArray(record[one]));
		lists[name] = key ? record[key] : [];
	}
	return { record, lists };
}

/** A list answer, or messages that are given without the record around them. */
function isList(truth: Truth, output: unknown[]): boolean {
	if ('rows' in truth.lists) return true;
	const first = output[0];
	return 'messages' in truth.lists && isRecord(first) && 'text' in first && !('messages' in first);
}

/** The whole comparison, with the certain facts that were left unsaid. */
export function compare(kind: Kind, truth: Truth, simplified: unknown): Verdict {
	const verdict: Verdict = { faults: [], right: 0, missed: [], certain: 0 };
	const { record, lists } = open(truth, simplified);
	judgeFacts('', truth.facts, record, verdict);
	for (const [name, rows] of Object.entries(truth.lists))
		judgeList(name, rows, lists[name], verdict);
	verdict.faults = verdict.faults.map((fault) =>
		`${kind} ${fault}`.replace(`${kind} WRONG`, `WRONG ${kind}`),
	);
	return verdict;
}

/** The faults: values that are not null and that the answer does not say. Empty means none. */
export function judge(kind: Kind, truth: Truth, simplified: unknown): string[] {
	return compare(kind, truth, simplified).faults;
}

/** The output of a client that reads everything: for checking the judge itself. */
export function ideal(truth: Truth, certainOnly = false): Json {
	const flat = (facts: Facts) =>
		Object.fromEntries(
			Object.entries(facts).map(([name, fact]) => [
				name,
				!certainOnly || fact.certain ? fact.value : null,
			]),
		);
	const lists = Object.fromEntries(
		Object.entries(truth.lists).map(([name, rows]) => [name, rows.map(flat)]),
	);
	return { ...flat(truth.facts), ...lists };
}
