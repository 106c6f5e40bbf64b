import { until, type Execution } from '../../n8n/rest/n8nRest';
import { rename, rowsOf } from './dataTables';
import { stopClock, WHOLE_SECOND as startAt } from './extraFields';
import { ANOTHER, EVE, HOSTILE, NOBODY } from './hostile';
import { READINGS } from './readings';
import { rowOf, type Row } from './row';
import { twins } from './twins';
import { useWorkflowStage } from './workflowStage';
import { timeInRow } from './writtenTimes';

const NODE = 'Write it to the data table';
const TABLE = 'Survey Interview completions';
const MOST = 5000;

describe('completions-to-data-table-in-full.json', () => {
	const stage = useWorkflowStage('completions-to-data-table-in-full.json', {
		service: { choices: { anonymousIds: 'absent' } },
	});
	const rows = async () => await rowsOf(stage().rest, TABLE);
	const due: Row[] = [];
	let surveyId = '';
	const complete = (person: (typeof HOSTILE)[string]) => {
		const { service } = stage();
		due.push(rowOf(service, service.world.interview({ surveyId }, person), MOST));
	};

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
		surveyId = world.createSurvey({ name: 'Moving in' }).id;
		for (const person of Object.values(HOSTILE)) complete(person);
		const { id } = world.createSurvey({ name: 'Hidden', anonymous: true });
		const equals = twins(on.service, id).map((record) => rowOf(on.service, record, MOST));
		const delivered = await on.deliveries(due.length + equals.length);
		expect(await on.failures()).toEqual([]);
		const nameless = delivered.filter(({ survey_name }) => survey_name === 'Hidden');
		const named = equals.map((row, place) => ({
			...row,
			id: `anonymous ${nameless[place]?.completion_id}`,
		}));
		due.push(...named);
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

	it('tries again by itself when the table is gone for a moment', async () => {
		const on = stage();
		const before = await on.executions();
		await rename(on.rest, TABLE, 'Away');
		complete({ name: 'Eli', score: 8 });
		const isRunning = async () => {
			const all = await on.rest.executions(on.workflowId);
			return all.some(({ status }) => status === 'running') || undefined;
		};
		await until('an execution to begin', isRunning);
		await new Promise((resolve) => setTimeout(resolve, 1000));
		await rename(on.rest, 'Away', TABLE);
		const execution = await on.executionAfter(before);
		expect(execution.status).toBe('success');
		expect(milliseconds(execution)).toBeGreaterThan(4000);
		expect(sorted(await rows())).toEqual(sorted(due.map(columns)));
	});

	it('fails when the table is gone for longer, and writes each once on a retry', async () => {
		const on = stage();
		const before = await on.executions();
		await rename(on.rest, TABLE, 'Away');
		complete({ name: 'Fay', score: 8 });
		complete({ name: 'Gil', score: 9 });
		const failed = await on.executionAfter(before);
		expect(failed.status).toBe('error');
		await rename(on.rest, 'Away', TABLE);
		expect((await on.retry(failed.id)).status).toBe('success');
		expect(sorted(await rows())).toEqual(sorted(due.map(columns)));
	});

	it('writes what somebody without a name wrote, where the service shows it', async () => {
		const choices = { anonymousIds: 'present' } as const;
		await stage().elsewhere({ choices, seed: ANOTHER }, async (service, run) => {
			const { id } = service.world.createSurvey({ name: 'Secrets', anonymous: true });
			const record = service.world.interview({ surveyId: id }, NOBODY);
			await run();
			expect(await rows()).toContainEqual(columns(rowOf(service, record, MOST)));
		});
	});

	it.each(READINGS)('reads what a service sends that speaks $name', async ({ dialect, seed }) => {
		await stage().elsewhere({ dialect, seed, startAt }, async (service, run) => {
			stopClock(service);
			const { id } = service.world.createSurvey({ name: 'Read' });
			const record = service.world.interview({ surveyId: id }, EVE);
			await run();
			const row = (await rows()).find(({ respondent_id }) => respondent_id === record.id);
			expect(row).toEqual({
				respondent_id: record.id,
				completed: '2026-03-02 04:00',
				survey: 'Read',
				score: 4,
				name: 'Eve',
				email: 'eve@example.com',
				words: 'One.\n\nTwo.',
			});
		});
	});
});

/** How long the table's node took, with its waits between tries. */
function milliseconds({ data }: Execution): number {
	const { runData } = data.resultData as {
		runData: Record<string, Array<{ executionTime: number }>>;
	};
	return runData[NODE]?.at(-1)?.executionTime ?? 0;
}

const columns = ({ id, completed, ...rest }: Row) => ({
	respondent_id: id,
	completed: timeInRow(completed),
	...rest,
});

const sorted = (rows: object[]) =>
	rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
