/** Answers of a known service, one for each area of Check Service, and what the node makes of them. */
import { judged } from '../../../../nodes/SurveyInterview/check/area';
import { factsOf, oneRecord, withoutEnvelope } from '../../../../nodes/SurveyInterview/facts/fact';
import { operationOf, type AreaName } from '../../../../nodes/SurveyInterview/check/answers';
import { noteFieldNames, isObject } from '../../../../nodes/SurveyInterview/records/json';
import { listFrom } from '../../../../nodes/SurveyInterview/records/lists';
import type { KindName } from '../../../../nodes/SurveyInterview/facts/kinds';
import type { Json, JsonObject } from '../foreign/types';
import {
	conclusion,
	conversation,
	differences,
	invitation,
	overview,
	PARTICIPANT_LINK,
	property,
	respondent,
	topic,
} from './expected';
import type { KnownRecord } from './record';
import { told, truths, type KnownService } from './service';

type Fields = Record<string, unknown>;

/** An answer, its records with what each says, and what the output must say of each. */
export interface Sample {
	area: AreaName;
	answer: Json;
	records: readonly KnownRecord[];
	expected: readonly Fields[];
	/** Records inside the record, by the name of their part in Check Service. */
	inside?: Partial<Record<'message' | 'point' | 'theme' | 'property', readonly KnownRecord[]>>;
}

/** As many records as a list has. */
const ROWS = 3;

const jsonOf = (records: readonly KnownRecord[]) => records.map(({ record }) => record);

/** Kinds whose records come in a list, with the names that the list may have. */
const LISTS: ReadonlyArray<
	readonly [AreaName, KindName, (one: KnownRecord) => Fields, ...string[]]
> = [
	['surveys', 'survey', truths, 'surveys'],
	['invitations', 'invitation', invitation, 'invitations'],
	['mailings', 'mailing', truths, 'mailings'],
	['respondents', 'respondent', respondent, 'respondents'],
	['overTime', 'bucket', truths, 'buckets', 'points', 'series'],
	['scores', 'score', truths, 'dots', 'scores', 'respondents'],
	['topics', 'topic', topic, 'topics'],
	['quotes', 'quote', truths, 'quotes'],
];

/** An answer of each kind. */
export function samplesOf(service: KnownService, rows = ROWS): Sample[] {
	const lists = LISTS.map(([area, kind, expect, ...names]): Sample => {
		const records = service.records(kind, rows);
		const answer = service.list(jsonOf(records), ...names);
		return { area, answer, records, expected: records.map(expect) };
	});
	const single = (area: AreaName, kind: KindName, expect: (one: KnownRecord) => Fields): Sample => {
		const one = service.record(kind);
		return { area, answer: service.one(one.record), records: [one], expected: [expect(one)] };
	};
	return [
		...lists,
		single('token', 'token', truths),
		single('overview', 'overview', overview),
		single('suggestedRange', 'suggestedRange', truths),
		conversationOf(service),
		conclusionOf(service),
		surveyOf(service),
	];
}

/** The same mailings later. */
export function laterMailings(service: KnownService, { records }: Sample): Sample {
	const next = records.map((one) => {
		const { value } = told(one, 'id');
		return service.record('mailing', { id: { written: value, value } });
	});
	const answer = service.list(jsonOf(next), 'mailings');
	return asRead({ area: 'mailings', answer, records: next, expected: next.map(truths) }, service);
}

function conversationOf(service: KnownService): Sample {
	const one = service.holder('conversation', 'message', 'messages');
	const answer = service.one(one.record);
	const inside = { message: one.inside };
	return { area: 'conversation', answer, records: [one], expected: [conversation(one)], inside };
}

function conclusionOf(service: KnownService): Sample {
	const one = service.holder('conclusion', 'point', 'points');
	const answer = service.one(one.record);
	const inside = { point: one.inside };
	return { area: 'conclusion', answer, records: [one], expected: [conclusion(one)], inside };
}

/** A survey with its themes and properties. */
function surveyOf(service: KnownService): Sample {
	const one = service.record('survey');
	const [theme, ofSurvey] = [service.records('theme', ROWS), service.records('property', ROWS)];
	const { attributes } = one.record;
	const holder = isObject(attributes) ? (attributes as JsonObject) : one.record;
	const themes = service.pick(['themes', 'topic_categories', 'categories']);
	const properties = service.pick(['properties', 'participant_properties']);
	holder[service.spelling.key(themes)] = jsonOf(theme);
	holder[service.spelling.key(properties)] = jsonOf(ofSurvey);
	const expected = {
		...truths(one),
		themes: theme.map(truths),
		properties: ofSurvey.map(property),
	};
	return {
		area: 'survey',
		answer: service.one(one.record),
		records: [one],
		expected: [expected],
		inside: { theme, property: ofSurvey },
	};
}

