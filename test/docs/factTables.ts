/** The tables of docs/facts.md: a row for each fact of a description. */
import {
	CONCLUSION,
	POINT_FACTS,
	QUOTE,
	TOPIC,
} from '../../nodes/SurveyInterview/facts/topicFacts';
import { CONVERSATION, MESSAGE_FACTS } from '../../nodes/SurveyInterview/facts/conversationFacts';
import type { FactOfKind, Simplified } from '../../nodes/SurveyInterview/facts/fact';
import {
	INVITATION,
	SENT_EMAIL,
	SENT_EMAIL_FACTS,
} from '../../nodes/SurveyInterview/facts/invitationFacts';
import { EMPTY, kindNamed } from '../../nodes/SurveyInterview/facts/kinds';
import {
	MAILING,
	MAILING_RECIPIENT,
	MAILING_STATS,
	MAILING_WITH_RECIPIENTS,
} from '../../nodes/SurveyInterview/facts/mailingFacts';
import { OVER_TIME, SUGGESTED_RANGE } from '../../nodes/SurveyInterview/facts/overTimeFacts';
import { OVERVIEW } from '../../nodes/SurveyInterview/facts/overviewFacts';
import { RESPONDENT } from '../../nodes/SurveyInterview/facts/respondentFacts';
import { SCORE } from '../../nodes/SurveyInterview/facts/respondentPlaces';
import {
	SURVEY,
	PROPERTY,
	SURVEY_DETAIL,
	THEME,
} from '../../nodes/SurveyInterview/facts/surveyFacts';
import type { TriggerEvent } from '../../nodes/SurveyInterview/trigger/event';
import { usualFields } from '../../nodes/SurveyInterview/records/json';
import { TOKEN } from '../../nodes/SurveyInterview/facts/tokenFacts';
import { table } from './optionsTables';
import { placesOf } from './places';
import { CALLED } from './spelling';

/** What a table is about. */
export type Described = Pick<Simplified, 'facts' | 'more' | 'ofSurvey' | 'ofMailing'> & {
	fields: object;
};

const ofList = (simplified: Simplified, field: string, facts: readonly FactOfKind[]): Described => {
	const shape = simplified.fields[field];
	return { facts, fields: typeof shape === 'object' && 'list' in shape ? shape.list : {} };
};

/** By the name in its markers. What a table takes over from another is not repeated. */
export const TABLES: Record<string, [of: Described, above?: Described]> = {
	respondent: [RESPONDENT],
	score: [SCORE],
	conversation: [CONVERSATION],
	message: [ofList(CONVERSATION, 'messages', MESSAGE_FACTS)],
	invitation: [INVITATION],
	'sent-email': [{ ...SENT_EMAIL, facts: SENT_EMAIL_FACTS }],
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
	point: [ofList(CONCLUSION, 'points', POINT_FACTS)],
	survey: [SURVEY],
	'survey-detail': [SURVEY_DETAIL, SURVEY],
	theme: [THEME],
	property: [PROPERTY],
	token: [TOKEN],
};

/** The generated parts of the page, by the names in their markers. */
export function factTables(): Record<string, string> {
	const called = CALLED.map(({ name, list, example }) => {
		const names = list.slice(1, -1).split('|');
		const all = names.map((one) => `\`${one}\``).join(', ');
		return `*${name}* is an object named ${all.replace(/, (\S*)$/, ' or $1')}: *${name}*\`.name\` is \`${example}.name\`, say, and *${name}*\`_name\` is \`${example}_name\`.`;
	});
	const tables = Object.keys(TABLES).map((name) => [name, factTable(name)] as const);
	return { names: `In the tables, ${called.join(' ')}`, ...Object.fromEntries(tables) };
}

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
	const [{ fields, facts = [], more = [], ofSurvey = {}, ofMailing = {} }, above] = TABLES[
		name
	] as (typeof TABLES)[string];
	const named = new Map(facts.map((fact) => [fact.name, fact]));
	const all = new Set([...Object.keys(fields), ...named.keys()]);
	for (const fact of above?.facts ?? []) all.delete(fact.name);
	const rows = [...all].map((field) => {
		const fact = named.get(field);
		const places = placesOf(fact?.at ?? []);
		const isItsName = fact ? places === `\`${field}\`` : facts.length === 0;
		return [
			field in fields ? `\`${field}\`` : `*${field}*`,
			field in ofMailing
				? 'the mailing itself'
				: (isItsName ? 'its name' : places || 'see below') +
					(field in ofSurvey ? '; otherwise the survey itself' : ''),
			fact ? lessWithout(fact) : '',
		];
	});
	const columns = rows.some(([, , less]) => less !== '') ? 3 : 2;
	const head = ['Field', 'Where it is looked for', 'What works less well without it'];
	const rest = more.map((field) => `\`${field}\``).join(', ');
	return [
		table(
			head.slice(0, columns),
			rows.map((row) => row.slice(0, columns)),
		),
		...(rest ? [`Only with *Selected Fields*: ${rest}.`] : []),
	].join('\n\n');
}

/** In the words of Check Service. */
function lessWithout({ kind, name }: FactOfKind): string {
	const without = kindNamed(kind)?.without[name] ?? '';
	return without === EMPTY ? '' : without;
}
