import { CUSTOM_PERIOD, type PeriodName, type TimeRange } from '../operations/periodFields';
import { readOptions } from '../input/options';
import type { Parameter } from '../input/parameters';
import { dayIn, endOfDay, midnight } from '../input/dates';
import { periodRange, rangeBefore } from '../input/periods';
import { display, isEmpty, refuse } from '../input/problem';
import { readTarget } from '../input/request';
import type { FieldChecker } from '../input/fieldChecker';
import {
	GROUP_PROPERTY,
	PERIOD_END,
	PERIOD_START,
	REPORT_PARTS,
	REPORT_PERIOD,
} from '../operations/reportFields';
import type { ComposedOperation } from '../operations/operation';
import type { JsonObject } from '../service/json';

/** The checked request of an item. */
export interface ReportRequest {
	surveyId: string;
	range: TimeRange;
	/** The period before, with which a report compares. */
	previousRange: TimeRange;
	/** The property whose groups are compared; undefined for a report without groups. */
	property?: string;
	minGroup: number;
	/** A language of reports, or `survey` for that of the survey. */
	language: string;
	/** The names of the wanted parts. */
	parts: ReadonlySet<string>;
	/** Whether to show the conclusion even if it is of another period than the report. */
	includeConclusion: boolean;
	brand: Brand;
}

/** The options by which a report is the sender's own. */
export interface Brand {
	/** `#3451b2` */
	accentColor?: string;
	footer?: string;
	heading?: string;
	linkText?: string;
	linkUrl?: string;
	logoUrl?: string;
}

/** The options of Get Report; Compare Groups has only `minGroup`. */
interface ReportOptions extends Brand {
	includeConclusion?: boolean;
	language?: string;
	minGroup: number;
	parts?: string[];
}

/** What is the same for all requests of a run. */
export interface ReportContext {
	now: Date;
	timeZone: string;
	/** Whether a model reads the answer. */
	isTool: boolean;
}

/** @throws {InputError} with one sentence: which field, why, and what to do */
export function readReportRequest(
	operation: ComposedOperation,
	checker: FieldChecker,
	parameter: Parameter,
): ReportRequest {
	const { survey_id: surveyId = '' } = readTarget(operation, parameter).identifiers;
	// Not the service requires these fields, but the report. So a refusal does not say why they are required.
	const fields = checker.readRequired(operation.required, parameter, '');
	const collection = parameter('options', {});
	const options = readOptions<ReportOptions>(operation.options, collection, checker);
	const { minGroup, language = 'survey', includeConclusion = false, parts = [] } = options;
	const property = parameter(GROUP_PROPERTY.name);
	const hasProperty = !isEmpty(property);
	return {
		surveyId,
		...readPeriods(fields, checker, parameter(REPORT_PERIOD.name)),
		property: hasProperty ? String(checker.check(GROUP_PROPERTY, property)) : undefined,
		minGroup,
		language,
		parts: new Set(parts.length > 0 ? parts : REPORT_PARTS.map(({ value }) => value)),
		includeConclusion,
		brand: checkedBrand(options),
	};
}

function checkedBrand(brand: Brand): Brand {
	const { footer, heading, linkText } = brand;
	const accentColor = brand.accentColor?.trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
	if (accentColor !== undefined && !/^#[0-9a-f]{6}$/i.test(accentColor)) {
		refuse(
			`Accent Color is ${display(brand.accentColor)}, and it must be # with three or six hexadecimal digits, such as #3451b2: correct it, or remove the option.`,
		);
	}
	// A link to `http://` works too, but it is not recommended.
	const notLink =
		'Link is not an address that begins with https://: correct it, or remove the option.';
	const notLogo =
		'Logo URL is not an address that begins with https://, and mail programs show no other picture: correct it, or remove the option.';
	return {
		accentColor,
		footer,
		heading,
		linkText,
		linkUrl: checkedAddress(brand.linkUrl, /^https?:\/\/./i, notLink),
		logoUrl: checkedAddress(brand.logoUrl, /^https:\/\/./i, notLogo),
	};
}

/** An address as a browser would write it. */
function checkedAddress(address: string | undefined, beginning: RegExp, refusal: string) {
	if (address === undefined) return undefined;
	if (!beginning.test(address) || !URL.canParse(address)) refuse(refusal);
	// Slack would end the address at this sign.
	return new URL(address).href.replaceAll('|', '%7C');
}

/** The range and the one before it. A custom range is given in days, and the one before it is as long. */
function readPeriods(fields: JsonObject, { now, timeZone }: FieldChecker, period: unknown) {
	// Of a custom period these are the two times that were entered. For a relative one, `readRequired` has calculated them.
	const start = String(fields[PERIOD_START.name]);
	const end = String(fields[PERIOD_END.name]);
	if (period !== CUSTOM_PERIOD) {
		const oneBack = 1;
		const previousRange = periodRange(period as PeriodName, now, timeZone, oneBack);
		return { range: { start, end }, previousRange };
	}
	const firstDay = dayIn(new Date(start), timeZone);
	const range = { start: midnight(firstDay, timeZone), end: endOfDay(end, timeZone) };
	return { range, previousRange: rangeBefore(range, timeZone) };
}
