import { isObject, type JsonObject } from '../records/json';
import type { Area, AreaStatus } from './area';
import { dataAmong } from './keys';
import type { Looked } from './look';
import { looksLikeScope } from './token';

const COUNTED: Record<AreaStatus, string> = {
	fine: 'fine',
	limited: 'limited',
	notAllowed: 'not allowed',
	notUnderstood: 'not understood',
	empty: 'still empty',
	notLookedAt: 'not checked',
};

/** Which of several counts for all: what is still empty is no fault. */
const WORST_FIRST = [
	'notUnderstood',
	'notAllowed',
	'notLookedAt',
	'limited',
	'fine',
	'empty',
] as const satisfies readonly AreaStatus[];

/**
 * One item an area, and a last one for all of them. Only the last has the report: its text is long, and is
 * copied from one place.
 */
export function checkItems({ areas, bodies }: Looked): JsonObject[] {
	const keys = areas.flatMap(({ unread }) => unread?.candidates() ?? []);
	const data = dataAmong(keys, bodies);
	const items = areas.map(({ area, status, sentence, details, unread }) => {
		const unknown = unread?.shown((key) => data.has(key.toLowerCase())) ?? {};
		const isSilent = Object.keys(unknown).length === 0;
		const all = isSilent ? details : { ...details, unknown_keys: unknown };
		return { area, status, sentence, details: all, report: null as string | null };
	});
	const sentence = summaryOf(areas);
	const status = WORST_FIRST.find((one) => areas.some((area) => area.status === one)) ?? 'fine';
	const report = [
		'Survey Interview, Check Service: keys and types of the answers, without any value',
		sentence,
		...items.map(sectionOf),
	].join('\n\n');
	return [...items, { area: 'all', status, sentence, details: {}, report }];
}

/** `9 of 14 areas are fine. 2 are limited: respondents, overTime. 1 is not allowed: mailings.` */
function summaryOf(areas: readonly Area[]): string {
	const of = (status: AreaStatus) => areas.filter((one) => one.status === status);
	const others = WORST_FIRST.filter((status) => status !== 'fine').flatMap((status) => {
		const names = of(status).map(({ area }) => area);
		const are = names.length === 1 ? 'is' : 'are';
		return names.length > 0
			? `${names.length} ${are} ${COUNTED[status]}: ${names.join(', ')}.`
			: [];
	});
	return [`${of('fine').length} of ${areas.length} areas are fine.`, ...others].join(' ');
}

type Item = Pick<Area, 'area' | 'status' | 'sentence' | 'details'>;

/** Details that are values of the service; of the scopes, what looks like one is shown all the same. */
const VALUES = ['scopes', 'expires_at', 'status_words', 'participant_link'];

function sectionOf({ area, status, sentence, details }: Item): string {
	const words = (Array.isArray(details.scopes) ? details.scopes : []).filter(looksLikeScope);
	const lines = Object.entries(details).flatMap(([name, value]) =>
		VALUES.includes(name) ? [] : lineOf(name.replaceAll('_', ' '), value),
	);
	return [`## ${area}: ${COUNTED[status]}`, sentence, ...lines, ...lineOf('scopes', words)].join(
		'\n',
	);
}

function lineOf(name: string, value: unknown): string[] {
	const texts = isObject(value)
		? Object.entries(value).map(([key, of]) => `${key}: ${String(of)}`)
		: [value].flat().map(String);
	return texts.length > 0 ? [`- ${name}: ${texts.join('; ')}`] : [];
}
