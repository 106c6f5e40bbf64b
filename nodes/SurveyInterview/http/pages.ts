/** Reads a list that the service returns in pages. */
import type { JsonObject } from '../service/json';

export interface Page {
	records: JsonObject[];
	/** The number of all records, if the service says it. */
	total?: number;
}

type ReadPage = (limit: number, offset: number) => Promise<Page>;
type KeyOf = (record: JsonObject) => unknown;

interface PageRange {
	/** The largest page that the service allows; at least 2. */
	pageSize: number;
	/** So many records are wanted. */
	limit: number;
}

/** `hasGap`: two pages did not fit together, so records may be missing. */
type PagedList = { records: JsonObject[]; hasGap: boolean };

/** How often a list is read in order; after that, it is read once more in any order. */
const MAX_ATTEMPTS = 4;
/** The most pages that do not fit in a list that is read in any order: the service may make new records for ever. */
const MAX_UNFITTING_PAGES = 100;
/**
 * A service that ignores `offset` gives the same page for ever. A few equal pages may be real, because people without
 * an ID may have said the same.
 */
const MAX_EQUAL_PAGES = 20;

/**
 * Reads a paged list to its last page, or until `limit` records are read. Each page begins with the last record of
 * the page before. If that record is not there, the list has changed meanwhile and is read again, because a record
 * may have moved from one page to another.
 *
 * @param idOf the ID of a record; without one, its content identifies it
 */
export async function readPages(
	range: PageRange,
	readPage: ReadPage,
	idOf: (record: JsonObject) => unknown,
): Promise<PagedList> {
	const keyOf = (record: JsonObject) => idOf(record) ?? JSON.stringify(record);
	for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
		const records = await readInOrder(range, readPage, keyOf);
		if (records) return { records, hasGap: false };
	}
	return { records: await readInAnyOrder(range, readPage, keyOf), hasGap: true };
}

/** @returns undefined when a page does not fit to the page before */
async function readInOrder(
	{ pageSize, limit }: PageRange,
	readPage: ReadPage,
	keyOf: KeyOf,
): Promise<JsonObject[] | undefined> {
	const records: JsonObject[] = [];
	let keysBefore: unknown[] = [];
	let equalPages = 0;
	let offset = 0;
	while (records.length < limit) {
		const overlap = keysBefore.length === 0 ? 0 : 1;
		const size = Math.min(pageSize, limit - records.length + overlap);
		const page = await readPage(size, offset);
		const keys = page.records.map(keyOf);
		const firstNew = firstNewIndex(keys, keysBefore);
		equalPages = keys.every((key, index) => key === keysBefore[index]) ? equalPages + 1 : 0;
		if (firstNew === undefined || equalPages === MAX_EQUAL_PAGES) return undefined;
		const newRecords = page.records.slice(firstNew, firstNew + limit - records.length);
		records.push(...newRecords);
		if (newRecords.length === 0 || isLastPage(page, size, offset)) break;
		// The next page begins with the last record of this one.
		offset += page.records.length - 1;
		keysBefore = keys;
	}
	return records;
}

/** A short page is the last one, unless the service itself says that there are more. */
function isLastPage({ records, total = 0 }: Page, size: number, offset: number): boolean {
	return records.length < size && offset + records.length >= total;
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
	// The service has ignored `offset`: the last record of the page before is the last one here, too.
	const isPageBefore = index > 0 && index === keys.length - 1;
	return isPageBefore ? undefined : index + 1;
}

/** Takes each record once, until the last page, or one that brings nothing new. */
async function readInAnyOrder(
	{ pageSize, limit }: PageRange,
	readPage: ReadPage,
	keyOf: KeyOf,
): Promise<JsonObject[]> {
	const records = new Map<unknown, JsonObject>();
	let keysBefore: unknown[] = [];
	let unfittingPages = 0;
	let offset = 0;
	while (unfittingPages < MAX_UNFITTING_PAGES && records.size < limit) {
		const page = await readPage(pageSize, offset);
		const keys = page.records.map(keyOf);
		if (firstNewIndex(keys, keysBefore) === undefined) unfittingPages++;
		const sizeBefore = records.size;
		for (const record of page.records) records.set(keyOf(record), record);
		if (records.size === sizeBefore || isLastPage(page, pageSize, offset)) break;
		offset += page.records.length - 1;
		keysBefore = keys;
	}
	return [...records.values()].slice(0, limit);
}
