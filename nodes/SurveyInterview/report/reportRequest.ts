import { CUSTOM_PERIOD, type PeriodName, type TimeRange } from '../fields/periods';
import { readOptions } from '../input/options';
import type { Parameter } from '../input/parameters';
import { endOfDay } from '../input/dates';
import { periodRange, rangeBefore } from '../input/periods';
import { emptinessOf, refuse } from '../input/problem';
import { readTarget } from '../input/request';
import type { FieldChecker } from '../input/fieldChecker';
import {
	GROUP_PROPERTY,
	MIN_GROUP,
	PERIOD_END,
	PERIOD_START,
	REPORT_OPTIONS,
	REPORT_PARTS,
	REPORT_PERIOD,
} from '../operations/answers';
import type { AnswerOperation } from '../operations/operation';

/** The checked request of an item. */
export interface ReportRequest {
	surveyId: string;
	range: TimeRange;
	/** The period before, with which a report compares. */
	before: TimeRange;
	/** The property whose groups are compared; undefined for a report without groups. */
	property?: string;
	minGroup: number;
	heading?: string;
	/** A language of reports, or `survey` for that of the survey. */
	language: string;
	link?: string;
	/** The names of the wanted parts. */
	parts: ReadonlySet<string>;
}

interface ReportOptions {
	heading?: string;
	language: string;
	linkUrl?: string;
	minGroup: number;
	parts?: string[];
}

/** The circumstances of a run. */
export interface Here {
	now: Date;
	timeZone: string;
	/** Whether a model reads the answer. */
	isTool: boolean;
}

/** @throws {InputError} with one sentence: which field, why, and what to do */
export function readReportRequest(
	operation: AnswerOperation,
	checker: FieldChecker,
	parameter: Parameter,
): ReportRequest {
	const { survey_id: surveyId = '' } = readTarget(operation, parameter).identifiers;
	const period = { surveyId, ...readPeriod(checker, parameter) };
	const options = parameter('options', {});
	if (operation.value === 'compareGroups') {
		const { minGroup } = readOptions<{ minGroup: number }>([MIN_GROUP], options, checker);
		const [property] = Object.values(checker.required([GROUP_PROPERTY], parameter, ''));
		const unused = { language: 'en', parts: new Set<string>() };
		return { ...period, property: String(property), minGroup, ...unused };
	}
	const {
		heading,
		language,
		linkUrl,
		minGroup,
		parts = [],
	} = readOptions<ReportOptions>(REPORT_OPTIONS, options, checker);
	const isAddress =
		linkUrl !== undefined && /^https?:\/\/./i.test(linkUrl) && URL.canParse(linkUrl);
	if (linkUrl !== undefined && !isAddress) {
		refuse('Link is not an address that begins with https://: correct it, or remove the option.');
	}
	const property = parameter(GROUP_PROPERTY.name);
	const isCompared = emptinessOf(property) === undefined;
	return {
		...period,
		...{ heading, language, minGroup },
		property: isCompared ? String(checker.check(GROUP_PROPERTY, property)) : undefined,
		// Slack would end the address at this sign.
		link: isAddress ? new URL(linkUrl).href.replaceAll('|', '%7C') : undefined,
		parts: new Set(parts.length > 0 ? parts : REPORT_PARTS.map(({ value }) => value)),
	};
}

/** The range and the one before it. A custom range is given in days, and the one before it is as long. */
function readPeriod(checker: FieldChecker, parameter: Parameter) {
	const ends = checker.required([REPORT_PERIOD, PERIOD_START, PERIOD_END], parameter, '');
	const [start = '', last = ''] = Object.values(ends).map(String);
	const { now, timeZone } = checker;
	const period = parameter(REPORT_PERIOD.name);
	if (period !== CUSTOM_PERIOD) {
		const before = periodRange(period as PeriodName, now, timeZone, 1);
		return { range: { start, end: last }, before };
	}
	// An expression may give a time with an offset.
	const range = { start: new Date(start).toISOString(), end: endOfDay(last, timeZone) };
	return { range, before: rangeBefore(range, timeZone) };
}
