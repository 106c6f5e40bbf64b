/**
 * The output of a sync: one item per step, and in the first one the summary of all. A step (`step.ts`) has a `fate`, what
 * became of it; a `write`, the request that it needs; a `recipient`, the invitation that was there before; and an
 * `answer`, the invitation that the service returned.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { mapWithPauses } from '../http/pauses';
import type { OutputChoice } from '../input/options';
import { invitationSync } from '../operations/invitationSync';
import type { RunSentence } from '../operations/operation';
import { type JsonObject, objectIn, withoutUndefined } from '../service/json';
import { simplifiedFields } from '../service/outputFields';
import { withPropertyColumns } from '../run/propertyColumns';
import { missingLinkHint, readInvitation } from '../service/invitations';
import { contactMessage } from '../service/messages';
import { stepIdOf } from './approval';
import { changesInWords, detailsInWords } from './changes';
import { factOfField } from './contact';
import { ACTION_OF, type Fate, type Step } from './step';
import { type SyncRemarks, syncSummary, type SummaryStep } from './summary';

const SIMPLIFIED_FIELDS = Object.keys(simplifiedFields(invitationSync));
/** All fields that an item may have. */
const ALL_FIELDS = [
	...Object.keys(invitationSync.fields),
	'dryRun',
	'error',
	'fieldChanges',
	'invitation',
];

type Action = (typeof ACTION_OF)[Fate];

/** A dry run has actions of its own, so that nobody takes them for what was done. */
const DRY_RUN_ACTIONS: { [action in Action]?: string } = {
	created: 'wouldCreate',
	updated: 'wouldUpdate',
	revoked: 'wouldRevoke',
};

/** How a message begins: in a dry run, where a row that failed was not tried, and after a real one. */
const VERBS: Record<Action, readonly [string, string]> = {
	created: ['Invite', 'Invited'],
	updated: ['Correct', 'Corrected'],
	revoked: ['Revoke the invitation of', 'Revoked the invitation of'],
	unchanged: ['Leave alone', 'Left alone'],
	duplicate: ['Leave out', 'Left out'],
	skipped: ['Leave out', 'Left out'],
	failed: ['Cannot use', 'Failed:'],
};

/**
 * One item per step, with all fields. The first one carries the summary, because the next node would take an item of
 * its own for one more contact. With an error output, it is the first of those that are not sent there.
 */
export async function itemsOf(
	context: IExecuteFunctions,
	session: Session,
	steps: readonly Step[],
	dryRun: boolean,
	remarks: SyncRemarks,
): Promise<{ items: INodeExecutionData[]; hint: RunSentence }> {
	/** The sentence about the first invitation that should have a link and has none. */
	let withoutLink: string | undefined;
	const items = await mapWithPauses(steps, (step): INodeExecutionData => {
		const fields = fieldsOf(step, session, dryRun);
		const { invitation, link } = fields;
		if (invitation && link === null) withoutLink ??= missingLinkHint(invitation, session);
		const json = fields as INodeExecutionData['json'];
		return step.contact ? { json, pairedItem: { item: step.contact.item } } : { json };
	});
	const { summary, hint } = syncSummary(steps.map(summaryStepOf), dryRun, {
		...remarks,
		withoutLink,
	});
	const toErrorOutput = hasErrorOutput(context);
	const isRegular = ({ json }: INodeExecutionData) => !toErrorOutput || json.action !== 'failed';
	const first = items.find(isRegular) ?? items[0];
	if (first) first.json.summary = summary;
	return { items, hint };
}

