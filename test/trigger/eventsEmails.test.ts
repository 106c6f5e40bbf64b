import { EVERYWHERE } from '../everywhere';
import { recordIn, type Json } from '../harness/stage/records';
import { HOUR } from '../harness/stage/time';
import { stages, type Parameters, type Stage } from './triggerStage';

const setStage = stages();
const event = 'emailFailed' as const;

/** A mailing to people with these addresses, not sent yet; `undeliverable…` fails. @returns its id */
function mailing(stage: Stage, survey: string, ...emails: string[]): string {
	const { world } = stage.service;
	for (const recipientEmail of emails) {
		stage.aMomentLater();
		const recipientName = recipientEmail.split('@')[0]?.replace('undeliverable.', '');
		world.createInvitation(survey, 'csv', { recipientEmail, recipientName });
	}
	stage.aMomentLater();
	return world.mailings.create(survey, { subjectOverride: 'Tell us' }).id;
}

const bad = (name: string) => `undeliverable.${name}@example.com`;
const good = (name: string) => `${name}@example.com`;
const names = (events: Json[]) => events.map(({ name }) => name);

describe.each(EVERYWHERE)('Email Failed, $engine engine, dialect $dialect', (on) => {
	const begin = async (more: Partial<Parameters> = {}) => {
		const stage = await setStage(on);
		const survey = stage.survey('Customers');
		const old = mailing(stage, survey, bad('old'), good('reached'));
		stage.service.world.mailings.finish(old);
		await stage.publish({ event, output: 'simplified', ...more });
		return { stage, survey, old, words: stage.service.dialect.recipientWords };
	};

	it('is silent of what exists, and then tells each recipient once', async () => {
		const { stage, survey, words } = await begin();
		expect(await stage.events()).toEqual([]);
		const id = mailing(stage, survey, bad('Ada'), good('Ben'));
		expect(await stage.events()).toEqual([]);
		stage.service.world.mailings.finish(id);
		const [ada] = stage.service.world.records.mailings.get(id)?.recipients ?? [];
		expect(await stage.events()).toEqual([
			{
				message: 'The email to Ada for Customers failed.',
				name: 'Ada',
				email: bad('Ada'),
				status: words.failed.toLowerCase(),
				reason: null,
				sent_at: expect.any(String),
				invitation_id: ada?.invitationId,
				id: ada?.id,
				mailing_id: id,
				subject_override: 'Tell us',
				survey_id: survey,
				survey_name: 'Customers',
			},
		]);
		expect([await stage.events(), await stage.events()]).toEqual([[], []]);
	});

	it('tells who was skipped, and why', async () => {
		const { stage, survey, words } = await begin();
		stage.service.world.createInvitation(survey, 'csv', { recipientName: 'Ada' });
		const id = mailing(stage, survey, good('Ben'));
		expect(await stage.events()).toEqual([]);
		stage.service.world.mailings.finish(id);
		expect(await stage.events()).toMatchObject([
			{
				message: 'The email to Ada for Customers was skipped: no email.',
				status: words.skipped.toLowerCase(),
				reason: 'no_email',
			},
		]);
	});

	it('as the service sent it, with Everything', async () => {
		const { stage, survey } = await begin({ output: 'everything' });
		const id = mailing(stage, survey, bad('Ada'));
		stage.service.world.mailings.finish(id);
		const [told] = await stage.events();
		expect(told).toEqual({
			...recordIn(stage.answered('mailing.get'), String(told?.id)),
			message: 'The email to Ada for Customers failed.',
			mailing_id: id,
			subject_override: 'Tell us',
			survey_id: survey,
			survey_name: 'Customers',
		});
	});

	it('with what exists, when asked, at most so many a poll', async () => {
		const { stage, survey } = await begin({ options: { emitExisting: true, maxEvents: 1 } });
		const id = mailing(stage, survey, bad('Ada'), bad('Ben'));
		stage.service.world.mailings.finish(id);
		const polls = [await stage.events(), await stage.events(), await stage.events()];
		expect(polls.map(names)).toEqual([['old'], ['Ada'], ['Ben']]);
		expect(await stage.events()).toEqual([]);
	});

	it('goes on after a restart, and after a week off', async () => {
		const { stage, survey, old } = await begin();
		const one = mailing(stage, survey, bad('Ada'));
		stage.service.world.mailings.finish(one);
		expect(names(await stage.events())).toEqual(['Ada']);
		await stage.n8n.boot();
		expect(await stage.events()).toEqual([]);
		await stage.n8n.unpublish('workflow');
		stage.service.clock.advance(7 * 86_400_000);
		const other = mailing(stage, survey, bad('Ben'));
		stage.service.world.mailings.finish(other);
		stage.service.world.records.mailings.remove(old);
		await stage.activate();
		expect(names(await stage.events())).toEqual(['Ben']);
		expect(await stage.events()).toEqual([]);
	});

	it('reads recipients only when a mailing has changed, and hourly while emails may bounce', async () => {
		const { stage, survey } = await begin();
		const id = mailing(stage, survey, good('Ada'), good('Ben'));
		await stage.events();
		stage.service.world.mailings.finish(id);
		const idle = ['survey.getAll', 'mailing.getAll'];
		const asked = async () => (await stage.poll()).asked;
		expect([await asked(), await asked()]).toEqual([[...idle, 'mailing.get'], idle]);
		// It bounces, and the mailing's counts do not show it.
		const [ada] = stage.service.world.records.mailings.get(id)?.recipients ?? [];
		if (ada) ada.skippedReason = 'mailbox_full';
		expect(await asked()).toEqual(idle);
		stage.service.clock.advance(HOUR);
		const { asked: hourly, events } = await stage.poll();
		expect(hourly).toEqual([...idle, 'mailing.get', 'mailing.get']);
		expect(events).toMatchObject([
			{ message: 'The email to Ada for Customers failed: mailbox full.' },
		]);
		stage.service.clock.advance(4 * 86_400_000);
		expect([await asked(), await asked()]).toEqual([idle, idle]);
	});

	it('one mailing that cannot be read does not stop the others', async () => {
		const { stage, survey } = await begin();
		const [one] = ['Ada', 'Ben'].map((name) => {
			const id = mailing(stage, survey, bad(name));
			stage.service.world.mailings.finish(id);
			return id;
		});
		stage.service.faults.inject({
			match: { path: new RegExp(one ?? '') },
			fault: { kind: 'status', status: 403 },
		});
		expect(names(await stage.events())).toEqual(['Ben']);
		expect(names(await stage.events())).toEqual(['Ada']);
	});
});
