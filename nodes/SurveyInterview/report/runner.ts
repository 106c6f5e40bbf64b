import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { SURVEY, surveyProperties } from '../facts/surveyFacts';
import { withoutEnvelope } from '../facts/fact';
import { readOptions } from '../input/options';
import { parametersOf, type Parameter } from '../input/parameters';
import { periodRange, rangeBefore, type TimeRange } from '../input/periods';
import { refuse } from '../input/problem';
import { readTarget } from '../input/request';
import type { FieldChecker } from '../input/fieldChecker';
import {
	MIN_GROUP,
	PERIOD,
	PERIOD_END,
	PERIOD_START,
	PROPERTY,
	REPORT_OPTIONS,
	REPORT_PARTS,
} from '../operations/answers';
import type { AnswerOperation } from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';
import { Ledger } from '../run/ledger';
import { readItems, type Reading } from '../run/readItems';
import type { Result } from '../run/itemResult';
import { runItems } from '../run/run';
import { SurveyRecords } from '../run/surveyRecords';
import { compare, type Answered, type Comparison } from './groups';
import { htmlOf } from './html';
import { missingAfter, type Part, readParts } from './parts';
import { plainTextOf } from './plainText';
import { written } from './sections';
import { slackBlocksOf } from './slack';
import { wordsIn } from './words';

/** The runner of answers that are made of several reads. */
export async function runAnswer(
	context: IExecuteFunctions,
	operation: AnswerOperation,
): Promise<INodeExecutionData[]> {
	const timeZone = context.getTimezone();
	const now = new Date();
	return await runItems(context, operation, ({ session, checker }) => {
		const surveys = new SurveyRecords(session);
		const reading = { session, surveys, ledger: new Ledger(context) };
		const parameter = parametersOf(context);
		return {
			read: (item) => readAsked(operation, checker, parameter(item), now, timeZone),
			work: async (asked) =>
				operation.value === 'getReport'
					? await report(reading, asked, now, timeZone)
					: await comparison(reading, asked),
		};
	});
}

/** What an item asks for. */
interface Asked {
	surveyId: string;
	period: string;
	range: TimeRange;
	before: TimeRange;
	/** The property whose groups are compared; undefined for a report without. */
	property?: string;
	minGroup: number;
	heading?: string;
	language: string;
	link?: { url: string; label: string };
	parts: ReadonlySet<string>;
}

function readAsked(
	operation: AnswerOperation,
	checker: FieldChecker,
	parameter: Parameter,
	now: Date,
	timeZone: string,
): Asked {
	const { survey_id: surveyId = '' } = readTarget(operation, parameter).identifiers;
	const period = String(checker.check(PERIOD, parameter(PERIOD.name)));
	const isCustom = period === 'custom';
	const ends = isCustom ? checker.required([PERIOD_START, PERIOD_END], parameter, '') : {};
	const range = isCustom
		? { start: String(ends.periodStart), end: String(ends.periodEnd) }
		: periodRange(period, now, timeZone);
	if (Date.parse(range.end) < Date.parse(range.start)) {
		refuse(`${PERIOD_END.label} is before ${PERIOD_START.label}: correct one of them.`);
	}
	const before = isCustom ? rangeBefore(range) : periodRange(period, now, timeZone, 1);
	const options = parameter('options', {});
	const ofPeriod = { surveyId, period, range, before };
	if (operation.value === 'compareGroups') {
		const { minGroup } = readOptions([MIN_GROUP], options, checker);
		const { property } = checker.required([PROPERTY], parameter, '');
		return {
			...ofPeriod,
			property: String(property),
			minGroup,
			language: 'survey',
			parts: new Set(),
		};
	}
	const { groupBy, heading, language, linkText, linkUrl, minGroup, parts } = readOptions(
		REPORT_OPTIONS,
		options,
		checker,
	);
	if (linkUrl !== undefined && !/^https?:\/\//i.test(linkUrl)) {
		refuse('Link must begin with https://: correct it, or remove the option.');
	}
	return {
		...ofPeriod,
		property: groupBy,
		minGroup,
		heading,
		language,
		link: linkUrl === undefined ? undefined : { url: linkUrl, label: linkText ?? linkUrl },
		parts: new Set(parts ?? REPORT_PARTS.map(({ value }) => value)),
	};
}