/** All fields of an item. */
function fieldsOf(step: Step, session: Session, dryRun: boolean) {
	const { survey, fate, write, contact, answer, error } = step;
	const action = ACTION_OF[fate];
	const { invitation, facts, id, link } = invitationOf(step, session);
	// Where the service returned an existing invitation, nothing was changed.
	const changes = action === 'duplicate' ? null : changesText(step);
	const isNotDone = action === 'failed' || action === 'skipped';
	return {
		action: dryRun ? (DRY_RUN_ACTIONS[action] ?? action) : action,
		row: contact?.row ?? null,
		...personOf(step),
		reason: reasonOf(step) ?? null,
		changes,
		link,
		id,
		// With an error beside it, the answer shows no recipient, so its properties say nothing.
		properties: propertiesAfter(step, answer && !error ? facts : {}),
		survey_id: survey.id,
		// A getter, so that the message is made only for an item that shows it.
		get message() {
			return messageOf(step, changes, dryRun);
		},
		dryRun,
		...(error ? errorDetails(error, fate) : comparison(step)),
		...withoutUndefined({ attempted: isNotDone ? write : undefined }),
		invitation,
		...(write ? { stepId: stepIdOf(step) } : {}),
	};
}

/**
 * Whether the invitation of a step may be another person's: a duplicate has that of another row, and a contact that
 * cannot be used the one that stands in its way.
 */
const mayBeSomebodyElses = ({ fate }: Step): boolean => fate === 'duplicate' || fate === 'unusable';

/** The invitation of a step: as the service has just answered it, or else as it was read. */
function invitationOf(step: Step, session: Session) {
	const { write, recipient, answer } = step;
	const invitation = answer ?? recipient?.invitation ?? null;
	const facts = invitation ? readInvitation(invitation, session) : {};
	// The next node must not email somebody else. If a create was sent, the service has answered with the row's own
	// invitation.
	if (mayBeSomebodyElses(step) && write === undefined)
		return { invitation, facts, id: null, link: null };
	// The answer to an update may have only a part of the invitation, without its link.
	const linkBefore = () =>
		answer && recipient ? readInvitation(recipient.invitation, session).link : null;
	const link = facts.link ?? linkBefore() ?? null;
	// The list may show an invitation without its ID, which is an empty text then.
	const id = (recipient?.id ?? facts.id) || null;
	return { invitation, facts, id, link };
}

const reasonOf = ({ fate, write, reason }: Step) =>
	fate === 'notStarted' ? `Not started (${write}): run it again.` : reason;

const summaryStepOf = (step: Step): SummaryStep => ({
	fate: step.fate,
	row: step.contact?.row,
	name: personOf(step).name,
	reason: reasonOf(step),
});

/** @param changes what the step changes, in words */
function messageOf(step: Step, changes: string | null, dryRun: boolean): string {
	const { fate, write, contact } = step;
	const updates = write === 'updated' ? (step.changes ?? []) : [];
	const newAddress = updates.find(({ key }) => key === 'recipient_email');
	const otherChanges = updates.filter((change) => change !== newAddress);
	// The reason is a field of its own, so changes come before it. A change of address stands apart from other details, so
	// that no text can pass for one.
	const details = newAddress ? changesInWords(otherChanges) : (changes ?? reasonOf(step));
	const verb = VERBS[ACTION_OF[fate]][dryRun ? 0 : 1];
	return contactMessage(verb, personOf(step), contact?.row, details, newAddress);
}

const hasErrorOutput = (context: IExecuteFunctions) =>
	context.getNode().onError === 'continueErrorOutput';

/** The person as the contact says; its invitation, unless it may be somebody else's, says what the contact does not. */
function personOf(step: Step) {
	const { contact, recipient } = step;
	const records: JsonObject[] = [contact?.fields ?? {}];
	if (!mayBeSomebodyElses(step)) records.push(recipient?.facts ?? {});
	// The values of a contact that cannot be used may be anything, such as an object.
	const textOf = (value: unknown) =>
		typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	const firstText = (key: string) =>
		records.map((record) => textOf(record[key])).find((text) => text !== '') ?? null;
	return {
		name: firstText('recipient_name'),
		email: firstText('recipient_email'),
		external_id: firstText('recipient_external_id'),
	};
}

