/**
 * Placeholders: what people and programs write where there is no value, such as `N/A`, `--None--` or `undefined`. How
 * many count depends on what the text is: `none` may be the answer to a question, but nobody's name, and `test` may be
 * a name, but nobody's ID. So each of these functions is stricter than the one before it: `isNoValue`, `isNoName`,
 * `isNoIdentity`, `isNoExternalId`.
 */
import { withoutEnds } from './scalars';

/** Whether the value of a property is only a placeholder, such as `N/A`, `-`, `#REF!` or `--None--`. */
export function isNoValue(text: string): boolean {
	const trimmed = text.trim();
	if (trimmed.length > MAX_LENGTH || REAL_NAMES.has(trimmed)) return false;
	const word = withoutSigns(trimmed);
	const hasSigns = word.length < trimmed.length;
	return (
		PLACEHOLDERS.has(word) ||
		// Some placeholders end with signs themselves: `loading...`.
		PLACEHOLDERS.has(trimmed.toLowerCase()) ||
		// `None` may be an answer, and `--None--` is not.
		(hasSigns && (PERSON_PLACEHOLDERS.has(word) || BLANK_CELL.has(word))) ||
		CELL_ERROR.test(trimmed) ||
		ZERO_DATE.test(trimmed) ||
		ONLY_MISSING_VALUES.test(trimmed)
	);
}

/** Whether a person's name, or notes, are only placeholders; several in a row too, such as `undefined undefined`. */
export function isNoName(text: string): boolean {
	if (isNamePlaceholder(text)) return true;
	return text.length <= MAX_LENGTH && text.split(/[\s,;]+/).every(isNamePlaceholder);
}

function isNamePlaceholder(text: string): boolean {
	const trimmed = text.trim();
	if (REAL_NAMES.has(trimmed)) return false;
	return isNoValue(trimmed) || PERSON_PLACEHOLDERS.has(trimmed.toLowerCase());
}

/**
 * Whether an address or an ID is only a placeholder, such as `n/a` or `-`; for these, 0 is one as well. It is looked at
 * in lower case, because the real name `Nil` is no ID, and as it is written, because `#REF!` counts only so.
 */
export const isNoIdentity = (text: string): boolean =>
	/^0(?:[.,]0)?$/.test(text.trim()) || isNoName(text.toLowerCase()) || isNoValue(text);

/** Whether an external ID is only a placeholder, or an expression has put a missing value into it: `crm-undefined`. */
export function isNoExternalId(text: string): boolean {
	const id = text.trim();
	return (
		!/[\p{L}\p{N}]/u.test(id) ||
		isNoIdentity(id) ||
		id === '-1' ||
		ID_PLACEHOLDERS.has(withoutSigns(id)) ||
		ONLY_ZEROS.test(id) ||
		HAS_MISSING_PART.test(id) ||
		ENDS_IN_NOTHING.test(id) ||
		id.endsWith('undefined')
	);
}

/** `Ada` of `Ada undefined` or `undefined, Ada`: a name without its missing parts, and the signs beside them. */
export function withoutMissingParts(name: string): string {
	const hasSmallLetters = /\p{Ll}/u.test(name);
	const missing = hasSmallLetters ? MISSING_IN_MIXED_CASE : MISSING_IN_NAME;
	const parts = name.replace(LONE_SIGN, '').split(missing);
	const [only = ''] = parts;
	// No part is missing. But an expression such as `{{ last }}, {{ first }}` leaves its comma where one is empty.
	if (parts.length === 1) return only.replace(COMMAS_AT_ENDS, '');
	const kept = parts.map((part) => part.replace(JOINTS_AT_ENDS, ''));
	return kept.filter(Boolean).join(' ');
}