/** The items of the output Simplified. */
function itemsOf({ area, answer }: Sample): Fields[] {
	const { items, simplified } = operationOf(area);
	if (!simplified) throw new Error(`${area} has no Simplified`);
	const likely = items && 'likely' in items ? items.likely : [];
	const found = listFrom(answer, likely);
	const list = found.kind === 'list' ? found.records : [];
	const one = oneRecord(answer, simplified);
	const records =
		simplified.recordsIn?.(answer) ?? (items ? list : isObject(one) ? [withoutEnvelope(one)] : []);
	const read = simplified.reader();
	const names = Object.keys(simplified.fields);
	return records.map((record) =>
		factsOf(read, record, { participantLink: PARTICIPANT_LINK }, names),
	);
}

/** Where the output of an answer is not what was put in. */
export const faultsOfOutput = (sample: Sample) => faultsOfItems(sample, itemsOf(sample));

/** Where some items are not what was put in. */
export function faultsOfItems(
	{ area, expected }: Pick<Sample, 'area' | 'expected'>,
	items: readonly Fields[],
): string[] {
	if (items.length !== expected.length)
		return [`${area} has ${items.length} items, not ${expected.length}`];
	const fields = Object.keys(operationOf(area).simplified?.fields ?? {});
	return expected.flatMap((wanted, place) => {
		// Topics come with the most mentioned first.
		const item = area === 'topics' ? items.find(({ id }) => id === wanted.id) : items[place];
		const shown = Object.entries(wanted).filter(([name]) => fields.includes(name));
		return differences(`output ${area}`, simplerThan(item, wanted), Object.fromEntries(shown));
	});
}

/** Of the records inside a record, the fields that are expected. */
function simplerThan(item: Fields | undefined, wanted: Fields): Fields | undefined {
	if (!item) return undefined;
	const inner = (value: unknown, like: unknown): unknown => {
		if (!Array.isArray(value) || !Array.isArray(like)) return value;
		return value.map((one: unknown, place) => {
			const keys = isObject(like[place]) ? Object.keys(like[place]) : [];
			return isObject(one) ? Object.fromEntries(keys.map((key) => [key, one[key] ?? null])) : one;
		});
	};
	return Object.fromEntries(
		Object.entries(item).map(([name, value]) => [name, inner(value, wanted[name])]),
	);
}

/** What Check Service says is missing, or does not find, although it stands there. */
export function faultsOfCheck(sample: Sample): string[] {
	const { area, answer, records, inside = {} } = sample;
	const { sentence, details } = judged(area, answer, {}, () => false);
	const found = isObject(details.found) ? details.found : {};
	const parts = [
		['', records] as const,
		...Object.entries(inside).map(([name, ones]) => [`${name}.`, ones] as const),
	];
	// A name may be told by its parts.
	const isNamed = sample.expected.some(({ name }) => typeof name === 'string');
	const isMissed = / name \(/.test(sentence) && isNamed && Object.keys(inside).length === 0;
	const ofName = isMissed ? [`check ${area}: name is said to be missing`] : [];
	const ofFacts = parts.flatMap(([before, ones]) => {
		const names = new Set(ones.flatMap((one) => Object.keys(one.told)));
		return [...names].flatMap((name) => {
			const called = before + name;
			const stands = ones.some((one) => told(one, name).value !== null);
			const isMissed = !(called in found) || String(details.not_found).split(',').includes(called);
			const isSaid = new RegExp(`(^|[ (])${called.replace('.', '\\.')} \\(`).test(sentence);
			return stands && (isMissed || isSaid) ? [`check ${area}: ${called} is not found`] : [];
		});
	});
	return [...ofName, ...ofFacts];
}

/** Notes the Field Names of the credential on an answer, as every answer has them. */
export function asRead(sample: Sample, { fieldNames }: KnownService): Sample {
	// What is noted on an answer is not noted on the truth.
	const answer = structuredClone(sample.answer);
	noteFieldNames(answer, fieldNames);
	return { ...sample, answer };
}
