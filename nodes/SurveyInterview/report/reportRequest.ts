import { readOptions } from '../input/options';
import type { Parameter } from '../input/parameters';
import { endOfDay, periodRange, rangeBefore, type TimeRange } from '../input/periods';
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

/** What an item asks for, checked. */
export interface ReportRequest {
	surveyId: string;
	range: TimeRange;
	/** The period before it, with which a report compares. */
	before: TimeRange;
	/** The property whose groups are compared; undefined for a report without. */
	property?: string;
	minGroup: number;
	heading?: string;
	/** A language of reports, or `survey`: that of the survey. */
	language: string;
	link?: string;
	/** Of the report, those that are wanted. */
	parts: ReadonlySet<string>;
}

/** When, where and for whom a run takes place. */
export interface Here {
	now: Date;
	timeZone: string;
	/** Whether a model reads the answer. */
	isTool: boolean;
}

/** @throws {InputError} one sentence: which field, why, and what to do */
export function readReportRequest(
	operation: AnswerOperation,
	checker: FieldChecker,
	parameter: Parameter,
	here: Here,
): ReportRequest {
	const { survey_id: surveyId = '' } = readTarget(operation, parameter).identifiers;
	const period = { surveyId, ...readPeriod(checker, parameter, here) };
	const options = parameter('options', {});
	if (operation.value === 'compareGroups') {
		const { minGroup } = readOptions([MIN_GROUP], options, checker);
		const [property] = Object.values(checker.required([GROUP_PROPERTY], parameter, ''));
		return { ...period, property: String(property), minGroup, language: 'en', parts: new Set() };
	}
	const { linkUrl, parts, ...others } = readOptions(REPORT_OPTIONS, options, checker);
	const isAddress =
		linkUrl !== undefined && /^https?:\/\/./i.test(linkUrl) && URL.canParse(linkUrl);
	if (linkUrl !== undefined && !isAddress) {
		refuse('Link is not an address that begins with https://: correct it, or remove the option.');
	}
	const property = parameter(GROUP_PROPERTY.name);
	const isCompared = emptinessOf(property) === undefined;
	return {
		...period,
		...others,
		property: isCompared ? String(checker.check(GROUP_PROPERTY, property)) : undefined,
		// Slack ends an address at this sign.
		link: isAddress ? new URL(linkUrl).href.replaceAll('|', '%7C') : undefined,
		parts: new Set(parts ?? REPORT_PARTS.map(({ value }) => value)),
	};
}

function readPeriod(checker: FieldChecker, parameter: Parameter, { now, timeZone }: Here) {
	const period = String(checker.check(REPORT_PERIOD, parameter(REPORT_PERIOD.name)));
	if (period !== 'custom') {
		const [range, before] = [0, 1].map((back) => periodRange(period, now, timeZone, back));
		return { range, before } as { range: TimeRange; before: TimeRange };
	}
	const ends = checker.required([PERIOD_START, PERIOD_END], parameter, '');
	const [start = '', day = ''] = Object.values(ends).map(String);
	const end = endOfDay(day, timeZone);
	if (Date.parse(end) < Date.parse(start)) {
		refuse(`${PERIOD_END.label} is before ${PERIOD_START.label}: correct one of them.`);
	}
	return { range: { start, end }, before: rangeBefore({ start, end }) };
}
