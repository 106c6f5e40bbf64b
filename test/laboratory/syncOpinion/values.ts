import { domainToASCII, domainToUnicode } from 'node:url';

/** A cell of the list, as a sheet or a database gives it. */
export type Cell = string | number | boolean | null;

/** What the page says of a cell: it has a value, none, one that is refused, or the page leaves it open. */
export type Reading =
	| { state: 'value'; text: string }
	| { state: 'none' | 'bad' | 'open'; text?: undefined };

/** "What programs write into empty cells". */
export const NOTHING = ['NULL', 'N/A', '#N/A', '#REF!', '-', 'undefined', 'NaN', '[object Object]'];
/** "And for a person also". */
export const NOBODY = [...NOTHING, 'None', 'nil', 'NA', 'Unknown'];

const plain = (cell: Cell) => (cell === null ? '' : String(cell).trim());

/** Whether the bytes of a name were read in a wrong encoding. */
export const hasLostLetters = (cell: Cell) => plain(cell).includes('\uFFFD');

export function readEmail(cell: Cell): Reading {
	let text = plain(cell).replace(/\u200B/g, '');
	if (text === '' || NOBODY.includes(text)) return { state: 'none' };
	text = /^[^<>]*<([^<>]+)>[;,]?$/.exec(text)?.[1] ?? text;
	text = text
		.replace(/[;,]$/, '')
		.replace(/^"(.*)"$/, '$1')
		.replace(/^mailto:/, '');
	const [, local, domain] = /^([^\s@<>,;"]+)@([^\s@<>,;"]+\.[^\s@<>,;"]+)$/.exec(text) ?? [];
	if (!local || !domain) return { state: 'bad' };
	return { state: 'value', text: `${local.toLowerCase()}@${domainToASCII(domain)}` };
}

export function readId(cell: Cell): Reading {
	const text = plain(cell);
	if (text === '' || text === '0' || NOBODY.includes(text)) return { state: 'none' };
	if (/^\d\.\d+E\+\d+$/.test(text)) return { state: 'bad' };
	// It "ends as with an empty cell", which is no value if it is the ID of several people.
	return text.endsWith('-') ? { state: 'open' } : { state: 'value', text };
}

/** @param nothing the words for nothing, which are fewer for a property */
export function readText(cell: Cell, nothing: string[]): string | undefined {
	const text = plain(cell).normalize('NFC');
	return text === '' || nothing.includes(text) ? undefined : text;
}

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
		address,
	];
	return ways[Math.floor(roll * ways.length)] ?? address;
}
