import type { Contact } from '../destinations/hubspotContacts';
import { until } from '../../n8n/rest/n8nRest';
import { startService, type Service } from '../../harness/service';
import { HOSTILE } from './hostile';
import { Imported } from './imported';
import { READINGS } from './readings';
import { useWorkflowStage } from './workflowStage';

const HOUR = 3_600_000;
const START = 'Every minute';
const chosen = (surveyId: string) => ({
	'Invite the person': { surveyId: { __rl: true, mode: 'id', value: surveyId } },
});

describe('won-deal-to-invitation.json', () => {
	let surveyId = '';
	const stage = useWorkflowStage('won-deal-to-invitation.json', {
		settings: (_destinations, { world }) => {
			surveyId = world.createSurvey({ name: 'Moving in' }).id;
			return chosen(surveyId);
		},
	});
	const hubspot = () => stage().destinations.hubspot;
	const invited = (service: Service = stage().service, id = surveyId) =>
		service.world
			.invitations(id)
			.map(({ recipientEmail, recipientName }) => [recipientEmail, recipientName]);
	const emailed = () => stage().service.effects.emails.map(({ recipient }) => recipient);

	/** Somebody wins a deal. @param hoursAgo null: the contact has none */
	function win(email: string, hoursAgo: number | null, firstname?: string): Contact {
		const contact =
			hubspot().contacts.byEmail(email) ??
			hubspot().contacts.create({ email, ...(firstname === undefined ? {} : { firstname }) });
		if (hoursAgo !== null)
			contact.values.recent_deal_close_date = String(Date.now() - hoursAgo * HOUR);
		return contact;
	}
	const lose = (email: string) =>
		delete hubspot().contacts.byEmail(email)?.values.recent_deal_close_date;

	it('invites and emails whoever won a deal in the last day and has not opted out, and nobody else', async () => {
		win('ada@example.com', 1, 'Ada').values.hs_email_optout = 'false';
		win('out@example.com', 1).values.hs_email_optout = 'true';
		win('Bea@Example.com', 20);
		win('late@example.com', 30);
		win('lead@example.com', null);
		expect((await stage().run(START)).status).toBe('success');
		expect(invited().sort()).toEqual([
			['ada@example.com', 'Ada'],
			['bea@example.com', null],
		]);
		expect(emailed().sort()).toEqual(['ada@example.com', 'bea@example.com']);
	});

	it('asks for the opt-out of a kind of email as well, where somebody adds it', async () => {
		const kind = 'hs_email_optout_4517';
		hubspot().contacts.properties.add(kind, 'bool');
		win('out.of.kind@example.com', 0).values[kind] = 'true';
		win('in@example.com', 0).values[kind] = 'false';
		const asks = {
			'Contacts with a won deal': {
				'additionalFields.properties': ['email', 'recent_deal_close_date', 'hs_email_optout', kind],
			},
		};
		const service = await startService();
		try {
			const { id } = service.world.createSurvey({ name: 'Moving in' });
			const copy = await Imported.for(stage(), service, { ...chosen(id), ...asks });
			expect((await copy.run()).status).toBe('success');
			const reached = service.effects.emails.map(({ recipient }) => recipient);
			expect(reached.sort()).toEqual(['ada@example.com', 'bea@example.com', 'in@example.com']);
			expect(invited(service, id)).toHaveLength(3);
		} finally {
			await service.stop();
		}
		for (const email of ['in@example.com', 'out.of.kind@example.com']) lose(email);
	});

	it('emails nobody again, whatever they win', async () => {
		win('ada@example.com', 0);
		win('bea@example.com', 0);
		for (let times = 0; times < 2; times++) {
			expect((await stage().run(START)).status).toBe('success');
		}
		expect(emailed()).toHaveLength(2);
	});

	it('emails who has an invitation of this survey already, and makes no second one', async () => {
		const { world } = stage().service;
		world.createInvitation(surveyId, 'personal', { recipientEmail: 'cleo@example.com' });
		win('cleo@example.com', 0);
		expect((await stage().run(START)).status).toBe('success');
		expect(invited()).toHaveLength(3);
		expect(emailed().at(-1)).toBe('cleo@example.com');
	});

	it('goes on, on a retry, where the service was down, and emails each once', async () => {
		for (const name of ['dan', 'eli', 'fay']) win(`${name}@example.com`, 0);
		const goUp = await stage().service.goDown();
		const failed = await stage().run(START);
		expect(failed.status).toBe('error');
		await goUp();
		expect((await stage().retry(failed.id)).status).toBe('success');
		expect(emailed().slice(3).sort()).toEqual(
			['dan', 'eli', 'fay'].map((name) => `${name}@example.com`),
		);
		expect(invited()).toHaveLength(6);
	});

	it('reaches within a minute whoever wins a deal after it was published', async () => {
		await stage().publish();
		win('gus@example.com', 0);
		await until('the email', async () =>
			emailed().includes('gus@example.com') ? true : undefined,
		);
		expect(emailed()).toHaveLength(7);
		expect(stage().destinations.strange).toEqual([]);
	});

	it.each(READINGS)('does so with a service that speaks $name', async ({ name, dialect, seed }) => {
		const service = await startService({ dialect, seed });
		try {
			const { id } = service.world.createSurvey({ name: 'Read' });
			const people = Object.entries(HOSTILE).filter(([, one]) => one.name);
			for (const [key, person] of people) {
				win(`${key}.${name.replace(' ', '')}@example.com`, 0, person.name ?? undefined);
			}
			const { status } = await (await Imported.for(stage(), service, chosen(id))).run();
			expect(status).toBe('success');
			const names = new Map(invited(service, id).map(([email, who]) => [email, who]));
			for (const [key, person] of people) {
				const email = `${key}.${name.replace(' ', '')}@example.com`;
				expect([email, names.get(email)?.trim()]).toEqual([email, person.name?.trim()]);
				const sent = service.effects.emails.filter(({ recipient }) => recipient === email);
				expect(sent).toHaveLength(1);
			}
		} finally {
			await service.stop();
		}
	});
});
