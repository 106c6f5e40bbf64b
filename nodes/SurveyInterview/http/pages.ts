export interface Page {
	records: unknown[];
	/** How many records there are in all, where the service says so. */
	total?: number;
}

/** What to read: pages of `pageSize`, the largest that the service allows, until `limit` records are read. */
interface PageRange {
	pageSize: number;
	limit: number;
}

/** `hasGap`: pages did not fit together, so that records may be missing. */
type PagedList = { records: unknown[]; hasGap: boolean };

/** How often a list whose pages do not fit together is read, each time from its beginning. */
const MAX_TIMES = 4;

/**
 * Reads a paged list to a short page, or until `limit` records are read. Each page begins with the last record
 * of the page before: where that is gone or has moved too far, the list was changed between them, and it is
 * read again, so that nobody between two pages is missing.
 *
 * @param idOf what tells a record from others; undefined where only its content does
 */
export async function readPages(
	range: PageRange,
	readPage: (limit: number, offset: number) => Promise<Page>,
	idOf: (record: unknown) => unknown,
): Promise<PagedList> {
	const keyOf = (record: unknown) => idOf(record) ?? JSON.stringify(record);
	for (let times = 1; ; times++) {
		const isLastTime = times === MAX_TIMES;
		const read = await readOnce(range, readPage, keyOf, isLastTime);
		if (!read.hasGap || isLastTime) return read;
	}
}

/** A list that does not fit more often is not read on: it may give ever new records. */
const MAX_MISFITS = 100;

/** More identical pages in a row are not several people who say the same, but one page again and again. */
const MAX_SAME_PAGES = 20;

/** @param goesOn whether it reads on where pages do not fit together, and takes what it has not seen */
async function readOnce(
	{ pageSize, limit }: PageRange,
	readPage: (limit: number, offset: number) => Promise<Page>,
	keyOf: (record: unknown) => unknown,
	goesOn: boolean,
): Promise<PagedList> {
	const records: unknown[] = [];
	const known = new Set<unknown>();
	let before: unknown[] = [];
	let samePages = 0;
	let misfits = 0;
	for (let offset = 0; records.length < limit; ) {
		const asked = Math.min(pageSize, limit - records.length + Math.min(before.length, 1));
		const page = await readPage(asked, offset);
		const keys = page.records.map(keyOf);
		// Where many say the same, the first of them is the one: the list has not moved.
		const place = before.length === 0 ? -1 : keys.indexOf(before.at(-1));
		const next = page.records.slice(place + 1);
		samePages = keys.every((key, at) => key === before[at]) ? samePages + 1 : 0;
		const isRepeated = (place > 0 && next.length === 0) || samePages === MAX_SAME_PAGES;
		const isMisfit = before.length > 0 && (place === -1 || isRepeated);
		if (isMisfit) misfits++;
		if (isMisfit && (!goesOn || misfits > MAX_MISFITS)) break;
		const candidates = isMisfit ? page.records : next;
		const fresh =
			misfits > 0 ? candidates.filter((record) => !known.has(keyOf(record))) : candidates;
		for (const key of goesOn ? keys : []) known.add(key);
		records.push(...fresh.slice(0, limit - records.length));
		const isShort = page.records.length < asked;
		// A short page is the last one, unless the service itself says that there are more.
		const isEnd = isShort && offset + page.records.length >= (page.total ?? 0);
		if (isEnd || (isMisfit ? fresh : next).length === 0) break;
		offset += page.records.length - 1;
		before = keys;
	}
	return { records, hasGap: misfits > 0 };
}
