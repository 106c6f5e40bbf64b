import { startService } from '../../harness/service';
import { until } from '../../n8n/rest/n8nRest';
import { HOSTILE } from './hostile';
import { chosen, useWorkflowStage } from './workflowStage';

const HOUR = 3_600_000;

describe('won-deal-to-invitation.json', () => {
	let surveyId = '';
	const stage = useWorkflowStage('won-deal-to-invitation.json', ({ stand }) => {
		surveyId = stand.service.world.createSurvey({ name: 'Moving in' }).id;
		return { 'Invite the person': { surveyId: chosen(surveyId) } };
	});
	const contacts = () => stage().destinations.hubspot.contacts;
	const invited = () =>
		stage()
			.service.world.invitations(surveyId)
			.map(({ recipientEmail, recipientName }) => [recipientEmail, recipientName]);
	/** Those that were emailed since the last look. */
	const emailed = () => {
		const all = stage().service.effects.emails.map(({ recipient }) => recipient);
		stage().service.effects.clear();
		return all.sort();
	};

	/** Somebody wins a deal. @param hoursAgo null: the contact has none */
	function win(email: string, hoursAgo: number | null, more: Record<string, string> = {}): void {
		const contact = contacts().byEmail(email) ?? contacts().create({ email });
		const time = String(Date.now() - Number(hoursAgo) * HOUR);
		contacts().update(contact, {
			...(hoursAgo !== null && { recent_deal_close_date: time }),
			...more,
		});
	}

	it('invites and emails whoever won a deal in the last day and has not opted out, and nobody else', async () => {
		win('ada@example.com', 1, { firstname: 'Ada', hs_email_optout: 'false' });
		win('out@example.com', 1, { hs_email_optout: 'true' });
		win('Bea@Example.com', 20);
		win('late@example.com', 30);
		win('lead@example.com', null);
		await stage().succeeds();
		expect(invited().sort()).toEqual([
			['ada@example.com', 'Ada'],
			['bea@example.com', null],
		]);
		expect(emailed()).toEqual(['ada@example.com', 'bea@example.com']);
	});

	it('asks for the opt-out of a kind of email as well, where somebody adds it', async () => {
		const kind = 'hs_email_optout_4517';
		win('out.of.kind@example.com', 0, { [kind]: 'true' });
		win('in@example.com', 0, { [kind]: 'false' });
		const copy = await stage().copy({
			'Contacts with a won deal': {
				'additionalFields.properties': ['email', 'recent_deal_close_date', 'hs_email_optout', kind],
			},
		});
		await copy.succeeds();
		expect(emailed()).toContain('in@example.com');
		expect(invited().map(([email]) => email)).not.toContain('out.of.kind@example.com');
		for (const email of ['in@example.com', 'out.of.kind@example.com'])
			win(email, null, { recent_deal_close_date: '' });
	});

	it('emails nobody again, whatever they win, and makes no second invitation', async () => {
		const { world } = stage().service;
		world.createInvitation(surveyId, 'personal', { recipientEmail: 'cleo@example.com' });
		const { length } = invited();
		for (const name of ['ada', 'bea', 'cleo']) win(`${name}@example.com`, 0);
		for (let times = 0; times < 2; times++) await stage().succeeds();
		expect([emailed(), invited().length]).toEqual([['cleo@example.com'], length]);
	});

	it('goes on, on a retry, where the service was down, and emails each once', async () => {
		const people = ['dan@example.com', 'eli@example.com', 'fay@example.com'];
		for (const email of people) win(email, 0);
		const goUp = await stage().service.goDown();
		const failed = await stage().run();
		expect(failed.status).toBe('error');
		await goUp();
		expect((await stage().retry(failed)).status).toBe('success');
		expect(emailed()).toEqual(people);
	});

	it('reaches within a minute whoever wins a deal after it was published', async () => {
		await stage().publish();
		win('gus@example.com', 0);
		const { effects } = stage().service;
		await until('the email', async () => effects.emails.length > 0 || undefined);
		expect(emailed()).toEqual(['gus@example.com']);
	});

	it('invites people of every name as they are called', async () => {
		// Sync takes no name that looks like an expression which nobody has resolved.
		const people = Object.entries(HOSTILE).filter(([, { name }]) => name && !name.includes('{{'));
		for (const [key, { name }] of people) win(`${key}@example.com`, 0, { firstname: name ?? '' });
		const service = await startService();
		try {
			const { id } = service.world.createSurvey({ name: 'Read' });
			const copy = await stage().copy({ 'Invite the person': { surveyId: chosen(id) } }, service);
			await copy.succeeds();
			const all = service.world.invitations(id);
			const names = new Map(all.map((one) => [one.recipientEmail, one.recipientName]));
			for (const [key, { name }] of people)
				expect([key, names.get(`${key}@example.com`)]).toEqual([key, name?.trim()]);
		} finally {
			await service.stop();
		}
	});
});