/** The properties of a person after a step, as far as they are known. */
function propertiesAfter(step: Step, answered: JsonObject): JsonObject {
	const { fate, write, contact, recipient, changes = [] } = step;
	const fromContact = propertiesIn(contact?.fields);
	if (mayBeSomebodyElses(step)) return fromContact;
	// An update that nobody approved changes nothing.
	const updates = write === 'updated' && fate !== 'notApproved' ? changes : [];
	const changed = updates.find(({ key }) => key === 'properties');
	const fromInvitation = propertiesIn(changed ? { properties: changed.to } : recipient?.facts);
	return { ...fromInvitation, ...propertiesIn(answered), ...fromContact };
}

const propertiesIn = (record?: { properties?: unknown }): JsonObject =>
	objectIn(record?.properties);

/** What a step that did not fail changes, the row that it duplicates, and other invitations of the person. */
const comparison = (step: Step): JsonObject =>
	withoutUndefined({
		fieldChanges: fieldChangesOf(step),
		duplicateOf: step.duplicateOf,
		others: step.otherInvitationIds,
	});

/** What a step changes, in words; null where a new invitation has only name and address. */
function changesText({ write, changes = [] }: Step): string | null {
	return (write === 'created' ? detailsInWords(changes) : changesInWords(changes)) || null;
}

/** What a step changes, by the names of the output: `{name: {from: 'Kim', to: 'Kim Berg'}}`. */
function fieldChangesOf({ changes }: Step): JsonObject | undefined {
	const named = changes?.map(({ key, from, to }) => [factOfField(key), { from, to }]);
	return named && Object.fromEntries(named);
}

/** The fields of an item that failed. */
function errorDetails(error: Error, fate: Fate): JsonObject {
	const { facts, code, status }: Partial<SurveyInterviewError> =
		error instanceof SurveyInterviewError ? error : {};
	const maybeDone = fate === 'maybeDone' || undefined;
	return withoutUndefined({ hint: facts?.hint, code, status, maybeDone });
}

export type SyncOutputChoice = 'simplified' | OutputChoice;

/**
 * The items with the fields that the user wants. Simplified makes rows of a table, so it leaves out a column that is
 * empty in every row; any other field is in every row, null where it is empty. In a node that continues on fail, a
 * failed item has `error`, as in other operations.
 */
export async function chosenItems(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	choice: SyncOutputChoice,
	propertiesAsColumns: boolean,
): Promise<INodeExecutionData[]> {
	const names =
		choice === 'simplified'
			? SIMPLIFIED_FIELDS.filter((name) => items.some(({ json }) => hasColumnValue(json, name)))
			: choice;
	const chosenFields = (json: IDataObject): IDataObject =>
		names === 'everything'
			? { ...json }
			: Object.fromEntries(names.map((name) => [name, json[name] ?? null]));
	const continuesOnFail = context.continueOnFail();
	const toErrorOutput = hasErrorOutput(context);
	const chosen = await mapWithPauses(items, ({ json, ...item }): INodeExecutionData => {
		const fields = chosenFields(json);
		if (!continuesOnFail || json.action !== 'failed') return { ...item, json: fields };
		const { reason: error, hint, code, status, maybeDone } = json;
		const details = { ...fields, ...withoutUndefined({ hint, code, status, maybeDone }) };
		// n8n sends an item to the error output only when it has no keys but `error`, `message` and `details`.
		return { ...item, json: toErrorOutput ? { error, details } : { error, ...details } };
	});
	return propertiesAsColumns ? await withPropertyColumns(chosen, ALL_FIELDS) : chosen;
}

/** Whether an item has something to show in a column of Simplified. */
function hasColumnValue(json: IDataObject, name: string): boolean {
	// Steps are approved after a dry run, so only items of a dry run show their IDs.
	if (name === 'stepId' && json.dryRun === false) return false;
	if (name === 'properties') return Object.keys(objectIn(json.properties)).length > 0;
	return (json[name] ?? null) !== null;
}
