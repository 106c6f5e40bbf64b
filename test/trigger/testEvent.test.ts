import { EVERYWHERE } from '../everywhere';
import { TRIGGER_NAME } from '../harness/support/names';
import { nameIn, type Json } from '../harness/stage/records';
import { WORKFLOW } from '../harness/stage/trigger';
import { stages, type Stage } from './triggerStage';

const setStage = stages();

async function allFetched(stage: Stage): Promise<Json[]> {
	const { items, error, changedStaticData } = await stage.n8n.fetchTestEvent(
		WORKFLOW,
		TRIGGER_NAME,
	);
	if (error) throw error;
	expect(changedStaticData).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
	return items.map(({ json }) => json as Json);
}

/** The latest, which is the last. */
async function fetched(stage: Stage): Promise<Json> {
	const latest = (await allFetched(stage)).at(-1);
	if (!latest) throw new Error('Nothing was fetched');
	return latest;
}

/** What a person reads when there is no test event. */
async function refused(stage: Stage): Promise<string> {
	const { items, error } = await stage.n8n.fetchTestEvent(WORKFLOW, TRIGGER_NAME);
	expect(items).toEqual([]);
	return error?.message ?? 'no error';
}

const ONE_SENTENCE = /^[A-Z][^\n]{20,200}[.!]?$/;

