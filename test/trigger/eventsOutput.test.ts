/** Simplified of each event: the same in every reading, with unknown fields of misleading names beside. */
import { COMPLETION } from '../../nodes/SurveyInterview/trigger/events/interviewCompleted';
import { simplifiedFields } from '../../nodes/SurveyInterview/service/outputFields';
import { DIALECTS } from '../everywhere';
import { contradictions, schemaOf } from '../output/schema';
import { type FaultRule } from '../harness/service';
import type { Json } from '../harness/stage/records';
import { HOUR } from '../harness/stage/time';
import { Wording } from '../harness/support/wording';
import { stages, type Parameters, type Stage } from './triggerStage';

const setStage = stages();
const wording = new Wording();
const SIMPLIFIED = { output: 'simplified' } as const;
const EXTRA_FIELDS: FaultRule = { fault: { kind: 'extra fields', seed: 7 }, times: Infinity };
const NO_METRIC: FaultRule = {
	match: { operation: 'survey.getAll' },
	fault: { kind: 'rewritten body', rewrite: withoutMetric },
	times: Infinity,
};

/** One of the readings writes whole seconds, so what is expected is any time in that second. */
const at = (time: number | null | undefined) =>
	expect.stringMatching(
		new RegExp(`^${new Date(time ?? 0).toISOString().slice(0, 19)}\\.\\d{3}Z$`),
	);

