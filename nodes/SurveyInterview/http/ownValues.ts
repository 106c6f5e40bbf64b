import { asPattern } from '../records/scalars';

/** Fields that say who somebody is, or something about them. */
const PERSONAL =
	/(^|\.)((recipient|participant|respondent|person|contact)\w*(\.\w+)?|reason|q|\w*(e_?mail|phone|mobile|notes?|external_?id|(first|last|full|display)_?name))$|(^|\.)(propert|attribut)\w+\./i;
/** A word, such as an address. */
const WORD = /[^\s<>"'“”‘’«»,;:=|/?!&()[\]{}]+/g;

/** Of a shorter value nobody can tell whether it was meant. A longer beginning ends what is shown of a text. */
const [MIN_LENGTH, MAX_LENGTH] = [2, 100] as const;

/**
 * Makes the function that takes personal values of a request out of what the service says of it, because n8n
 * writes errors to its log and gives them to error workflows; the field is named instead. Only addresses, also
 * those of others, and the values of personal fields go: a survey's name or language may be any word, such as
 * `test` or `nl`, and a sentence without it would say nothing.
 *
 * @param isOfPerson whether what was sent is about one person, so that each field of it is personal
 */
export function concealerOf(sent: unknown, isOfPerson = false): (text: string) => string {
	const isPersonal = (field: string) => PERSONAL.test(field) || (isOfPerson && /^\w+$/.test(field));
	const fields = new Map(valuesIn(sent, isPersonal));
	const longestFirst = [...fields.keys()].sort((a, b) => b.length - a.length);
	const naming = (found: string) =>
		`[value of ${fields.get(found.toLowerCase().slice(0, MAX_LENGTH)) ?? 'a field'}]`;
	const conceal = (text: string) => {
		const lower = text.toLowerCase();
		const present = longestFirst.filter((form) => lower.includes(form));
		const anyOf = new RegExp(['(?!)', ...present.map(asWords)].join('|'), 'giu');
		const named = text.replace(anyOf, naming);
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
		return escape.startsWith('&#') ? String.fromCodePoint(code) : (SIGNS.get(escape) ?? written);
	});
const ESCAPE =
	/\\(?:u[\da-f]{4}|["\\/bfnrt])|(?:%[\da-f]{2})+|&#(?:x[\da-f]{1,5}|\d{1,6});|&\w{2,6};|＠/gi;
const SIGNS = new Map(Object.entries({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }))
	.set('&commat;', '@')
	.set('＠', '@');

/** A value as words of their own; of a long one, all that follows its beginning. */
const asWords = (form: string) =>
	`(?<![\\p{L}\\p{N}_])${asPattern(form)}${form.length < MAX_LENGTH ? '(?![\\p{L}\\p{N}_])' : '[^]*'}`;

/** Each personal value with its field, with its blanks as they are, as single ones and as in a URL. */
function valuesIn(
	value: unknown,
	isPersonal: (field: string) => boolean,
	field = '',
): Array<[value: string, field: string]> {
	if (typeof value === 'object' && value !== null) {
		const within = (key: string) => (Array.isArray(value) ? field : (field && `${field}.`) + key);
		return Object.entries(value).flatMap(([key, one]) => valuesIn(one, isPersonal, within(key)));
	}
	const text = String(value ?? '')
		.trim()
		.normalize('NFC');
	if (!isPersonal(field) || text.length < MIN_LENGTH) return [];
	const forms = [text, text.replace(/\s+/g, ' '), text.replace(/\s+/g, '+')];
	return forms.map((form) => [form.toLowerCase().slice(0, MAX_LENGTH), field]);
}
