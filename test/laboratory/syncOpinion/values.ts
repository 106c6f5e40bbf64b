import { domainToASCII, domainToUnicode } from 'node:url';

/** A cell of the list, as a sheet or a database gives it. */
export type Cell = string | number | boolean | null | string[];

/** What the page says of a cell: it has a value, none, one that is refused, or the page leaves it open. */
export type Reading =
	| { state: 'value'; text: string }
	| { state: 'none' | 'bad' | 'open'; text?: undefined };

/** "What programs write into empty cells". */
export const NOTHING = ['NULL', 'N/A', '#N/A', '#REF!', '-', 'undefined', 'NaN', '[object Object]'];
/** "And for a person also". */
export const NOBODY = [...NOTHING, 'None', 'nil', 'NA', 'Unknown'];
/** "What stands for no ID yet", and "only zeros or signs". */
export const NO_ID = [...NOBODY, '0', '0000', '--', 'TBD', 'crm-undefined'];
/** An ID that a spreadsheet has destroyed, or that looks like another one. */
export const BAD_IDS = ['1.23457E+11', '1.2E+11', '12-Mar', 'A\u200B-0'];

const plain = (cell: Cell) =>
	Array.isArray(cell) ? cell.join(', ') : cell === null ? '' : String(cell).trim();

/** Whether the bytes of a name were read in a wrong encoding. */
export const hasLostLetters = (cell: Cell) => /\uFFFD|Ã¼/.test(plain(cell));

export function readEmail(cell: Cell): Reading {
	let text = plain(cell)
		.replace(/\u200B/g, '')
		.replace('＠', '@');
	if (text === '' || NOBODY.includes(text)) return { state: 'none' };
	text = /^[^<>]*<([^<>]+)>[;,]?$/.exec(text)?.[1] ?? text;
	text = text
		.replace(/[;,]$/, '')
		.replace(/^"(.*)"$/, '$1')
		.replace(/^mailto:/, '')
		.replace(/^\[([^\]]+)\]\(mailto:\1\)$/, '$1');
	const [, local, domain] = /^([^\s@<>,;"]+)@([^\s@<>,;"]+\.[^\s@<>,;"]+)$/.exec(text) ?? [];
	if (!local || !domain) return { state: 'bad' };
	return { state: 'value', text: `${local.toLowerCase()}@${domainToASCII(domain)}` };
}

export function readId(cell: Cell): Reading {
	const text = plain(cell)
		.replace(/^="(.*)"$/, '$1')
		.replace(/^'/, '')
		.replace(/^(\d+)\.0$/, '$1');
	if (text === '' || NO_ID.includes(text)) return { state: 'none' };
	if (BAD_IDS.includes(text)) return { state: 'bad' };
	// It "ends as with an empty cell", which is no value if it is the ID of several people.
	return text.endsWith('-') ? { state: 'open' } : { state: 'value', text };
}

/** @param nothing the words for nothing, which are fewer for a property */
export function readText(cell: Cell, nothing: string[]): string | undefined {
	const text = plain(cell).normalize('NFC');
	return text === '' || nothing.includes(text) ? undefined : text;
}

/** A name, also where an expression has put a sign or words for nothing in place of a part of it. */
export const readName = (cell: Cell): string | undefined =>
	readText(plain(cell).replace(/ -$/, ''), [...NOBODY, 'undefined undefined']);

/** Another spelling of an address that is the same address. */
export function respelled(cell: Cell, roll: number): string {
	const address = readEmail(cell).text;
	if (!address) return plain(cell);
	const [local = '', domain = ''] = address.split('@');
	const ways = [
		address.toUpperCase(),
		` ${address} `,
		`Somebody <${address}>`,
		`mailto:${address}`,
		`"${address}";`,
		`\u200B${address}`,
		`${local}@${domainToUnicode(domain)}`,
		`[${address}](mailto:${address})`,
		address.replace('@', '＠'),
		address,
	];
	return ways[Math.floor(roll * ways.length)] ?? address;
}

/** Another spelling of an ID that is the same ID. */
export function respelledId(cell: Cell, roll: number): Cell {
	const id = readId(cell).text;
	if (id === undefined) return cell;
	const isNumber = /^[1-9]\d*$/.test(id);
	const numbers: Cell[] = isNumber ? [Number(id), `${id}.0`] : [];
	const ways: Cell[] = [`'${id}`, `="${id}"`, ` ${id} `, id, ...numbers];
	return ways[Math.floor(roll * ways.length)] ?? cell;
}
