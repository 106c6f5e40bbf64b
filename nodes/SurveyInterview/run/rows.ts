/** How sentences name input items: as rows, counted from 1, with the person in them. */
import { respondentReader } from '../service/respondents';
import type { INodeExecutionData } from 'n8n-workflow';

import type { JsonObject } from '../service/json';
import { counted, oneLine } from '../service/scalars';

type Input = readonly INodeExecutionData[];

/** An item's `row_number` if a sheet gave it one, and otherwise its position in the input, counted from 1. */
export function rowOf(input: Input, item: number): number {
	const rowNumber = input[item]?.json.row_number;
	return typeof rowNumber === 'number' && Number.isInteger(rowNumber) ? rowNumber : item + 1;
}

/** The columns of a contact are usually called as in a respondent. */
const personReader = respondentReader('name', 'email');
const MAX_NAME = 40;

/** `5 (Ada Lovelace)`; without the person if the input does not name one. */
function rowWithName(input: Input, item: number): string {
	const { name, email } = personReader.factsIn((input[item]?.json ?? {}) as JsonObject);
	const person = oneLine(String(name ?? email ?? ''), MAX_NAME);
	return `${rowOf(input, item)}${person === '' ? '' : ` (${person})`}`;
}

/** How many rows a sentence names. */
const MAX_NAMED = 5;

/** `row 3 (Ada)`; `rows 3, 6, 8, 9, 10 and 31 more`. */
export function rowsInWords(input: Input, items: readonly number[]): string {
	const named = items.slice(0, MAX_NAMED).map((item) => rowWithName(input, item));
	const more = items.length - MAX_NAMED;
	return `${items.length === 1 ? 'row' : 'rows'} ${named.join(', ')}${more > 0 ? ` and ${counted(more)} more` : ''}`;
}

const STATUS_LABELS = {
	done: 'done',
	failed: 'failed',
	maybeDone: 'may have been done',
	notStarted: 'not started',
};

/** `Rows 1–4: done. Row 5: failed. Rows 6–10: not started.` It names nobody, because n8n logs errors. */
export function rowsReport(
	statuses: ReadonlyArray<keyof typeof STATUS_LABELS>,
	input: Input,
): string {
	const lines: string[] = [];
	for (let start = 0; start < statuses.length; ) {
		let end = start;
		while (statuses[end + 1] === statuses[start]) end++;
		const [first, last] = [rowOf(input, start), rowOf(input, end)];
		const which = start === end ? `Row ${first}` : `Rows ${first}–${last}`;
		lines.push(`${which}: ${STATUS_LABELS[statuses[start] ?? 'notStarted']}.`);
		start = end + 1;
	}
	// A batch in which every other item fails would fill the screen.
	const shown = lines.slice(0, 20);
	return lines.length > shown.length
		? `${shown.join(' ')} … and ${lines.length - shown.length} more groups.`
		: shown.join(' ');
}
