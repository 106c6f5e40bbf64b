/** The lists of docs/facts.md: the fields of each output, in their order. */
import {
	type OutputFields,
	simplifiedFields,
} from '../../nodes/SurveyInterview/service/outputFields';
import { CONVERSATION } from '../../nodes/SurveyInterview/service/conversations';
import { INVITATION, SENT_EMAIL } from '../../nodes/SurveyInterview/service/invitations';
import { MESSAGE_KIND, POINT_KIND } from '../../nodes/SurveyInterview/service/kinds';
import {
	MAILING,
	MAILING_RECIPIENT,
	MAILING_STATS,
	MAILING_WITH_RECIPIENTS,
} from '../../nodes/SurveyInterview/service/mailings';
import { type Kind, typesOf } from '../../nodes/SurveyInterview/service/reader';
import { RESPONDENT, SCORE } from '../../nodes/SurveyInterview/service/respondents';
import {
	CONCLUSION,
	BUCKET,
	OVERVIEW,
	QUOTE,
	SUGGESTED_RANGE,
	TOPIC,
} from '../../nodes/SurveyInterview/service/results';
import {
	PROPERTY,
	SURVEY,
	SURVEY_DETAIL,
	THEME,
} from '../../nodes/SurveyInterview/service/surveys';
import { TOKEN } from '../../nodes/SurveyInterview/service/token';
import type { TriggerEvent } from '../../nodes/SurveyInterview/trigger/event';
import { table } from './optionsTables';

/** What a list is about: an output, or the records inside one. */
type Listed = OutputFields & { kind?: Kind };

const insideRecords = (kind: Kind): Listed => ({ kind, fields: typesOf(kind.facts) });

/** By the name in the markers of its list. */
const LISTED: Record<string, Listed> = {
	respondent: RESPONDENT,
	score: SCORE,
	conversation: CONVERSATION,
	message: insideRecords(MESSAGE_KIND),
	invitation: INVITATION,
	'sent-email': SENT_EMAIL,
	mailing: MAILING,
	'mailing-with-recipients': MAILING_WITH_RECIPIENTS,
	'mailing-recipient': MAILING_RECIPIENT,
	'mailing-stats': MAILING_STATS,
	overview: OVERVIEW,
	'over-time': BUCKET,
	'suggested-range': SUGGESTED_RANGE,
	topic: TOPIC,
	quote: QUOTE,
	conclusion: CONCLUSION,
	point: insideRecords(POINT_KIND),
	survey: SURVEY,
	'survey-detail': SURVEY_DETAIL,
	theme: THEME,
	property: PROPERTY,
	token: TOKEN,
};

/** The generated parts of the page, by the names in their markers. */
export const fieldLists = (): Record<string, string> =>
	Object.fromEntries(Object.entries(LISTED).map(([name, listed]) => [name, fieldList(listed)]));

/** The fields of each event. */
export function eventFields(events: readonly TriggerEvent[]): string {
	return table(
		['Event', 'Simplified, in this order', 'Only with Selected Fields'],
		events.map(({ label, output }) => [
			`*${label}*`,
			inBackticks(Object.keys(simplifiedFields(output))),
			inBackticks(output.onlySelected ?? []),
		]),
	);
}

/** The fields of Simplified, those that must be selected, and the facts that only help to find others. */
function fieldList(listed: Listed): string {
	const { fields, onlySelected: more = [], kind } = listed;
	const helping = Object.keys(kind?.facts ?? {}).filter((fact) => !(fact in fields));
	const lines = [
		inBackticks(Object.keys(simplifiedFields(listed))),
		more.length > 0 && `Only with *Selected Fields*: ${inBackticks(more)}`,
		helping.length > 0 && `Only for *Field Names*: ${inBackticks(helping)}`,
	];
	return lines.filter(Boolean).join('\\\n');
}

const inBackticks = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
