/** The link to the respondent's page in an event Interview Completed, and at the end of its message. */
import { DIALECTS } from '../everywhere';
import { WORKFLOW } from '../harness/stage/trigger';
import { TRIGGER_NAME } from '../harness/support/names';
import { contradictions, schemaOf } from '../output/schema';
import { stages, type Parameters } from './triggerStage';

const setStage = stages();
const PAGE = 'https://app.example.com/{survey_id}/{respondent_id}';
const TOLD = 'Ada gave 2 of 10 (NPS) in Customers';

describe.each(DIALECTS)('dialect %s', (dialect) => {
	async function stageWith(parameters: Parameters = {}, respondentPage = PAGE) {
		const stage = await setStage({ engine: 'default', dialect, respondentPage });
		const survey = stage.survey('Customers');
		await stage.publish({ output: 'simplified', ...parameters });
		const ada = (messages = ['The crew was late.']) =>
			stage.interview(survey, 'Ada', { score: 2, messages });
		return { stage, survey, ada };
	}

	it('the event has the link, and the message has it only when it is asked to', async () => {
		const { stage, survey, ada } = await stageWith();
		const id = ada();
		const [event] = await stage.events();
		const link = `https://app.example.com/${survey}/${id}`;
		expect(event).toMatchObject({ id, link, message: `${TOLD}.` });
		expect(contradictions(event, schemaOf('event/interviewCompleted'))).toEqual([]);
	});

	it('without a Respondent Page the link is null', async () => {
		const { stage, ada } = await stageWith({}, '');
		ada();
		expect(await stage.events()).toMatchObject([{ link: null, message: `${TOLD}.` }]);
	});

	it.each(['simplified', 'everything'] as const)(
		'%s: the message ends with the link',
		async (output) => {
			const { stage, survey, ada } = await stageWith({ output, options: { linkInMessage: true } });
			const id = ada();
			const message = `${TOLD}. https://app.example.com/${survey}/${id}`;
			expect(await stage.events()).toMatchObject([{ message }]);
		},
	);

	it('the link stands after the quote, and a link of the participant does not take its place', async () => {
		const options = { linkInMessage: true, quoteInMessage: true };
		const { stage, survey, ada } = await stageWith({ options });
		const id = ada(['Late. See https://bad.example/x']);
		const [event] = await stage.events();
		expect(event?.message).toBe(
			`${TOLD}: “Late. See (link removed)” https://app.example.com/${survey}/${id}`,
		);
	});

	it('a conversation that cannot be read leaves the link in its place', async () => {
		const options = { linkInMessage: true, quoteInMessage: true, includeConversation: true };
		const { stage, survey, ada } = await stageWith({ options });
		const match = { operation: 'respondent.getConversation' };
		const fault = { kind: 'status', status: 404 } as const;
		stage.service.faults.inject({ match, fault, times: Infinity });
		const id = ada();
		const polls = [await stage.events(), await stage.events(), await stage.events()];
		const message = `${TOLD}. https://app.example.com/${survey}/${id}`;
		expect(polls).toMatchObject([[], [], [{ message }]]);
	});

	it('an anonymous completion without an id has no link', async () => {
		const stage = await setStage({
			engine: 'default',
			dialect,
			respondentPage: PAGE,
			choices: { anonymousIds: 'absent' },
		});
		const survey = stage.survey('Customers', { anonymous: true });
		await stage.publish({ output: 'simplified', options: { linkInMessage: true } });
		stage.interview(survey, 'Nobody', { score: 2 });
		const [event] = await stage.events();
		expect(event).toMatchObject({ id: null, link: null });
		expect(event?.message).toMatch(/^Somebody .*\.$/);
	});

	it('Fetch Test Event shows it', async () => {
		const { stage, survey, ada } = await stageWith({ options: { linkInMessage: true } });
		const id = ada();
		const { items = [] } = await stage.n8n.fetchTestEvent(WORKFLOW, TRIGGER_NAME);
		expect(items.flat()[0]?.json.message).toBe(`${TOLD}. https://app.example.com/${survey}/${id}`);
	});
});
