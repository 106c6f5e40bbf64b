import { idKey } from './identifiers';
import { isExact, textKey, withoutEnds } from './scalars';

/** Characters that end the host of a URL or that a URL decodes: without this check, `a@b.com/x` would be `a@b.com`. */
const NOT_IN_EMAIL_DOMAIN = /[/?#:\\%[\]]/;

/** Invisible characters, which a text copied from a web page may contain. */
export const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

/**
 * An email address for comparison: addresses that probably reach the same mailbox become equal. It is trimmed, in
 * lower case, and has the domain as in DNS (`münchen.de` is `xn--mnchen-3ya.de`).
 *
 * @returns undefined when the value is not an email address
 */
export function emailKey(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const [, local, domain] = /^([^\s@]+)@([^\s@]+)$/u.exec(value.trim().normalize('NFC')) ?? [];
	if (local === undefined || domain === undefined) return undefined;
	if (INVISIBLE.test(local + domain) || NOT_IN_EMAIL_DOMAIN.test(domain)) return undefined;
	const host = hostOf(domain);
	return host === undefined ? undefined : `${local.toLowerCase()}@${host}`;
}

function hostOf(domain: string): string | undefined {
	try {
		// A dot at the end means the root of all domains and is the same domain.
		const hostname = new URL(`http://${domain}`).hostname.replace(/\.$/, '');
		// A URL reads `1.2` as the IP address 1.0.0.2, which receives no mail in either form.
		return /^[\d.]+$/.test(hostname) ? undefined : hostname;
	} catch {
		return undefined;
	}
}

/**
 * An external id for comparison: trimmed, in the same case, with accents in one form. Numbers become text, because
 * programs write such ids as numbers or as text.
 *
 * @returns undefined when the value is not an external id
 */
export function externalIdKey(value: unknown): string | undefined {
	const text = typeof value === 'number' && isExact(value) ? String(value) : value;
	if (typeof text !== 'string' || isNoExternalId(text)) return undefined;
	return idKey(plainExternalId(text).normalize('NFC'));
}

/** An external ID without quotes around it, or the apostrophe with which Excel marks a text: `'0012`. */
export const plainExternalId = (text: string): string =>
	withoutEnds(text, /[\s"'`‘’“”„]/).replace(WHOLE_AS_DECIMAL, '$1');
/** A whole number as pandas and some exports of Excel write it: `1001.0`, `1001,00`. */
const WHOLE_AS_DECIMAL = /^(\d{1,20})[.,]0{1,2}$/;

/** Placeholders that programs and people write for no value, in lower case and without the signs around them. */
const PLACEHOLDERS = new Set([
	...['', 'null', 'undefined', 'nan', 'object object', '\\n'],
	...['n/a', 'n / a', 'n.a', 'n.v.t', 'k.a', 'not available', 'not applicable'],
	...['not provided', 'not specified', 'not set', 'no value', 'not given', 'not mentioned'],
	...['not stated', 'unspecified', 'none provided', 'none given', 'none specified'],
	// Outlook and MySQL without a date; what n8n's Luxon and JavaScript make of no date.
	...['0/0/00', '0000-00-00', 'invalid datetime', 'invalid date'],
	// A cell that is still calculated; an empty GUID.
	...['loading...', 'loading…'],
	'00000000-0000-0000-0000-000000000000',
]);
/** More placeholders for a person. As the value of a property, `none` or `NA` may be an answer. */
const PERSON_PLACEHOLDERS = new Set(['none', 'nil', 'na', 'unknown']);
/** Words for an empty cell, which they are only with signs around them: Excel shows `(blank)`. */
const BLANK_CELL = new Set(['blank', 'empty', 'leer', 'leeg', 'vide', 'vacío']);
/** First names that are written like placeholders. */
const REAL_NAMES = new Set(['Na', 'Nan', 'Nil']);

/** What people and programs write where somebody has no ID yet. */
const ID_PLACEHOLDERS = new Set([
	...['tbd', 'tba', 'no id', 'noid', 'blank', 'empty', 'missing', 'false', 'true', 'nat'],
	...['keine', 'unbekannt', 'geen', 'onbekend', 'aucun', 'inconnu', 'ninguno', 'desconocido'],
	...['tbc', 'pending', 'new', 'x', 'leer', 'leeg', 'vide', 'пусто', 'н/д', 'нет', 'нет данных'],
	...['brak', 'ingen', 'inget', 'yok', 'n.d', 'n/d', 's/n', 's/d', 'sin id', 'kein wert'],
	...['k. a', 'n/v', 'nvt', 'n.n', 'xx', 'xxx', 'not found', 'to be determined'],
	...['neu', 'nuevo', 'nouveau', 'nieuw', 'temp', 'test', 'kein', 'ohne'],
	...['wahr', 'falsch', 'vrai', 'faux', 'ja', 'nein', 'yes'],
	// The day 0 of Excel, which an empty cell becomes.
	...['1899-12-30', '1900-01-00'],
	// Salesforce's empty ID.
	'000000000000000aaa',
	...['なし', '無し', '无', '無', '空', '없음'],
]);

/** An error in a cell of a spreadsheet, in any language: `#REF!`, `#N/A`, `#Н/Д`, `#NV`, `#¡VALOR!`, `Err:502`. */
const IS_CELL_ERROR =
	/^(?:#(?:\p{L}{1,2}\/\p{L}{1,2}|NV|REF|NAME|VALUE|GETTING_DATA|[¡¿]?[\p{Lu}\d/_ ]{1,20}[!?])|Err:\d{3})$/u;
/** What JavaScript makes of a value that is missing. */
const MISSING_VALUE_PATTERN = String.raw`undefined|null|NaN|\[object \w{1,20}\]`;
/** Errors of cells inside a text. */
const CELL_ERROR_PATTERN = '#(?:N/A|NV|REF!|NAME\\?|VALUE!|NULL!|DIV/0!|NUM!)';
/** Only such missing values: `undefined, undefined`, `nullnull`. */
const ONLY_MISSING_VALUES = new RegExp(String.raw`^(?:(?:${MISSING_VALUE_PATTERN})[\s,;/_-]*)+$`);
/** Signs around a placeholder, or in place of a word. */
const PLACEHOLDER_SIGN = /[\s\p{Pd}\u2212_.·…/?#<>()[\]{}"'`‘’“”„«»]/u;
/** In characters. */
const MAX_PLACEHOLDER_LENGTH = 60;

/** Whether the value of a property is only a placeholder, such as `N/A`, `-`, `#REF!` or `--None--`. */
export function isNoValue(text: string): boolean {
	const trimmed = text.trim();
	if (trimmed.length > MAX_PLACEHOLDER_LENGTH || REAL_NAMES.has(trimmed)) return false;
	const word = withoutSignsAround(trimmed).toLowerCase();
	const hasSigns = word.length < trimmed.length;
	// Also as a whole: `loading...` ends with signs that are cut off.
	if (PLACEHOLDERS.has(word) || PLACEHOLDERS.has(trimmed.toLowerCase())) return true;
	// `None` may be an answer, and `--None--` is not.
	return (
		((PERSON_PLACEHOLDERS.has(word) || BLANK_CELL.has(word)) && hasSigns) ||
		IS_CELL_ERROR.test(trimmed) ||
		ONLY_MISSING_VALUES.test(trimmed)
	);
}

/** Whether a person's name, or notes, are only placeholders; several in a row too, such as `undefined undefined`. */
export function isNoName(text: string): boolean {
	const isPlaceholder = (part: string) =>
		isNoValue(part) ||
		(PERSON_PLACEHOLDERS.has(part.trim().toLowerCase()) && !REAL_NAMES.has(part.trim()));
	if (isPlaceholder(text)) return true;
	return text.length <= MAX_PLACEHOLDER_LENGTH && text.split(/[\s,;]+/).every(isPlaceholder);
}

/** What an expression puts in place of a missing part of a name: `Ada undefined`, `Ada #N/A`, `Ada, [object Object]`. */
const missingInName = (words: string) =>
	new RegExp(String.raw`(?<![^\s,;_(])(?:${words})(?![^\s,;_)])`, 'g');
const MISSING_PART_PATTERN = `${MISSING_VALUE_PATTERN}|false|N/A|${CELL_ERROR_PATTERN}`;
const MISSING_IN_NAME = missingInName(MISSING_PART_PATTERN);
/** In a name that has small letters, `NULL` is what a database writes; `JENNIFER NULL` is a name. */
const MISSING_IN_MIXED_CASE = missingInName(`${MISSING_PART_PATTERN}|NULL`);
/** What stands for a last name where a program wants one: `Ada -`, `Ada .`. */
const LONE_SIGN = /^[\p{Pd}?.]+(?=\s)|(?<=\s)[\p{Pd}?.]+$/gu;

/** Whether two texts are the names of two people; who has no name may be anybody. */
export const areOtherNames = (name: unknown, other: unknown): boolean =>
	typeof name === 'string' && typeof other === 'string' && textKey(name) !== textKey(other);

/** A name without parts that are missing, and without the signs that stood between it and them. */
export function withoutMissingParts(name: string): string {
	const parts = name
		.replace(LONE_SIGN, '')
		.split(/\p{Ll}/u.test(name) ? MISSING_IN_MIXED_CASE : MISSING_IN_NAME);
	const [only = ''] = parts;
	// An expression such as `{{ last }}, {{ first }}` leaves its comma. `(?<!x)x+$` begins only at the first x of a run,
	// or a long run would take quadratic time.
	if (parts.length === 1) return only.replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '');
	const kept = parts.map((part) => part.replace(/^[\s,;_)]+|(?<![\s,;_(])[\s,;_(]+$/g, ''));
	return kept.filter(Boolean).join(' ');
}

/**
 * Whether an address or an ID is only a placeholder, such as `n/a` or `-`; for these, 0 is one as well. It is
 * looked at in lower case, because REAL_NAMES are no IDs, and as it is written, because `#REF!` counts only so.
 */
export const isNoIdentity = (text: string): boolean =>
	/^0(?:[.,]0)?$/.test(text.trim()) || isNoName(text.toLowerCase()) || isNoValue(text);

/** Whether an external ID is only a placeholder, or an expression has put a missing value into it: `crm-undefined`. */
export function isNoExternalId(text: string): boolean {
	const id = text.trim();
	if (!/[\p{L}\p{N}]/u.test(id)) return true;
	const isPlaceholder =
		isNoIdentity(id) || id === '-1' || ID_PLACEHOLDERS.has(withoutSignsAround(id).toLowerCase());
	return (
		isPlaceholder || ONLY_ZEROS.test(id) || HAS_MISSING_PART.test(id) || id.endsWith('undefined')
	);
}
/** `0-0`, `0,00`, `00000`: what an empty cell leaves in a column of numbers, also of those with zeros before them. */
const ONLY_ZEROS = /^-?0+(?:[.,/-]0+)*$/;
/** `crm-undefined`, `null-NL`, `crm-#N/A`, Odoo's `crm-false`: a part of the ID is what a missing value leaves. */
const HAS_MISSING_PART = new RegExp(
	String.raw`(?:^|[^\p{L}\p{N}])(?:${MISSING_PART_PATTERN}|NULL)(?:$|[^\p{L}\p{N}])`,
	'u',
);

const withoutSignsAround = (text: string): string => withoutEnds(text, PLACEHOLDER_SIGN);

/** Whether an invitation of this type never has a recipient (docs/interface.md, Invitations). */
export function hasNoRecipient(type: unknown): boolean {
	return type === 'shared_link' || type === 'popup' || type === 'test';
}

/** All email addresses and external IDs in a record, as they are written there, under whatever keys. */
export interface IdentityValues {
	emails: unknown[];
	externalIds: unknown[];
}

/** The same in a form that can be compared: addresses as `emailKey`, IDs as `externalIdKey` give them. */
export interface PersonIdentity {
	emails: string[];
	externalIds: string[];
	/** The record says that the person was erased. */
	erased?: true;
}

export const identityKeys = ({ emails, externalIds }: IdentityValues): PersonIdentity => ({
	emails: emails.flatMap((email) => emailKey(email) ?? []),
	externalIds: externalIds.flatMap((id) => externalIdKey(id) ?? []),
});

/** Whether an address or ID is hidden, as `a***@example.com` or `hidden`, so that it identifies nobody. */
export const isMasked = (key: string): boolean =>
	/\*\*|[•…█]/.test(key) ||
	HIDDEN_WORD.test(key) ||
	(key.includes('@') && MASKED_ADDRESS.test(key));
/** What services write in place of what they hide. */
const HIDDEN_WORD = /^\W*(?:redacted|hidden|anonym\w*|masked|private)\W*$/i;
const MASKED_ADDRESS = /\*|\.{3}|^x{3,}@|\.invalid$/i;
