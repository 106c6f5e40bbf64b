import { Mailings } from './mailings';
import { unknown } from './refusal';
import { seedRespondents } from './seed/respondents';
import { completeInterview, reopenInterview, startInterview } from './world/interviews';
import type { Answers, Entrance, Person } from './world/interviews';
import { createInvitation, revokeInvitation, statusOf } from './world/invitations';
import type { InvitationDraft } from './world/invitations';
import type {
	InvitationRecord,
	InvitationStatus,
	InvitationType,
	PropertyRecord,
	RespondentRecord,
	SurveyRecord,
	ThemeRecord,
} from './world/records';
import { createProperty } from './world/properties';
import type { PropertyDraft } from './world/properties';
import { deleteRespondent, eraseRespondent, updateRespondent } from './world/respondents';
import type { RespondentPatch } from './world/respondents';
import { cloneSurvey, createSurvey, deleteSurvey } from './world/surveys';
import type { SurveyDraft } from './world/surveys';
import { createTheme } from './world/themes';
import type { ThemeDraft } from './world/themes';
import type { Lag } from './world/visibility';
import type { Allowances, World } from './world/world';

type NewProperty = Pick<PropertyDraft, 'key'> & Partial<PropertyDraft>;

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
		const found = this.surveys().find((survey) => survey.name.startsWith(name));
		if (!found) throw unknown('survey');
		return found;
	}

	respondents(surveyId: string): RespondentRecord[] {
		return this.records.respondents.of(surveyId);
	}

	invitations(surveyId: string): InvitationRecord[] {
		return this.records.invitations.of(surveyId);
	}

	invitationStatus(invitationId: string): InvitationStatus {
		return statusOf(this.records, found(this.records.invitations.get(invitationId), 'invitation'));
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

	/** Many people at once, as the seed makes them: four in five have completed. */
	addRespondents(surveyId: string, count: number): void {
		const survey = this.surveyOf(surveyId);
		seedRespondents(this.records, survey, this.records.topics.of(surveyId), count);
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

	closeSurvey(surveyId: string, closed = true): void {
		this.surveyOf(surveyId).closed = closed;
	}

	makeAnonymous(surveyId: string, anonymous = true): void {
		this.surveyOf(surveyId).anonymous = anonymous;
	}

	createProperty(
		surveyId: string,
		{ key, label = key, options = [] }: NewProperty,
	): PropertyRecord {
		return createProperty(this.records, this.surveyOf(surveyId), { key, label, options });
	}

	createTheme(surveyId: string, name: string, draft: Partial<ThemeDraft> = {}): ThemeRecord {
		const survey = this.surveyOf(surveyId);
		return createTheme(this.records, survey, { name, description: null, ...draft });
	}

	createInvitation(
		surveyId: string,
		type: InvitationType = 'personal',
		draft: InvitationDraft = {},
	): InvitationRecord {
		return createInvitation(this.records, this.surveyOf(surveyId), type, draft);
	}

	revokeInvitation(invitationId: string): void {
		const invitation = found(this.records.invitations.get(invitationId), 'invitation');
		revokeInvitation(this.records, invitation);
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

	/** Billing: an outstanding invoice, allowances used up (0) or without limit (null). */
	get allowances(): Allowances {
		return this.records.allowances;
	}

	private surveyOf(id: string): SurveyRecord {
		return found(this.records.surveys.get(id), 'survey');
	}

	private respondent(id: string): RespondentRecord {
		return found(this.records.respondents.get(id), 'respondent');
	}
}

function found<T>(record: T | undefined, kind: Parameters<typeof unknown>[0]): T {
	if (record === undefined) throw unknown(kind);
	return record;
}
