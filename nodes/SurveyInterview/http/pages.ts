import { isObject } from '../records/json';

/** One page as the service gave it. */
export interface Page {
	records: unknown[];
	/** How many records there are in all, where the service says so. */
	total?: number;
}

/** What to read: pages of `pageSize` from `offset` on, until `most` records are there. */
export interface PageRange {
	/** The largest page the service allows (interface-spec, Limits). */
	pageSize: number;
	offset: number;
	limit: number;
}

/**
 * Reads a paged list record by record. Stops at a short page or after `most` records. A record that
 * comes again, because the list moved while it was read, is dropped.
 *
 * @throws {Error} when a later page brings nothing new although it is full: the list cannot be read to
 *   its end, and stopping in silence would lose the rest
 */
export async function* pages(
	range: PageRange,
	readPage: (limit: number, offset: number) => Promise<Page>,
): AsyncGenerator<unknown, void, undefined> {
	const seen = new SeenRecords();
	let given = 0;
	let afterShortPage = false;
	for (let offset = range.offset; given < range.limit; ) {
		const limit = Math.min(range.pageSize, range.limit - given);
		const { records, total = 0 } = await readPage(limit, offset);
		const fresh = seen.freshOf(records);
		for (const record of fresh.slice(0, range.limit - given)) {
			given++;
			yield record;
		}
		const short = records.length < limit;
		// A short page is the last, unless the service itself says that there are more.
		if (records.length === 0 || (short && offset + records.length >= total)) return;
		if (fresh.length === 0 && (short || afterShortPage)) return;
		if (fresh.length === 0 || seen.stuck) {
			throw new Error(
				`The service gave the same ${records.length} records again from offset ${offset}, so the list cannot be read to its end.`,
			);
		}
		afterShortPage = short;
		offset += records.length;
	}
}

/** So many pages that are the same to the letter are no list of people who say the same. */
const MAX_SAME_PAGES = 20;

/** Remembers what earlier pages held. */
class SeenRecords {
	private kind?: 'id' | 'whole' | 'run';
	private known = new Set<unknown>();
	private lastPage: string[] = [];
	private samePages = 0;

	/** Whether page after page was the same. */
	get stuck(): boolean {
		return this.samePages >= MAX_SAME_PAGES;
	}

	/** The records of a page that no earlier page held. */
	freshOf(records: unknown[]): unknown[] {
		this.kind ??= kindOf(records);
		if (this.kind === 'id') return this.freshByKey(records, records.map(ownId));
		const page = records.map((record) => JSON.stringify(record) ?? '');
		return this.kind === 'whole' ? this.freshByKey(records, page) : this.freshByRun(records, page);
	}

	private freshByKey(records: unknown[], keys: unknown[]): unknown[] {
		const fresh = records.filter((_record, place) => !this.known.has(keys[place]));
		for (const key of keys) if (key !== undefined) this.known.add(key);
		return fresh;
	}

	private freshByRun(records: unknown[], page: string[]): unknown[] {
		const same = page.length > 0 && page.every((text, place) => text === this.lastPage[place]);
		this.samePages = same ? this.samePages + 1 : 0;
		const overlap = overlapOf(this.lastPage, page);
		this.lastPage = page;
		return records.slice(overlap);
	}
}

function ownId(record: unknown): unknown {
	return isObject(record) ? record.id : undefined;
}

/**
 * How the records of a list are told apart: by their `id`; by all they say, where some other id in them
 * differs from one to the next; or only as a run of several, for two people may say the same.
 */
function kindOf(records: unknown[]): 'id' | 'whole' | 'run' {
	const isId = (id: unknown) => typeof id === 'string' || typeof id === 'number';
	if (records.length > 0 && records.every((record) => isId(ownId(record)))) return 'id';
	const [first] = records;
	const keys = isObject(first) ? Object.keys(first).filter((key) => /(_id|^uuid)$/.test(key)) : [];
	const differ = keys.some((key) => {
		const ids = records.map((record) => (isObject(record) ? record[key] : undefined));
		return ids.every(isId) && new Set(ids).size > 1;
	});
	return differ ? 'whole' : 'run';
}

/** So many characters are no chance agreement of two people. */
const TELLING = 80;

/**
 * How many records at the start of a page are the end of the page before, as when the list moved. A run
 * tells only when it holds different records, or a long one: a record too many is better than one lost.
 */
function overlapOf(before: string[], page: string[]): number {
	for (let length = Math.min(before.length, page.length); length > 0; length--) {
		const end = before.slice(before.length - length);
		const telling = new Set(end).size > 1 || end.some((record) => record.length >= TELLING);
		if (telling && end.every((record, place) => record === page[place])) return length;
	}
	return 0;
}