/** The survey that a report is about; without its metric no score can be told. */
async function surveyOf({ surveys }: Reading, surveyId: string) {
	const own = await surveys.of(surveyId);
	if (own instanceof Error) throw own;
	return { ...SURVEY.reader()(withoutEnvelope(isObject(own) ? own : {}), {}), own } as JsonObject;
}

/** How the survey calls a property. */
const labelOf = (property: string | undefined, survey: unknown) =>
	surveyProperties(survey)?.find(({ key }) => key === property)?.label ?? String(property);

async function report(
	reading: Reading,
	asked: Asked,
	now: Date,
	timeZone: string,
): Promise<Result> {
	const survey = await surveyOf(reading, asked.surveyId);
	const language = asked.language === 'survey' ? survey.interview_locale : asked.language;
	const words = wordsIn(language);
	const dates = new Intl.DateTimeFormat(words.formats, {
		timeZone,
		day: 'numeric',
		month: 'short',
		year: 'numeric',
	});
	const { range, before, property } = asked;
	const { servicePeriod, isServicePeriod } = servicePeriodFor(range, now, timeZone);
	const [parts, groups] = await Promise.all([
		readParts(reading, {
			surveyId: asked.surveyId,
			parts: asked.parts,
			period: range,
			before,
			metric: survey.metric_type,
			isAnonymous: survey.anonymous === true,
			locale: words.locale,
			trend: trendOf(range),
			servicePeriod,
		}),
		property === undefined ? undefined : groupsIn(reading, asked, survey, property),
	]);
	const about = {
		words,
		surveyName: String(survey.name ?? ''),
		metric: survey.metric_type,
		days: dates.formatRange(new Date(range.start), new Date(range.end)),
		servicePeriod,
		isServicePeriod,
		dayOf: dayIn(words.formats, range),
		heading: asked.heading,
		link: asked.link,
		parts: asked.parts,
		groups: groups && { property: labelOf(property, survey.own), comparison: groups },
	};
	const { subject, highlights, document } = written(about, parts);
	const [scores, earlier] = [parts.scores, parts.before].map((one) =>
		'value' in one ? one.value : undefined,
	);
	const unread = Object.entries({ ...parts, ...(groups ? { groups } : {}) }).flatMap(
		([name, part]) => ('missing' in part && part.reason ? [`${name}: ${part.reason}`] : []),
	);
	const item = {
		subject,
		text: plainTextOf(document),
		html: htmlOf(document),
		slack_blocks: slackBlocksOf(document),
		highlights,
		survey_name: survey.name ?? null,
		answers: scores?.answers ?? 0,
		score: scores?.score ?? null,
		score_before: earlier?.score ?? null,
		numbers: { period: range, period_before: before, ...parts, ...(groups ? { groups } : {}) },
	};
	const sentence = `The report lacks what the service could not give. ${unread.join(' ')}`;
	const remarks = unread.length > 0 ? { own: { sentence, isWarning: true } } : {};
	return { status: 'done', items: [item as JsonObject], remarks };
}

async function comparison(reading: Reading, asked: Asked): Promise<Result> {
	const { surveyId, property = '' } = asked;
	const survey = await surveyOf(reading, surveyId);
	const { groups, all, gathered } = await compared(reading, asked, survey, property);
	const items = groups.map(({ name, answers, score, groups: counts, difference }) => ({
		group: name ?? 'Others',
		answers,
		score,
		difference,
		promoters: counts?.promoters ?? null,
		passives: counts?.passives ?? null,
		detractors: counts?.detractors ?? null,
		metric_type: survey.metric_type ?? null,
		survey_id: surveyId,
		survey_name: survey.name ?? null,
	}));
	const isUnknown = groups.every(({ name }) => name === undefined) && gathered === 0;
	const none = `No answer in this period has a value of ${property}: choose another property, or another period.`;
	const few = `Fewer than ${asked.minGroup} answers in this period: nothing is compared.`;
	const small = `${gathered} ${gathered === 1 ? 'group' : 'groups'} with few answers are gathered as Others.`;
	const sentence = all.answers === 0 ? few : isUnknown ? none : gathered > 0 ? small : undefined;
	const own = sentence === undefined ? {} : { own: { sentence, isWarning: isUnknown } };
	return { status: 'done', items, remarks: own };
}

