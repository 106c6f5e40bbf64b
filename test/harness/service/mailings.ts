import { unknown } from './refusal';
import { end, sendUpTo, settle, startSending } from './world/dispatch';
import { DEFAULT_FILTERS, createMailing, pauseMailing, sendMailing } from './world/mailings';
import type { MailingDraft } from './world/mailings';
import type { MailingRecord } from './world/records';
import type { World } from './world/world';

/** Mailings, as an administrator makes them and as the service sends them. */
export class Mailings {
	constructor(private readonly world: World) {}

	/** Without a draft: to everybody who was never invited. Sends nothing. */
	create(surveyId: string, draft: Partial<MailingDraft> = {}): MailingRecord {
		const survey = this.world.surveys.get(surveyId);
		if (!survey) throw unknown('survey');
		return createMailing(this.world, survey, {
			templateId: draft.templateId ?? this.world.random.uuid(),
			filters: DEFAULT_FILTERS,
			subjectOverride: null,
			bodyHtmlOverride: null,
			sendingAddressId: null,
			...draft,
		});
	}

	/** To be sent at that time of the service's clock. */
	schedule(mailingId: string, at: Date): MailingRecord {
		return sendMailing(this.world, this.mailing(mailingId), at.getTime());
	}

	start(mailingId: string): MailingRecord {
		return startSending(this.world, this.mailing(mailingId));
	}

	/** It stays `sending`, and no email leaves. */
	hold(mailingId: string): MailingRecord {
		return Object.assign(this.mailing(mailingId), { resumedAt: Infinity });
	}

	pause(mailingId: string): MailingRecord {
		return pauseMailing(this.world, this.mailing(mailingId));
	}

	/** Sends what is left, whatever the mailing's status was. */
	finish(mailingId: string): MailingRecord {
		const mailing = this.mailing(mailingId);
		if (mailing.startedAt === null) startSending(this.world, mailing);
		sendUpTo(this.world, mailing, Infinity);
		return mailing;
	}

	fail(mailingId: string): MailingRecord {
		const mailing = this.mailing(mailingId);
		end(this.world, mailing, 'failed');
		return mailing;
	}

	/** Emails per second of the service's clock; 0 holds every mailing where it is. */
	setRate(perSecond: number): void {
		settle(this.world);
		const now = this.world.now();
		for (const mailing of this.world.mailings.all()) {
			if (mailing.status !== 'sending' || mailing.resumedAt > now) continue;
			mailing.resumedAt = now;
			mailing.resumedPosition = mailing.position;
		}
		this.world.mailingRate = perSecond;
	}

	private mailing(id: string): MailingRecord {
		const mailing = this.world.mailings.get(id);
		if (!mailing) throw unknown('mailing');
		return mailing;
	}
}
