import { createInvitation, revokeInvitation, type InvitationDraft } from './endpoints/invitations';
import {
	createMailing,
	EMPTY,
	pauseMailing,
	sendMailing,
	type MailingDraft,
} from './endpoints/mailings';
import { createProperty, type PropertyDraft } from './endpoints/properties';
import {
	deleteRespondent,
	eraseRespondent,
	updateRespondent,
	type RespondentPatch,
} from './endpoints/respondents';
import { cloneSurvey, createSurvey, deleteSurvey, type SurveyDraft } from './endpoints/surveys';
import { createTheme, type ThemeDraft } from './endpoints/themes';
import { unknown } from './refusal';
import type { RecordKind } from './world/effects';
import { completeInterview, reopenInterview, startInterview } from './world/interviews';
import type { Answers, Entrance, Person } from './world/interviews';
import { statusOf } from './world/records';
import type {
	InvitationRecord,
	InvitationStatus,
	InvitationType,
	MailingRecord,
	PropertyRecord,
	RespondentRecord,
	SurveyRecord,
	ThemeRecord,
} from './world/records';
import { end, sendUpTo, settle, startSending } from './world/sending';
import type { Lag } from './world/visibility';
import type { World } from './world/world';

/**
 * What people and administrators do without the HTTP interface, and what a test wants to arrange.
 * Everything acts at once; times are those of the service's clock.
 */
export class People {
	readonly mailings: Mailings;

	/** The records themselves, to look at or to change by hand. */
	constructor(readonly records: World) {
		this.mailings = new Mailings(records);
	}

	surveys(): SurveyRecord[] {
		return [...this.records.surveys.values()];
	}

	/** The survey of that name (its first words will do); fails when there is none. */
	survey(name: string): SurveyRecord {
		return found(
			this.surveys().find((survey) => survey.name.startsWith(name)),
			'survey',
		);
	}

	respondents(surveyId: string): RespondentRecord[] {
		return this.records.respondents.of(surveyId);
	}

	invitations(surveyId: string): InvitationRecord[] {
		return this.records.invitations.of(surveyId);
	}

	invitationStatus(invitationId: string): InvitationStatus {
		return statusOf(this.invitation(invitationId), this.records.now());
	}

	startInterview(entrance: Entrance, person: Person = {}): RespondentRecord {
		return startInterview(this.records, entrance, person);
	}

	completeInterview(respondentId: string, answers: Answers = {}): RespondentRecord {
		return completeInterview(this.records, this.respondent(respondentId), answers);
	}

	/** Starts and completes in one go. */
	interview(entrance: Entrance, answers: Answers & Person = {}): RespondentRecord {
		return completeInterview(this.records, this.startInterview(entrance, answers), answers);
	}

	/** A completed respondent comes back and goes on; they can complete again. */
	reopenInterview(respondentId: string): RespondentRecord {
		return reopenInterview(this.records, this.respondent(respondentId));
	}

	changeRespondent(respondentId: string, patch: RespondentPatch): RespondentRecord {
		return updateRespondent(this.records, this.respondent(respondentId), patch);
	}

	eraseRespondent(respondentId: string, reason: string | null = null): RespondentRecord {
		return eraseRespondent(this.records, this.respondent(respondentId), reason);
	}

	deleteRespondent(respondentId: string): void {
		deleteRespondent(this.records, this.respondent(respondentId));
	}

	createSurvey(draft: Partial<SurveyDraft> = {}): SurveyRecord {
		const defaults: SurveyDraft = { name: 'New survey', metricType: 'nps', interviewLocale: 'en' };
		return createSurvey(this.records, { ...defaults, ...draft });
	}

	cloneSurvey(surveyId: string, name?: string): SurveyRecord {
		return cloneSurvey(this.records, this.surveyOf(surveyId), name);
	}

	deleteSurvey(surveyId: string): void {
		deleteSurvey(this.records, surveyId);
	}

	makeAnonymous(surveyId: string, anonymous = true): void {
		this.surveyOf(surveyId).anonymous = anonymous;
	}

	createProperty(surveyId: string, draft: PropertyDraft): PropertyRecord {
		return createProperty(this.records, this.surveyOf(surveyId), draft);
	}

	createTheme(surveyId: string, name: string, draft: Partial<ThemeDraft> = {}): ThemeRecord {
		return createTheme(this.records, this.surveyOf(surveyId), { name, ...draft });
	}

	createInvitation(
		surveyId: string,
		type: InvitationType = 'personal',
		draft: InvitationDraft = {},
	): InvitationRecord {
		return createInvitation(this.records, this.surveyOf(surveyId), type, draft);
	}

	revokeInvitation(invitationId: string): void {
		revokeInvitation(this.records, this.invitation(invitationId));
	}

	/** Completions from now on reach the survey list's summary late; null ends it. */
	set summaryLag(lag: Lag | null) {
		this.records.visibility.summary.lag = lag;
	}

	/** Completions from now on reach the respondent list late; null ends it. */
	set listLag(lag: Lag | null) {
		this.records.visibility.list.lag = lag;
	}

	/** The next `reads` respondent lists lack these people, or so many at random. */
	shortenList(surveyId: string, missing: readonly string[] | number, reads = 1): void {
		this.records.visibility.shorten(surveyId, missing, reads);
	}

	private surveyOf(id: string): SurveyRecord {
		return found(this.records.surveys.get(id), 'survey');
	}

	private respondent(id: string): RespondentRecord {
		return found(this.records.respondents.get(id), 'respondent');
	}

	private invitation(id: string): InvitationRecord {
		return found(this.records.invitations.get(id), 'invitation');
	}
}

/** Mailings, as an administrator makes them and as the service sends them. */
class Mailings {
	constructor(private readonly world: World) {}

	/** Without a draft: to everybody who was never invited. Sends nothing. */
	create(surveyId: string, draft: Partial<MailingDraft> = {}): MailingRecord {
		const survey = found(this.world.surveys.get(surveyId), 'survey');
		const templateId = draft.templateId ?? this.world.random.uuid();
		return createMailing(this.world, survey, { ...EMPTY, ...draft, templateId });
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
		return found(this.world.mailings.get(id), 'mailing');
	}
}

function found<T>(record: T | undefined, kind: RecordKind): T {
	if (record === undefined) throw unknown(kind);
	return record;
}
