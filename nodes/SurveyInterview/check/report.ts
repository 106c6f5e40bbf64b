import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ANY_KEY, dataAmong, looksLikeField } from '../facts/unreadKeys';
import { parametersOf } from '../input/parameters';
import { InputError, notUuid, uuidIn } from '../input/problem';
import { emptinessOf } from '../input/widening';
import type { CheckOperation } from '../operations/operation';
import { IDENTIFIERS } from '../records/identifiers';
import { type FieldNames, isObject, type JsonObject } from '../records/json';
import { failureOf } from '../run/output';
import type { RunSentence } from '../run/remarks';
import { runItems } from '../run/run';
import { type Area, AREA_STATUSES } from './area';
import { look, type Looked } from './look';
import type { Missing } from './part';

/**
 * The runner of Check Service: it looks once, at the first input item. The service is the same for all of
 * them, and a report for each would be the same text at the same cost.
 */
export async function runCheck(
	context: IExecuteFunctions,
	operation: CheckOperation,
): Promise<INodeExecutionData[]> {
	return await runItems(context, operation, ({ session }) => ({
		read: (item) =>
			item === 0 ? surveyIn(parametersOf(context)(item)(CHOSEN.parameter)) : undefined,
		work: async (chosen, item) => {
			if (item > 0) return { status: 'done', items: [] };
			try {
				const items = checkItems(await look(session, chosen));
				return { status: 'done', items, remarks: { own: ofAll(items) } };
			} catch (error) {
				return failureOf(session, { retryClass: 'read' }, error);
			}
		},
	}));
}

/** The sentence for all areas, which stands in the last item. */
function ofAll(items: JsonObject[]): RunSentence {
	const { sentence, status } = items.at(-1) ?? {};
	return { sentence: String(sentence), isWarning: status !== 'fine' && status !== 'empty' };
}

const CHOSEN = IDENTIFIERS.survey_id;

/** The chosen survey; undefined where none is. */
function surveyIn(value: unknown): string | undefined {
	const id = isObject(value) && 'value' in value ? value.value : value;
	if (emptinessOf(id) !== undefined) return undefined;
	const uuid = uuidIn(value);
	if (uuid === undefined) throw new InputError(notUuid(CHOSEN.label, value));
	return uuid;
}

const WORST_FIRST = Object.keys(AREA_STATUSES) as Array<keyof typeof AREA_STATUSES>;

/**
 * One item an area, and a last one for all of them. Only the last has the report: its text is long, and is
 * copied from one place.
 */
function checkItems({ areas, bodies, fieldNames }: Looked): JsonObject[] {
	const keys = areas.flatMap(({ unread = [] }) => unread.flatMap((one) => one.paths().flat()));
	const data = dataAmong(keys, bodies);
	const isData = (key: string) => data.has(key.toLowerCase());
	const items = areas.map(({ area, status, sentence, details, unread = [], missing = [] }) => {
		const more = {
			candidates: candidatesOf(missing, isData),
			unknown_keys: Object.assign({}, ...unread.map((one) => one.shown(isData))) as JsonObject,
		};
		const told = Object.entries(more).filter(([, of]) => Object.keys(of).length > 0);
		const all = { ...details, ...Object.fromEntries(told) };
		return { area, status, sentence, details: all, report: null as string | null };
	});
	const sentence = summaryOf(areas);
	const status = WORST_FIRST.find((one) => areas.some((area) => area.status === one)) ?? 'fine';
	const report = [
		'Survey Interview, Check Service: keys and types of the answers, without any value',
		sentence,
		...items.map(sectionOf),
	].join('\n\n');
	const names = fieldNamesFor(areas, fieldNames, isData);
	const details = names === undefined ? {} : { field_names: names };
	return [...items, { area: 'all', status, sentence, details, report }];
}

type IsData = (key: string) => boolean;

/** By fact, the keys that could be it, as far as they may be shown. */
function candidatesOf(missing: NonNullable<Area['missing']>, isData: IsData): JsonObject {
	const shown = missing.map(({ called, candidates, unread }) => {
		const paths = candidates.map((keys) => unread.shownAt(keys, isData));
		return [called, paths.filter((path) => !path.includes(ANY_KEY))] as const;
	});
	return Object.fromEntries(shown.filter(([, paths]) => paths.length > 0));
}

/**
 * What can be entered as Field Names: what is there already, and facts for which one key fits alone, and which
 * that key fits alone.
 *
 * @returns undefined where nothing is added
 */
function fieldNamesFor(
	areas: readonly Area[],
	entered: FieldNames | undefined,
	isData: IsData,
): string | undefined {
	const all = areas.flatMap(({ missing = [] }) => missing);
	const named = all.flatMap(({ kind, fact, candidates, unread }) => {
		const [keys = [], ...others] = candidates;
		const path = keys.join('.');
		const isFor = (one: Missing) => one.candidates.some((other) => other.join('.') === path);
		const isAlone = all.filter((one) => one.unread === unread && isFor(one)).length === 1;
		const mayBeData = keys.some((key) => isData(key) || !looksLikeField(key));
		return isAlone && others.length === 0 && !mayBeData ? [{ kind, fact, path }] : [];
	});
	// The list of surveys and a survey's own record are of one kind, and may have it at different places.
	const agreed = named.filter(({ kind, fact, path }) =>
		named.every((one) => one.kind !== kind || one.fact !== fact || one.path === path),
	);
	const names: Record<string, Record<string, string>> = { ...entered };
	for (const { kind, fact, path } of agreed) names[kind] = { ...names[kind], [fact]: path };
	return agreed.length > 0 ? JSON.stringify(names) : undefined;
}

/** `10 of 15 areas are fine. 2 are limited: respondents, overTime. 1 is not allowed: mailings.` */
function summaryOf(areas: readonly Area[]): string {
	const of = (status: keyof typeof AREA_STATUSES) => areas.filter((one) => one.status === status);
	const others = WORST_FIRST.filter((status) => status !== 'fine').flatMap((status) => {
		const names = of(status).map(({ area }) => area);
		const are = names.length === 1 ? 'is' : 'are';
		return names.length > 0
			? `${names.length} ${are} ${AREA_STATUSES[status]}: ${names.join(', ')}.`
			: [];
	});
	return [`${of('fine').length} of ${areas.length} areas are fine.`, ...others].join(' ');
}

type Item = Pick<Area, 'area' | 'status' | 'sentence' | 'details'>;

/** Details that are values of the service; of the scopes, what looks like one is shown all the same. */
const VALUES = ['scopes', 'expires_at', 'status_words', 'participant_link', 'surveys'];

function sectionOf({ area, status, sentence, details }: Item): string {
	const words = (Array.isArray(details.scopes) ? details.scopes : []).filter(looksLikeScope);
	const lines = Object.entries(details).flatMap(([name, value]) =>
		VALUES.includes(name) ? [] : lineOf(name.replaceAll('_', ' '), value),
	);
	return [
		`## ${area}: ${AREA_STATUSES[status]}`,
		sentence,
		...lines,
		...lineOf('scopes', words),
	].join('\n');
}

function lineOf(name: string, value: unknown): string[] {
	const texts = isObject(value)
		? Object.entries(value).map(([key, of]) => `${key}: ${String(of)}`)
		: [value].flat().map(String);
	return texts.length > 0 ? [`- ${name}: ${texts.join('; ')}`] : [];
}

/** A scope as services write them, which may stand in a public text. */
export const looksLikeScope = (word: string): boolean =>
	/^[a-z]{1,20}([_-][a-z]{1,20})*([:.][a-z]{1,20}([_-][a-z]{1,20})*){1,2}$/.test(word);
