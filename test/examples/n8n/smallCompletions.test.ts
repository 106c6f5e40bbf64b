import type { RespondentRecord } from '../../harness/service';
import type { Json } from '../../n8n/rest/n8nRest';
import { rowsOf } from './dataTables';
import { stopClock, WHOLE_SECOND as startAt } from './extraFields';
import { EVE, HOSTILE } from './hostile';
import { READINGS } from './readings';
import { twins } from './twins';
import { useWorkflowStage, WorkflowStage } from './workflowStage';
import { timeInRow } from './writtenTimes';

const TEAM = 'team@example.com';
const FROM = 'n8n@example.com';
const HEADINGS = ['Completion ID', 'Completed', 'Survey', 'Score', 'Metric', 'Name', 'Email'];
const FORBIDDEN = /[@<]|:\/\/|www\.|mailto:|[\u200b\u202e]/;

describe('the small workflows that begin with a completed interview', () => {
	const slack = useWorkflowStage('completions-to-slack.json', {
		settings: () => ({
			'Post it to Slack': { channelId: { __rl: true, mode: 'id', value: 'C0FEEDBACK' } },
		}),
		service: { choices: { anonymousIds: 'absent' } },
	});
	let sheet: WorkflowStage;
	let table: WorkflowStage;
	let email: WorkflowStage;
	const all = () => [slack(), sheet, table, email];
	const service = () => slack().service;
	const posted = () => slack().destinations.slack.messages.map(({ text }) => text);
	const grid = () => slack().destinations.spreadsheet.grid;
	const mails = () => slack().destinations.mailbox.mails;
	const rows = async () => await rowsOf(slack().rest, 'Completed interviews');
	/** Everybody who completed since the workflows were published, and the detractors among them. */
	const completed: RespondentRecord[] = [];
	const low: RespondentRecord[] = [];
	let surveyId = '';

	beforeAll(async () => {
		const { stand, destinations } = slack();
		const set = async (file: string, settings = {}) =>
			await WorkflowStage.set(stand, destinations, file, settings);
		sheet = await set('completions-to-sheets.json', {
			'Your spreadsheet': {
				'assignments.assignments[0].value': destinations.spreadsheet.url,
			},
		});
		table = await set('completions-to-data-table.json');
		email = await set('detractors-to-email.json', {
			'Send the email': { fromEmail: FROM, toEmail: TEAM },
		});
		surveyId = service().world.createSurvey({ name: 'Moving in' }).id;
		// Twice: the second time, the table is there.
		for (let times = 0; times < 2; times++) {
			expect((await table.run('Run this once')).status).toBe('success');
		}
		for (const one of all()) await one.publish();
	});

	/** Compares what was sent with what happened, whatever the order. */
	const expectSaid = async () => {
		const events = await sheet.deliveries(completed.length);
		for (const one of all()) expect(await one.failures()).toEqual([]);
		const named = (record: RespondentRecord) => nameOf(service().world, record);
		const rowOf = (record: RespondentRecord, at: number) => {
			const known = events.find(({ id }) => id === record.id);
			const nameless = events.filter(({ id }) => id === null);
			const { completion_id } = known ?? nameless[at - completed.length + nameless.length] ?? {};
			const time = new Date(record.completedAt ?? 0).toISOString();
			return [completion_id, time, ...named(record)];
		};
		const metricOf = (record?: RespondentRecord) =>
			service()
				.world.surveys()
				.find(({ id }) => id === record?.surveyId)
				?.metricType.toUpperCase() ?? '';
		const due = completed.map(rowOf);
		expect(new Set(due.map(([id]) => id)).size).toBe(completed.length);
		expect(grid().rows[0]).toEqual(HEADINGS);
		expect(sorted(grid().rows.slice(1))).toEqual(
			sorted(due.map((row, nth) => inSheet(row, metricOf(completed[nth])))),
		);
		expect(sorted((await rows()).map(cellsOf))).toEqual(sorted(due));
		expect(sorted(posted())).toEqual(sorted(events.map(({ message }) => message)));
		const subjects = low.map(({ score }) => `A detractor gave ${score} of 10`);
		expect(sorted(mails().map(({ subject }) => subject))).toEqual(sorted(subjects));
	};

	it('say what happened, of everybody once', async () => {
		const { world } = service();
		low.push(
			...Object.values(HOSTILE).map((person) => world.interview({ surveyId }, person)),
			world.interview({ surveyId }, EVE),
		);
		const happy = world.interview({ surveyId }, { name: 'Happy', score: 9, messages: ['Fine.'] });
		const passive = world.interview({ surveyId }, { name: 'So-so', score: 7 });
		// The best score that this metric has is a bad one of another.
		const { id: csat } = world.createSurvey({ name: 'Support', metricType: 'csat' });
		const best = world.interview({ surveyId: csat }, { name: 'Best', score: 5 });
		const hidden = world.createSurvey({ name: 'Hidden', anonymous: true });
		const equals = twins(service(), hidden.id);
		completed.push(...low, happy, passive, best, ...equals);
		low.push(...equals);
		for (const one of [slack(), table]) await one.deliveries(completed.length);
		await email.deliveries(low.length);
		await expectSaid();
		expect(posted()).toEqual(
			expect.arrayContaining([
				'Eve gave 4 of 10 (NPS) in Moving in.',
				'Somebody gave 0 of 10 (NPS) in Moving in.',
				'Best gave 5 (CSAT) in Support.',
			]),
		);
		expect(mails().map(({ text }) => text)).toContain(
			'Eve gave 4 of 10 (NPS) in Moving in: “One. Two.”',
		);
	});

	it('show nothing that leads elsewhere, calls anybody or is calculated', () => {
		for (const text of posted()) expect(text).not.toMatch(FORBIDDEN);
		for (const { from, to, text, headers } of mails()) {
			expect({ from, to }).toEqual({ from: FROM, to: [TEAM] });
			expect(headers['content-type']).toMatch(/^text\/plain/);
			expect(text).not.toMatch(FORBIDDEN);
		}
		for (const cell of grid().rows.flat()) expect(typeof cell).not.toBe('object');
	});

	it('send on a retry what Slack refused, and nothing twice', async () => {
		const { world } = service();
		const recorder = slack().destinations.slack;
		const before = await slack().executions();
		const sent = posted().length;
		recorder.refuses = ({ text }) => text.startsWith('Bo gave ');
		for (const name of ['Al', 'Bo', 'Cy']) {
			completed.push(world.interview({ surveyId }, { name, score: 8 }));
		}
		const failed = await slack().executionAfter(before);
		expect(failed.status).toBe('error');
		recorder.refuses = () => false;
		expect((await slack().retry(failed.id)).status).toBe('success');
		expect(posted().slice(sent)).toEqual(
			['Al', 'Bo', 'Cy'].map((name) => `${name} gave 8 of 10 (NPS) in Moving in.`),
		);
	});

	it('send nothing twice when n8n is killed and started again, and when they are published again', async () => {
		const { n8n } = slack().stand;
		const counts = [posted().length, mails().length];
		await n8n.stop('SIGKILL');
		const late = service().world.interview({ surveyId }, { name: 'Dora', score: 3 });
		await n8n.start();
		completed.push(late);
		low.push(late);
		for (const one of all()) await one.publish();
		await sheet.deliveries(completed.length);
		await table.deliveries(completed.length);
		await slack().deliveries(completed.length);
		await email.deliveries(low.length);
		const dora = 'Dora gave 3 of 10 (NPS) in Moving in.';
		expect(posted().slice(counts[0])).toEqual([dora]);
		expect(
			mails()
				.slice(counts[1])
				.map(({ text }) => text),
		).toEqual([dora]);
		expect(grid().rows).toHaveLength(1 + completed.length);
		expect(await rows()).toHaveLength(completed.length);
	});

	it('add no row when all is delivered again after a crash', async () => {
		const before = [structuredClone(grid().rows), await rows()];
		await WorkflowStage.deliverAgain([sheet, table]);
		expect([grid().rows, await rows()]).toEqual(before);
	});

	it.each(READINGS)('read what a service sends that speaks $name', async ({ dialect, seed }) => {
		for (const one of all()) {
			await one.elsewhere({ dialect, seed, startAt }, async (other, run) => {
				stopClock(other);
				const { id } = other.world.createSurvey({ name: 'Read' });
				other.world.interview({ surveyId: id }, EVE);
				await run();
			});
		}
		const row = ['2026-03-02T09:00:00.000Z', 'Read', 4, 'Eve', 'eve@example.com'];
		expect(grid().rows.at(-1)?.slice(1)).toEqual(inSheet(['', ...row], 'NPS').slice(1));
		expect((await rows()).map(cellsOf).map(([, ...cells]) => cells)).toContainEqual(row);
		expect(posted().at(-1)).toBe('Eve gave 4 of 10 (NPS) in Read.');
		expect(mails().at(-1)?.text).toBe('Eve gave 4 of 10 (NPS) in Read: “One. Two.”');
		expect(slack().destinations.strange).toEqual([]);
	});
});

/** What a table says of somebody, from the survey on; null where the service does not say it. */
function nameOf(
	world: WorkflowStage['service']['world'],
	{ surveyId, score, name, email }: RespondentRecord,
) {
	const survey = world.surveys().find(({ id }) => id === surveyId);
	const shown = (value: string | null) => (survey?.anonymous ? null : asText(value));
	return [asText(survey?.name ?? null), score, shown(name), shown(email)];
}

/** What begins like a formula, as a cell has it. */
const asText = (value: string | null) => value?.replace(/^(?=[=+\-@])/, "'") ?? null;

/** A row of the data table as the sheet has it: its time as people write it, the metric beside the score, nothing null. */
function inSheet([id, time, survey, score, ...person]: unknown[], metric: string): unknown[] {
	const cells = [id, timeInRow(String(time)), survey, score, metric, ...person];
	return cells.map((cell) => cell ?? '');
}

const COLUMNS = ['completion_id', 'completed_at', 'survey_name', 'score', 'name', 'email'];

const cellsOf = (row: Json) => COLUMNS.map((column) => row[column]);

const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
