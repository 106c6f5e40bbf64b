import { isObject } from '../records/json';
import { asPattern } from '../records/scalars';

/** Fields that say who somebody is, or something about them. */
const PERSONAL =
	/(^|\.)((recipient|participant|respondent|person|contact)\w*(\.\w+)?|reason|q|\w*(e_?mail|phone|mobile|notes?|external_?id|(first|last|full|display)_?name))$|(^|\.)(propert|attribut)\w+\./i;
/** What stands around an address. */
const AROUND = /[\s<>"',;:()[\]]/;
/** A word, as an address is one. */
const WORD = /[^\s<>"'“”‘’«»,;:=|/?!&()[\]{}]+/g;

/** Of a shorter value nobody can tell whether it was meant. A longer beginning ends what is shown of a text. */
const [MIN_LENGTH, MAX_LENGTH] = [2, 100] as const;
/** So much of a text is searched for addresses, which takes some milliseconds. */
const MAX_SEARCHED = 50_000;

/**
 * Makes the function that takes personal values of a request out of what the service says of it, because n8n
 * writes errors to its log and gives them to error workflows; the field is named instead. Only addresses, also
 * those of others, and the values of personal fields go: a survey's name or language may be any word, such as
 * `test` or `nl`, and a sentence without it would say nothing.
 *
 * @param isOfPerson whether what was sent is about one person, so that each field of it is personal
 */
export function concealerOf(sent: unknown, isOfPerson = false): (text: string) => string {
	const fields = new Map<string, string>();
	const isPersonal = (field: string) => PERSONAL.test(field) || (isOfPerson && /^\w+$/.test(field));
	collect(sent, '', isPersonal, fields);
	const longestFirst = [...fields.keys()].sort((a, b) => b.length - a.length);
	const nameOf = (found: string) =>
		fields.get(found.toLowerCase().slice(0, MAX_LENGTH)) ?? 'a field';
	const conceal = (text: string) => {
		const lower = text.toLowerCase();
		const present = longestFirst.filter((form) => lower.includes(form));
		const naming = (found: string) => `[value of ${nameOf(found)}]`;
		const named = present.length === 0 ? text : text.replace(anyOf(present), naming);
		return named.replace(WORD, (word) => (/.@./.test(word) ? '[email address]' : word));
	};
	return (written) => {
		let plain = conceal(written.normalize('NFC'));
		let shown = plain;
		// A text may quote a quotation; where nothing is hidden, it stays as it was written.
		for (let depth = 0; depth < 3; depth++) {
			const deeper = unescaped(plain);
			plain = conceal(deeper);
			if (plain !== deeper) shown = plain;
		}
		return shown;
	};
}

/** A text without escapes of JSON, of a URL and of HTML, in which a value may be hidden. */
const unescaped = (text: string) =>
	text.replace(ESCAPE, (written) => {
		const escape = written.toLowerCase();
		if (escape.startsWith('\\')) return JSON.parse(`"${escape}"`) as string;
		if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString();
		const code = Number(escape.slice(2, -1).replace('x', '0x'));
		return escape.startsWith('&#') ? String.fromCodePoint(code) : (SIGNS[escape] ?? written);
	});
const ESCAPE =
	/\\(?:u[\da-f]{4}|["\\/bfnrt])|(?:%[\da-f]{2})+|&#(?:x[\da-f]{1,5}|\d{1,6});|&\w{2,6};|[＠﹫]/gi;
const SIGNS: Record<string, string> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&commat;': '@',
	'＠': '@',
	'﹫': '@',
};

/** The beginning of a word. */
const START = '(?<![\\p{L}\\p{N}_])';

/** Addresses, and whole words. */
function anyOf(forms: readonly string[]): RegExp {
	const patterns = forms.map((form) => {
		const escaped = asPattern(form);
		if (form.length === MAX_LENGTH) return `${START}${escaped}[^]*`;
		// An address is none of the words of a sentence, whatever stands around it.
		return form.includes('@') ? escaped : `${START}${escaped}(?![\\p{L}\\p{N}_])`;
	});
	return new RegExp(patterns.join('|'), 'giu');
}

/** Maps each personal value to its field, with its blanks as they are, as single ones and as in a URL. */
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
		const forms = [one, one.replace(/\s+/g, ' '), one.replace(/\s+/g, '+')];
		for (const form of forms) fields.set(form.toLowerCase().slice(0, MAX_LENGTH), field);
	}
}

const addressesIn = (text: string) =>
	text
		.slice(0, MAX_SEARCHED)
		.split(AROUND)
		.filter((word) => /.@./.test(word));