async function groupsIn(
	reading: Reading,
	asked: Asked,
	survey: JsonObject,
	property: string,
): Promise<Part<Comparison>> {
	try {
		const value = await compared(reading, asked, survey, property);
		return value.groups.length > 0
			? { value }
			: { missing: survey.anonymous === true ? 'suppressed' : 'empty' };
	} catch (error) {
		return missingAfter(error);
	}
}

/** The groups of those who completed in the period. */
async function compared(
	reading: Reading,
	{ surveyId: survey_id, range, minGroup }: Asked,
	survey: JsonObject,
	property: string,
): Promise<Comparison> {
	const fields = ['status', 'completed_at', 'score', 'properties'];
	const where = { survey_id };
	const all = await readItems(reading, ['respondent', 'getAll'], where, {}, { fields });
	const people = all.flatMap(({ status, completed_at, score, properties }): Answered[] => {
		const at = Date.parse(String(completed_at));
		const isIn = at >= Date.parse(range.start) && at <= Date.parse(range.end);
		if (status !== 'completed' || !isIn) return [];
		const value = isObject(properties) ? properties[property] : undefined;
		const values = [value]
			.flat()
			.filter((one) => typeof one === 'string' || typeof one === 'number');
		return [{ score, values: values.map(String) }];
	});
	return compare(survey.metric_type, people, minGroup, survey.anonymous === true);
}

/** The service's periods, the shortest first, by the values of *Period* that mean the same. */
const SERVICE_PERIODS = [
	['thisMonth', 'current_month'],
	['lastMonth', 'last_month'],
	['thisYear', 'current_year'],
	['lastYear', 'last_year'],
] as const;

/** The shortest of the service's periods that has all of a range, and whether it is just that. */
function servicePeriodFor(range: TimeRange, now: Date, timeZone: string) {
	for (const [period, servicePeriod] of SERVICE_PERIODS) {
		const { start, end } = periodRange(period, now, timeZone);
		if (start > range.start || end < range.end) continue;
		return { servicePeriod, isServicePeriod: start === range.start && end === range.end };
	}
	return { servicePeriod: 'all_time', isServicePeriod: false } as const;
}

const YEARS = { upToDays: Infinity, granularity: 'year', days: 3653 };
/** Days of so many buckets of each length, before the end of the period. */
const TRENDS = [
	{ upToDays: 45, granularity: 'week', days: 56 },
	{ upToDays: 400, granularity: 'month', days: 365 },
	YEARS,
];
const DAY_MS = 86_400_000;

function trendOf({ start, end }: TimeRange) {
	const length = (Date.parse(end) - Date.parse(start)) / DAY_MS;
	const { granularity, days } = TRENDS.find(({ upToDays }) => length <= upToDays) ?? YEARS;
	const first = Math.min(Date.parse(start), Date.parse(end) + 1 - days * DAY_MS);
	return { start: new Date(first).toISOString(), end, granularity };
}

/** How the beginning of a bucket is written: buckets begin at midnight, in the service's own time zone. */
function dayIn(locale: string, range: TimeRange): (time: string) => string {
	const { granularity } = trendOf(range);
	const format = new Intl.DateTimeFormat(locale, {
		timeZone: 'UTC',
		...(granularity === 'week' ? { day: 'numeric' } : { year: 'numeric' }),
		...(granularity === 'year' ? {} : { month: 'short' }),
	});
	// A midnight east of Greenwich is the evening before in UTC.
	return (time) => format.format(Date.parse(time) + 12 * 3_600_000);
}
