import type { Destinations } from '../destinations';

const HEADINGS = ['id', 'email', 'name', 'department'];

/** Replaces the list of contacts in the spreadsheet. */
export function writeContacts({ spreadsheet }: Destinations, ...rows: unknown[][]): void {
	spreadsheet.grid.rows.splice(0);
	spreadsheet.grid.write('A1', [HEADINGS, ...rows], 'RAW');
}

/** What is chosen in the node that reads it. */
export const listOfContacts = ({ spreadsheet: { url, title } }: Destinations) => ({
	documentId: { __rl: true, mode: 'url', value: url },
	sheetName: { __rl: true, mode: 'name', value: title },
});
