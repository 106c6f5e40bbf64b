import type { Service } from '../../harness/service';
import { until } from '../../n8n/rest/n8nRest';

const DAY = 86_400_000;

/** A survey with people of whom each was invited at another time. */
export class Crowd {
	readonly surveyId: string;

	constructor(private readonly service: Service) {
		this.surveyId = service.world.createSurvey({ name: 'Moving in & out' }).id;
	}

	/** @param daysAgo when the last email went to them; null: never @returns their addresses */
	invite(count: number, daysAgo: number | null, name: string): string[] {
		const { world, clock } = this.service;
		return Array.from({ length: count }, (_, nth) => {
			const recipientEmail = `${name}${nth}@example.com`;
			const recipient = { recipientEmail, recipientName: `${name} No. ${nth}` };
			const invitation = world.createInvitation(this.surveyId, 'personal', recipient);
			invitation.lastAttemptAt = daysAgo === null ? null : clock.now() - daysAgo * DAY;
			return recipientEmail;
		});
	}

	/** Who was invited at that address completes the interview. */
	complete(address: string): void {
		const { world } = this.service;
		const found = world
			.invitations(this.surveyId)
			.find(({ recipientEmail }) => recipientEmail === address);
		world.interview({ invitationId: found?.id ?? '' }, { score: 7 });
	}

	/** The addresses that mailings of the survey have really reached, in the order of the alphabet. */
	get mailed(): string[] {
		return this.service.effects.emails.map(({ recipient }) => recipient).sort();
	}

	/** The states that its mailings have been in. */
	get moves(): string[] {
		return this.service.effects.of('mailing').map(({ to }) => to);
	}

	/** Waits until a mailing is on its way. */
	async isBeingMailed(): Promise<void> {
		await until('a mailing to start', async () => this.moves.includes('sending') || undefined);
	}

	/** Mailings that are there. */
	get mailings() {
		return this.service.world.records.mailings.of(this.surveyId);
	}
}
