import type { RespondentRecord } from '../../harness/service';
import type { SlackMessage } from '../destinations';
import { OWNER } from '../destinations/hubspotTickets';
import type { Json } from '../../n8n/rest/n8nRest';
import { crashAt } from './crash';
import { rowsOf } from './dataTables';
import { stopClock, WHOLE_SECOND as startAt } from './extraFields';
import { EVE, HOSTILE } from './hostile';
import { READINGS } from './readings';
import { twins } from './twins';
import { useWorkflowStage, WorkflowStage } from './workflowStage';
import { timeInRow } from './writtenTimes';

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
	const slack = useWorkflowStage('completions-to-slack.json', {
		settings: () => ({
			'Post it to Slack': { channelId: { __rl: true, mode: 'id', value: 'C0FEEDBACK' } },
		}),
		service: { choices: { anonymousIds: 'absent' } },
	});
	let sheet: WorkflowStage;
	let table: WorkflowStage;
	let alert: WorkflowStage;
	let ticket: WorkflowStage;
	let thanks: WorkflowStage;
	const all = () => [slack(), sheet, table, alert, ticket, thanks];
	const service = () => slack().service;
	const posted = () => slack().destinations.slack.messages.map(({ text }) => text);
	const grid = () => slack().destinations.spreadsheet.grid;
	const mails = () => slack().destinations.mailbox.mails;
	const alerts = () => mails().filter(({ to }) => to.includes(TEAM));
	const thanked = () => mails().filter(({ to }) => !to.includes(TEAM));
	const inTeams = () => slack().destinations.teams.messages.map(({ body }) => body.content);
	const tickets = () => slack().destinations.zendesk.tickets;
	const inHubspot = () =>
		slack().destinations.hubspot.tickets.all.map(({ values: { subject, content } }) => ({
			subject,
			content,
		}));
	const rows = async () => await rowsOf(slack().rest, 'Completed interviews');
	/** Everybody who completed since the workflows were published. */
	const completed: RespondentRecord[] = [];
	const inNps = ({ surveyId: id }: RespondentRecord) =>
		service()
			.world.surveys()
			.find((survey) => survey.id === id)?.metricType === 'nps';
	const low = () => completed.filter((one) => inNps(one) && one.score !== null && one.score <= 6);
	const high = () => completed.filter((one) => inNps(one) && Number(one.score) >= 9);
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
		alert = await set('detractor-alert.json', {
			'Send the alert': { fromEmail: FROM, toEmail: TEAM },
			'Post it to Teams': {
				disabled: false,
				teamId: { __rl: true, mode: 'id', value: destinations.teams.team.id },
				channelId: { __rl: true, mode: 'id', value: destinations.teams.channels[1]?.id },
			},
		});
		ticket = await set('detractor-to-ticket.json', {
			'Open a ticket in Zendesk': { 'additionalFields.group': destinations.zendesk.groups[0]?.id },
			'Open a ticket in HubSpot': { disabled: false, 'additionalFields.ticketOwnerId': OWNER.id },
		});
		thanks = await set('promoter-thanks.json', { 'Thank them': { fromEmail: FROM } });
		surveyId = service().world.createSurvey({ name: 'Moving in' }).id;
		// Twice: the second time, the table is there.
		for (let times = 0; times < 2; times++) {
			expect((await table.run('Run this once')).status).toBe('success');
		}
		for (const one of all()) await one.publish();
	});

	/** Waits until all is delivered, and compares what was sent with what happened, whatever the order. */
	const expectSaid = async () => {
		const events = await sheet.deliveries(completed.length);
		await table.deliveries(completed.length);
		const ofSlack = await slack().deliveries(completed.length);
		const ofAlert = await alert.deliveries(low().length);
		await ticket.deliveries(low().length);
		await thanks.deliveries(high().length);
		for (const one of all()) expect(await one.failures()).toEqual([]);
		const { world } = service();
		const surveyOf = (record?: RespondentRecord) =>
			world.surveys().find(({ id }) => id === record?.surveyId);
		const nameless = events.filter(({ id }) => id === null);
		const due = completed.map((record) => {
			const survey = surveyOf(record);
			const shown = <T>(value: T) => (survey?.anonymous ? null : value);
			const event = events.find(({ id }) => id === record.id) ?? nameless.pop();
			const time = new Date(record.completedAt ?? 0).toISOString();
			const person = [shown(record.name), shown(record.email)];
			// Where nobody knows who wrote what, a sentence says so.
			const said = shown(wordsOf(record)) ?? event?.conversation_error;
			return [event?.completion_id, time, survey?.name, record.score, ...person, said];
		});
		expect(new Set(due.map(([id]) => id)).size).toBe(completed.length);
		expect(grid().rows[0]).toEqual(HEADINGS);
		const metrics = completed.map((one) => surveyOf(one)?.metricType.toUpperCase() ?? '');
		expect(sorted(grid().rows.slice(1))).toEqual(
			sorted(due.map((row, nth) => inSheet(row, metrics[nth] ?? ''))),
		);
		expect(sorted((await rows()).map(cellsOf))).toEqual(sorted(due));
		expect(sorted(posted())).toEqual(sorted(ofSlack.map(({ message }) => message)));
		expect(sorted(alerts().map(({ subject, text }) => [subject, text]))).toEqual(
			sorted(
				ofAlert.map(({ score, message, email }) => [
					`A detractor gave ${String(score)} of 10`,
					[message, email].filter(Boolean).join('\n\n'),
				]),
			),
		);
		expect(sorted(inTeams())).toEqual(sorted(ofAlert.map(({ message }) => message)));
		const dueTickets = (await ticket.deliveries(low().length)).map(
			({ score, message, email, completion_id }) => ({
				subject: `${String(message).split(' gave ')[0]} gave ${String(score)} of 10`,
				body: [message, email].filter(Boolean).join('\n\n'),
				external_id: completion_id,
			}),
		);
		const inZendesk = tickets().map(({ subject, comment, external_id }) => ({
			subject,
			body: comment?.body,
			external_id,
		}));
		expect(sorted(inZendesk)).toEqual(sorted(dueTickets));
		expect(sorted(inHubspot())).toEqual(
			sorted(dueTickets.map(({ subject, body }) => ({ subject, content: body }))),
		);
		const addressed = high().filter((one) => !surveyOf(one)?.anonymous);
		const addresses = new Set(addressed.flatMap(({ email }) => email?.toLowerCase() ?? []));
		expect(sorted(thanked().map(({ to }) => to.map((one) => one.toLowerCase())))).toEqual(
			sorted([...addresses].map((one) => [one])),
		);
	};

	it('say what happened, of everybody once', async () => {
		const { world } = service();
		const complete = (person: Parameters<typeof world.interview>[1], id = surveyId) =>
			completed.push(world.interview({ surveyId: id }, person));
		for (const person of [...Object.values(HOSTILE), EVE]) complete(person);
		complete({ name: 'Happy', email: 'happy@example.com', score: 9, messages: ['Fine.'] });
		complete({ name: 'Happy again', email: 'Happy@Example.com', score: 10, messages: ['Fine.'] });
		complete({ name: 'Glad', email: null, score: 10 });
		complete({ name: 'So-so', score: 7 });
		complete({ name: null, email: null, score: null, messages: [] });
		// The best score that this metric has is a bad one of another.
		complete(
			{ name: 'Best', score: 5 },
			world.createSurvey({ name: 'Support', metricType: 'csat' }).id,
		);
		const hidden = world.createSurvey({ name: 'Hidden', anonymous: true });
		completed.push(...twins(service(), hidden.id));
		await expectSaid();
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
		for (const { link_names, unfurl_links, unfurl_media, text } of slack().destinations.slack
			.messages as Array<SlackMessage & Json>) {
			expect({ link_names, unfurl_links, unfurl_media }).toEqual({
				link_names: false,
				unfurl_links: false,
				unfurl_media: false,
			});
			expect(text).not.toMatch(FORBIDDEN);
		}
		for (const { from, text, headers } of mails()) {
			expect(from).toBe(FROM);
			expect(headers['content-type']).toMatch(/^text\/plain/);
			expect(text.split('\n')[0]).not.toMatch(FORBIDDEN);
		}
		for (const cell of grid().rows.flat()) expect(typeof cell).not.toBe('object');
	});

	it('send on a retry what was refused, and nothing twice', async () => {
		const recorder = slack().destinations.slack;
		const before = await slack().executions();
		const sent = posted().length;
		recorder.refuses = ({ text }) => text.startsWith('Bo gave ');
		for (const name of ['Al', 'Bo', 'Cy']) {
			completed.push(service().world.interview({ surveyId }, { name, score: 8 }));
		}
		const failed = await slack().executionAfter(before);
		expect(failed.status).toBe('error');
		recorder.isDown = true;
		const again = await slack().retry(failed.id);
		expect(again.status).toBe('error');
		recorder.isDown = false;
		recorder.refuses = () => false;
		expect((await slack().retry(again.id)).status).toBe('success');
		expect(posted().slice(sent)).toEqual(
			['Al', 'Bo', 'Cy'].map((name) => `${name} gave 8 of 10 (NPS) in Moving in.`),
		);
	});

	it('send nothing twice when n8n is killed and started again, and when they are published again', async () => {
		const { n8n } = slack().stand;
		const sent = () =>
			[posted(), alerts(), thanked(), inTeams(), tickets()].map((one) => one.length);
		const before = sent();
		await n8n.stop('SIGKILL');
		for (const score of [3, 9]) {
			const person = { name: 'Dora', email: `dora${score}@example.com`, score };
			completed.push(service().world.interview({ surveyId }, person));
		}
		await n8n.start();
		for (const one of all()) await one.publish();
		await sheet.deliveries(completed.length);
		await table.deliveries(completed.length);
		await slack().deliveries(completed.length);
		await alert.deliveries(low().length);
		await ticket.deliveries(low().length);
		await thanks.deliveries(high().length);
		expect(sent()).toEqual(before.map((count, nth) => count + [2, 1, 1, 1, 1][nth]!));
		expect(grid().rows).toHaveLength(1 + completed.length);
		expect(await rows()).toHaveLength(completed.length);
	});

	it('add nothing when all is delivered again', async () => {
		const sent = async () =>
			structuredClone([
				...[posted(), mails().map(({ text }) => text), grid().rows, await rows()],
				...[inTeams(), tickets(), inHubspot()],
			]);
		const before = await sent();
		await WorkflowStage.deliverAgain(all());
		expect(await sent()).toEqual(before);
	});

	it.each(READINGS)('read what a service sends that speaks $name', async ({ dialect, seed }) => {
		for (const one of all()) {
			await one.elsewhere({ dialect, seed, startAt }, async (other, run) => {
				stopClock(other);
				const { id } = other.world.createSurvey({ name: 'Read' });
				const person = one === thanks ? { ...EVE, email: `${other.url}@x.com`, score: 9 } : EVE;
				other.world.interview({ surveyId: id }, person);
				await run();
			});
		}
		const row = ['2026-03-02T09:00:00.000Z', 'Read', 4, 'Eve', 'eve@example.com', 'One.\n\nTwo.'];
		expect(grid().rows.at(-1)?.slice(1)).toEqual(inSheet(['', ...row], 'NPS').slice(1));
		expect((await rows()).map(cellsOf).map(([, ...cells]) => cells)).toContainEqual(row);
		const said = 'Eve gave 4 of 10 (NPS) in Read: “One. Two.”';
		expect(posted().at(-1)).toBe(said);
		expect(alerts().at(-1)?.text).toBe(`${said}\n\neve@example.com`);
		expect(inTeams().at(-1)).toBe(said);
		expect(tickets().at(-1)).toMatchObject({
			subject: 'Eve gave 4 of 10',
			comment: { body: `${said}\n\neve@example.com` },
		});
		expect(slack().destinations.strange).toEqual([]);
	});

	// The last one: n8n does not keep what an execution that was killed had delivered.
	it('send the rest on a retry when n8n itself ended in the middle, and nobody twice', async () => {
		const sent = posted().length;
		const isBo = ({ text }: SlackMessage) => text.startsWith('Dot gave ');
		const crashed = await crashAt(slack(), slack().destinations.slack, isBo, () => {
			for (const name of ['Dee', 'Dot', 'Dan']) {
				service().world.interview({ surveyId }, { name, score: 8 });
			}
		});
		expect(crashed.status).toBe('crashed');
		expect((await slack().retry(crashed.id)).status).toBe('success');
		// Nobody can tell whether Slack took the one at which n8n ended.
		expect(posted().slice(sent)).toEqual(
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
function inSheet([id, time, survey, score, ...rest]: unknown[], metric: string): unknown[] {
	const cells = [id, timeInRow(String(time)), survey, score, metric, ...rest];
	return cells.map((cell) => cell ?? '');
}

const COLUMNS = ['completion_id', 'completed_at', 'survey_name', 'score', 'name', 'email', 'said'];

const cellsOf = (row: Json) => COLUMNS.map((column) => row[column]);

const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
