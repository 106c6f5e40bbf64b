export interface Page {
	records: unknown[];
	/** The number of all records, if the service says it. */
	total?: number;
}

/** Pages of `pageSize`, the largest that the service allows, until `limit` records are read. */
interface PageRange {
	pageSize: number;
	limit: number;
}

/** `hasGap`: pages did not fit together, so records may be missing. */
type PagedList = { records: unknown[]; hasGap: boolean };

/** How often a list whose pages do not fit together is read from its beginning. */
const MAX_TIMES = 4;

/**
 * Reads a paged list to its last page, or until `limit` records are read. Each page begins with the last record of
 * the page before. If that record is not there, the list has changed meanwhile and is read again, because somebody
 * may have slipped between two pages.
 *
 * @param idOf the ID of a record; without one, its content identifies it
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

/** After so many pages that do not fit, reading ends: the service may give new records for ever. */
const MAX_MISFITS = 100;

/** So many identical pages in a row are one page again and again, and not several people who say the same. */
const MAX_SAME_PAGES = 20;

/** @param goesOn whether it reads on after pages that do not fit together, and takes the records it has not seen */
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
		// Of equal records the first one counts, which means that the list has not moved.
		const lastBefore = before.length === 0 ? -1 : keys.indexOf(before.at(-1));
		const next = page.records.slice(lastBefore + 1);
		samePages = keys.every((key, at) => key === before[at]) ? samePages + 1 : 0;
		const isRepeated = (lastBefore > 0 && next.length === 0) || samePages === MAX_SAME_PAGES;
		const isMisfit = before.length > 0 && (lastBefore === -1 || isRepeated);
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
