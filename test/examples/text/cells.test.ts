import type { IDataObject } from 'n8n-workflow';

import { play } from './player';
import { HARMLESS } from './strangers';

const ROWS = [
	{
		file: 'completions-to-sheets-in-full.json',
		node: 'Make the row',
		name: 'Name',
		words: 'Participant wrote',
	},
	{
		file: 'completions-to-data-table-in-full.json',
		node: 'Make the row',
		name: 'name',
		words: 'words',
	},
	{ file: 'detractor-alert-in-full.json', node: 'Make the task', name: 'name', words: 'words' },
];

/** The small workflows, and where each text of somebody else is among what their node gives. */
const SMALL = [
	{
		file: 'completions-to-sheets.json',
		node: 'Make the row',
		cellsOf: (row: IDataObject) => [row.Survey, row.Name, row.Email],
	},
	{
		file: 'completions-to-data-table.json',
		node: 'Write it to the data table',
		cellsOf: ({ columns }: IDataObject) => {
			const { survey_name, name, email } = (columns as { value: IDataObject }).value;
			return [survey_name, name, email];
		},
	},
];

const FORMULAS = [
	...['=IMPORTXML("//evil.test";"//a")', '=IMAGE("//evil.test/x")', '+1+1', '-1+1', '@SUM(A1)'],
	...['＝1+1', '＋1', '－1', '＠A1', '|x', '%x', ' =1+1', '\t=1+1', '\n=1+1', '\u200b=1+1'],
	...['\u200d=1+1', ' \u200c\u200d @A1', '\u0000=1+1', '\ud83d=1+1'],
];

describe.each(ROWS)('a row that $file writes', ({ file, node, name, words }) => {
	const row = async (text: string) => {
		const completion = { id: 'r1', name: text, participant_text: text };
		const given = {
			'When an interview is completed': [completion],
			...(node === 'Make the task' && { 'Read the conversation': [{ participant_text: text }] }),
		};
		const [cells] = await play({ file, given, played: [node] });
		return [String(cells?.[name]), String(cells?.[words])];
	};

	it.each(FORMULAS)('has no formula of %j', async (text) => {
		for (const cell of await row(text)) expect(cell).toMatch(/^'[\s\u200c\u200d]*[^'\s]/);
	});

	it.each(HARMLESS)('has the words as they were written: %j', async (text) => {
		expect(await row(text)).toEqual([text, text]);
	});
});

describe.each(SMALL)('a row that $file writes', ({ file, node, cellsOf }) => {
	const cells = async (text: string | null) => {
		const completion = { completion_id: 'c1', survey_name: text, name: text, email: text };
		const given = { 'When an interview is completed': [completion] };
		const [row] = await play({ file, given, played: [node] });
		return cellsOf(row ?? {});
	};

	it.each(FORMULAS)('has no formula of %j', async (text) => {
		const written = await cells(text);
		expect(written).toHaveLength(3);
		for (const cell of written) expect(cell).toBe(`'${text}`);
	});

	it.each(HARMLESS)('has the words as they were written: %j', async (text) => {
		expect(await cells(text)).toEqual([text, text, text]);
	});

	it('has an empty cell where nothing is known', async () => {
		for (const cell of await cells(null)) expect([null, '']).toContain(cell);
	});
});
