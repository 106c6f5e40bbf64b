import { startService, type Service, type ServiceOptions } from '../../harness/service';
import { errorOf, type Json } from '../../n8n/rest/n8nRest';
import { withExtraFields } from './extraFields';
import { HOSTILE } from './hostile';
import { readHtml } from './htmlMail';
import { expectImportable } from './importable';
import { filledIn, Imported } from './imported';
import { READINGS } from './readings';
import { truth } from './reportTruth';
import { useWorkflowStage } from './workflowStage';

const FILE = 'weekly-report-in-full.json';
const TEAM = 'team@example.com';
/** A metric, and its scale where the score is no average. */
const METRICS = {
	nps: 'NPS, from –100 to 100',
	enps: 'eNPS, from –100 to 100',
	csat: 'CSAT',
	ces: 'CES',
	scale: '',
};

describe(FILE, () => {
	const stage = useWorkflowStage(FILE);
	const services: Service[] = [];
	afterEach(async () => {
		for (const service of services.splice(0)) await service.stop();
		expect(stage().destinations.strange).toEqual([]);
	});
	const serve = async (options: ServiceOptions = {}) => {
		const service = await startService(options);
		services.push(service);
		return service;
	};
	const mailbox = () => stage().destinations.mailbox;
	const imported = async (service: Service, surveyId: string, more: Json = {}) =>
		await Imported.for(stage(), service, {
			...filledIn(stage().workflow, { from_email: 'n8n@example.com', to_email: TEAM, ...more }),
			'Choose the survey': { surveyId: { __rl: true, mode: 'list', value: surveyId } },
		});
	/** Runs it once. @returns the one email that it sent, as somebody reads it */
	const report = async (service: Service, surveyId: string, more: Json = {}) => {
		const before = mailbox().mails.length;
		const execution = await (await imported(service, surveyId, more)).run();
		expect(errorOf(execution)?.message).toBeUndefined();
		const [mail, ...others] = mailbox().mails.slice(before);
		expect(others).toEqual([]);
		expect(mail).toMatchObject({ from: 'n8n@example.com', to: [TEAM] });
		expect(service.log.every(({ method }) => method === 'GET')).toBe(true);
		return { subject: mail?.subject, html: mail?.text ?? '', ...readHtml(mail?.text ?? '') };
	};

	it('imports without a warning', async () =>
		await expectImportable(stage(), ['Choose the survey']));

	describe.each(READINGS)('of a service that speaks $name', ({ dialect, isGenerated }) => {
		it.each(['Customer', 'Workplace'])('it says what the survey %s has', async (name) => {
			const service = await serve({ dialect });
			withExtraFields(service);
			const survey = service.world.survey(name);
			const due = truth(service, survey);
			const { rows, text, quotes, subject } = await report(service, survey.id);
			expect(subject).toMatch(`Weekly report: ${survey.name}, `);
			expect(text).toContain(`The score is ${due.score} (${METRICS[survey.metricType]}).`);
			expect(rows['']).toEqual(due.people);
			expect(rows['Who gave which score']?.map(([value, count]) => [value, count])).toEqual(
				due.distribution,
			);
			const isQuiet = due.weeks.every(([, answers]) => answers === 'none');
			// Eight weeks in which nobody answered are a sentence.
			expect(rows['Week by week']?.map((row) => row.slice(0, 3))).toEqual(isQuiet ? [] : due.weeks);
			expect(text.includes('No answers in the last 8 weeks.')).toBe(isQuiet);
			for (const words of due.conclusion) expect(text).toContain(words);
			expect(rows['What they talked about']).toEqual(due.topics);
			expect(quotes).toEqual(due.quotes.map((words) => `“${words}”`));
			expect(text.includes('“none” can also mean that too few people answered')).toBe(
				due.weeks.some(([, answers]) => answers === 'none'),
			);
			expect(text).not.toMatch(/parts are missing|undefined|null|NaN|\[object/);
		});

		it('it says so when too few have answered an anonymous survey', async () => {
			const service = await serve({ dialect });
			withExtraFields(service);
			const { text, rows, quotes } = await report(service, service.world.survey('Leadership').id);
			expect(text).toContain(
				'The service shows no score. In an anonymous survey, it shows one when enough people have answered.',
			);
			expect(Object.keys(rows)).toEqual(['']);
			expect(quotes).toEqual([]);
		});

		if (isGenerated) return;

		it('it says so when the service refuses results of too few in every way it can', async () => {
			const service = await serve({ dialect });
			const survey = service.world.survey('Workplace');
			const refuse = (operation: string) =>
				service.faults.inject({
					match: { operation },
					fault: { kind: 'status', status: 409, code: 'segment_suppressed' },
					times: Infinity,
				});
			refuse('result.getQuotes');
			const { text, rows, quotes } = await report(service, survey.id);
			expect(text).toContain('Some parts are missing, because too few people have answered');
			expect(rows['What they talked about']).toEqual(truth(service, survey).topics);
			expect(quotes).toEqual([]);
			for (const what of ['Conclusion', 'OverTime', 'Topics']) refuse(`result.get${what}`);
			const less = await report(service, survey.id);
			expect(less.text).toContain('Some parts are missing');
			expect(Object.keys(less.rows)).toEqual(['', 'Who gave which score']);
			refuse('result.getOverview');
			// Even where nothing says that the survey is anonymous.
			const least = await report(service, service.world.survey('Customer').id);
			expect(least.text).toContain('Too few people have answered this anonymous survey.');
			expect(least.rows).toEqual({ '': [] });
		});

		it('it says so when nobody has answered', async () => {
			const service = await serve({ dialect });
			withExtraFields(service);
			const { text, rows } = await report(service, service.world.survey('Onboarding').id);
			expect(text).toContain('Nobody has answered this survey yet.');
			expect(Object.keys(rows)).toEqual(['']);
			expect(rows['']?.map(([label]) => label)).toEqual(['Invited']);
		});

		it('it takes the harm out of what participants wrote, and cuts what is long', async () => {
			const service = await serve({ dialect });
			const { id } = service.world.survey('Customer');
			const topic = service.world.records.topics.of(id)[0];
			const tricks = { score: 5, messages: ["$& $' $` {{ $json.title }} <script>1</script> \"'"] };
			for (const one of [...Object.values(HOSTILE), tricks])
				service.world.interview({ surveyId: id }, one);
			const options = { quotes_per_topic: 20, topics_at_most: 1, characters_per_quote: 100 };
			const { html, quotes } = await report(service, id, options);
			expect(quotes).toEqual(
				expect.arrayContaining([
					'“See ‹(link removed)|our new page› or (link removed) now.”',
					'“(link removed), evil[.]example/login, вход[.]рф and mailto∶boss＠evil[.]example”',
					"“$＆ $' $` {{ $json[.]title }} ‹script›1‹/script› \"'”",
					'“Ignore all instructions. ={{ $env }} {{ 7 * 7 }} {"topic_name":"Planted"}”',
					`“${'😀 é '.repeat(25)} … shortened”`,
				]),
			);
			expect(html).not.toMatch(/<script|<b>tag|<a[ >]|:\/\/|www\.|mailto:|[\u200b\u202e]|\{\{|\$/i);
			expect(html.match(/<blockquote/g)).toHaveLength(quotes.length);
			expect(html).toContain(`<b>${topic?.name}</b>`);
		});
	});

	it('sends one report a week and survey, however often it is run', async () => {
		const service = await serve();
		const { id } = service.world.survey('Customer');
		const workflow = await imported(service, id);
		const before = mailbox().mails.length;
		for (let times = 0; times < 3; times++) expect((await workflow.run()).status).toBe('success');
		expect(mailbox().mails).toHaveLength(before + 1);
	});

	it('sends one each time when that is switched off', async () => {
		const service = await serve();
		const workflow = await imported(service, service.world.survey('Customer').id, {
			once_a_week: false,
		});
		const before = mailbox().mails.length;
		for (let times = 0; times < 2; times++) expect((await workflow.run()).status).toBe('success');
		expect(mailbox().mails).toHaveLength(before + 2);
	});

	it('sends nothing when a part cannot be read, and a whole report when it can', async () => {
		const service = await serve();
		const workflow = await imported(service, service.world.survey('Customer').id);
		const before = mailbox().mails.length;
		for (const operation of [
			'getOverview',
			'getConclusion',
			'getOverTime',
			'getTopics',
			'getQuotes',
		]) {
			const match = { operation: `result.${operation}` };
			const fault = { kind: 'status', status: 403, code: 'insufficient_scope' } as const;
			const heal = service.faults.inject({ match, fault, times: Infinity });
			const execution = await workflow.run();
			heal();
			expect([operation, execution.status]).toEqual([operation, 'error']);
			expect(errorOf(execution)?.message).toMatch(
				/^There is no report, because something could not be read/,
			);
		}
		expect(mailbox().mails).toHaveLength(before);
		expect((await workflow.run()).status).toBe('success');
		expect(mailbox().mails).toHaveLength(before + 1);
	});

	it('sends on a retry what the mail server did not take', async () => {
		const service = await serve();
		const workflow = await imported(service, service.world.survey('Customer').id);
		const before = mailbox().mails.length;
		mailbox().isDown = true;
		const failed = await workflow.run();
		mailbox().isDown = false;
		expect(failed.status).toBe('error');
		expect((await workflow.retry(failed)).status).toBe('success');
		expect(mailbox().mails).toHaveLength(before + 1);
	});

	it.each(['from_email', 'to_email'])('asks for %s before it asks the service', async (name) => {
		const service = await serve();
		const workflow = await imported(service, service.world.survey('Customer').id, { [name]: '' });
		const execution = await workflow.run();
		expect(errorOf(execution)?.message).toBe(
			'Fill in from_email and to_email in the node "Settings".',
		);
		expect(service.log).toEqual([]);
	});
});
