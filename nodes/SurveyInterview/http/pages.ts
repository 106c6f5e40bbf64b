import type { JsonObject } from '../service/json';

export interface Page {
	records: JsonObject[];
	/** The number of all records, if the service says it. */
	total?: number;
}

/** Pages of `pageSize`, the largest that the service allows, until `limit` records are read. */
interface PageRange {
	pageSize: number;
	limit: number;
}

/** `hasGap`: pages did not fit together, so records may be missing. */
type PagedList = { records: JsonObject[]; hasGap: boolean };

/** How often a list whose pages do not fit together is read from its beginning. */
const MAX_ATTEMPTS = 4;
/** After so many pages that do not fit, reading ends: the service may give new records for ever. */
const MAX_MISFITS = 100;
/**
 * A service that ignores `offset` gives the same page for ever. A few equal pages may be real, because people without
 * an ID may have said the same.
 */
const MAX_SAME_PAGES = 20;

/**
 * Reads a paged list to its last page, or until `limit` records are read. Each page begins with the last record of
 * the page before. If that record is not there, the list has changed meanwhile and is read again, because a record
 * may have moved from one page to another.
 *
 * @param idOf the ID of a record; without one, its content identifies it
 */
export async function readPages(
	range: PageRange,
	readPage: (limit: number, offset: number) => Promise<Page>,
	idOf: (record: JsonObject) => unknown,
): Promise<PagedList> {
	const keyOf = (record: JsonObject) => idOf(record) ?? JSON.stringify(record);
	for (let attempt = 1; ; attempt++) {
		const isLastAttempt = attempt === MAX_ATTEMPTS;
		const list = await readOnce(range, readPage, keyOf, isLastAttempt);
		if (!list.hasGap || isLastAttempt) return list;
	}
}

/** @param isLastAttempt then reading goes on after pages that do not fit, and takes every record that it has not seen */
async function readOnce(
	{ pageSize, limit }: PageRange,
	readPage: (limit: number, offset: number) => Promise<Page>,
	keyOf: (record: JsonObject) => unknown,
	isLastAttempt: boolean,
): Promise<PagedList> {
	const records: JsonObject[] = [];
	const seen = new Set<unknown>();
	let keysBefore: unknown[] = [];
	let samePages = 0;
	let misfits = 0;
	let offset = 0;
	while (records.length < limit) {
		const overlap = keysBefore.length === 0 ? 0 : 1;
		const size = Math.min(pageSize, limit - records.length + overlap);
		const page = await readPage(size, offset);
		const keys = page.records.map(keyOf);
		// A service that ignores `offset` sends one page again and again. `firstNewIndex` notices that, except where all
		// records of the page are equal, so equal pages are counted as well.
		samePages = keys.every((key, index) => key === keysBefore[index]) ? samePages + 1 : 0;
		const firstNew = samePages === MAX_SAME_PAGES ? undefined : firstNewIndex(keys, keysBefore);
		const fits = firstNew !== undefined;
		if (!fits) misfits++;
		if (!fits && (!isLastAttempt || misfits > MAX_MISFITS)) break;
		const candidates = page.records.slice(firstNew ?? 0);
		// In a list that has moved, a record may come again on a later page.
		const fresh =
			misfits > 0 ? candidates.filter((record) => !seen.has(keyOf(record))) : candidates;
		for (const key of keys) seen.add(key);
		records.push(...fresh.slice(0, limit - records.length));
		const nothingNew = fits ? candidates.length === 0 : fresh.length === 0;
		// A short page is the last one, unless the service itself says that there are more.
		const isShort = page.records.length < size;
		const isLastPage = isShort && offset + page.records.length >= (page.total ?? 0);
		if (isLastPage || nothingNew) break;
		// The next page begins with the last record of this one.
		offset += page.records.length - 1;
		keysBefore = keys;
	}
	return { records, hasGap: misfits > 0 };
}

/**
 * Where in a page the records begin that come after the last one of the page before.
 *
 * @returns undefined when the two pages do not fit together
 */
function firstNewIndex(keys: unknown[], keysBefore: unknown[]): number | undefined {
	if (keysBefore.length === 0) return 0;
	// Records without an ID may be equal. The first one counts, because in a list that has not moved it stands first.
	const index = keys.indexOf(keysBefore.at(-1));
	if (index === -1) return undefined;
	// The service has ignored `offset`: the last record of the page before is the last one here too.
	const isPageBefore = index > 0 && index === keys.length - 1;
	return isPageBefore ? undefined : index + 1;
}
