/**
 * Who a person is, as forms, expressions, lists and agents give it: one reader for every place that takes a person.
 * Each function gives the value, or undefined where there is none, and refuses what it cannot read.
 */
import { isObject } from '../service/json';
import { emailKey, externalIdKey, INVISIBLE, plainExternalId } from '../service/person';
import {
	isNoExternalId,
	isNoIdentity,
	isNoName,
	isNoValue,
	withoutMissingParts,
} from '../service/placeholders';
import { plainText, withoutHiddenEnds } from '../service/scalars';
import { encodingProblem, encodingProblemOfName } from './encoding';
import { display, notTextProblem, refuse, textProblem } from './problem';

/** A trimmed text; empty where there is none. */
function textOf(given: unknown, label: string): string {
	// Airtable gives a lookup as a list, also that of one record.
	const value: unknown = Array.isArray(given) && given.length <= 1 ? given[0] : given;
	// Odoo has false where a field is empty.
	if (value === undefined || value === null || value === false) return '';
	// `textProblem` lets booleans pass.
	const problem = value === true ? notTextProblem(value) : textProblem(value);
	if (problem !== undefined) refuse(`${label} ${problem}`);
	const text = plainText(value).trim().replace(TEXT_FORMULA, '$1');
	const encoding = encodingProblem(text);
	if (encoding !== undefined) refuse(`${label} ${display(text)} ${encoding}`);
	if (isExpression(text)) refuse(`${label} ${display(text)} ${EXPRESSION_PROBLEM}`);
	return text;
}

/** `="0012"`: so an export keeps a spreadsheet from reading a text as a number. */
const TEXT_FORMULA = /^="([^"]*)"$/;

const EXPRESSION_PROBLEM =
	'is the text of an expression, and not its value: switch the field from Fixed to Expression.';

/** `{{ $json.name }}`, or `$json.name` alone; other braces may be somebody's data. */
const isExpression = (text: string) =>
	EXPRESSION_NAME.test(text) &&
	(text.startsWith('$') || (text.includes('{{') && text.includes('}}')));
