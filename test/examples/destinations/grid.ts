/** A cell: what is in it, or the formula that Google would make of what somebody typed. */
export type Cell = string | number | boolean | { formula: string };

/** One sheet of a spreadsheet, read and written in A1 notation. */
export class Grid {
	readonly rows: Cell[][] = [];

	/** @param range within the sheet: `A:Z`, `1:1`, `B2`, or nothing for all @returns without what is empty at the ends */
	read(range: string): string[][] {
		const { fromRow, toRow } = parsed(range);
		const rows = this.rows.slice(fromRow, toRow === undefined ? undefined : toRow + 1);
		return withoutEnd(
			rows.map((row) => withoutEnd(row.map(shown), (text) => text === '')),
			(row) => row.length === 0,
		);
	}

	/** @param mode `RAW`, or `USER_ENTERED`: as if somebody typed it @returns how many cells were written */
	write(range: string, values: readonly unknown[][], mode: string): number {
		const { fromRow, fromColumn } = parsed(range);
		let written = 0;
		values.forEach((line, below) => {
			const row = (this.rows[fromRow + below] ??= []);
			line.forEach((value, beside) => {
				// Google leaves a cell as it is where there is null.
				if (value === null || value === undefined) return;
				const column = fromColumn + beside;
				while (row.length < column) row.push('');
				row[column] = mode === 'RAW' ? asCell(value) : typed(value);
				written++;
			});
		});
		for (let row = 0; row < this.rows.length; row++) this.rows[row] ??= [];
		return written;
	}
}

const asCell = (value: unknown): Cell =>
	typeof value === 'number' || typeof value === 'boolean' ? value : String(value);

/** What becomes of a value that is typed: a formula, a number, or text. */
function typed(value: unknown): Cell {
	if (typeof value !== 'string') return asCell(value);
	if (value.startsWith("'")) return value.slice(1);
	if (value.trim() !== '' && !Number.isNaN(Number(value))) return Number(value);
	return /^[=+\-@]/.test(value) ? { formula: value } : value;
}

function shown(cell: Cell | undefined): string {
	if (cell === undefined) return '';
	return typeof cell === 'object' ? cell.formula : String(cell);
}

function withoutEnd<T>(list: T[], isEmpty: (one: T) => boolean): T[] {
	let end = list.length;
	while (end > 0 && isEmpty(list[end - 1] as T)) end--;
	return list.slice(0, end);
}

interface Area {
	fromRow: number;
	fromColumn: number;
	/** Absent: to the end. */
	toRow?: number;
}

function parsed(range: string): Area {
	const [from = '', to] = range.split(':').map((corner) => /^([A-Z]*)(\d*)$/.exec(corner));
	const row = (corner: RegExpExecArray | null | '' | undefined) =>
		corner && corner[2] ? Number(corner[2]) - 1 : undefined;
	return {
		fromRow: row(from) ?? 0,
		fromColumn: columnOf((from && from[1]) || 'A'),
		toRow: to === undefined ? row(from) : row(to),
	};
}

const columnOf = (letters: string) =>
	[...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
