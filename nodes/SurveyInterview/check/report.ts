import type { IExecuteFunctions } from 'n8n-workflow';

import { parametersOf } from '../input/parameters';
import { InputError, notUuid, uuidIn, emptinessOf } from '../input/problem';
import type { CheckOperation } from '../operations/operation';
import { IDENTIFIERS } from '../records/identifiers';
import type { FieldNames } from '../records/json';
import { runItems } from '../run/run';
import { type Area, AREA_STATUSES } from './area';
import { Look } from './look';

/** The runner of Check Service. It checks once, for the first item, because all items have the same service. */
export async function runCheck(context: IExecuteFunctions, operation: CheckOperation) {
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
			// The report is long, so only the last item has it.
			const last = { ...all, report: reportText(areas, all.sentence) };
			const remarks = { own: { sentence: all.sentence, isWarning } };
			return { status: 'done', items: [...items, last], remarks };
		},
	}));
}

const CHOSEN = IDENTIFIERS.survey_id;

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

/** The Field Names of the credential with the proposed ones; undefined where none is proposed. */
function fieldNamesFor(areas: readonly Area[], entered: FieldNames | undefined) {
	const proposed = areas.flatMap((area) => area.proposed ?? []);
	// Two areas may have records of one kind, in which the same fact is at different places.
	const agreed = proposed.filter(({ kind, fact, path }) =>
		proposed.every((one) => one.kind !== kind || one.fact !== fact || one.path === path),
	);
	const names: Record<string, Record<string, string>> = { ...entered };
	for (const { kind, fact, path } of agreed) names[kind] = { ...names[kind], [fact]: path };
	return agreed.length > 0 ? names : undefined;
}

/** Details with values of the service. Scopes are values too, and are shown if they look like usual ones. */
const VALUES = ['expires_at', 'status_words', 'participant_link', 'surveys', 'field_names'];

/** All areas as text, without any value. */
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

/** Whether a text is a usual scope, which may be made public. */
export const looksLikeScope = (word: string): boolean =>
	/^[a-z]{1,20}([_-][a-z]{1,20})*([:.][a-z]{1,20}([_-][a-z]{1,20})*){1,2}$/.test(word);
