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
	most: number;
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
	const seen = new Seen();
	let given = 0;
	for (let offset = range.offset; given < range.most; ) {
		const limit = Math.min(range.pageSize, range.most - given);
		const { records, total = 0 } = await readPage(limit, offset);
		const fresh = seen.freshOf(records);
		for (const record of fresh.slice(0, range.most - given)) {
			given++;
			yield record;
		}
		// A short page is the last, unless the service itself says that there are more.
		if (records.length === 0) return;
		if (records.length < limit && offset + records.length >= total) return;
		if (fresh.length === 0) {
			throw new Error(
				`The service gave the same ${records.length} records again from offset ${offset}, so the list cannot be read to its end.`,
			);
		}
		offset += records.length;
	}
}

/** Remembers what earlier pages held. */
class Seen {
	private idKey?: string;
	private ids = new Set<unknown>();
	private lastPage: string[] = [];

	/** The records of a page that no earlier page held. */
	freshOf(records: unknown[]): unknown[] {
		this.idKey ??= idKeyOf(records);
		const { idKey } = this;
		if (idKey === undefined) return this.freshByRun(records);
		const idOf = (record: unknown) => (isObject(record) ? record[idKey] : undefined);
		const fresh = records.filter(
			(record) => idOf(record) === undefined || !this.ids.has(idOf(record)),
		);
		for (const record of records) this.ids.add(idOf(record));
		return fresh;
	}

	private freshByRun(records: unknown[]): unknown[] {
		const page = records.map((record) => JSON.stringify(record) ?? '');
		const overlap = overlapOf(this.lastPage, page);
		this.lastPage = page;
		return records.slice(overlap);
	}
}

/** The key that tells the records of a page apart: `id`, or a `quote_id` that is different in each. */
function idKeyOf(records: unknown[]): string | undefined {
	const [first] = records;
	if (!isObject(first)) return undefined;
	const keys = Object.keys(first).filter((key) => key !== 'id' && /(_id|^uuid)$/.test(key));
	return ['id', ...keys].find((key) => {
		const ids = records.map((record) => (isObject(record) ? record[key] : undefined));
		const all = ids.every((id) => typeof id === 'string' || typeof id === 'number');
		return all && (key === 'id' || (ids.length > 1 && new Set(ids).size === ids.length));
	});
}

/** So many characters are no chance agreement of two people. */
const TELLING = 80;

/**
 * How many records at the start of a page are the end of the page before, as when the list moved. Two
 * people may write the same few words, so a single short record does not count as come again.
 */
function overlapOf(before: string[], page: string[]): number {
	for (let length = Math.min(before.length, page.length); length > 0; length--) {
		const end = before.slice(before.length - length);
		const same = end.every((record, place) => record === page[place]);
		if (same && (length > 1 || (page[0] ?? '').length >= TELLING)) return length;
	}
	return 0;
}
