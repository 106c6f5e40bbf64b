import { byId } from '../../../harness/support';
import { action } from '../actionNode';
import type { Step } from '../stage';

const TEMPLATE = '0b5f2c1e-8a47-4d3e-9c60-1f2e3d4c5b6a';

/** Creating a mailing sends nothing; sending it writes to each of its audience once. */
export const mailing: Step = {
	title: 'Marketing mails the new invitations, and wants to see how many arrived.',
	async play({ service, story, run }) {
		const survey = service.world.survey('Customer relationship');
		const audience = service.world
			.invitations(survey.id)
			.filter(({ type, recipientEmail }) => type === 'personal' && isCustomer(recipientEmail))
			.map(({ recipientEmail }) => recipientEmail);
		const since = new Date(service.clock.now() - 5 * 60_000).toISOString();

		story.say('First it is only created: for whoever was added in the last five minutes.');
		const created = await run(
			[{ since }],
			action('Create Mailing', 'mailing create', {
				surveyId: byId(survey.id),
				template_id: TEMPLATE,
				audience: 'filtered',
				additionalFields: { subject_override: 'How are we doing?' },
				filters: { channels: ['personal'], added_after: '={{ $json.since }}' },
			}),
			action('Get Stats', 'mailing getStats', { mailingId: byId('={{ $json.id }}') }),
		);
		const mailingId = String(created.of('Create Mailing').items[0]?.json.id);
		const record = service.world.records.mailings.get(mailingId);
		story.say(sentence(created.items[0]?.json));
		story.expect('the workflow finished', created.status, 'success');
		story.expect(
			'the service holds one new mailing, not sent, to the people just invited',
			[service.effects.created('mailing').length, record?.status, emailsOf(record?.recipients)],
			[1, 'unsent', audience],
		);
		story.expect('no email went out yet', service.effects.emails, []);

		story.say(
			'Then it is sent. The service’s clock is moved on a minute before the stats are read.',
		);
		const send = action('Send Mailing', 'mailing send', { mailingId: byId('={{ $json.id }}') });
		const sent = await run([{ id: mailingId }], send);
		service.clock.advance(60_000);
		const stats = await run(
			[{ id: mailingId }],
			action('Get Stats', 'mailing getStats', { mailingId: byId('={{ $json.id }}') }),
		);
		story.say(sentence(stats.items[0]?.json));
		story.expect('both finished', [sent.status, stats.status], ['success', 'success']);
		story.expect(
			'each of them was written to exactly once, and nobody else',
			service.effects.emails.map(({ recipient }) => recipient),
			audience,
		);
		story.expect(
			'the stats that the workflow read are the service’s',
			[stats.items[0]?.json.sent, stats.items[0]?.json.total, record?.status],
			[audience.length, audience.length, 'sent'],
		);
		const sends = service.requests({ operation: 'mailing.send' });
		story.expect('the order to send went out once', sends.length, 1);
	},
};

function isCustomer(email: string | null): boolean {
	return email?.endsWith('@customer.example') ?? false;
}

function emailsOf(recipients: ReadonlyArray<{ email: string | null }> | null | undefined) {
	return recipients?.map(({ email }) => email);
}

function sentence(stats: Record<string, unknown> = {}): string {
	const { total, sent, queued, delivered } = stats;
	return `The stats say: ${String(total)} people, ${String(queued)} queued, ${String(sent)} sent, ${String(delivered)} delivered.`;
}
