import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parametersOf } from '../input/parameters';
import { InputError, notUuid, uuidIn, emptinessOf } from '../input/problem';
import type { CheckOperation } from '../operations/operation';
import { IDENTIFIERS } from '../records/identifiers';
import type { FieldNames } from '../records/json';
import { runItems } from '../run/run';
import { type Area, AREA_STATUSES } from './area';
import { Look } from './look';

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
			const areas = await new Look(session, chosen).areas();
			const all = ofAll(areas, session.fieldNames);
			const isWarning = all.status !== 'fine' && all.status !== 'empty';
			const items = areas.map(({ area, status, sentence, details }) => {
				return { area, status, sentence, details, report: null };
			});
			// The report is long, and is copied from one place.
			const last = { ...all, report: reportText(areas, all.sentence) };
			const remarks = { own: { sentence: all.sentence, isWarning } };
			return { status: 'done', items: [...items, last], remarks };
		},
	}));
}

const CHOSEN = IDENTIFIERS.survey_id;

/** The chosen survey; undefined where none is. */
function surveyIn(value: unknown): string | undefined {
	if (emptinessOf(value) !== undefined) return undefined;
	const uuid = uuidIn(value);
	if (uuid === undefined) throw new InputError(notUuid(CHOSEN.label, value));
	return uuid;
}

/** `notAllowed` as `not allowed`. */
const inWords = (status: string) => status.replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`);

/** All areas together: `10 of 15 areas are fine. 2 are limited: respondents, overTime.` */
function ofAll(areas: readonly Area[], entered: FieldNames | undefined): Area {
	const others = AREA_STATUSES.flatMap((status) => {
		const names = areas.flatMap((one) => (one.status === status ? [one.area] : []));
		const are = names.length === 1 ? 'is' : 'are';
		return names.length > 0 && status !== 'fine'
			? [`${names.length} ${are} ${inWords(status)}: ${names.join(', ')}.`]
			: [];
	});
	const fine = areas.filter(({ status }) => status === 'fine').length;
	const sentence = [`${fine} of ${areas.length} areas are fine.`, ...others].join(' ');
	const status = AREA_STATUSES.find((one) => areas.some((area) => area.status === one)) ?? 'fine';
	const names = fieldNamesFor(areas, entered);
	const details = names ? { field_names: JSON.stringify(names) } : {};
	return { area: 'all', status, sentence, details };
}

/** What can be entered as Field Names: what is there already, and what is proposed; undefined where nothing is. */
function fieldNamesFor(
	areas: readonly Area[],
	entered: FieldNames | undefined,
): FieldNames | undefined {
	const proposed = areas.flatMap((area) => area.proposed ?? []);
	// The list of surveys and a survey's own record are of one kind, and may have it at different places.
	const agreed = proposed.filter(({ kind, fact, path }) =>
		proposed.every((one) => one.kind !== kind || one.fact !== fact || one.path === path),
	);
	const names: Record<string, Record<string, string>> = { ...entered };
	for (const { kind, fact, path } of agreed) names[kind] = { ...names[kind], [fact]: path };
	return agreed.length > 0 ? names : undefined;
}

/** Details that are values of the service; of the scopes, what looks like one is shown all the same. */
const VALUES = ['expires_at', 'status_words', 'participant_link', 'surveys', 'field_names'];

/** All of it as text, without any value. */
function reportText(areas: readonly Area[], summary: string): string {
	const sections = areas.map(({ area, status, sentence, details }) => {
		const lines = Object.entries(details).flatMap(([name, value]) => {
			if (VALUES.includes(name)) return [];
			const shown = name === 'scopes' ? (value as string[]).filter(looksLikeScope) : value;
			return [`- ${name}: ${JSON.stringify(shown)}`];
		});
		return [`## ${area}: ${inWords(status)}`, sentence, ...lines].join('\n');
	});
	const title = 'Survey Interview, Check Service: keys and types of the answers, without any value';
	return [title, summary, ...sections].join('\n\n');
}

/** A scope as services write them, which may stand in a public text. */
export const looksLikeScope = (word: string): boolean =>
	/^[a-z]{1,20}([_-][a-z]{1,20})*([:.][a-z]{1,20}([_-][a-z]{1,20})*){1,2}$/.test(word);
