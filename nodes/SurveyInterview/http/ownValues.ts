import { isObject } from '../records/json';
import { asHtml, asPattern } from '../records/scalars';

/** Fields that say who somebody is, or something about them. */
const PERSONAL =
	/(^|\.)((recipient|participant|respondent|person|contact)\w*(\.\w+)?|reason|q|\w*(e_?mail|phone|mobile|notes?|external_?id|(first|last|full|display)_?name))$|(^|\.)(propert|attribut)\w+\./i;
/** What stands around an address. */
const AROUND = /[\s<>"',;:()[\]]/;

/** Of a shorter value nobody can tell whether it was meant. A longer beginning ends what is shown of a text. */
const [MIN_LENGTH, MAX_LENGTH] = [2, 100] as const;
/** So much of a text is searched for addresses, which takes some milliseconds. */
const MAX_SEARCHED = 50_000;

/**
 * Makes the function that takes personal values of a request out of what the service says of it, because n8n
 * writes errors to its log and gives them to error workflows; the field is named instead. Only addresses and the
 * values of personal fields go: a survey's name or language may be any word, such as `test` or `nl`, and a
 * sentence without it would say nothing.
 *
 * @param isOfPerson whether what was sent is about one person, so that each field of it is personal
 */
export function concealerOf(sent: unknown, isOfPerson = false): (text: string) => string {
	const fields = new Map<string, string>();
	const isPersonal = (field: string) => PERSONAL.test(field) || (isOfPerson && /^\w+$/.test(field));
	collect(sent, '', isPersonal, fields);
	if (fields.size === 0) return (text) => text;
	const longestFirst = [...fields.keys()].sort((a, b) => b.length - a.length);
	const nameOf = (found: string) =>
		fields.get(found.toLowerCase().slice(0, MAX_LENGTH)) ?? 'a field';
	return (written) => {
		const text = written.normalize('NFC');
		const lower = text.toLowerCase();
		const present = longestFirst.filter((form) => lower.includes(form));
		if (present.length === 0) return text;
		return text.replace(anyOf(present), (found) => `[value of ${nameOf(found)}]`);
	};
}

/** The beginning of a word, before which an escape of JSON or of a URL may stand. */
const START = '(?:(?<![\\p{L}\\p{N}_])|(?<=\\\\[bfnrt]|%[\\da-f]{2}))';

/** Addresses, and whole words. */
function anyOf(forms: readonly string[]): RegExp {
	const patterns = forms.map((form) => {
		const escaped = asPattern(form);
		if (form.length === MAX_LENGTH) return `${START}${escaped}[^]*`;
		// An address is none of the words of a sentence, whatever stands around it.
		return /@|%40/.test(form) ? escaped : `${START}${escaped}(?![\\p{L}\\p{N}_])`;
	});
	return new RegExp(patterns.join('|'), 'giu');
}

/** Maps each personal value, as it is, as in JSON, in a URL and in HTML, to its field. */
function collect(
	value: unknown,
	field: string,
	isPersonal: (field: string) => boolean,
	fields: Map<string, string>,
): void {
	const collectIn = (one: unknown, name: string) => collect(one, name, isPersonal, fields);
	if (Array.isArray(value)) return value.forEach((one) => collectIn(one, field));
	if (isObject(value)) {
		const within = (key: string) => (field === '' ? key : `${field}.${key}`);
		return Object.keys(value).forEach((key) => collectIn(value[key], within(key)));
	}
	const text = String(value ?? '')
		.trim()
		.normalize('NFC');
	const values = [...(isPersonal(field) ? [text] : []), ...addressesIn(text)];
	for (const one of values.filter(({ length }) => length >= MIN_LENGTH)) {
		const inUrl = new URLSearchParams([['', one]]).toString().slice(1);
		const inJson = JSON.stringify(one).slice(1, -1);
		const forms = [one, one.replace(/\s+/g, ' '), inJson, asHtml(one)];
		forms.push(inUrl, inUrl.replaceAll('+', '%20'));
		for (const form of forms) fields.set(form.toLowerCase().slice(0, MAX_LENGTH), field);
	}
}

const addressesIn = (text: string) =>
	text
		.slice(0, MAX_SEARCHED)
		.split(AROUND)
		.filter((word) => /.@./.test(word));
