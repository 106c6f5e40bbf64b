import { INVITATION, missingLink } from '../service/invitations';
import type { KnownFacts } from '../service/simplified';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { SurveyInterviewError } from '../http/errors';
import { mapInTurns } from '../http/timing';
import type { OutputChoice } from '../input/options';
import { invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject, usualFields, withoutGaps } from '../records/json';
import type { RunSentence } from '../operations/operation';
import { changesInWords, detailsInWords, type FieldChange } from './changes';
import { factOfField, personIn } from './contact';
import {
	isWrite,
	type PlannedWrite,
	type Progress,
	type Step,
	stepIdOf,
	type SyncPlan,
	type WriteResult,
} from './steps';
import { ACTION_OF, type Fate, rowMessage, syncSummary, type ToldFate } from './summary';

const SIMPLIFIED = Object.keys(usualFields(invitationSync));
/** All fields that an item may have. */
export const SYNC_NAMES = [
	...Object.keys(invitationSync.fields),
	'dryRun',
	'error',
	'fieldChanges',
	'invitation',
];

type Json = INodeExecutionData['json'];

/** A dry run has actions of its own, so that nobody takes them for what was done. */
const DRY_RUN_ACTIONS: { [action: string]: string } = {
	created: 'wouldCreate',
	updated: 'wouldUpdate',
	revoked: 'wouldRevoke',
} satisfies Record<PlannedWrite['action'], string>;

/**
 * One item per contact, in the order of the input, then one per invitation whose person is not in the list. The
 * first one carries the summary, because the next node would take an item of its own for one more contact. With an
 * error output, it is the first of those that are not sent there.
 *
 * @param known what is known beside the records: the patterns of links
 * @param told columns of the list that nothing uses, and external IDs that identify nobody
 */
export async function syncOutput(
	context: IExecuteFunctions,
	known: KnownFacts,
	plans: SyncPlan[],
	dryRun: boolean,
	progress: Progress,
	told: { unused: readonly string[]; sharedIds: readonly string[] },
): Promise<{ items: INodeExecutionData[]; hint: RunSentence }> {
	const read = INVITATION.reader();
	const fates: ToldFate[] = [];
	let withoutLink: string | undefined;
	const jsonOf = (surveyId: string, step: Step): Json => {
		const { recipient: found } = step;
		const result = progress.get(step);
		const write = isWrite(step) ? step : step.unapproved;
		const fate = fateOf(step, result, dryRun);
		const action = ACTION_OF[fate];
		const reason = reasonOf(step, fate, result);
		const row = step.contact?.row;
		const who = personOf(step);
		fates.push({ fate, row, name: who.name, reason });
		const invitation = invitationAfter(step, result);
		const facts = invitation ? read(invitation, known) : {};
		// An update may be answered with a part of the invitation, and one that failed has no answer.
		const linkBefore = () =>
			found && found.invitation !== invitation ? read(found.invitation, known).link : null;
		// The invitation of a duplicate may be somebody else's.
		const isOthers = step.action === 'duplicate';
		const link = (isOthers ? null : (facts.link ?? linkBefore())) ?? null;
		if (link === null && invitation) withoutLink ??= missingLink(invitation, known);
		// Where the service returned an existing invitation (`duplicate`), nothing was changed.
		const changes = write && action !== 'duplicate' ? changesToTell(write) : null;
		return {
			action: dryRun ? (DRY_RUN_ACTIONS[action] ?? action) : action,
			row: row ?? null,
			...who,
			reason: reason ?? null,
			changes,
			link,
			// The list may show an invitation without its ID.
			id: (isOthers ? '' : (found?.id ?? facts.id)) || null,
			properties: propertiesAfter(step, action, result?.done ? facts : {}),
			...(plans.length > 1 ? { survey_id: surveyId } : {}),
			// A getter, so that the message is made only where it is wanted.
			get message() {
				return rowMessage(fate, dryRun, who, row, changes ?? reason);
			},
			dryRun,
			...detailsOf(step, write, result),
			...(write && ['failed', 'skipped'].includes(action) ? { attempted: write.action } : {}),
			invitation,
			...(write ? { stepId: stepIdOf(surveyId, write) } : {}),
		} as Json;
	};
	const all = plans.flatMap(({ surveyId, steps }) => steps.map((step) => ({ surveyId, step })));
	const placeOf = ({ step }: { step: Step }) => step.contact?.item ?? all.length;
	all.sort((a, b) => placeOf(a) - placeOf(b));
	const items = await mapInTurns(all, ({ surveyId, step }): INodeExecutionData => {
		const json = jsonOf(surveyId, step);
		return step.contact ? { json, pairedItem: { item: step.contact.item } } : { json };
	});
	const { summary, hint } = syncSummary(fates, dryRun, told.unused, withoutLink, told.sharedIds);
	const toErrorOutput = hasErrorOutput(context);
	const isRegular = ({ json }: INodeExecutionData) => !toErrorOutput || json.action !== 'failed';
	const first = items.find(isRegular) ?? items[0];
	if (first) first.json.summary = summary;
	return { items, hint };
}

