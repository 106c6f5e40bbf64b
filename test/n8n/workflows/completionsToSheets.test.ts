import { DIALECT_NAMES } from '../../service';
import { ANOTHER, HOSTILE } from './hostile';
import { rowOf, type Row } from './row';
import { useWorkflowStage } from './workflowStage';

const NODE = 'Write it to the sheet';
const MOST = 5000;
const HEADINGS = [
	'Respondent ID',
	'Completed',
	'Survey',
	'Score',
	'Name',
	'E-mail',
	'Participant wrote',
];

describe('completions-to-sheets.json', () => {
	const stage = useWorkflowStage('completions-to-sheets.json', {
		settings: ({ spreadsheet }) => ({
			[NODE]: { documentId: { __rl: true, mode: 'url', value: spreadsheet.url } },
		}),
	});
	const grid = () => stage().destinations.spreadsheet.grid;
	const due: Row[] = [];
	let surveyId = '';
	const complete = (person: (typeof HOSTILE)[string], survey = surveyId) => {
		const { service } = stage();
		const record = service.world.interview({ surveyId: survey }, person);
		due.push(rowOf(service, record, MOST));
	};

	beforeAll(async () => {
		surveyId = stage().service.world.createSurvey({ name: '=Moving in' }).id;
		await stage().publish();
	});

	it('writes a row for everybody who completes, as the service has them', async () => {
		const on = stage();
		for (const person of Object.values(HOSTILE)) complete(person);
		const { id } = on.service.world.createSurvey({ name: 'Hidden', anonymous: true });
		complete({ name: 'Nobody', email: 'no@example.com', score: 7, messages: ['My secret.'] }, id);
		await on.deliveries(due.length);
		expect(await on.failures()).toEqual([]);
		expect(grid().rows[0]).toEqual(HEADINGS);
		expect(sorted(grid().rows.slice(1))).toEqual(sorted(due.map(cells)));
	});

	it('changes a row and adds none when it is run by hand, nor when all is delivered again after a crash', async () => {
		const on = stage();
		const before = structuredClone(grid().rows);
		expect((await on.run()).status).toBe('success');
		await on.deliverAgain();
		expect(await on.failures()).toEqual([]);
		expect(grid().rows).toEqual(before);
	});

	it('leaves alone what people add, and writes who comes later below', async () => {
		const on = stage();
		grid().write('H1', [['Called back'], ['yes'], ['no']], 'RAW');
		const before = structuredClone(grid().rows);
		const delivered = await on.delivered();
		complete({ name: 'Dora', email: 'dora@example.com', score: 8, messages: ['Late.'] });
		await on.deliveries(delivered.length + 1);
		const [last, ...rest] = [...grid().rows].reverse();
		expect(last?.slice(0, HEADINGS.length)).toEqual(cells(due.at(-1)!));
		expect(rest.reverse()).toEqual(before);
		expect(on.destinations.strange).toEqual([]);
	});

	it.each(DIALECT_NAMES)('reads what a service sends that speaks %s', async (dialect) => {
		await stage().elsewhere({ dialect, seed: ANOTHER }, async (service, run) => {
			const { id } = service.world.createSurvey({ name: `In ${dialect}` });
			const eve = { name: 'Eve', email: 'eve@example.com', score: 4, messages: ['One.', 'Two.'] };
			const record = service.world.interview({ surveyId: id }, eve);
			await run();
			const [, completed = '', ...rest] = grid().rows.at(-1) ?? [];
			expect(Date.parse(String(completed))).toBe(record.completedAt);
			expect(rest.slice(0, 5)).toEqual(cells(rowOf(service, record, MOST)).slice(2));
		});
	});

	it('writes who has no id, once', async () => {
		await stage().elsewhere(
			{ choices: { anonymousIds: 'absent' }, seed: ANOTHER },
			async (service, run) => {
				const { id } = service.world.createSurvey({ anonymous: true });
				const before = grid().rows.length;
				for (const score of [3, 4]) {
					service.world.interview({ surveyId: id }, { score, messages: ['Whoever.'] });
					await run();
					await run();
				}
				expect(grid().rows).toHaveLength(before + 2);
			},
		);
	});
});

const cells = ({ id, completed, survey, score, name, email, words }: Row) => [
	id,
	completed,
	// The survey's name is a text of the workspace, but a cell is a cell.
	survey.replace(/^=/, "'="),
	score,
	name,
	email,
	words,
];

const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
