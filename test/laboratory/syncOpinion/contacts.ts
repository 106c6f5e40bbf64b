import type { MatchBy } from './history';
import type { Row } from './stage';
import { hasLostLetters, NOTHING, readEmail, readId, readName, readText } from './values';

/** A row as the page reads it. */
export interface Contact {
	/** Counted from 1. */
	row: number;
	survey: string;
	email?: string;
	id?: string;
	name?: string;
	properties: Record<string, string>;
	/** `keyless`: it lacks what Match By goes by. `open`: the page does not say how it is read. */
	state: 'fine' | 'keyless' | 'empty' | 'bad' | 'open';
	/** Whether the row has no address, also none that cannot be read. */
	lacksAddress: boolean;
	/** What stands in the row, for whoever might be meant by a cell that cannot be read. */
	cells: string;
}

export function readContacts(rows: Row[], surveys: string[], matchBy: MatchBy): Contact[] {
	return rows.map((row, index) => {
		const [email, id] = [readEmail(row.email), readId(row.id)];
		const name = readName(row.name);
		const { team, level } = row;
		const texts = Object.entries({ team, level }).flatMap(([key, cell]) => {
			const text = readText(cell, NOTHING);
			return text === undefined ? [] : [[key, text] as const];
		});
		const cells = `${row.email} ${row.id}`.toLowerCase();
		return {
			row: index + 1,
			survey: surveys[row.survey] ?? '',
			email: email.text,
			id: id.text,
			name,
			properties: Object.fromEntries(texts),
			state: stateOf(),
			lacksAddress: email.state === 'none',
			cells,
		};

		function stateOf(): Contact['state'] {
			if ([row.name, row.email, row.id].some(hasLostLetters)) return 'bad';
			if (email.state === 'bad' || id.state === 'bad') return 'bad';
			if (id.state === 'open' || isSharedByAll(rows, row)) return 'open';
			const hasKey = matchBy === 'externalId' ? id.text : (email.text ?? id.text);
			if (hasKey && (matchBy !== 'email' || email.text)) return 'fine';
			if (name === undefined && !email.text && !id.text) return texts.length > 0 ? 'open' : 'empty';
			return 'keyless';
		}
	});
}

/** "An external ID of several people is not used if all rows have it": of the list, or of the survey. */
function isSharedByAll(rows: Row[], { survey, id }: Row): boolean {
	const text = readId(id).text;
	// Whether rows that have neither count is left open.
	const filled = rows.filter((one) => readEmail(one.email).text ?? readId(one.id).text);
	return [filled, filled.filter((one) => one.survey === survey)].some(
		(all) =>
			text !== undefined && all.length > 1 && all.every((one) => readId(one.id).text === text),
	);
}

export const keysOf = ({ email, id }: Pick<Contact, 'email' | 'id'>): string[] => [
	...(email ? [`email ${email}`] : []),
	...(id ? [`id ${id}`] : []),
];

export const haveOneKey = (
	a: Pick<Contact, 'email' | 'id'>,
	b: Pick<Contact, 'email' | 'id'>,
): boolean => keysOf(a).some((key) => keysOf(b).includes(key));

/** Everybody whom a chain of shared addresses and IDs connects with one of the keys. */
export function connected(
	keys: Iterable<string>,
	all: Array<Pick<Contact, 'email' | 'id'>>,
): Set<string> {
	const known = new Set(keys);
	for (let before = -1; before < known.size; ) {
		before = known.size;
		for (const one of all) {
			const own = keysOf(one);
			if (own.some((key) => known.has(key))) for (const key of own) known.add(key);
		}
	}
	return known;
}
