import { createHash } from 'node:crypto';

import { isObject } from '../records/json';

/** One page as the service gave it. */
export interface Page {
	records: unknown[];
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
		const { records } = await readPage(limit, offset);
		const fresh = seen.freshOf(records);
		for (const record of fresh.slice(0, range.most - given)) {
			given++;
			yield record;
		}
		if (records.length < limit) return;
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
	private ids = new Set<string>();
	private lastPage: string[] = [];

	/** The records of a page that no earlier page held. */
	freshOf(records: unknown[]): unknown[] {
		const keys = records.map(keyOf);
		const overlap = overlapOf(this.lastPage, keys);
		const fresh = records.filter((_record, place) => {
			const key = keys[place] ?? '';
			return key.startsWith('id ') ? !this.ids.has(key) : place >= overlap;
		});
		for (const key of keys) if (key.startsWith('id ')) this.ids.add(key);
		this.lastPage = keys;
		return fresh;
	}
}

/** A record's identity: its `id`, else a hash of all it says. */
function keyOf(record: unknown): string {
	if (isObject(record) && (typeof record.id === 'string' || typeof record.id === 'number')) {
		return `id ${record.id}`;
	}
	return createHash('sha256')
		.update(JSON.stringify(record) ?? '')
		.digest('base64');
}

/**
 * How many records at the start of a page are the end of the page before. Two people may write the
 * same words, so a record without an id counts as come again only in such a run.
 */
function overlapOf(before: string[], page: string[]): number {
	for (let length = Math.min(before.length, page.length); length > 0; length--) {
		const end = before.slice(before.length - length);
		if (end.every((key, place) => key === page[place])) return length;
	}
	return 0;
}
