import { DIALECT_NAMES } from '../../service';
import { rowsOf } from './dataTables';
import { ANOTHER, HOSTILE } from './hostile';
import { rowOf, type Row } from './row';
import { useWorkflowStage } from './workflowStage';

const TABLE = 'Survey Interview completions';
const MOST = 5000;

describe('completions-to-data-table.json', () => {
	const stage = useWorkflowStage('completions-to-data-table.json');
	const rows = async () => await rowsOf(stage().rest, TABLE);
	const due: Row[] = [];

	it('makes the table, and leaves it as it is when it is told so again', async () => {
		const on = stage();
		expect((await on.run('Run this once')).status).toBe('success');
		expect((await on.run('Run this once')).status).toBe('success');
		expect(await rows()).toEqual([]);
		await on.publish();
	});

	it('writes a row for everybody who completes, as the service has them', async () => {
		const on = stage();
		const { world } = on.service;
		const complete = (person: (typeof HOSTILE)[string], surveyId: string) =>
			due.push(rowOf(on.service, world.interview({ surveyId }, person), MOST));
		const { id: surveyId } = world.createSurvey({ name: 'Moving in' });
		for (const person of Object.values(HOSTILE)) complete(person, surveyId);
		const { id } = world.createSurvey({ name: 'Hidden', anonymous: true });
		complete({ name: 'Nobody', email: 'no@example.com', score: 7, messages: ['My secret.'] }, id);
		await on.deliveries(due.length);
		expect(await on.failures()).toEqual([]);
		expect(sorted(await rows())).toEqual(sorted(due.map(columns)));
	});

	it('adds nothing when it is run by hand, nor when all is delivered again after a crash', async () => {
		const on = stage();
		expect((await on.run()).status).toBe('success');
		await on.deliverAgain();
		expect(await on.failures()).toEqual([]);
		expect(sorted(await rows())).toEqual(sorted(due.map(columns)));
		expect(on.destinations.strange).toEqual([]);
	});

	it.each(DIALECT_NAMES)('reads what a service sends that speaks %s', async (dialect) => {
		await stage().elsewhere({ dialect, seed: ANOTHER }, async (service, run) => {
			const { id } = service.world.createSurvey({ name: `In ${dialect}` });
			const eve = { name: 'Eve', email: 'eve@example.com', score: 4, messages: ['One.', 'Two.'] };
			const record = service.world.interview({ surveyId: id }, eve);
			await run();
			const row = (await rows()).find(({ respondent_id }) => respondent_id === record.id);
			const { completed, ...rest } = columns(rowOf(service, record, MOST));
			expect(row).toMatchObject(rest);
			expect(Date.parse(String(row?.completed))).toBe(Date.parse(completed));
		});
	});
});

const columns = ({ id, ...rest }: Row) => ({ respondent_id: id, ...rest });

const sorted = (rows: object[]) =>
	rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
