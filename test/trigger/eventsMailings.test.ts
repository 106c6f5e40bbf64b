import { EVERYWHERE } from '../everywhere';
import { recordIn, type Json } from '../harness/stage/records';
import { stages, type Stage } from './triggerStage';

const setStage = stages();
const event = 'mailingStatusChanged' as const;

/** A mailing to one person, not sent yet. @returns its id */
function mailing(stage: Stage, survey: string): string {
	stage.aMomentLater();
	const { world, clock } = stage.service;
	world.createInvitation(survey, 'csv', { recipientEmail: `${clock.now()}@example.com` });
	return world.mailings.create(survey).id;
}

/** In a message the words of the service are in lower case, and without signs that mark something up. */
const inMessage = (word: string) => word.toLowerCase();

const told = (events: Json[]) =>
	events.map(({ id, previous_status, status, is_new }) => [id, previous_status, status, is_new]);

describe.each(EVERYWHERE)('Mailing Status Changed, $engine engine, dialect $dialect', (on) => {
	const begin = async (options: Json = {}) => {
		const stage = await setStage(on);
		const survey = stage.survey('Customers');
		const old = mailing(stage, survey);
		await stage.publish({ event, options });
		return { stage, survey, old, words: stage.service.dialect.mailingWords };
	};

	it('begins silently, and tells from which status to which', async () => {
		const { stage, survey, old, words } = await begin();
		expect(await stage.events()).toEqual([]);
		stage.service.world.mailings.finish(old);
		const events = await stage.events();
		expect(events).toEqual([
			{
				...recordIn(stage.answered('mailing.getAll'), old),
				message: `A mailing in Customers: ${inMessage(words.unsent)} → ${inMessage(words.sent)}.`,
				survey_id: survey,
				survey_name: 'Customers',
				metric_type: 'nps',
				previous_status: words.unsent,
				is_new: false,
			},
		]);
		expect(told(events)).toEqual([[old, words.unsent, words.sent, false]]);
		expect(stage.executed()).toEqual(events);
		expect([await stage.events(), await stage.events()]).toEqual([[], []]);
	});

	it('tells a new mailing, whatever its status is by then', async () => {
		const { stage, survey, words } = await begin();
		const one = mailing(stage, survey);
		expect(told(await stage.events())).toEqual([[one, null, words.unsent, true]]);
		const [quick, slow] = [mailing(stage, survey), mailing(stage, survey)];
		stage.service.world.mailings.finish(quick);
		expect(told(await stage.events())).toEqual([
			[quick, null, words.sent, true],
			[slow, null, words.unsent, true],
		]);
		expect(await stage.events()).toEqual([]);
	});

	it('tells the oldest first, where a poll has room for one', async () => {
		const { stage, survey } = await begin({ maxEvents: 1 });
		const ids = [1, 2, 3].map(() => mailing(stage, survey));
		const polls = [await stage.events(), await stage.events(), await stage.events()];
		expect(polls.map((events) => events.map(({ id }) => id))).toEqual(ids.map((id) => [id]));
	});

	it('is one event for several statuses between two polls, and none when it came back', async () => {
		const { stage, old, words } = await begin();
		const record = stage.service.world.records.mailings.get(old)!;
		for (const status of ['scheduled', 'unsent'] as const) record.status = status;
		expect(await stage.events()).toEqual([]);
		for (const status of ['scheduled', 'sending', 'paused'] as const) record.status = status;
		expect(told(await stage.events())).toEqual([[old, words.unsent, words.paused, false]]);
		record.status = 'failed';
		expect(told(await stage.events())).toEqual([[old, words.paused, words.failed, false]]);
	});

	it('begins with what there is, when asked', async () => {
		const { stage, old, words } = await begin({ emitExisting: true, includeSurvey: true });
		const events = await stage.events();
		expect(told(events)).toEqual([[old, null, words.unsent, true]]);
		expect(events).toMatchObject([{ survey: { name: 'Customers' } }]);
		expect(await stage.events()).toEqual([]);
	});

	it('tells those of a survey that is created later, oldest first', async () => {
		const { stage, survey } = await begin();
		const later = stage.survey('Later');
		const ids = [later, survey, later, survey].map((of) => mailing(stage, of));
		expect((await stage.events()).map(({ id }) => id)).toEqual(ids);
		expect(await stage.events()).toEqual([]);
	});

	it('at most so many a poll; the rest comes with the next ones', async () => {
		const { stage, survey } = await begin({ maxEvents: 3 });
		const ids = Array.from({ length: 7 }, () => mailing(stage, survey));
		const polls = [await stage.events(), await stage.events(), await stage.events()];
		expect(polls.map((events) => events.map(({ id }) => id))).toEqual([
			ids.slice(0, 3),
			ids.slice(3, 6),
			ids.slice(6),
		]);
		expect(await stage.events()).toEqual([]);
	});

	it('at most so many a poll, and no survey starves', async () => {
		const { stage, survey } = await begin({ maxEvents: 2 });
		const others = ['B', 'C', 'D'].map((name) => stage.survey(name));
		const big = Array.from({ length: 12 }, () => mailing(stage, survey));
		const small = others.map((of) => mailing(stage, of));
		const came: unknown[] = [];
		for (let poll = 0; poll < 3; poll++) {
			came.push(...(await stage.events()).map(({ id }) => id));
		}
		expect(came).toEqual(expect.arrayContaining(small));
		for (let poll = 0; poll < 8; poll++) {
			came.push(...(await stage.events()).map(({ id }) => id));
		}
		expect([...came].sort()).toEqual([...big, ...small].sort());
	});

	it('goes on after a restart, and after a week off', async () => {
		const { stage, old, words } = await begin();
		await stage.n8n.boot();
		expect(await stage.events()).toEqual([]);
		await stage.n8n.unpublish('workflow');
		stage.service.clock.advance(7 * 86_400_000);
		stage.service.world.mailings.finish(old);
		await stage.activate();
		expect(told(await stage.events())).toEqual([[old, words.unsent, words.sent, false]]);
	});
});