const hasErrorOutput = (context: IExecuteFunctions) =>
	context.getNode().onError === 'continueErrorOutput';

/** The person as the contact says; its invitation says what the contact does not. */
const personOf = ({ action, contact, recipient }: Step) =>
	personIn(contact?.fields ?? {}, action === 'duplicate' ? {} : (recipient?.facts ?? {}));

/** The properties of a person after a step, as far as they are known. */
function propertiesAfter(step: Step, action: string, answered: JsonObject): JsonObject {
	const { contact, recipient } = step;
	const ofContact = propertiesIn(contact?.fields);
	// The invitation may be somebody else's.
	if (action === 'duplicate') return ofContact;
	const changes = step.action === 'updated' ? step.changes : [];
	const changed = changes.find(({ key }) => key === 'properties');
	const known = propertiesIn(changed ? { properties: changed.to } : recipient?.facts);
	return { ...known, ...propertiesIn(answered), ...ofContact };
}

const propertiesIn = (record?: { properties?: unknown }): JsonObject =>
	isObject(record?.properties) ? record.properties : {};

function fateOf(step: Step, result: WriteResult | undefined, dryRun: boolean): Fate {
	if (result?.done === false) return result.maybeDone ? 'maybeDone' : 'refused';
	if (!result && isWrite(step) && !dryRun) return 'notStarted';
	return result?.returnedExisting ? 'duplicate' : step.action;
}

function reasonOf(step: Step, fate: Fate, result?: WriteResult): string | undefined {
	if (fate === 'notStarted') return `Not started (${step.action}): run it again.`;
	if (result?.done === false) return result.error.message;
	return result && step.action === 'created' ? result.remark : step.reason;
}

function invitationAfter({ action, recipient }: Step, result?: WriteResult): JsonObject | null {
	if (!result || action === 'revoked') return recipient?.invitation ?? null;
	return result.done ? result.answer : (result.withoutRecipient ?? null);
}

/** What a write changes, in words; null where a new invitation has only name and address. */
function changesToTell(write: PlannedWrite): string | null {
	if (write.action === 'updated') return changesInWords(write.changes);
	return write.action === 'created' ? detailsInWords(write.contact.fields) || null : null;
}

/** What a write changes, by the names of the output. */
function fieldChangesOf(write?: PlannedWrite): JsonObject | undefined {
	if (!write || write.action === 'revoked') return undefined;
	const ofNew = ([key, to]: [string, unknown]): FieldChange => ({ key, from: null, to });
	const changes =
		write.action === 'updated' ? write.changes : Object.entries(write.contact.fields).map(ofNew);
	return Object.fromEntries(changes.map(({ key, from, to }) => [factOfField(key), { from, to }]));
}

/** The fields that only some items have: what changes, or what went wrong. */
function detailsOf(step: Step, write?: PlannedWrite, result?: WriteResult): JsonObject {
	if (result?.done !== false) {
		const { duplicateOf, others } = step;
		return withoutGaps({ fieldChanges: fieldChangesOf(write), duplicateOf, others });
	}
	const { error, maybeDone } = result;
	const { facts, code, status }: Partial<SurveyInterviewError> =
		error instanceof SurveyInterviewError ? error : {};
	return withoutGaps({ hint: facts?.hint, code, status, maybeDone: maybeDone || undefined });
}

export type SyncOutputChoice = 'simplified' | OutputChoice;

/**
 * The items with the fields that the user wants. Simplified makes rows of a table, so it leaves out a column that is
 * empty in every row; any other field is in every row, null where it is empty. In a node that continues on fail, a
 * failed item has `error`, as in other operations. n8n sends an item to the error output only when it has no keys but
 * `error`, `message` and `details`.
 */
export async function chosenItems(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	choice: SyncOutputChoice,
): Promise<INodeExecutionData[]> {
	// Steps are approved after a dry run, so only its items need their IDs.
	const isTold = (item: Json, name: string) =>
		(item[name] ?? null) !== null &&
		(name !== 'stepId' || item.dryRun !== false) &&
		(name !== 'properties' || Object.keys(item.properties as object).length > 0);
	const names =
		choice === 'simplified'
			? SIMPLIFIED.filter((name) => items.some(({ json }) => isTold(json, name)))
			: choice;
	const chosenOf = (item: Json): Json =>
		names === 'everything'
			? { ...item }
			: Object.fromEntries(names.map((name) => [name, item[name] ?? null]));
	const toErrorOutput = hasErrorOutput(context);
	return await mapInTurns(items, ({ json, ...item }): INodeExecutionData => {
		const chosen = chosenOf(json);
		if (!context.continueOnFail() || json.action !== 'failed') return { ...item, json: chosen };
		const { reason: error, hint, code, status, maybeDone } = json;
		const details = { ...chosen, ...withoutGaps({ hint, code, status, maybeDone }) };
		return { ...item, json: toErrorOutput ? { error, details } : { error, ...details } };
	});
}