describe.each(EVERYWHERE)('Fetch Test Event, $engine engine, dialect $dialect', (on) => {
	it('is the latest completion of all surveys, the same as the real event', async () => {
		const stage = await setStage(on);
		const [a, b] = [stage.survey('A'), stage.survey('B')];
		stage.interview(a, 'Old');
		await stage.publish({ options: { includeSurvey: true } });
		stage.interview(b, 'Ada');
		stage.interview(a, 'Bob');
		stage.service.world.startInterview({ surveyId: b }, { name: 'Not yet' });
		const test = await fetched(stage);
		expect(nameIn(test)).toBe('Bob');
		const events = await stage.events();
		expect(events.map(nameIn)).toEqual(['Ada', 'Bob']);
		expect(test).toEqual(events[1]);
	});

	it('says whom the active workflow knows already', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		const old = stage.interview(survey, 'Old');
		await stage.publish();
		const came = stage.interview(survey, 'Came');
		expect(await stage.names()).toEqual(['Came']);
		stage.interview(survey, 'New');
		const [{ not_delivered: told } = {}] = await allFetched(stage);
		expect(told).toEqual(
			[came, old].map((id) => expect.stringMatching(`^Respondent ${id} .* does not come again`)),
		);
		expect(await stage.names()).toEqual(['New']);
	});

	it('says why others would start nothing, and names nobody', async () => {
		const stage = await setStage(on);
		const [a, b] = [stage.survey('A'), stage.survey('B')];
		await stage.publish({ filters: { scoreTo: 6 } });
		const { world, faults } = stage.service;
		stage.interview(a, 'Low', { score: 2 });
		const high = stage.interview(a, 'High', { score: 9 });
		stage.service.clock.advance(1000);
		const open = world.startInterview({ surveyId: a }, { name: 'Not yet' });
		const path = new RegExp(`/surveys/${b}/respondents$`);
		faults.inject({ match: { path }, fault: { kind: 'status', status: 403 }, times: Infinity });
		const [event = {}] = await allFetched(stage);
		expect(nameIn(event)).toBe('Low');
		expect(event.not_delivered).toEqual([
			expect.stringMatching(/^Survey “B” \(.*\) cannot be read: /),
			expect.stringMatching(
				/^Respondent \S+ .*has not completed the interview \(the status reads “[\w ]+”\)\.$/,
			),
			expect.stringMatching(`^Respondent ${high} .*does not pass Score To\\.$`),
		]);
		expect(event.not_delivered).toContainEqual(expect.stringContaining(open.id));
	});

	it('shows up to three: with a score, without, and another', async () => {
		const stage = await setStage(on);
		const [a, b] = [stage.survey('A'), stage.survey('B')];
		const names = async () => (await allFetched(stage)).map(nameIn);
		await stage.publish();
		stage.interview(a, 'One', { score: 2 });
		expect(await names()).toEqual(['One']);
		stage.interview(b, 'None', { score: null });
		expect(await names()).toEqual(['One', 'None']);
		for (const name of ['Two', 'Three', 'Four']) stage.interview(a, name, { score: 5 });
		expect(await names()).toEqual(['None', 'Three', 'Four']);
		stage.interview(b, 'No other', { score: null });
		expect(await names()).toEqual(['Three', 'Four', 'No other']);
		const events = await stage.events();
		expect(events).toHaveLength(6);
		const all = await allFetched(stage);
		expect(all[0]).toHaveProperty('not_delivered');
		delete all[0]?.not_delivered;
		expect(events).toEqual(expect.arrayContaining(all));
	});

	it('shows those that NPS Group lets through, and says why none can', async () => {
		const stage = await setStage(on);
		const [nps, csat] = [stage.survey('A'), stage.survey('B', { metricType: 'csat' })];
		for (const score of [3, 9]) stage.interview(nps, `Score ${score}`, { score });
		stage.interview(csat, 'Elsewhere', { score: 1 });
		const filters = { npsGroups: ['detractor'] };
		await stage.publish({ filters });
		expect((await allFetched(stage)).map(nameIn)).toEqual(['Score 3']);
		await stage.n8n.save({ id: WORKFLOW, nodes: [stage.node({ filters, surveyIds: [csat] })] });
		expect(await refused(stage)).toMatch(
			/^The chosen surveys cannot start the workflow\. NPS Group is/,
		);
	});

	it('touches no state: what is new still comes, and what is old still does not', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		stage.interview(survey, 'Old');
		await stage.publish();
		stage.interview(survey, 'First');
		expect(await stage.names()).toEqual(['First']);
		stage.interview(survey, 'New');
		const before = stage.saved();
		for (let time = 0; time < 3; time++) expect(nameIn(await fetched(stage))).toBe('New');
		expect(stage.saved()).toEqual(before);
		expect([await stage.names(), await stage.names()]).toEqual([['New'], []]);
		expect(nameIn(await fetched(stage))).toBe('New');
	});

	it('works before the workflow was ever active, and the baseline is taken all the same', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		stage.interview(survey, 'Ada');
		await stage.n8n.save({ id: WORKFLOW, nodes: [stage.node()] });
		expect(nameIn(await fetched(stage))).toBe('Ada');
		expect(stage.saved()).toEqual({ ofWorkflow: {}, ofNode: null });
		await stage.activate();
		stage.interview(survey, 'Bob');
		expect(await stage.names()).toEqual(['Bob']);
	});

	it('has the conversation when asked, or says why not', async () => {
		const stage = await setStage({ ...on, choices: { anonymousIds: 'absent' } });
		const survey = stage.survey('A');
		await stage.publish({ options: { includeConversation: true } });
		stage.interview(survey, 'Ada');
		const test = await fetched(stage);
		expect(JSON.stringify(test.conversation)).toContain('I am Ada.');
		expect(test).toEqual((await stage.events())[0]);

		stage.service.faults.inject({
			match: { operation: 'respondent.getConversation' },
			fault: { kind: 'status', status: 404 },
		});
		expect(await fetched(stage)).toMatchObject({
			conversation: null,
			conversation_error: expect.stringMatching(ONE_SENTENCE) as unknown,
		});
		stage.interview(stage.survey('Secret', { anonymous: true }), 'Bob');
		expect(await fetched(stage)).toMatchObject({
			conversation: null,
			conversation_error: expect.stringMatching(/^The survey is anonymous/) as unknown,
		});
	});

	it('knows the metric from the survey itself, also when it says who starts nothing', async () => {
		const stage = await setStage(on);
		const [nps, csat] = [stage.survey('A'), stage.survey('B', { metricType: 'csat' })];
		const rewrite = (body: string) =>
			body.replace(/"[^"]*metric[^"]*":\s*("\w+"|\{[^}]*\}),?/gi, '');
		stage.service.faults.inject({
			match: { operation: 'survey.getAll' },
			fault: { kind: 'rewritten body', rewrite },
			times: Infinity,
		});
		await stage.publish({ filters: { metricTypes: ['nps'] } });
		stage.interview(nps, 'Low', { score: 2 });
		const elsewhere = stage.interview(csat, 'Elsewhere', { score: 2 });
		const [event = {}] = await allFetched(stage);
		expect(nameIn(event)).toBe('Low');
		expect(event.not_delivered).toEqual([
			expect.stringMatching(`^Respondent ${elsewhere} .*does not pass Metric Types\\.$`),
		]);
	});

	it('names a survey whose answer it does not understand', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		stage.interview(survey, 'Ada');
		await stage.n8n.save({ id: WORKFLOW, nodes: [stage.node()] });
		stage.service.faults.inject({
			match: { operation: 'respondent.getAll' },
			fault: { kind: 'rewritten body', rewrite: () => '[null]' },
		});
		expect(await refused(stage)).toMatch(/^The service answered without the records/);
		stage.interview(stage.survey('B'), 'Bob');
		stage.service.faults.inject({
			match: { path: new RegExp(`${survey}/respondents$`) },
			fault: { kind: 'rewritten body', rewrite: () => '[null]' },
		});
		const [event = {}] = await allFetched(stage);
		expect(nameIn(event)).toBe('Bob');
		expect(event.not_delivered).toEqual([
			expect.stringMatching(/^Survey “A” \(.*\) cannot be read: .* without the records/),
		]);
	});

	it('is a sentence when there is nothing yet, or nothing passes the filters', async () => {
		const stage = await setStage(on);
		await stage.publish();
		expect(await refused(stage)).toMatch(/^The token cannot access any survey/);
		const survey = stage.survey('A');
		expect(await refused(stage)).toMatch(/^There is no completed interview for this trigger yet/);
		stage.service.world.startInterview({ surveyId: survey });
		expect(await refused(stage)).toMatch(ONE_SENTENCE);
		const ada = stage.interview(survey, 'Ada', { score: 9 });
		await stage.publish({ filters: { scoreTo: 6 } });
		expect(await refused(stage)).toMatch(/^None of the completed interviews would start/);
		// Why the one person would start nothing, and that this depends on the filters.
		const { error } = await stage.n8n.fetchTestEvent(WORKFLOW, TRIGGER_NAME);
		expect(error).toMatchObject({
			description: expect.stringMatching(new RegExp(`filters.+${ada}`)) as string,
		});
	});

	it('Results Changed: the overview as it is, with the keys of a real event', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		stage.interview(survey, 'Ada');
		await stage.publish({ event: 'resultsChanged', options: { includeSurvey: true } });
		const before = stage.saved();
		const test = await fetched(stage);
		stage.interview(survey, 'Bob');
		const [real] = await stage.events();
		expect(Object.keys(test).sort()).toEqual(Object.keys(real!).sort());
		expect(test).toMatchObject({ survey_id: survey, survey_name: 'A', survey: { id: survey } });
		const { field, from, to } = (test.changes as Json[])[0]!;
		expect([typeof field, from, typeof to]).toEqual(['string', null, 'number']);
		expect(Object.keys(test.overview as Json)).toEqual(Object.keys(real!.overview as Json));
		expect(before).not.toEqual({});
	});

	it('Mailing Status Changed: the latest mailing, with the keys of a real event', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		await stage.publish({ event: 'mailingStatusChanged' });
		expect(await refused(stage)).toMatch(/^There is no mailing yet/);
		const [first, second] = ['One', 'Two'].map((subjectOverride) => {
			stage.aMomentLater();
			return stage.service.world.mailings.create(survey, { subjectOverride }).id;
		});
		const before = stage.saved();
		const test = await fetched(stage);
		expect(stage.saved()).toEqual(before);
		expect(test).toMatchObject({ id: second, survey_id: survey, is_new: true });
		const events = await stage.events();
		expect(events.map(({ id }) => id)).toEqual([first, second]);
		expect(test).toEqual(events[1]);
	});

	it('Email Failed: says that no email has failed yet', async () => {
		const stage = await setStage(on);
		stage.survey('A');
		await stage.publish({ event: 'emailFailed' });
		expect(await refused(stage)).toMatch(/^No email of a mailing has bounced/);
	});

	it('one survey that cannot be read does not stand in the way; all of them do', async () => {
		const stage = await setStage(on);
		const [a] = [stage.survey('A'), stage.survey('B')];
		stage.interview(a, 'Ada');
		await stage.publish();
		const rule = { match: { operation: 'respondent.getAll' }, times: 1 } as const;
		stage.service.faults.inject({ ...rule, fault: { kind: 'status', status: 403 } });
		expect(nameIn(await fetched(stage))).toBe('Ada');
		stage.service.faults.inject({ ...rule, times: 9, fault: { kind: 'status', status: 403 } });
		expect(await refused(stage)).toMatch(ONE_SENTENCE);
		stage.service.revokeToken(stage.service.token);
		expect(await refused(stage)).toMatch(/token/i);
	});
});
