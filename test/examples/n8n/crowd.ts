import type { MailingRecord, Service } from '../../harness/service';

const DAY = 86_400_000;

/** A survey with people of whom each was invited at another time. */
export class Crowd {
	readonly surveyId: string;

	constructor(private readonly service: Service) {
		this.surveyId = service.world.createSurvey({ name: 'Moving in & out' }).id;
		service.world.mailings.setRate(1000);
	}

	/**
	 * @param daysAgo when the last email went to them; null: never
	 * @param named what the one of that number is called
	 * @returns their addresses
	 */
	invite(
		count: number,
		daysAgo: number | null,
		name: string,
		named: (nth: number) => string | null | undefined = (nth) => `${name} No. ${nth}`,
	): string[] {
		const { world, clock } = this.service;
		return Array.from({ length: count }, (_, nth) => {
			const recipientEmail = `${name}${nth}@example.com`;
			const recipient = { recipientEmail, recipientName: named(nth) };
			const invitation = world.createInvitation(this.surveyId, 'personal', recipient);
			invitation.lastAttemptAt = daysAgo === null ? null : clock.now() - daysAgo * DAY;
			return recipientEmail;
		});
	}

	/** Who was invited at that address completes the interview. */
	complete(address = ''): void {
		const { world } = this.service;
		const isIt = ({ recipientEmail }: { recipientEmail: string | null }) =>
			recipientEmail === address;
		const { id: invitationId } = world.invitations(this.surveyId).find(isIt) ?? { id: '' };
		world.interview({ invitationId }, { score: 7 });
	}

	/** Somebody else's mailing to nobody, which was started some time ago. */
	sentBefore(): MailingRecord {
		const { mailings } = this.service.world;
		const mailing = mailings.start(mailings.create(this.surveyId).id);
		this.service.clock.advance(DAY / 24);
		return mailing;
	}

	/** Somebody's mailing to everybody who was invited more than seven days ago. */
	send(): void {
		const { mailings } = this.service.world;
		const everybody = { addedAfter: null, channels: null, completed: null };
		const filters = { ...everybody, lastInvited: 'older_than_7_days' } as const;
		mailings.start(mailings.create(this.surveyId, { filters }).id);
	}

	/** The addresses that mailings of the survey have really reached, in the order of the alphabet. */
	get mailed(): string[] {
		return this.service.effects.emails.map(({ recipient }) => recipient).sort();
	}

	/** Mailings that are there. */
	get mailings() {
		return this.service.world.records.mailings.of(this.surveyId);
	}
}