const EXPRESSION_NAME = /\$(?:\(|(?:json|node|input|item|items|binary|now|today)\b)/;

/** A person's name, without what an expression puts in place of a missing first or last name. */
export function readName(value: unknown, label: string): string | undefined {
	const text = withoutHiddenEnds(textOf(value, label));
	if (isNoName(text)) return undefined;
	if (ENCODED_LETTERS.test(text))
		refuse(
			`${label} ${display(text)} has letters as codes of HTML, of a link or of an email: decode it before this node.`,
		);
	const problem = encodingProblemOfName(text);
	if (problem !== undefined) refuse(`${label} ${display(text)} ${problem}`);
	const name = withoutMissingParts(text);
	if (name === text) return text;
	return name === '' || TITLE.test(name) ? undefined : name;
}
/** Letters as codes: `J&uuml;rgen`, `J&#252;rgen`, `=?UTF-8?Q?J=C3=BCrgen?=`, `J%C3%BCrgen`, `J=C3=BCrgen`, `J\u00fcrgen`. */
const ENCODED_LETTERS =
	/&(?:apos|[lr]squo|[a-z](?:uml|acute|grave|circ|cedil|tilde|ring|slash|caron)|[a-z]{2}lig|#x?[\da-f]{2,6});|=\?[\w-]{2,20}\?[bq]\?|%C3%[89AB][\dA-F]|=C3=[89AB][\dA-F]|&nbsp;|\\u00[c-f][\da-f]|\\x[c-f][\da-f]/i;
/** A title alone, because the name after it is missing. */
const TITLE =
	/^(?:mrs?|ms|mx|miss|dr|prof|herr|frau|mme|mlle|madame|monsieur|dhr|mevr|mevrouw|sr|sra|srta|señora?|signora?)\.?$/i;

/** What is said about a person, such as notes. */
export function readAboutPerson(value: unknown, label: string): string | undefined {
	const text = textOf(value, label);
	return isNoName(text) ? undefined : text;
}

/** A long number in exponential notation, as spreadsheets show it: `1.23E+15`. Its last digits are lost. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+\d+$|^\d[.,]\d+e\d+$/i;
/** A month as spreadsheets write it in English, German, Dutch and French. */
const MONTH =
	'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mrz|Mai|Okt|Dez|jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec|janv|févr|mars|avr|mai|juin|juil|août|sept|oct|déc';
/** More months, only behind a day: `12-ene`, `3-set`. Before a number they may begin an ID. */
const MONTH_BEHIND_DAY =
	'ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|dez|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru|okt|des';
/** What a spreadsheet has made of an ID such as `3-12` or `MAR12`: `12-Mar`, `Mar-12`, `12. Mrz`. */
const MADE_A_DAY = new RegExp(
	`^(?:\\d{1,2}(?:-|\\. ?)(?:${MONTH}|${MONTH_BEHIND_DAY})\\.?|(?:${MONTH})\\.?[- ]\\d{2})$`,
);
/** Zero-width joiners between letters that are not ASCII change how these are drawn, so people see them. */
const VISIBLE_JOINERS = /(?<=[^\0-\x7f])[\u200c\u200d](?=[^\0-\x7f])/g;

/** The ID that a person has in another system, such as a CRM. */
export function readExternalId(value: unknown, label: string): string | undefined {
	const id = plainExternalId(textOf(value, label));
	if (isNoExternalId(id)) return undefined;
	if (ROUNDED.test(id) || MADE_A_DAY.test(id)) {
		const what = ROUNDED.test(id)
			? 'a number that a spreadsheet has rounded'
			: 'a day that a spreadsheet has made of it';
		refuse(
			`${label} ${display(id)} is ${what}, and others may have the same: format its column as text, and enter the whole ID.`,
		);
	}
	// Two IDs that look the same would be two people.
	if (INVISIBLE.test(id.replace(VISIBLE_JOINERS, ''))) {
		refuse(`${label} contains an invisible character, ${display(id)}: remove it.`);
	}
	return id;
}

/** An email address to search for, without what programs write around one. */
export function readAddress(value: unknown, label: string): string | undefined {
	const text = textOf(value, label);
	if (isNoIdentity(text) || NOBODYS_MAILBOX.test(text)) return undefined;
	const refuseText = (problem: string) => refuse(`${label} ${display(text)} ${problem}`);
	const plain = withoutLinks(withPlainCharacters(text));
	const parts = plain.split(BETWEEN_PARTS).filter((part) => part !== '');
	const partsWithAt = parts.filter((part) => part.includes('@'));
	const addresses = partsWithAt.map(withoutMarks);
	const [address = ''] = addresses;
	if (new Set(addresses.map((entry) => emailKey(entry) ?? entry)).size > 1)
		refuseText('has several email addresses: give one of them.');
	if (emailKey(address) === undefined || NOT_IN_ADDRESS.test(address)) refuseText(ADDRESS_PROBLEM);
	// Words beside an address are fine only where it stands in brackets, as in `Ada <ada@example.com>`.
	const isBracketed = BRACKETS.some(([open, close]) =>
		partsWithAt.some((part) => plain.includes(open + part + close)),
	);
	const hasWords = parts.some((part) => !part.includes('@') && /[\p{L}\p{N}]/u.test(part));
	if (hasWords && !isBracketed)
		refuseText('has other words beside the email address: give only the address.');
	return address;
}

/** `undefined@example.com`, which an expression makes of a missing name. */
const NOBODYS_MAILBOX = /^(?:undefined|null[._-]null)(?:[._-]undefined)?@/;
const ADDRESS_PROBLEM = 'is not an email address: correct it.';
/** What separates the parts of a text that may hold an address. */
const BETWEEN_PARTS = /[\s,;|<>"`*{}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]+/u;
const BRACKETS = [
	['<', '>'],
	['(', ')'],
	['[', ']'],
] as const;

/**
 * Full-width characters, dashes and the apostrophes of Word become ASCII, every space and HTML code a plain space;
 * invisible characters are removed.
 */
function withPlainCharacters(text: string): string {
	return text
		.replace(/[\uFF01-\uFF5E]/g, (character) =>
			String.fromCharCode(character.charCodeAt(0) - 0xfee0),
		)
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.replace(/(?<=\p{L})[’ʼ](?=\p{L})/gu, "'")
		.replace(/&(?:nbsp|[lg]t|quot|#\d{2,4});/gi, ' ')
		.replace(/\s+/g, ' ')
		.replace(/[\p{Cc}\p{Cf}]+/gu, '');
}

/** `mailto:ada%40example.com?subject=Hi` is `ada@example.com`; so is Exchange's `SMTP:ada@example.com`. */
function withoutLinks(text: string): string {
	const withoutQuery = /^mailto:/i.test(text) ? text.replace(/\?.*/s, '') : text;
	return withoutQuery.replace(
		/(?:mailto|smtp):(?:\/\/)?([^\s?<>()[\]"']*)(?:\?[^\s<>()[\]"']*)?/gi,
		(_, to: string) => decoded(to),
	);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/**
 * An address without characters around it, such as an apostrophe, the dot of a list, an emoji or the end of a sentence.
 */
function withoutMarks(part: string): string {
	const characters = [...part];
	// An underscore may begin an address; at its end it is a mark, and so are both: `_ada@example.com_`.
	const begin = part.endsWith('_') ? /[\p{L}\p{Nd}+.=!-]/u : /[\p{L}\p{Nd}_+.=!-]/u;
	const first = characters.findIndex((character) => begin.test(character));
	const last = characters.findLastIndex((character) => /[\p{L}\p{M}\p{Nd}]/u.test(character));
	return characters.slice(first, last + 1).join('');
}

/**
 * What no address of people has: characters, as in `mail=ada@example.com`, `tel:ada@example.com` and
 * `j?rgen@example.com`, or a missing domain, as in `ada@undefined`.
 */
const NOT_IN_ADDRESS = /[=!:?\\]|@(?:undefined|null|nan)$/i;
/** Dots where no address may have one. The service would refuse them, and a dry run must tell before. */
const MISPLACED_DOTS = /^\.|\.\.|\.@/;
/** A domain of the Internet: `example` alone or `example,com` is a typing mistake. */
const DOMAIN = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;

/** An email address to send, with its domain in ASCII, because the service's format allows no other letters. */
export function readRecipientAddress(value: unknown, label: string): string | undefined {
	const address = readAddress(value, label);
	if (address === undefined) return undefined;
	const [local, domain = ''] = address.split('@');
	const [, asciiDomain = ''] = emailKey(address)?.split('@') ?? [];
	if (MISPLACED_DOTS.test(address) || !DOMAIN.test(asciiDomain)) {
		refuse(`${label} ${display(value)} ${ADDRESS_PROBLEM}`);
	}
	return /^[\x21-\x7e]+$/.test(domain) ? address : `${local}@${asciiDomain}`;
}

/**
 * Somebody who opted out: an email address or an external ID. Nobody says which it is, so both become a key in the form
 * of an external ID, and Sync compares it with both.
 */
export function readOptOutKey(value: string | number, label: string): string | undefined {
	const text = textOf(value, label);
	if (NAMES_NOBODY.test(text))
		refuse(
			`${label} ${display(text)} names nobody: give the email address or the external ID of each person.`,
		);
	if (/[([]at[)\]]| at /i.test(text)) refuse(`${label} ${display(text)} ${ADDRESS_PROBLEM}`);
	// An address without a domain could be that of nobody, and the opt-out would have no effect.
	const isAddress = text.includes('@') || text.includes(FULL_WIDTH_AT);
	const read = isAddress ? readRecipientAddress : readExternalId;
	return externalIdKey(read(value, label));
}

/**
 * A value that says whether somebody opted out, and not who. Without this, `false` would count as no ID, be skipped, and
 * nobody would see that the wrong column was chosen.
 */
const NAMES_NOBODY =
	/^(?:true|false|yes|no|ja|nein|nee|oui|non|s[ií]|wahr|falsch|vrai|faux|on|off|(?:opt(?:ed)?|double[ -]?opt)[ -]?(?:out|in)|(?:un)?subscribed?|abgemeldet|cleaned|bounced|(?:in)?active)$/i;

/** In a text from an Asian keyboard. */
const FULL_WIDTH_AT = '\uFF20';

/** Midnight, as JavaScript and Luxon write a day that has no time. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)T00:00:00\.000(?:Z|[+-]\d\d:\d\d)$/;

/** The value of a property as text: days and times in ISO 8601, and the entries of a list with commas. */
export function readPropertyValue(value: unknown, label: string): string | undefined {
	if (Array.isArray(value)) {
		const texts = value.map((entry: unknown) => readPropertyValue(entry, label));
		return texts.filter((text) => text !== undefined).join(', ') || undefined;
	}
	const plain = typeof value === 'boolean' ? String(value) : (dateAsText(value) ?? value);
	const text = withoutHiddenEnds(textOf(plain, label));
	return isNoValue(text) ? undefined : text.replace(MIDNIGHT, '$1');
}

/** The text of a Date, or of a Luxon DateTime. */
function dateAsText(value: unknown): unknown {
	if (isObject(value) && typeof value.toISO === 'function') {
		return (value as { toISO: () => unknown }).toISO();
	}
	if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
	// A database gives a day as its midnight in the time zone of n8n's process.
	const local = new Date(value.getTime() - value.getTimezoneOffset() * 60_000).toISOString();
	return MIDNIGHT.test(local) ? local : value.toISOString();
}

/** The readers that a text field can name in `format`. */
export const READERS_OF_PEOPLE = {
	address: readAddress,
	recipientAddress: readRecipientAddress,
	externalId: readExternalId,
	name: readName,
	aboutPerson: readAboutPerson,
};
