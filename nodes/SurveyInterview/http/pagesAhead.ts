import type { Page } from './pages';

/** How many pages a run reads before their turn at most, of all its lists together. */
export const MAX_PAGES_AHEAD = 10;

/** What all lists of a run share: how many more pages may be read before their turn. */
export interface AheadBudget {
	free: number;
}

type ReadPage = (limit: number, offset: number) => Promise<Page>;

interface Ahead {
	/** How many records there are. */
	total: number;
	end: number;
	pageSize: number;
}

/** The pages of one list, of which some are read before their turn. */
export class PagesAhead {
	private readonly begun = new Map<string, Promise<Page>>();
	private readonly given: Array<Promise<Page>> = [];
	/** How many records there were when the first page was read. */
	private total?: number;
	private isStopped = false;

	constructor(
		private readonly readPage: ReadPage,
		private readonly budget: AheadBudget,
	) {}

	/** The page whose turn it is. */
	async take(limit: number, offset: number): Promise<Page> {
		const key = keyOf(limit, offset);
		const begun = this.begun.get(key);
		this.begun.delete(key);
		return await (begun ?? this.readPage(limit, offset));
	}

	/**
	 * Begins to read pages from an offset on, as many as the run may.
	 *
	 * @param end the offset up to which records are wanted
	 */
	begin(offset: number, { total, end, pageSize }: Ahead): void {
		this.total ??= total;
		if (total !== this.total) this.stop();
		if (this.isStopped) return;
		const last = Math.min(total, end);
		for (let at = offset; at < last && this.budget.free > 0; at += pageSize) {
			const limit = Math.min(pageSize, end - at);
			const key = keyOf(limit, at);
			if (this.begun.has(key)) continue;
			this.budget.free--;
			const page = this.readPage(limit, at).finally(() => this.budget.free++);
			// Whoever takes it gets its failure; a page that nobody takes may fail unheard.
			page.catch(() => undefined);
			this.begun.set(key, page);
			this.given.push(page);
		}
	}

	/**
	 * The list has changed while it was read, so every other page is read when its turn comes. A page that was
	 * read before the change, when the one before it is read after it, would hide a record between them.
	 */
	stop(): void {
		this.isStopped = true;
		this.begun.clear();
	}

	/** Resolves when nothing is under way any more. */
	async settled(): Promise<void> {
		await Promise.allSettled(this.given);
	}
}

const keyOf = (limit: number, offset: number) => `${offset} ${limit}`;