describe.each(DIALECTS)('dialect %s', (dialect) => {
	async function publishedStage(parameters: Parameters = {}, faults: FaultRule[] = [EXTRA_FIELDS]) {
		const stage = await setStage({ engine: 'default', dialect });
		const survey = stage.survey('Customers');
		for (const fault of faults) stage.service.faults.inject(fault);
		await stage.publish({ ...SIMPLIFIED, ...parameters });
		return { stage, survey };
	}

	const ada = (stage: Stage, survey: string, answers: Json = {}) =>
		stage.interview(survey, 'Ada', {
			email: 'ada@example.com',
			externalId: 'crm-1',
			properties: { department: 'Sales' },
			score: 2,
			...answers,
		});

	function holds(event: Json | undefined, name: string): void {
		expect(contradictions(event, schemaOf(`event/${name}`))).toEqual([]);
	}

	it('Interview Completed tells who gave what, where and when', async () => {
		const { stage, survey } = await publishedStage({ options: { includeConversation: true } });
		const id = ada(stage, survey);
		const [event] = await stage.events();
		const truth = stage.service.world.records.respondents.get(id);
		const expected = {
			message: 'Ada gave 2 of 10 (NPS) in Customers.',
			quote: 'I am Ada.',
			name: 'Ada',
			email: 'ada@example.com',
			external_id: 'crm-1',
			score: 2,
			metric_type: 'nps',
			nps_group: 'detractor',
			properties: expect.objectContaining({ department: 'Sales' }),
			completed_at: at(truth?.completedAt),
			survey_name: 'Customers',
			survey_id: survey,
			id,
			link: null,
			completion_id: expect.any(String),
			transcript: expect.stringMatching(/^Interviewer: .*\n\nParticipant: I am Ada\./s),
			participant_text: 'I am Ada.',
			conversation_error: null,
		};
		expect(event).toMatchObject(expected);
		const names = Object.keys(simplifiedFields(COMPLETION));
		expect(Object.keys(event ?? {}).sort()).toEqual(names.sort());
		holds(event, 'interviewCompleted');
	});

	it('without the conversation it has no fields of it; with the survey it has its facts', async () => {
		const { stage, survey } = await publishedStage({ options: { includeSurvey: true } });
		ada(stage, survey);
		const [event] = await stage.events();
		expect(event).not.toHaveProperty('transcript');
		expect(event).toMatchObject({
			survey: { name: 'Customers', metric_type: 'nps', response_count: 1, id: survey },
		});
		holds(event, 'interviewCompleted');
	});

	it('Selected Fields are those, and a field of a conversation that is not read is refused', async () => {
		const chosen: Parameters = { output: 'selectedFields', fields: ['score', 'message'] };
		const { stage, survey } = await publishedStage(chosen);
		ada(stage, survey);
		expect(await stage.events()).toEqual([
			{ message: 'Ada gave 2 of 10 (NPS) in Customers.', score: 2 },
		]);
		const refused = await stage
			.publish({ output: 'selectedFields', fields: ['transcript'] })
			.then(() => '')
			.catch(({ message }: Error) => message);
		expect(refused).toContain('Fields has transcript, but');
		// Around it are n8n's own words.
		wording.note(
			/(?<=")Fields .*(?=")/.exec(refused)?.[0],
			'a field of a conversation that is not read',
		);
	});

	it.each(['simplified', 'everything'] as const)(
		'%s: the message quotes what the participant wrote when it is asked to, and only then',
		async (output) => {
			const messages = ['The crew\nwas <b>late</b>.', 'See http://bad.example.'];
			const told = 'Ada gave 2 of 10 (NPS) in Customers';
			for (const quoteInMessage of [false, true]) {
				const options = { includeConversation: true, quoteInMessage };
				const { stage, survey } = await publishedStage({ output, options });
				ada(stage, survey, { messages });
				const [event] = await stage.events();
				expect(event?.message).toBe(
					quoteInMessage ? `${told}: “The crew was ‹b›late‹/b›. See (link removed).”` : `${told}.`,
				);
			}
		},
	);

	it('a conversation that cannot be read leaves the message as it is', async () => {
		const options = { includeConversation: true, quoteInMessage: true };
		const fault = { kind: 'status', status: 404 } as const;
		const match = { operation: 'respondent.getConversation' };
		const { stage, survey } = await publishedStage({ options }, [
			{ match, fault, times: Infinity },
		]);
		ada(stage, survey);
		const polls = [await stage.events(), await stage.events(), await stage.events()];
		expect(polls).toMatchObject([[], [], [{ message: 'Ada gave 2 of 10 (NPS) in Customers.' }]]);
	});

	it('Properties as Columns: a column for each property, in every event of a poll', async () => {
		const { stage, survey } = await publishedStage({ options: { propertiesAsColumns: true } });
		stage.interview(survey, 'Ada', { properties: { department: 'Sales' } });
		stage.interview(survey, 'Bob', { properties: { city: 'Rome' } });
		const events = await stage.events();
		expect(events).toMatchObject([
			{ name: 'Ada', department: 'Sales', city: null },
			{ name: 'Bob', department: null, city: 'Rome' },
		]);
		for (const event of events) expect(event).not.toHaveProperty('properties');
	});

	it('a long transcript ends after a message, and says so', async () => {
		const options = { includeConversation: true, maxTranscript: 100 };
		const { stage, survey } = await publishedStage({ options });
		ada(stage, survey, { messages: ['One. '.repeat(10), 'Two. '.repeat(40), 'Three.'] });
		const [event] = await stage.events();
		expect(event?.participant_text).toBe(
			`${'One. '.repeat(10)}\n\n[2 more messages left out: the text is limited to 100 characters]`,
		);
	});

	it('reads the metric from the survey where the list does not tell it', async () => {
		const { stage, survey } = await publishedStage({}, [NO_METRIC]);
		ada(stage, survey);
		const { events, asked } = await stage.poll();
		expect(events).toMatchObject([{ nps_group: 'detractor' }]);
		expect(asked.filter((operation) => operation === 'survey.get')).toHaveLength(1);
		stage.interview(survey, 'Bob', { score: 10 });
		const next = await stage.poll();
		expect(next.events).toMatchObject([
			{ message: 'Bob gave 10 of 10 (NPS) in Customers.', nps_group: 'promoter' },
		]);
		expect((await stage.poll()).asked).not.toContain('survey.get');
	});

	it('comes without the metric where the survey may not be read, and asks with the next event', async () => {
		const fault = { kind: 'status', status: 403, code: 'insufficient_scope' } as const;
		const refused = { match: { operation: 'survey.get' }, fault, times: Infinity };
		const { stage, survey } = await publishedStage({}, [NO_METRIC, refused]);
		ada(stage, survey);
		expect(await stage.events()).toMatchObject([
			{ message: 'Ada gave 2 in Customers.', nps_group: null },
		]);
		stage.interview(survey, 'Cid');
		expect((await stage.poll()).asked).toContain('survey.get');
	});

	it('waits when the service limits the reading of the survey', async () => {
		const fault = { kind: 'status', status: 429, retryAfter: 3600 } as const;
		const limited = { match: { operation: 'survey.get' }, fault };
		const { stage, survey } = await publishedStage({}, [NO_METRIC, limited]);
		ada(stage, survey);
		expect((await stage.poll()).events).toEqual([]);
		stage.service.clock.advance(HOUR);
		expect(await stage.events()).toMatchObject([{ name: 'Ada', nps_group: 'detractor' }]);
	});

	it('Mailing Status Changed tells of which mailing, and from what to what', async () => {
		const { stage, survey } = await publishedStage({ event: 'mailingStatusChanged' });
		const { mailings } = stage.service.world;
		const { id } = mailings.create(survey, { subjectOverride: 'Tell us' });
		const [event] = await stage.events();
		const status = stage.service.dialect.mailingWords.unsent.toLowerCase();
		expect(event).toMatchObject({
			message: `Mailing “Tell us” in Customers: new, ${status}.`,
			status,
			previous_status: null,
			is_new: true,
			subject_override: 'Tell us',
			id,
			survey_id: survey,
			survey_name: 'Customers',
		});
		holds(event, 'mailingStatusChanged');
	});

	it('Results Changed tells which facts changed, and all of them', async () => {
		const { stage, survey } = await publishedStage({ event: 'resultsChanged' });
		ada(stage, survey);
		const [event] = await stage.events();
		expect(event).toMatchObject({
			message: 'Results of Customers: score -100 (NPS), 1 completed.',
			score: -100,
			metric_type: 'nps',
			completed: 1,
			survey_name: 'Customers',
			survey_id: survey,
		});
		const changes = event?.changes as Array<{ field: string }>;
		expect(changes).toEqual(
			expect.arrayContaining([
				{ field: 'completed', from: 0, to: 1 },
				{ field: 'score', from: null, to: -100 },
			]),
		);
		expect(changes.map(({ field }) => field).sort()).toEqual(
			expect.arrayContaining(['completed', 'distribution.2', 'score', 'started']),
		);
		holds(event, 'resultsChanged');
	});
});

/** The list of surveys as a service sends it that does not tell the metric there. */
function withoutMetric(body: string): string {
	return JSON.stringify(JSON.parse(body), (key, value: unknown) =>
		/metric/.test(key) ? undefined : value,
	);
}

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
