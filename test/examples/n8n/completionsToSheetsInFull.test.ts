import { get, omit } from 'lodash';
import { launchChromium, openWindow } from '../../n8n/browser/chromium';
import { Editor } from '../../n8n/browser/editor';
import { until, type NodeDraft } from '../../n8n/rest/n8nRest';
import { stopClock, WHOLE_SECOND as startAt } from './extraFields';
import { ANOTHER, EVE, HOSTILE, NOBODY } from './hostile';
import { READINGS } from './readings';
import { rowOf, type Row } from './row';
import { twins } from './twins';
import { useWorkflowStage } from './workflowStage';
import { timeInRow } from './writtenTimes';

const NODE = 'Write it to the sheet';
/** Where the node "Your spreadsheet" keeps its one value. */
const ADDRESS = 'assignments.assignments[0].value';
const MOST = 5000;
const HEADINGS = [
	'Respondent ID',
	'Completed',
	'Survey',
	'Score',
	'Name',
	'Email',
	'Participant wrote',
];

describe('completions-to-sheets-in-full.json', () => {
	const stage = useWorkflowStage('completions-to-sheets-in-full.json', {
		settings: ({ spreadsheet }) => ({
			'Your spreadsheet': { [ADDRESS]: spreadsheet.url },
		}),
		service: { choices: { anonymousIds: 'absent' } },
	});
	const grid = () => stage().destinations.spreadsheet.grid;
	const due: Row[] = [];
	let surveyId = '';
	const complete = (person: (typeof HOSTILE)[string]) => {
		const { service } = stage();
		due.push(rowOf(service, service.world.interview({ surveyId }, person), MOST));
	};

	beforeAll(async () => {
		surveyId = stage().service.world.createSurvey({ name: '=Moving in' }).id;
		await stage().publish();
	});

	it('writes a row for everybody who completes, as the service has them', async () => {
		const on = stage();
		for (const person of Object.values(HOSTILE)) complete(person);
		const { id } = on.service.world.createSurvey({ name: 'Hidden', anonymous: true });
		const equals = twins(on.service, id).map((record) => rowOf(on.service, record, MOST));
		const delivered = await on.deliveries(due.length + equals.length);
		expect(await on.failures()).toEqual([]);
		const nameless = delivered.filter(({ survey_name }) => survey_name === 'Hidden');
		const named = equals.map((row, place) => ({
			...row,
			id: `anonymous ${nameless[place]?.completion_id}`,
		}));
		due.push(...named);
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

	it('tries again by itself when Google is down for a moment', async () => {
		const on = stage();
		const { spreadsheet } = on.destinations;
		const before = await on.executions();
		spreadsheet.isDown = true;
		complete({ name: 'Eli', score: 8 });
		await until('a refusal', async () => (spreadsheet.refused > 0 ? true : undefined));
		spreadsheet.isDown = false;
		expect((await on.executionAfter(before)).status).toBe('success');
		expect(grid().rows.at(-1)?.slice(0, HEADINGS.length)).toEqual(cells(due.at(-1)!));
	});

	it('fails when Google is down for longer, and writes each once on a retry', async () => {
		const on = stage();
		const { spreadsheet } = on.destinations;
		const before = await on.executions();
		const rows = grid().rows.length;
		spreadsheet.isDown = true;
		complete({ name: 'Fay', score: 8 });
		complete({ name: 'Gil', score: 9 });
		const failed = await on.executionAfter(before);
		expect(failed.status).toBe('error');
		expect(grid().rows).toHaveLength(rows);
		spreadsheet.isDown = false;
		expect((await on.retry(failed.id)).status).toBe('success');
		const added = grid().rows.slice(rows);
		expect(added.map((row) => row.slice(0, HEADINGS.length))).toEqual(due.slice(-2).map(cells));
	});

	it.each(READINGS)('reads what a service sends that speaks $name', async ({ dialect, seed }) => {
		await stage().elsewhere({ dialect, seed, startAt }, async (service, run) => {
			stopClock(service);
			const { id } = service.world.createSurvey({ name: 'Read' });
			const record = service.world.interview({ surveyId: id }, EVE);
			await run();
			const [respondent, ...rest] = grid().rows.at(-1) ?? [];
			expect(respondent).toBe(record.id);
			expect(rest.slice(0, 6)).toEqual([
				...['2026-03-02 04:00', 'Read', 4, 'Eve', 'eve@example.com'],
				'One.\n\nTwo.',
			]);
		});
	});

	it('knows its columns still when somebody has set it up in the editor', async () => {
		const { rest, workflow, triggerName, stand, destinations } = stage();
		const id = await stage().importAgain({ 'Your spreadsheet': { [ADDRESS]: '' } });
		const nodeNamed = async (name: string) => {
			const { nodes } = (await rest.workflow(id)) as { nodes: NodeDraft[] };
			return nodes.find((node) => node.name === name);
		};
		const browser = await launchChromium();
		try {
			const editor = new Editor(await (await openWindow(browser)).newPage(), stand.n8n.url);
			await editor.signIn();
			await editor.openWorkflow(id);
			await editor.openNode('Your spreadsheet');
			await editor.assign(destinations.spreadsheet.url);
			await editor.closeNode();
			await editor.openNode(NODE);
			await editor.executePrevious();
			await editor.parameters.getByText('Column to match on').waitFor();
			await editor.closeNode();
			await until('the address to be saved', async () => {
				const node = await nodeNamed('Your spreadsheet');
				return get(node?.parameters, ADDRESS) === destinations.spreadsheet.url || undefined;
			});
		} finally {
			await browser.close();
		}
		const shipped = workflow.nodes.find(({ name }) => name === NODE)?.parameters;
		const kept = (await nodeNamed(NODE))?.parameters;
		// What the editor adds are the headings that it has read, and it leaves out what is n8n's default.
		expect(kept).toMatchObject({
			...omit(shipped, ['resource', 'authentication']),
			columns: omit(shipped?.columns as object, 'schema'),
		});
		grid().rows.splice(1);
		expect((await rest.run(id, triggerName)).status).toBe('success');
		// The headings, and three test events.
		expect(grid().rows).toHaveLength(4);
	});

	it('writes what somebody without a name wrote, where the service shows it', async () => {
		const choices = { anonymousIds: 'present' } as const;
		await stage().elsewhere({ choices, seed: ANOTHER }, async (service, run) => {
			const { id } = service.world.createSurvey({ name: 'Secrets', anonymous: true });
			const record = service.world.interview({ surveyId: id }, NOBODY);
			await run();
			expect(grid().rows.at(-1)?.slice(0, HEADINGS.length)).toEqual(
				cells(rowOf(service, record, MOST)),
			);
		});
	});
});

const cells = ({ id, completed, survey, score, name, email, words }: Row) => [
	id,
	timeInRow(completed),
	// The survey's name is a text of the workspace, but a cell is a cell.
	survey.replace(/^=/, "'="),
	score,
	name,
	email,
	words,
];

const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
