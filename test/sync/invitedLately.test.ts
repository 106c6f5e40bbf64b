/** Not Invited Within (Days): who was invited to another survey lately is left out, and nothing is guessed. */
import { getGlobalState, type IDataObject, setGlobalState } from 'n8n-workflow';
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { type Service } from '../harness/service';
import { byId, useEngine } from '../harness/support';
import { actions, createSurvey, sync, told, useEmptySurvey, writesIn } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));

const DAY = 86_400_000;
const ADA = { email: 'ada@x.com', id: '1', name: 'Ada' };
const BOB = { email: 'bob@x.com', id: '2', name: 'Bob' };

describe.each(DIALECTS)('Not Invited Within, dialect %s', (dialect) => {
	let service: Service;
	let surveyId: string;
	useEmptySurvey((started) => ({ service, surveyId } = started), { dialect });

	/** An invitation of another survey, so many days ago. */
	const invited = (person: object, days = 0, name = 'Customer relationship') => {
		const known = service.world.surveys().find((one) => one.name === name);
		const { id } = known ?? service.world.createSurvey({ name });
		const invitation = service.world.createInvitation(id, 'csv', person);
		const record = service.world.records.invitations.get(invitation.id);
		if (record) record.createdAt -= days * DAY;
		const at = record?.createdAt ?? 0;
		return { surveyId: id, at, day: dayOf(at) };
	};
	// In n8n's time zone, as it is without a setting.
	const newYork = 'America/New_York';
	const dayOf = (at: number, timeZone = newYork) =>
		new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone }).format(at);
	const run = async (contacts: IDataObject[], more: IDataObject = {}, options: object = {}) =>
		await sync(engine, service, {
			surveyId,
			contacts,
			options: { notInvitedWithin: 30, ...options },
			parameters: more as never,
		});

	it('leaves out who was invited elsewhere, by address or external ID, and names them', async () => {
		const { day } = invited({ recipientEmail: 'ADA@x.com' }, 10);
		invited({ recipientExternalId: '2', recipientEmail: 'other@x.com' }, 20);
		const contacts = [ADA, BOB, { email: 'cleo@x.com', name: 'Cleo' }];
		const done = await run(contacts, { output: 'everything' });
		expect(actions(done)).toEqual(['skipped', 'skipped', 'created']);
		const reason = `Invited to “Customer relationship” on ${day}.`;
		expect(told(done.items)[0]).toEqual(['skipped', reason]);
		expect(done.items[0]?.json.summary).toContain(
			'2 left out, because another survey invited them lately: row 1 (Ada), Invited to',
		);
		expect(service.world.invitations(surveyId)).toHaveLength(1);
	});

	it.each([
		['UTC+14', 'Etc/GMT-14'],
		['Mars/Olympus', 'UTC'],
	])('in the time zone %s, the day is that of %s', async (defaultTimezone, zone) => {
		const before = getGlobalState();
		setGlobalState({ defaultTimezone });
		const { at } = invited({ recipientEmail: 'ada@x.com' }, 10);
		const done = await run([ADA], { dryRun: true });
		setGlobalState(before);
		expect(told(done.items)[0]?.[1]).toContain(` on ${dayOf(at, zone)}.`);
	});

	it('says so in a dry run, too, and only of the days that were asked for', async () => {
		invited({ recipientEmail: 'ada@x.com' }, 31);
		invited({ recipientEmail: 'bob@x.com' }, 29);
		expect(actions(await run([ADA, BOB], { dryRun: true }))).toEqual(['wouldCreate', 'skipped']);
		expect(actions(await run([ADA, BOB], { dryRun: true }, { notInvitedWithin: 7 }))).toEqual([
			'wouldCreate',
			'wouldCreate',
		]);
	});

	it('by the latest invitation, of whichever survey', async () => {
		invited({ recipientEmail: 'ada@x.com' }, 9);
		invited({ recipientEmail: 'ada@x.com' }, 3, 'Onboarding');
		const [item] = (await run([ADA])).items;
		expect(item?.json.reason).toMatch(/^Invited to “Onboarding” on/);
	});

	it('does not concern who has an invitation of this survey', async () => {
		service.world.createInvitation(surveyId, 'csv', { recipientEmail: 'ada@x.com' });
		invited({ recipientEmail: 'ada@x.com' });
		expect(actions(await run([{ ...ADA, team: 'Care' }]))).toEqual(['updated']);
	});

	it('in a list about several surveys, those are other surveys of each other', async () => {
		const other = createSurvey(service, 'Other');
		service.world.createInvitation(other, 'csv', { recipientEmail: 'ada@x.com' });
		const contacts = [
			{ ...ADA, survey: surveyId },
			{ ...ADA, survey: other },
			{ ...BOB, survey: other },
		];
		const done = await run(contacts, { surveyId: byId('={{ $json.survey }}') });
		expect(actions(done)).toEqual(['skipped', 'updated', 'created']);
	});

	it('nobody is invited to two surveys by one list', async () => {
		const other = createSurvey(service, 'Other');
		const { name } = service.world.surveys().find(({ id }) => id === surveyId) ?? {};
		const contacts = [
			{ ...ADA, survey: surveyId },
			{ ...ADA, email: 'ADA@X.com', id: '7', survey: other },
			{ ...BOB, survey: other },
		];
		const bySurvey = { surveyId: byId('={{ $json.survey }}') };
		const done = await run(contacts, bySurvey);
		expect(actions(done)).toEqual(['created', 'skipped', 'created']);
		expect(done.items[1]?.json.reason).toBe(`Invited to “${name}” by this list.`);
		const without = await run(
			[
				{ ...ADA, id: '8', email: 'new@x.com', survey: surveyId },
				{ ...ADA, id: '8', email: 'new@x.com', survey: other },
			],
			bySurvey,
			{ notInvitedWithin: undefined },
		);
		expect(actions(without)).toEqual(['created', 'created']);
	});

	it('costs nothing without the option', async () => {
		invited({ recipientEmail: 'ada@x.com' });
		service.clearLog();
		const done = await run([ADA], {}, { notInvitedWithin: undefined });
		expect(actions(done)).toEqual(['created']);
		expect(service.log.map(({ operation }) => operation)).not.toContain('survey.getAll');
	});

	it.each([403, 500])(
		'stops before the first write where a list is refused with %i',
		async (status) => {
			const other = invited({ recipientEmail: 'cleo@x.com' }).surveyId;
			service.faults.inject({
				match: { path: new RegExp(`${other}/invitations`) },
				fault: { kind: 'status', status },
				times: Infinity,
			});
			const done = await run([ADA]);
			expect(done.error?.message).toMatch(/^The invitations of “Customer relationship” could not/);
			expect(done.error?.description).toContain('Nothing was changed.');
			expect(writesIn(service)).toEqual([]);
		},
	);

	it('a list of surveys that is refused stops it, too, and names the option', async () => {
		const fault = { kind: 'status', status: 403, code: 'insufficient_scope' } as const;
		service.faults.inject({ match: { operation: 'survey.getAll' }, fault, times: Infinity });
		const { error } = await run([ADA]);
		expect(error?.message).toMatch(/^The list of surveys could not be read, so nobody knows/);
		expect(error?.description).toMatch(/^Nothing was changed\..*remove the option Not Invited/);
		expect(writesIn(service)).toEqual([]);
	});

	it('a survey that was deleted in between has invited nobody', async () => {
		const other = invited({ recipientEmail: 'cleo@x.com' }).surveyId;
		service.faults.inject({
			match: { path: new RegExp(`${other}/invitations`) },
			fault: { kind: 'status', status: 404 },
		});
		expect(actions(await run([ADA]))).toEqual(['created']);
	});
});
