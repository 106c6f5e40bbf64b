import type { IExecuteFunctions } from 'n8n-workflow';

import { read } from '../http/call';
import { SurveyInterviewError, TOO_DEEP } from '../http/errors';
import type { Session } from '../http/session';
import { inTurns } from '../http/turns';
import { InputError } from '../input/problem';
import { fieldsFor, isAutomatic } from '../input/propertyMapper';
import { emptinessOf } from '../input/emptiness';
import { invitationSync } from '../operations/invitationSync';
import { PROPERTY_MAPPER } from '../operations/nodeFields';
import { fillPath } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { listFrom } from '../records/lists';
import { asPattern } from '../records/scalars';
import { inOrder } from '../run/inOrder';
import { perhapsMistyped } from '../run/remarks';
import { knownProperties, SurveyRecords, unknownAmong } from '../run/surveyRecords';
import { onlyApproved } from './approval';
import { isUnusable } from './contact';
import { expressionsIn } from './options';
import { type PlanOptions, planSync } from './plan';
import type { KnownProperties, ListEntry } from './readContacts';
import type { SurveyPlan } from './steps';

/** Reads the invitations of each survey and plans what to do about them. Most lists are about one survey. */
export async function plansOf(
	session: Session,
	entries: ListEntry[],
	options: PlanOptions,
	approved: ReadonlySet<string> | undefined,
	concurrency: number,
): Promise<SurveyPlan[]> {
	const bySurvey = new Map<string, ListEntry[]>();
	for (const entry of entries) {
		const others = bySurvey.get(entry.surveyId);
		if (others) others.push(entry);
		else bySurvey.set(entry.surveyId, [entry]);
	}
	const surveys = [...bySurvey];
	const plans: SurveyPlan[] = [];
	await inOrder(surveys.length, concurrency, async (place) => {
		const [surveyId, own] = surveys[place] as [string, ListEntry[]];
		const invitations = await listInvitations(session, surveyId);
		const contacts = own.map(({ contact }) => contact);
		const fullPlan = await inTurns(planSync(contacts, invitations, options));
		const plan = await inTurns(onlyApproved(fullPlan, surveyId, approved));
		plans[place] = { surveyId, ...(await inTurns(factsOfList(invitations))), ...plan };
		return true;
	});
	return plans;
}

function* factsOfList(
	invitations: JsonObject[],
): Generator<void, Pick<SurveyPlan, 'knownIds' | 'newestMs'>> {
	let newestMs = -Infinity;
	for (const { created_at: created } of invitations) {
		yield;
		newestMs = Math.max(newestMs, Date.parse(String(created)) || -Infinity);
	}
	return { knownIds: new Set(invitations.map(({ id }) => id)), newestMs };
}

/** All invitations of a survey, in one request (docs/interface.md, Invitations). */
async function listInvitations(session: Session, surveyId: string): Promise<JsonObject[]> {
	const path = fillPath('/surveys/{survey_id}/invitations', { survey_id: surveyId });
	const found = listFrom(await read(session, path), ['invitations']);
	const refuse = (message: string, hint: string) =>
		new SurveyInterviewError(session.node, { message, hint: `${hint} Nothing was changed.` });
	if (found.kind === 'tooDeep') throw new SurveyInterviewError(session.node, TOO_DEEP);
	if (found.kind !== 'list') {
		throw refuse(
			'The service’s answer has no list of invitations',
			'The service may have changed: please report this.',
		);
	}
	if (found.isPartial) {
		throw refuse(
			`The service returned only part of the list (${found.records.length} invitations)`,
			'A part of the list does not show who is missing. The service may have changed: please report this.',
		);
	}
	return found.records;
}

/** The properties of the surveys of a run. Each survey is read once, and only where contacts may carry values. */
export async function readProperties(
	context: IExecuteFunctions,
	session: Session,
	surveyIds: readonly string[],
	concurrency: number,
): Promise<KnownProperties> {
	const known = new Map<string, Awaited<ReturnType<typeof knownProperties>>>();
	if (carriesValues(context)) {
		const surveys = new SurveyRecords(session);
		const ids = [...new Set(surveyIds)];
		await inOrder(ids.length, concurrency, async (place) => {
			const id = ids[place] ?? '';
			known.set(id, await knownProperties(surveys, id));
			return true;
		});
	}
	return (surveyId) => known.get(surveyId) ?? 'they were not read';
}

/** Whether the form has a value for a property, or takes values from the items. */
function carriesValues(context: IExecuteFunctions): boolean {
	const parameters: JsonObject = context.getNode().parameters;
	const { [PROPERTY_MAPPER.name]: mapper, [invitationSync.collection.name]: more } = parameters;
	if (isObject(more) && 'properties' in more) return true;
	if (!isObject(mapper)) return false;
	const isFilled = isObject(mapper.value) && Object.keys(mapper.value).length > 0;
	return isFilled || isAutomatic(mapper);
}

/**
 * Refuses values for properties that their survey does not have: a typo would otherwise be written for a whole
 * list, and nobody would be told. Nothing is said where a survey's properties are not known.
 */
export function refuseUnknownProperties(entries: ListEntry[], propertiesOf: KnownProperties): void {
	for (const { surveyId, contact } of entries) {
		if (isUnusable(contact)) continue;
		const unknown = unknownAmong(
			Object.keys(contact.fields.properties ?? {}),
			propertiesOf(surveyId),
		);
		if (unknown === undefined) continue;
		throw new InputError(
			`Contacts have values for properties that the survey does not have${perhapsMistyped(unknown)} Correct the key, or add the option Unknown Properties and choose Send Them.`,
		);
	}
}

/** How many contacts are looked at: a list has the same columns from its first row on. */
const MAX_LOOKED_AT = 200;

/** The field that Google Sheets adds to each row. */
const ROW_NUMBER = 'row_number';

/**
 * The columns of a list that go nowhere: properties are mapped automatically, and none of the contacts that
 * have a value there has a property for it. A column that an expression of the form mentions is not one.
 */
export function columnsWithoutProperty(
	context: IExecuteFunctions,
	surveyIds: readonly string[],
	propertiesOf: KnownProperties,
): string[] {
	const { parameters } = context.getNode();
	if (!isAutomatic(parameters[PROPERTY_MAPPER.name])) return [];
	const filled = new Set<string>();
	const taken = new Set([ROW_NUMBER]);
	const known = new Set<string>();
	for (const [item, { json }] of context.getInputData().slice(0, MAX_LOOKED_AT).entries()) {
		const properties = propertiesOf(surveyIds[item] ?? '');
		if (typeof properties === 'string') return [];
		const names = Object.keys(json);
		for (const name of names) if (emptinessOf(json[name]) === undefined) filled.add(name);
		// Most contacts have the same columns, and those go the same way.
		const signature = JSON.stringify([surveyIds[item], names]);
		if (known.has(signature)) continue;
		known.add(signature);
		for (const [, name] of fieldsFor(properties, names)) taken.add(name);
	}
	const expressions = expressionsIn(parameters).join('\n');
	return [...filled].filter((name) => !taken.has(name) && !mentions(expressions, name));
}

/** Whether a text has a name as a word of its own. */
function mentions(text: string, name: string): boolean {
	return new RegExp(`(?<![\\p{L}\\p{N}_])${asPattern(name)}(?![\\p{L}\\p{N}_])`, 'u').test(text);
}
