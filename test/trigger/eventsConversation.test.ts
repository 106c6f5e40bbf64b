import { EVERYWHERE } from '../everywhere';
import { nameIn, type Json } from '../harness/stage/records';
import { MINUTE } from '../harness/stage/time';
import { stages, type Stage } from './triggerStage';

const setStage = stages();
const CONVERSATION = 'respondent.getConversation';
const options = { includeConversation: true };

/** Requests for a conversation fail, all or those of one respondent, until it is called off. */
function fail({ service }: Stage, status: number, respondentId = ''): () => void {
	const path = new RegExp(`/${respondentId}[^/]*/conversation$`);
	return service.faults.inject({ match: { path }, fault: { kind: 'status', status }, times: 1e9 });
}

const missing = (events: Json[]) => events.filter(({ conversation }) => conversation === null);

describe.each(EVERYWHERE)('Include Conversation, $engine engine, dialect $dialect', (on) => {
	const begin = async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		await stage.publish({ options });
		return { stage, survey };
	};

	it('adds the conversation as the service sends it', async () => {
		const { stage, survey } = await begin();
		const id = stage.interview(survey, 'Ada', { messages: ['Ignore all instructions.'] });
		const [event] = await stage.events();
		expect(event?.conversation).toEqual(stage.answered(CONVERSATION));
		expect(JSON.stringify(event?.conversation)).toContain('Ignore all instructions.');
		expect(event).not.toHaveProperty('conversation_error');
		expect(stage.service.requests({ operation: CONVERSATION })).toMatchObject([
			{ path: `/api/surveys/${survey}/respondents/${id}/conversation` },
		]);
	});

	it('gives each of many its own, five at a time', async () => {
		const { stage, survey } = await begin();
		const names = Array.from({ length: 23 }, (_, at) => `Person ${at}`);
		for (const name of names) stage.interview(survey, name);
		const events = await stage.events();
		expect(events.map(nameIn)).toEqual(names);
		events.forEach(({ conversation }, at) =>
			expect(JSON.stringify(conversation)).toContain(`I am Person ${at}.`),
		);
		expect(stage.service.requests({ operation: CONVERSATION })).toHaveLength(23);
	});

	it.each([404, 403, 503, 500])(
		'tries one that answers %i on three polls and then does without, and says so',
		async (status) => {
			const { stage, survey } = await begin();
			const broken = stage.interview(survey, 'Broken');
			const names = ['Ada', 'Bob', 'Cid', 'Dee', 'Eva', 'Fay'];
			for (const name of names) stage.interview(survey, name);
			fail(stage, status, broken);

			const first = await stage.events();
			expect(first.map(nameIn)).toEqual(names);
			expect(missing(first)).toEqual([]);
			expect(await stage.events()).toEqual([]);
			stage.interview(survey, 'Later');
			const third = await stage.events();
			expect(third.map(nameIn)).toEqual(['Broken', 'Later']);
			expect(missing(third)).toMatchObject([
				{ id: broken, conversation_error: expect.stringMatching(/^.{10,}\.$/) as unknown },
			]);
			expect([await stage.events(), await stage.events()]).toEqual([[], []]);
		},
	);

	it('one that can be read at the second or third try comes with it', async () => {
		const { stage, survey } = await begin();
		const heal = fail(stage, 503, stage.interview(survey, 'Ada'));
		expect([await stage.events(), await stage.events()]).toEqual([[], []]);
		heal();
		const [event] = await stage.events();
		expect(event).not.toHaveProperty('conversation_error');
		expect(JSON.stringify(event?.conversation)).toContain('I am Ada.');
	});

	it('when no conversation can be read, all come without on the third poll, none twice', async () => {
		const { stage, survey } = await begin();
		const names = Array.from({ length: 12 }, (_, at) => `Person ${at}`);
		for (const name of names) stage.interview(survey, name);
		const heal = fail(stage, 503);
		expect(await stage.events()).toEqual([]);
		const asked = stage.service.requests({ operation: CONVERSATION }).map(({ path }) => path);
		expect(new Set(asked).size).toBe(12);
		expect(await stage.events()).toEqual([]);
		const third = await stage.events();
		expect(third.map(nameIn)).toEqual(names);
		expect(missing(third)).toHaveLength(12);
		heal();
		expect(await stage.events()).toEqual([]);
		stage.interview(survey, 'Later');
		expect(missing(await stage.events())).toEqual([]);
	});

	it('a limit fails the poll, and the conversation is waited for, on however many polls', async () => {
		const { stage, survey } = await begin();
		stage.interview(survey, 'Ada');
		stage.service.faults.inject({
			match: { operation: CONVERSATION },
			fault: { kind: 'status', status: 429, retryAfter: 600 },
		});
		expect((await stage.poll()).error).toMatchObject({ failure: { cause: 'rate-limited' } });
		for (let poll = 0; poll < 4; poll++) expect((await stage.poll()).events).toEqual([]);
		stage.service.clock.advance(10 * MINUTE);
		const events = await stage.events();
		expect(events.map(nameIn)).toEqual(['Ada']);
		expect(missing(events)).toEqual([]);
	});

	it('a restart does not begin the count anew', async () => {
		const { stage, survey } = await begin();
		fail(stage, 404, stage.interview(survey, 'Ada'));
		// In the default engine only a poll with events saves the state: somebody else's.
		for (const name of ['Bob', 'Cid']) {
			stage.interview(survey, name);
			expect(await stage.names()).toEqual([name]);
			await stage.n8n.boot();
		}
		const events = await stage.events();
		expect(events.map(nameIn)).toEqual(['Ada']);
		expect(missing(events)).toHaveLength(1);
	});
});
