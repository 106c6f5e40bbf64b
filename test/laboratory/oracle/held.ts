import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import type { DialectName, LoggedRequest } from '../../harness/service';
import type { Deed } from './deed';

/** Faults that leave an answer that is one of the service, whole, though it may look odd. */
const WHOLE: ReadonlyArray<string | null> = [
	null,
	'slow',
	'drip',
	'interim',
	'extra fields',
	'wrong types',
];

interface Reading {
	deed: Deed;
	dialect: DialectName;
	item: IDataObject;
	/** What came out for the item. */
	outputs: IDataObject[];
	/** The requests that were sent for it. */
	requests: LoggedRequest[];
	/** What the service answers to the same question when nothing disturbs it. */
	truth: unknown;
}

/** Why what came out of a read is not what the service holds; null: it is. */
export function whyNotHeld(reading: Reading): string | null {
	const answers = reading.requests
		.filter(({ done, status, fault }) => done && status === 200 && WHOLE.includes(fault))
		.map(({ answered }) => parsed(answered));
	const out = `; out came ${brief(reading.outputs)}`;
	const whys = answers.map((answer) =>
		reading.deed.find ? whyNotFound(reading, answer) : whyNotHandedOut(reading, answer),
	);
	if (whys.includes(null)) return null;
	return `${whys[0] ?? 'no answer of the service had anything to hand out'}${out}`;
}

function whyNotHandedOut({ deed, dialect, outputs }: Reading, answer: unknown): string | null {
	const path = deed.list?.[dialect] ?? null;
	if (path === null) {
		if (!isRecord(answer)) return `the answer is ${brief(answer)}, which is no record`;
		if (outputs.length !== 1) return `one record became ${outputs.length} items`;
		return isDeepStrictEqual(outputs[0], answer)
			? null
			: `${brief(outputs[0])} came out for ${brief(answer)}`;
	}
	const records = listIn(answer, path);
	if (!records) return `the answer is ${brief(answer)}, without the list`;
	const stranger = records.find((record) => !isRecord(record));
	if (stranger !== undefined) return `the list has ${brief(stranger)}, which is no record`;
	if (outputs.length !== records.length) {
		return `${records.length} records became ${outputs.length} items`;
	}
	const wrong = outputs.findIndex((output, place) => !isDeepStrictEqual(output, records[place]));
	return wrong < 0
		? null
		: `${brief(outputs[wrong])} came out for record ${wrong}, ${brief(records[wrong])}`;
}

function whyNotFound(reading: Reading, answer: unknown): string | null {
	const { deed, dialect, item, outputs, truth } = reading;
	const records = listIn(answer, deed.list?.[dialect] ?? []);
	if (!records) return `the answer is ${brief(answer)}, without the list`;
	const stranger = records.find((record) => !isRecord(record));
	if (stranger !== undefined) return `the list has ${brief(stranger)}, which is no record`;
	if (outputs.length !== 1) return `one question became ${outputs.length} items`;
	const { count, matches, match } = outputs[0] ?? {};
	if (!Array.isArray(matches) || count !== matches.length) return 'count and matches differ';
	if (!isDeepStrictEqual(match, matches.length === 1 ? matches[0] : null)) {
		return 'match is not the one of the matches';
	}
	const id = deed.operation === 'respondent.find' ? item.respondent : item.invitation;
	const other = matches.find((one) => !isRecord(one) || one.id !== id);
	if (other !== undefined && holdsOther(truth, other)) return `${brief(other)} is somebody else`;
	const real = (truth as unknown[]).find((one) => isRecord(one) && one.id === id);
	const sent = records.find((one) => isRecord(one) && one.id === id);
	if (sent !== undefined && holds(sent, real) && matches.length !== 1) {
		return `${matches.length} were found, though the record was in the list`;
	}
	return null;
}

/** Whether it is another record of the list than the one that was sought; a changed ID may be anybody's. */
function holdsOther(truth: unknown, match: unknown): boolean {
	return (truth as unknown[]).some(
		(one) => isRecord(one) && isRecord(match) && one.id === match.id,
	);
}

/** Whether everything of the part is in the whole, unchanged; more may be. */
export function holds(whole: unknown, part: unknown): boolean {
	if (Array.isArray(part)) {
		return (
			Array.isArray(whole) &&
			whole.length === part.length &&
			part.every((one, place) => holds(whole[place], one))
		);
	}
	if (!isRecord(part)) return isDeepStrictEqual(whole, part);
	return isRecord(whole) && Object.entries(part).every(([key, one]) => holds(whole[key], one));
}

function listIn(answer: unknown, path: readonly string[]): unknown[] | null {
	if (Array.isArray(answer)) return answer;
	const found = path.reduce<unknown>(
		(inside, key) => (isRecord(inside) ? inside[key] : undefined),
		answer,
	);
	return Array.isArray(found) ? found : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string | null): unknown {
	try {
		return JSON.parse(text ?? '') as unknown;
	} catch {
		return undefined;
	}
}

function brief(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
