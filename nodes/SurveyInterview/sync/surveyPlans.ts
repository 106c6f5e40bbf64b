import { listIn } from '../service/lists';
import type { IExecuteFunctions } from 'n8n-workflow';
import { read } from '../http/read';
import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { inOrder, inTurns } from '../http/timing';
import { InputError, emptinessOf } from '../input/problem';
import { fieldsFor, isAutomatic } from '../input/propertyMapper';
import { invitationSync } from '../operations/invitationSync';
import { PROPERTY_MAPPER } from '../fields/nodeFields';
import { fillPath } from '../records/identifiers';
import { groupedBy, isObject, type JsonObject } from '../records/json';
import { asPattern, counted } from '../records/scalars';
import { perhapsMistyped } from '../run/remarks';
import { SurveyRecords, unknownAmong } from '../run/surveyRecords';
import { type Contact, isUnusable, type UnusableContact } from './contact';
import type { InvitedLately } from './invitedLately';
import { expressionsIn } from './syncOptions';
import { type ListedInvitations, recipientsOf } from './match';
import { type PlanOptions, planSync } from './plan';
import type { KnownProperties } from './readContacts';
import { onlyApproved, type SyncPlan } from './steps';

/** Reads the invitations of each survey of the list, and plans what to do about them. */
export async function plansOf(
	session: Session,
	list: Array<Contact | UnusableContact>,
	surveyIds: readonly string[],
	options: PlanOptions,
	invitedLately: InvitedLately,
	approved: ReadonlySet<string> | undefined,
	concurrency: number,
): Promise<SyncPlan[]> {
	const surveys = [...groupedBy(list, ({ item }) => surveyIds[item] ?? '')];
	const lists: JsonObject[][] = [];
	await inOrder(surveys.length, concurrency, async (place) => {
		const [surveyId = ''] = surveys[place] ?? [];
		lists[place] = await listInvitations(session, surveyId);
		return true;
	});
	const plans: SyncPlan[] = [];
	for (const [place, [surveyId, contacts]] of surveys.entries()) {
		const ofSurvey = { ...options, invitedLately: invitedLately.to(surveyId) };
		const listed = await inTurns(recipientsOf(lists[place] ?? []));
		await refuseHidden(session, surveyId, listed);
		const fullPlan = await inTurns(planSync(surveyId, contacts, listed, ofSurvey));
		const plan = await inTurns(onlyApproved(fullPlan, approved));
		const created = plan.steps.flatMap((step) => (step.action === 'created' ? step.contact : []));
		invitedLately.add(surveyId, created);
		plans.push(plan);
	}
	return plans;
}

/**
 * Refuses a survey of which no invitation shows whose it is: Sync would find nobody, and invite everybody again in
 * every run.
 */
async function refuseHidden(
	session: Session,
	survey_id: string,
	{ recipients, hidden }: ListedInvitations,
): Promise<void> {
	if (recipients.length > 0 || hidden === 0) return;
	const { anonymous } = await new SurveyRecords(session).factsOf(survey_id);
	if (anonymous === false) return;
	throw new InputError(
		`None of the survey’s ${counted(hidden, 'invitation')} shows whom it is for, as in an anonymous survey, so Sync cannot tell who is invited already and would invite everybody again in each run. Invite these people with Mailing > Create or Invitation > Create Personal, or choose a survey that is not anonymous.`,
	);
}

/** All invitations of a survey, in one request (docs/interface.md, Invitations). */
export async function listInvitations(session: Session, surveyId: string): Promise<JsonObject[]> {
	const path = fillPath('/surveys/{survey_id}/invitations', { survey_id: surveyId });
	const found = listIn(await read(session, path), ['invitations']);
	if (found.kind === 'list' && !found.isPartial) return found.records;
	const [message, consequence] =
		found.kind === 'list'
			? [
					`The service returned only part of the list (${found.records.length} invitations)`,
					'A part of the list does not show who is missing. ',
				]
			: ['The service’s answer has no list of invitations', ''];
	const hint = `${consequence}The service may have changed: please report this. Nothing was changed.`;
	throw new SurveyInterviewError(session.node, { message, hint });
}

/**
 * The properties of the surveys of a run. Each survey is read once, and only where the form gives contacts values
 * for properties.
 */
export async function readProperties(
	context: IExecuteFunctions,
	session: Session,
	surveyIds: readonly string[],
	concurrency: number,
): Promise<KnownProperties> {
	const parameters: JsonObject = context.getNode().parameters;
	const { [PROPERTY_MAPPER.name]: mapper, [invitationSync.collection.name]: more } = parameters;
	const mapped = isObject(mapper) && isObject(mapper.value) ? mapper.value : {};
	const areCarried =
		isAutomatic(mapper) ||
		Object.keys(mapped).length > 0 ||
		(isObject(more) && 'properties' in more);
	const known = new Map<string, ReturnType<KnownProperties>>();
	const surveys = new SurveyRecords(session);
	const ids = areCarried ? [...new Set(surveyIds)] : [];
	await inOrder(ids.length, concurrency, async (place) => {
		const id = ids[place] ?? '';
		known.set(id, await surveys.propertiesOf(id));
		return true;
	});
	return (item) => known.get(surveyIds[item] ?? '') ?? 'they were not read';
}

/**
 * Refuses values for properties that the survey does not have: otherwise a typing mistake would be written for a
 * whole list, and nobody would be told. Nothing is refused where a survey's properties are not known.
 */
export function refuseUnknownProperties(
	contacts: Array<Contact | UnusableContact>,
	propertiesOf: KnownProperties,
): void {
	for (const contact of contacts) {
		if (isUnusable(contact)) continue;
		const keys = Object.keys(contact.fields.properties ?? {});
		const unknown = unknownAmong(keys, propertiesOf(contact.item));
		if (unknown === undefined) continue;
		throw new InputError(
			`Contacts have values for properties that the survey does not have${perhapsMistyped(unknown)} Correct the key, or add the option Unknown Properties and choose Send Them.`,
		);
	}
}

/** The first rows of a list are enough to know its columns. */
const MAX_LOOKED_AT = 200;

/**
 * The columns of a list that nothing uses: no expression of the form mentions them and, where properties are mapped
 * automatically, no property has their name.
 */
export function columnsWithoutProperty(
	context: IExecuteFunctions,
	propertiesOf: KnownProperties,
): string[] {
	const { parameters } = context.getNode();
	const isMapped = isAutomatic(parameters[PROPERTY_MAPPER.name]);
	const filled = new Set<string>();
	// Google Sheets adds this column to each row.
	const taken = new Set(['row_number']);
	for (const [item, { json }] of context.getInputData().slice(0, MAX_LOOKED_AT).entries()) {
		const properties = isMapped ? propertiesOf(item) : [];
		if (typeof properties === 'string') return [];
		const names = Object.keys(json);
		for (const name of names) if (emptinessOf(json[name]) === undefined) filled.add(name);
		for (const [, name] of fieldsFor(properties, names)) taken.add(name);
	}
	const expressions = expressionsIn(parameters).join('\n');
	/** As a whole word. */
	const isMentioned = (name: string) =>
		new RegExp(`(?<![\\p{L}\\p{N}_])${asPattern(name)}(?![\\p{L}\\p{N}_])`, 'u').test(expressions);
	return [...filled].filter((name) => !taken.has(name) && !isMentioned(name));
}