// In both, `(?<!x)x+$` begins only at the first x of a run, or a long run would take quadratic time.
const COMMAS_AT_ENDS = /^[\s,;]+|(?<![\s,;])[\s,;]+$/g;
/** The signs between a name and a missing part, also an underscore, or a bracket around it: `Ada (undefined)`. */
const JOINTS_AT_ENDS = /^[\s,;_)]+|(?<![\s,;_(])[\s,;_(]+$/g;

/** A longer text is never taken for a placeholder. In characters. */
const MAX_LENGTH = 60;

/** A text in lower case, without the signs around it. */
const withoutSigns = (text: string): string => withoutEnds(text, PLACEHOLDER_SIGN).toLowerCase();
/** Signs around a placeholder, or in place of a word. */
const PLACEHOLDER_SIGN = /[\s\p{Pd}\u2212_.·…/?#<>()[\]{}"'`‘’“”„«»]/u;

/** Placeholders in every field, in lower case and without the signs around them. */
const PLACEHOLDERS = new Set([
	...['', 'null', 'undefined', 'nan', 'object object', '\\n'],
	...['n/a', 'n / a', 'n.a', 'n.v.t', 'k.a', 'not available', 'not applicable'],
	...['not provided', 'not specified', 'not set', 'no value', 'not given', 'not mentioned'],
	...['not stated', 'unspecified', 'none provided', 'none given', 'none specified'],
	// Outlook without a date; what n8n's Luxon and JavaScript make of no date.
	...['0/0/00', 'invalid datetime', 'invalid date'],
	// A cell that is still calculated; an empty GUID.
	...['loading...', 'loading…'],
	'00000000-0000-0000-0000-000000000000',
]);
/** More placeholders in place of a name. As the value of a property, `none` or `NA` may be an answer. */
const PERSON_PLACEHOLDERS = new Set(['none', 'nil', 'na', 'unknown']);
/** First names that are written like placeholders. */
const REAL_NAMES = new Set(['Na', 'Nan', 'Nil']);
/** Words for an empty cell, which they are only with signs around them: Excel shows `(blank)`. */
const BLANK_CELL = new Set(['blank', 'empty', 'leer', 'leeg', 'vide', 'vacío']);

/** More placeholders where somebody has no ID yet. */
const ID_PLACEHOLDERS = new Set([
	...['tbd', 'tba', 'no id', 'noid', 'blank', 'empty', 'missing', 'false', 'true', 'nat'],
	...['keine', 'unbekannt', 'geen', 'onbekend', 'aucun', 'inconnu', 'ninguno', 'desconocido'],
	...['tbc', 'pending', 'new', 'x', 'leer', 'leeg', 'vide', 'пусто', 'н/д', 'нет', 'нет данных'],
	...[
		'nessuno',
		'nenhum',
		'sem id',
		'nincs',
		'žádné',
		'nemá',
		'ei ole',
		'нема',
		'keine angabe',
		'sans',
	],
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
/** `0-0`, `0,00`, `00000`: what an empty cell becomes in a column of numbers, also one that fills up with zeros. */
const ONLY_ZEROS = /^-?0+(?:[.,/-]0+)*$/;

/** The day that databases have in place of no date, with its midnight or without: of MySQL, and of .NET and Go. */
const ZERO_DATE = /^(?:0000-00-00|0001-01-01)(?:[T ][0:.]*Z?)?$/;
/** An error in a cell of a spreadsheet, in any language: `#REF!`, `#N/A`, `#Н/Д`, `#NV`, `#¡VALOR!`, `Err:502`. */
const CELL_ERROR =
	/^(?:#(?:\p{L}{1,2}\/\p{L}{1,2}|NV|REF|NAME|VALUE|GETTING_DATA|[¡¿]?[\p{Lu}\d/_ ]{1,20}[!?])|Err:\d{3})$/u;

/** What JavaScript makes of a value that is missing. */
const MISSING_VALUE = String.raw`undefined|null|NaN|\[object \w{1,20}\]`;
/** Only such values: `undefined, undefined`, `nullnull`. */
const ONLY_MISSING_VALUES = new RegExp(String.raw`^(?:(?:${MISSING_VALUE})[\s,;/_-]*)+$`);

/** What an expression puts in place of a missing part of a longer text. */
const MISSING_PART = `${MISSING_VALUE}|false|N/A|<NA>|#(?:N/A|NV|REF!|NAME\\?|VALUE!|NULL!|DIV/0!|NUM!|BEZUG!|WERT!|ZAHL!|VALEUR!|VALOR!)`;
/** `crm-undefined`, `null-NL`, `crm-#N/A`, Odoo's `crm-false`: an ID with such a part. */
const HAS_MISSING_PART = new RegExp(
	String.raw`(?:^|[^\p{L}\p{N}])(?:${MISSING_PART}|NULL)(?:$|[^\p{L}\p{N}])`,
	'u',
);
/** `crm-None`, `crm-nan`, `crm-<NA>`: an ID that ends in what Python, pandas and Go write for a missing value. */
const ENDS_IN_NOTHING = /[^\p{L}\p{N}](?:None|nan|nil|<NA>|NaT)$/u;
/** `Ada undefined`, `Ada #N/A`, `Ada, [object Object]`: such a part of a name. */
const missingInName = (words: string) =>
	new RegExp(String.raw`(?<![^\s,;_(])(?:${words})(?![^\s,;_)])`, 'gu');
const MISSING_IN_NAME = missingInName(MISSING_PART);
/** In a name that has small letters, `NULL` is what a database writes; `JENNIFER NULL` is a name. */
const MISSING_IN_MIXED_CASE = missingInName(`${MISSING_PART}|NULL`);
/** What stands for a last name where a program wants one: `Ada -`, `Ada .`. */
const LONE_SIGN = /^[\p{Pd}?.]+(?=\s)|(?<=\s)[\p{Pd}?.]+$/gu;
