/** One line that says what an event is about, for a chat or an email. What participants wrote is only in a quote. */
import type { JsonObject } from '../records/json';
import { harmless } from './harmless';
import { npsGroup } from './scored';
import { METRIC_LABELS, toText } from './values';

/** ` (NPS)`, or nothing where the metric is not known. */
function inMetric(metricType: unknown): string {
	const label = METRIC_LABELS[String(metricType)];
	return label === undefined ? '' : ` (${label})`;
}

const MAX_NAME = 80;
const MAX_TITLE = 120;

/** A title as it may stand in a message; empty where there is none, or nothing of it can be seen. */
const titleOf = (name: unknown) => harmless(toText(name) ?? '', MAX_TITLE);

/** ` in Customer relationship`, or nothing where the survey's name is not known. */
function inSurvey(name: unknown): string {
	const title = titleOf(name);
	return title === '' ? '' : ` in ${title}`;
}

/**
 * `Lena Low gave 2 of 10 (NPS) in Customer relationship.`
 *
 * @param isAnonymous whether the survey shows scores only when enough people have answered
 */
export function completionMessage(
	{ name, score, metric_type: metricType, survey_name: surveyName }: JsonObject,
	isAnonymous = false,
): string {
	// A spreadsheet would take a message that begins like this for a formula.
	const who =
		harmless(toText(name) ?? '', MAX_NAME).replace(/^[\s=+\-＝＋－−]+/u, '') || 'Somebody';
	const unscored = isAnonymous ? '; the score is not visible yet' : '';
	if (typeof score !== 'number')
		return `${who} completed the interview${inSurvey(surveyName)}${unscored}.`;
	// Only the metrics of ten say in their name where their scale ends.
	const range = npsGroup(metricType, score) === null ? '' : ' of 10';
	return `${who} gave ${score}${range}${inMetric(metricType)}${inSurvey(surveyName)}.`;
}

const MAX_QUOTE = 200;

/**
 * A message with what the participant wrote, cut: `Lena Low gave 2 of 10 (NPS): “The crew was late.”` The text
 * cannot end the quotation.
 */
export function withQuote(message: unknown, written: unknown): unknown {
	const quote = typeof written === 'string' ? harmless(written, MAX_QUOTE) : '';
	if (typeof message !== 'string' || quote === '') return message;
	return `${message.replace(/\.$/, '')}: “${quote.replace(/(?<![^\s([{])["“„‟«]/g, '‘').replace(/["“”„‟«»]/g, '’')}”`;
}

/** `Mailing “Please tell us” in Customer relationship: sending → sent.` */
export function mailingMessage({
	subject_override: subject,
	previous_status: before,
	status,
	survey_name: surveyName,
}: JsonObject): string {
	const written = titleOf(subject);
	const title = written === '' ? 'A mailing' : `Mailing “${written}”`;
	const now = harmless(String(status), MAX_NAME);
	const change =
		typeof before === 'string' ? `${harmless(before, MAX_NAME)} → ${now}` : `new, ${now}`;
	return `${title}${inSurvey(surveyName)}: ${change}.`;
}

/** `Results of Customer relationship: score 42 (NPS), 81 completed.` */
export function resultsMessage({
	score,
	metric_type: metricType,
	completed,
	survey_name: surveyName,
}: JsonObject): string {
	const numbers = [
		...(typeof score === 'number' ? [`score ${score}${inMetric(metricType)}`] : []),
		...(typeof completed === 'number' ? [`${completed} completed`] : []),
	];
	const what = `Results of ${titleOf(surveyName) || 'a survey'}`;
	return numbers.length === 0 ? `${what} changed.` : `${what}: ${numbers.join(', ')}.`;
}

/** A record with its message as the first field, also where the record has one of that name. */
export function withMessage(message: string, record: JsonObject): JsonObject {
	return {
		message,
		...Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'message')),
	};
}
