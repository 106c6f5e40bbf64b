import { end, sendUpTo, startSending } from '../world/sending';
import { createInvitation } from '../endpoints/invitations';
import { createMailing, EMPTY, sendMailing } from '../endpoints/mailings';
import type { MailingRecord, SurveyRecord } from '../world/records';
import type { World } from '../world/world';

const DAY = 86_400_000;

/** Who is in the audience, by the subject of the mailing. */
const RECIPIENTS = {
	Sent: 'Ines Moreau',
	Failed: 'Karel Novák',
	Paused: 'Mila Horvat',
	Unsent: 'Nils Berg',
	Scheduled: 'Olga Petrova',
	Sending: 'Pia Rossi',
} as const;

/** One mailing in each state; the sending one has an audience that takes a while. */
export function seedMailings(world: World, survey: SurveyRecord): void {
	const ready = (subjectOverride: keyof typeof RECIPIENTS): MailingRecord => {
		createInvitation(world, survey, 'csv', {
			recipientEmail: `${subjectOverride}@example.com`.toLowerCase(),
			recipientName: RECIPIENTS[subjectOverride],
		});
		return createMailing(world, survey, {
			...EMPTY,
			templateId: world.random.uuid(),
			filters: { ...EMPTY.filters, channels: ['csv'] },
			subjectOverride,
		});
	};
	sendUpTo(world, startSending(world, ready('Sent')), Infinity);
	end(world, startSending(world, ready('Failed')), 'failed');
	startSending(world, ready('Paused')).status = 'paused';
	ready('Unsent');
	sendMailing(world, ready('Scheduled'), world.now() + 365 * DAY);
	// It stays as it is until it is paused and resumed: no email leaves that a test did not ask for.
	startSending(world, ready('Sending')).resumedAt = Infinity;
}
