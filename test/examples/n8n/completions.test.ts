import type { RespondentRecord } from '../../harness/service';
import type { SlackMessage } from '../destinations';
import { ZENDESK_GROUP } from '../destinations/zendesk';
import type { Json } from '../../n8n/rest/n8nRest';
import { rowsOf } from './dataTables';
import { EVE, HOSTILE } from './hostile';
import { CHANNEL, useWorkflowStage, WorkflowStage } from './workflowStage';

const TEAM = 'team@example.com';
const FROM = 'n8n@example.com';
const HEADINGS = [
	...['Completion ID', 'Completed', 'Survey', 'Score', 'Metric', 'Name', 'Email'],
	'What they said',
];
const FORBIDDEN = /[@<]|:\/\/|www\.|mailto:|[\u200b\u202e]/;
/** As many characters of what somebody said as a cell has. */
const MOST = 5000;

describe('the workflows that begin with a completed interview', () => {
	const slack = useWorkflowStage('completions-to-slack.json', () => ({
		'Post it to Slack': CHANNEL,
	}));
	let sheet: WorkflowStage;
	let table: WorkflowStage;
	let alert: WorkflowStage;
	let ticket: WorkflowStage;
	let thanks: WorkflowStage;
	const all = () => [slack(), sheet, table, alert, ticket, thanks];
	const service = () => slack().service;
	const sent = () => slack().destinations;
	const posted = () => sent().slack.messages.map(({ text }) => text);
	const grid = () => sent().spreadsheet.grid;
	const mails = () => sent().mailbox.mails;
	const alerts = () => mails().filter(({ to }) => to.includes(TEAM));
	const thanked = () => mails().filter(({ to }) => !to.includes(TEAM));
	const inTeams = () => sent().teams.messages.map(({ body }) => body.content);
	const inHubspot = () => sent().hubspot.tickets.map(({ subject, content }) => [subject, content]);
	const inZendesk = () =>
		sent().zendesk.tickets.map((one) => [one.subject, one.comment.body, one.external_id]);
	const rows = async () => await rowsOf(slack().rest, 'Completed interviews');
	/** Everybody who completed since the workflows were published. */
	const completed: RespondentRecord[] = [];
	const surveyOf = ({ surveyId: id }: RespondentRecord) =>
		service()
			.world.surveys()
			.find((survey) => survey.id === id);
	const inNps = () =>
		completed.filter((one) => surveyOf(one)?.metricType === 'nps' && one.score !== null);
	const low = () => inNps().filter(({ score }) => Number(score) <= 6);
	const high = () => inNps().filter(({ score }) => Number(score) >= 9);
	let surveyId = '';
	const complete = (person: object, id = surveyId) =>
		completed.push(service().world.interview({ surveyId: id }, person));

	beforeAll(async () => {
		const { office, destinations } = slack();
		const set = async (file: string, settings = {}) =>
			await WorkflowStage.import(office, file, { settings });
		sheet = await set('completions-to-sheets.json', {
			'Your spreadsheet': { 'assignments.assignments[0].value': destinations.spreadsheet.url },
		});
		table = await set('completions-to-data-table.json');
		alert = await set('detractor-alert.json', {
			'Send the alert': { fromEmail: FROM, toEmail: TEAM },
			'Post it to Teams': {
				disabled: false,
				teamId: { __rl: true, mode: 'id', value: destinations.teams.team },
				channelId: { __rl: true, mode: 'id', value: destinations.teams.channel },
			},
		});
		ticket = await set('detractor-to-ticket.json', {
			'Open a ticket in Zendesk': { 'additionalFields.group': ZENDESK_GROUP },
			'Open a ticket in HubSpot': { disabled: false },
		});
		thanks = await set('promoter-thanks.json', { 'Thank them': { fromEmail: FROM } });
		surveyId = service().world.createSurvey({ name: 'Moving in' }).id;
		// Twice: the second time, the table is there.
		for (let times = 0; times < 2; times++) await table.succeeds('Run this once');
		for (const one of all()) await one.publish();
	});

	it('say what happened, of everybody once', async () => {
		const { world } = service();
		for (const person of [...Object.values(HOSTILE), EVE]) complete(person);
		complete({ name: 'Happy', email: 'happy@example.com', score: 9, messages: ['Fine.'] });
		complete({ name: 'Happy again', email: 'Happy@Example.com', score: 10, messages: ['Fine.'] });
		complete({ name: 'Glad', email: null, score: 10 });
		complete({ name: 'So-so', score: 7 });
		complete({ name: null, email: null, score: null, messages: [] });
		// The best score that this metric has is a bad one of another.
		const csat = world.createSurvey({ name: 'Support', metricType: 'csat' });
		complete({ name: 'Best', score: 5 }, csat.id);
		complete({ score: 5 }, world.createSurvey({ name: 'Hidden', anonymous: true }).id);

		const events = await sheet.deliveries(completed.length);
		await table.deliveries(completed.length);
		const ofSlack = await slack().deliveries(completed.length);
		const ofAlert = await alert.deliveries(low().length);
		const ofTicket = await ticket.deliveries(low().length);
		await thanks.deliveries(high().length);
		for (const one of all()) expect(await one.failures()).toEqual([]);
		const due = completed.map((record) => {
			const survey = surveyOf(record);
			const shown = <T>(value: T) => (survey?.anonymous ? null : value);
			const event = events.find(({ id }) => id === record.id);
			const time = new Date(record.completedAt ?? 0).toISOString();
			const person = [shown(record.name), shown(record.email)];
			return [event?.completion_id, time, survey?.name, record.score, ...person, wordsOf(record)];
		});
		expect(new Set(due.map(([id]) => id)).size).toBe(completed.length);
		expect(grid().rows[0]).toEqual(HEADINGS);
		const metrics = completed.map((one) => surveyOf(one)?.metricType.toUpperCase());
		expect(sorted(grid().rows.slice(1))).toEqual(
			sorted(due.map((row, nth) => inSheet(row, metrics[nth]))),
		);
		expect(sorted((await rows()).map(cellsOf))).toEqual(sorted(due));
		expect(sorted(posted())).toEqual(sorted(ofSlack.map(({ message }) => message)));
		const withAddress = ({ message, email }: Json) => [message, email].filter(Boolean).join('\n\n');
		expect(sorted(alerts().map(({ subject, text }) => [subject, text]))).toEqual(
			sorted(
				ofAlert.map((one) => [`A detractor gave ${String(one.score)} of 10`, withAddress(one)]),
			),
		);
		expect(sorted(inTeams())).toEqual(sorted(ofAlert.map(({ message }) => message)));
		const tickets = ofTicket.map((one) => {
			const subject = `${String(one.message).split(' gave ')[0]} gave ${String(one.score)} of 10`;
			return [subject, withAddress(one), one.completion_id];
		});
		expect(sorted(inZendesk())).toEqual(sorted(tickets));
		expect(sorted(inHubspot())).toEqual(sorted(tickets.map(([subject, body]) => [subject, body])));
		const addressed = high().filter((one) => !surveyOf(one)?.anonymous);
		const addresses = new Set(addressed.flatMap(({ email }) => email?.toLowerCase() ?? []));
		expect(sorted(thanked().map(({ to }) => to.map((one) => one.toLowerCase())))).toEqual(
			sorted([...addresses].map((one) => [one])),
		);
		expect(posted()).toEqual(
			expect.arrayContaining([
				'Eve gave 4 of 10 (NPS) in Moving in: “One. Two.”',
				'Somebody gave 0 of 10 (NPS) in Moving in: “No name, no letters.”',
				'Somebody completed the interview in Moving in.',
				'Best gave 5 (CSAT) in Support.',
			]),
		);
		expect(alerts().map(({ text }) => text)).toContain(
			'Eve gave 4 of 10 (NPS) in Moving in: “One. Two.”\n\neve@example.com',
		);
	});

	it('show nothing that leads elsewhere, calls anybody or is calculated', () => {
		const quiet = { link_names: false, unfurl_links: false, unfurl_media: false };
		for (const message of sent().slack.messages) {
			expect(message).toMatchObject(quiet);
			expect(message.text).not.toMatch(FORBIDDEN);
		}
		for (const { from, text, headers } of mails()) {
			expect(from).toBe(FROM);
			expect(headers['content-type']).toMatch(/^text\/plain/);
			expect(text.split('\n')[0]).not.toMatch(FORBIDDEN);
		}
		for (const cell of grid().rows.flat()) expect(typeof cell).not.toBe('object');
	});

	it('send on a retry what was refused, and nothing twice', async () => {
		const recorder = sent().slack;
		const before = await slack().executions();
		const { length } = posted();
		recorder.refuses = ({ text }) => text.startsWith('Bo gave ');
		for (const name of ['Al', 'Bo', 'Cy']) complete({ name, score: 8 });
		const failed = await slack().executionAfter(before);
		expect(failed.status).toBe('error');
		recorder.isDown = true;
		const again = await slack().retry(failed);
		expect(again.status).toBe('error');
		recorder.isDown = false;
		recorder.refuses = () => false;
		expect((await slack().retry(again)).status).toBe('success');
		expect(posted().slice(length)).toEqual(
			['Al', 'Bo', 'Cy'].map((name) => `${name} gave 8 of 10 (NPS) in Moving in.`),
		);
	});

	it('add nothing when all is delivered again', async () => {
		const everything = async () =>
			structuredClone([
				...[posted(), mails().map(({ text }) => text), grid().rows, await rows()],
				...[inTeams(), inZendesk(), inHubspot()],
			]);
		await sheet.deliveries(completed.length);
		await table.deliveries(completed.length);
		const before = await everything();
		await WorkflowStage.deliverAgain(all());
		expect(await everything()).toEqual(before);
	});

	// The last one: n8n does not keep what an execution that was killed had delivered.
	it('send the rest on a retry when n8n itself ended in the middle, and nobody twice', async () => {
		const { length } = posted();
		const isDot = ({ text }: SlackMessage) => text.startsWith('Dot gave ');
		const crashed = await slack().crashAt(sent().slack, isDot, () => {
			for (const name of ['Dee', 'Dot', 'Dan']) complete({ name, score: 8 });
		});
		expect(crashed.status).toBe('crashed');
		expect((await slack().retry(crashed)).status).toBe('success');
		// Nobody can tell whether Slack took the one at which n8n ended.
		expect(posted().slice(length)).toEqual(
			['Dee', 'Dan'].map((name) => `${name} gave 8 of 10 (NPS) in Moving in.`),
		);
	});
});

/** What somebody said, as long as a cell. */
const wordsOf = ({ messages }: RespondentRecord) =>
	[
		...(messages ?? [])
			.filter(({ speaker }) => speaker === 'participant')
			.map(({ text }) => text)
			.join('\n\n'),
	]
		.slice(0, MOST)
		.join('');

/** A row of the data table as the sheet has it: its time as people write it, the metric beside the score, nothing null. */
function inSheet([id, time, survey, score, ...rest]: unknown[], metric?: string): unknown[] {
	const cells = [id, timeInRow(String(time)), survey, score, metric, ...rest];
	return cells.map((cell) => cell ?? '');
}

/** A time as the workflow writes it, in New York, whose time zone n8n has where nobody chose one: `2026-03-02 04:00`. */
function timeInRow(time: string): string {
	const options = { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' } as const;
	return new Intl.DateTimeFormat('sv-SE', options).format(new Date(time));
}

const COLUMNS = ['completion_id', 'completed_at', 'survey_name', 'score', 'name', 'email', 'said'];

const cellsOf = (row: Json) => COLUMNS.map((column) => row[column]);

const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
