/** The tables of docs/facts.md: a row for each fact of a kind of record, with the keys that are tried. */
import { usualFields } from '../../nodes/SurveyInterview/records/json';
import { CONVERSATION } from '../../nodes/SurveyInterview/service/conversations';
import { INVITATION, SENT_EMAIL } from '../../nodes/SurveyInterview/service/invitations';
import { MESSAGE, POINT } from '../../nodes/SurveyInterview/service/kinds';
import {
	MAILING,
	MAILING_RECIPIENT,
	MAILING_STATS,
	MAILING_WITH_RECIPIENTS,
} from '../../nodes/SurveyInterview/service/mailings';
import { type Fact, type Kind, typesOf } from '../../nodes/SurveyInterview/service/reader';
import { RESPONDENT, SCORE } from '../../nodes/SurveyInterview/service/respondents';
import {
	CONCLUSION,
	OVER_TIME,
	OVERVIEW,
	QUOTE,
	SUGGESTED_RANGE,
	TOPIC,
} from '../../nodes/SurveyInterview/service/results';
import type { Simplified } from '../../nodes/SurveyInterview/service/simplified';
import {
	PROPERTY,
	SURVEY,
	SURVEY_DETAIL,
	THEME,
} from '../../nodes/SurveyInterview/service/surveys';
import { TOKEN } from '../../nodes/SurveyInterview/service/token';
import type { TriggerEvent } from '../../nodes/SurveyInterview/trigger/event';
import { table } from './optionsTables';

/** What a table is about. */
type Described = Pick<Simplified, 'kind' | 'ofSurvey' | 'ofMailing'> &
	Partial<Pick<Simplified, 'more'>> & { fields: object };

const ofKind = (kind: Kind): Described => ({ kind, fields: typesOf(kind.facts) });

/** By the name in its markers. What a table takes over from another is not repeated. */
export const TABLES: Record<string, [of: Described, above?: Described]> = {
	respondent: [RESPONDENT],
	score: [SCORE],
	conversation: [CONVERSATION],
	message: [ofKind(MESSAGE)],
	invitation: [INVITATION],
	'sent-email': [SENT_EMAIL],
	mailing: [MAILING],
	'mailing-with-recipients': [MAILING_WITH_RECIPIENTS, MAILING],
	'mailing-recipient': [MAILING_RECIPIENT],
	'mailing-stats': [MAILING_STATS],
	overview: [OVERVIEW],
	'over-time': [OVER_TIME],
	'suggested-range': [SUGGESTED_RANGE],
	topic: [TOPIC],
	quote: [QUOTE],
	conclusion: [CONCLUSION],
	point: [ofKind(POINT)],
	survey: [SURVEY],
	'survey-detail': [SURVEY_DETAIL, SURVEY],
	theme: [THEME],
	property: [PROPERTY],
	token: [TOKEN],
};

/** The generated parts of the page, by the names in their markers. */
export const factTables = (): Record<string, string> =>
	Object.fromEntries(Object.keys(TABLES).map((name) => [name, factTable(name)]));

/** The fields of each event. */
export function eventFields(events: readonly TriggerEvent[]): string {
	const names = (fields: readonly string[]) => fields.map((name) => `\`${name}\``).join(', ');
	return table(
		['Event', 'Simplified, in this order', 'Only with Selected Fields'],
		events.map(({ label, output }) => [
			`*${label}*`,
			names(Object.keys(usualFields(output))),
			names(output.more ?? []),
		]),
	);
}

/** Every field in the order of the output, and then the facts that only help to find others. */
function factTable(name: string): string {
	const [{ fields, kind, more = [], ofSurvey = {}, ofMailing = {} }, above] = TABLES[
		name
	] as (typeof TABLES)[string];
	const facts = kind?.facts ?? {};
	const all = new Set([...Object.keys(fields), ...Object.keys(facts)]);
	for (const fact of Object.keys(above?.kind?.facts ?? {})) all.delete(fact);
	const rows = [...all].map((field) => {
		const fact = facts[field];
		const place =
			field in ofMailing
				? 'the mailing itself'
				: fact && fact.keys.length > 0
					? keysInWords(fact)
					: kind
						? 'see below'
						: 'its name';
		const otherwise = field in ofSurvey ? '; otherwise the survey itself' : '';
		return [field in fields ? `\`${field}\`` : `*${field}*`, place + otherwise];
	});
	const rest = more.map((field) => `\`${field}\``).join(', ');
	return [
		table(['Field', 'Keys that are tried'], rows),
		...(rest ? [`Only with *Selected Fields*: ${rest}.`] : []),
	].join('\n\n');
}

function keysInWords({ keys, alsoIn = [] }: Fact): string {
	const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
	return listed(keys) + (alsoIn.length > 0 ? `; also in ${listed(alsoIn)}` : '');
}
