import { isObject } from '../records/json';

/** One page as the service gave it. */
export interface Page {
	records: unknown[];
	/** How many records there are in all, where the service says so. */
	total?: number;
}

/** What to read: pages of `pageSize` from `offset` on, until `limit` records are read. */
export interface PageRange {
	/** The largest page that the service allows (docs/interface.md, Limits). */
	pageSize: number;
	offset: number;
	limit: number;
}

/**
 * Reads a paged list record by record, one page after the other. Stops at a short page or after `limit`
 * records. A record that comes again, because the list shifted while it was read, is dropped; a list that gets
 * shorter is read again, so that nobody is missing.
 *
 * @throws {Error} when a later page is full and has nothing new: the rest of the list cannot be read, and to
 *   stop without an error would lose it
 */
export async function* pages(
	range: PageRange,
	readPage: (limit: number, offset: number) => Promise<Page>,
): AsyncGenerator<unknown, void, undefined> {
	const seen = new SeenRecords();
	let yielded = 0;
	let afterShortPage = false;
	let knownTotal: number | undefined;
	let hasChanged = false;
	let times = 1;
	for (let offset = range.offset; yielded < range.limit; ) {
		const limit = Math.min(range.pageSize, range.limit - yielded);
		const { records, total = 0 } = await readPage(limit, offset);
		const fresh = seen.freshOf(records);
		for (const record of fresh.slice(0, range.limit - yielded)) {
			yielded++;
			yield record;
		}
		// A count of this page's records is no total.
		const isTotal = total > 0 && (offset === 0 || total !== records.length);
		const hasShrunk = isTotal && total < (knownTotal ?? 0);
		hasChanged ||= isTotal && total !== (knownTotal ?? total);
		if (isTotal) knownTotal = total;
		if (hasShrunk && seen.canTell && times++ < MAX_TIMES) {
			// What was deleted moved others to pages that were read before.
			offset = range.offset;
			continue;
		}
		const isShort = records.length < limit;
		// A short page is the last one, unless the service itself says that there are more.
		if (records.length === 0 || (isShort && offset + records.length >= total)) return;
		// New records at the beginning move known ones to later pages.
		const isStuck = fresh.length === 0 && !hasChanged;
		if (isStuck && (isShort || afterShortPage)) return;
		if (isStuck || seen.isStuck) {
			throw new Error(
				`The service returned the same ${records.length} records again from offset ${offset}, so the list cannot be read to its end.`,
			);
		}
		afterShortPage = isShort;
		offset += records.length;
	}
}

/** How often a list that gets shorter is read, each time from its beginning. */
const MAX_TIMES = 4;

/** More identical pages in a row are not several people who say the same, but one page again and again. */
const MAX_SAME_PAGES = 20;

/** Remembers the records of earlier pages. */
class SeenRecords {
	private comparison?: Comparison;
	private known = new Set<unknown>();
	private lastPage: string[] = [];
	private samePages = 0;

	/** Whether a record that is read again is known to be the same. */
	get canTell(): boolean {
		return this.comparison !== 'sequence';
	}

	/** Whether the service gives the same page again and again. */
	get isStuck(): boolean {
		return this.samePages >= MAX_SAME_PAGES;
	}

	/** The records of a page that no earlier page held. */
	freshOf(records: unknown[]): unknown[] {
		this.comparison ??= comparisonFor(records);
		if (this.comparison === 'id') return this.freshByKey(records, records.map(ownId));
		const page = records.map((record) => JSON.stringify(record) ?? '');
		return this.comparison === 'whole'
			? this.freshByKey(records, page)
			: this.freshByOverlap(records, page);
	}

	private freshByKey(records: unknown[], keys: unknown[]): unknown[] {
		const fresh = records.filter((_record, place) => !this.known.has(keys[place]));
		for (const key of keys) if (key !== undefined) this.known.add(key);
		return fresh;
	}

	private freshByOverlap(records: unknown[], page: string[]): unknown[] {
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
 * How the records of a list are compared: by their `id`; as a whole, where another id in them differs from
 * record to record; or only as a sequence of several, because two people may say the same.
 */
type Comparison = 'id' | 'whole' | 'sequence';

function comparisonFor(records: unknown[]): Comparison {
	const isId = (id: unknown) => typeof id === 'string' || typeof id === 'number';
	if (records.length > 0 && records.every((record) => isId(ownId(record)))) return 'id';
	const [first] = records;
	const keys = isObject(first) ? Object.keys(first).filter((key) => /(_id|^uuid)$/.test(key)) : [];
	const differ = keys.some((key) => {
		const ids = records.map((record) => (isObject(record) ? record[key] : undefined));
		return ids.every(isId) && new Set(ids).size > 1;
	});
	return differ ? 'whole' : 'sequence';
}

/** Two people do not write the same text of this many characters by chance. */
const MIN_DISTINCT_LENGTH = 80;

/**
 * How many records at the start of a page are the end of the page before, because the list shifted. Only a
 * sequence of different records or with a long one counts: a record twice is better than a record lost.
 */
function overlapOf(before: string[], page: string[]): number {
	for (let length = Math.min(before.length, page.length); length > 0; length--) {
		const end = before.slice(before.length - length);
		const isDistinct =
			new Set(end).size > 1 || end.some((record) => record.length >= MIN_DISTINCT_LENGTH);
		if (isDistinct && end.every((record, place) => record === page[place])) return length;
	}
	return 0;
}
