import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hasAnyColumn, refuseColumn } from '../input/columns';
import { expressionsIn, pathsIn } from '../input/expressions';
import { parameterReader } from '../input/parameters';
import { InputError } from '../input/problem';
import type { PropertiesOrReason } from '../input/propertyMapper';
import { readRequest, type ItemRequest } from '../input/request';
import {
	recordIdOf,
	type EndpointOperation,
	type Identifiers,
	retryClassOf,
} from '../operations/operation';
import { IDENTIFIERS } from '../service/identifiers';
import type { JsonObject } from '../service/json';
import { emailKey, externalIdKey } from '../service/person';
import { identityInRespondent } from '../service/respondents';
import { runItem } from './itemRequest';
import { Ledger, retryRefusal } from './ledger';
import { EqualRequests } from './equalRequests';
import { itemRefusal, type NotDone, type Result } from './itemResult';
import { effectOf, type Remarks } from './remarks';
import { type ItemSteps, runItems, type SharedByCredential } from './run';
import { ItemMakers } from './itemMaker';
import { SurveyRecords } from './surveyRecords';

/** Runs an operation that is one endpoint: each input item is one request. */
export async function runEndpoint(
	context: IExecuteFunctions,
	operation: EndpointOperation,
): Promise<INodeExecutionData[]> {
	const ledger = new Ledger(context, isKnownByPath(operation));
	const output = await runItems(context, operation, (shared) =>
		stepsOf(context, operation, ledger, shared),
	);
	// With Retry On Fail, n8n also repeats a run that continued after a failure.
	const hasFailed = output.some(({ json }) => 'error' in json);
	const mayBeRepeated = hasFailed && context.getNode().retryOnFail === true;
	if (!mayBeRepeated) ledger.forgetRun();
	return output;
}

/** The steps of the items of a run, or of those that share a credential. */
function stepsOf(
	context: IExecuteFunctions,
	operation: EndpointOperation,
	ledger: Ledger,
	{ session, checker }: SharedByCredential,
): ItemSteps<ItemRequest> {
	const surveys = new SurveyRecords(session);
	const makers = new ItemMakers(surveys, operation);
	const equalRequests = new EqualRequests();
	const parametersOf = parameterReader(context);
	/** Items that `complete` refused, but that fail only when it is their turn to be sent. */
	const refusals = new Map<number, NotDone>();

	const refuseMissingAddress = missingAddressRefuser(context, operation);
	const readForm = (item: number, properties?: PropertiesOrReason) => {
		const form = { operation, checker, parameter: parametersOf(item) };
		const input = () => (context.getInputData()[item]?.json ?? {}) as JsonObject;
		return readRequest(form, input, properties);
	};
	const wasSent = (request: ItemRequest, item: number) => ledger.get(item, request) !== undefined;
	/** Adds to a request what must be read from the service right before it is sent. */
	const withReadValues = async (request: ItemRequest) => {
		const withLanguage = await surveys.withSurveyLanguage(operation, request);
		return await surveys.withOtherProperties(operation, withLanguage);
	};

	const send = async (request: ItemRequest, item: number): Promise<Result> => {
		const refusal = refusals.get(item);
		if (refusal) return refusal;
		const filter = await makers.filterOf(request);
		// What an earlier try has sent is only looked up in the ledger, so nothing is read for it.
		const withValues = wasSent(request, item) ? request : await withReadValues(request);
		const toSend = { ...withValues, filter };
		const maker = makers.makerFor(toSend);
		const result = await runItem({ session, ledger }, operation, toSend, item, maker);
		if (result.status !== 'done') return result;
		const unknownProperties = await surveys.unknownPropertiesIn(operation, request);
		const runSentence = operation.runSentence?.(toSend.body ?? {}, result.record ?? {}, session);
		const note = typeof runSentence === 'string' ? { sentence: runSentence } : runSentence;
		return { ...result, remarks: { unknownProperties, note, ...result.remarks } };
	};

	return {
		read(item) {
			const request = readForm(item);
			refuseMissingAddress(request);
			const retryClass = retryClassOf(operation, request.body ?? {});
			const refusal = retryRefusal(context, retryClass, operation.name);
			if (refusal !== undefined) throw new InputError(refusal);
			return request;
		},

		async complete(request, item) {
			// An item that was sent is not sent again, so it needs no properties, and must not be refused now.
			if (!request.needsProperties || wasSent(request, item)) return request;
			const properties = await surveys.propertiesOf(request.identifiers.survey_id);
			// A refusal that is thrown ends the run, and says that nothing was sent for any row.
			if (ledger.isEmpty) return readForm(item, properties);
			// But an earlier try has sent items, and this one must still look up what became of them.
			try {
				return readForm(item, properties);
			} catch (error) {
				const isOnlyThisRow = true;
				const refusal = itemRefusal(context, error, item, isOnlyThisRow);
				refusals.set(item, { status: 'failed', error: refusal });
				return request;
			}
		},

		oneAtATimeKeysOf: (request) => oneAtATimeKeysOf(operation, request),

		async work(request, item) {
			const sendItem = async () => await send(request, item);
			if (operation.retry === 'read')
				return await equalRequests.sendOnce(request, { isCopy: true }, sendItem);
			const key = doneOnceFor(operation, request);
			if (key === undefined) return await sendItem();
			return await equalRequests.sendOnce(key, doneOnceRemark(operation, key), sendItem);
		},
	};
}

/**
 * Refuses to invite people without an address and an external ID, if the addresses of several rows come from a column
 * that none of them has: no email could reach these invitations. Some rows of a list may lack an address.
 */
function missingAddressRefuser(
	context: IExecuteFunctions,
	{ inForm = [] }: EndpointOperation,
): (request: ItemRequest) => void {
	const address = inForm.find(({ name }) => name === 'recipient_email');
	const [expression] = address ? expressionsIn(context.getNode().parameters[address.name]) : [];
	if (!address || expression === undefined || pathsIn(expression).length === 0) return () => {};
	const input = context.getInputData().map(({ json }) => json as JsonObject);
	if (input.length < 2 || hasAnyColumn(expression, input)) return () => {};
	return ({ body = {} }) => {
		const namesPerson = body.recipient_email ?? body.recipient_external_id;
		if (namesPerson === undefined) refuseColumn(address.label, input);
	};
}

/**
 * Whether a request's path alone says what is done, so that the ledger need not look at the item: an email, an erasure,
 * the reissue of a link. Two updates of one record may differ, and the path of a new invitation names only its survey,
 * so the ledger knows these by the item's content as well.
 */
function isKnownByPath({ retry, identifiers }: EndpointOperation): boolean {
	const lastName = identifiers.at(-1);
	const endsInRecord = lastName !== undefined && lastName !== 'survey_id';
	return retry === 'irreversible' || (retry === 'create' && endsInRecord);
}

/** The part of a request that a write is done once for in a run; a body only where rows may differ in it. */
interface DoneOnceKey {
	method: string;
	path: string;
	body?: JsonObject;
}

/**
 * What a write is done once for, however many rows of the run ask for it; undefined if it is done for each row. What
 * cannot be undone, or replaces what an earlier row has got, is done once for each record. Equal rows create one mailing,
 * because everybody would get the email of each, and one invitation, if they name the person.
 */
function doneOnceFor(operation: EndpointOperation, request: ItemRequest): DoneOnceKey | undefined {
	const { method, path, body } = request;
	if (operation.method === 'DELETE' || isKnownByPath(operation)) return { method, path };
	const isOfPerson =
		operation.oneAtATimeFor === 'person' && keysOfPerson(operation, request).length > 0;
	return operation.isOnceForEqualRows || isOfPerson ? { method, path, body } : undefined;
}

/** The remark on each row that asks for the same as an earlier one, and was therefore not sent. */
function doneOnceRemark(operation: EndpointOperation, { body }: DoneOnceKey): Remarks {
	const lastName = operation.identifiers.at(-1);
	const record = lastName ? IDENTIFIERS[lastName].recordName : 'record';
	const which = body ? 'Equal rows' : `Rows that name the same ${record}`;
	return { note: { sentence: `${which} are one request: ${effectOf(operation)} once.` } };
}

/**
 * What a write is about, such as `<survey ID> email ada@example.com`. Items that share a key go one after the other: the
 * service promises nothing about requests that arrive together, so the same person could get two invitations.
 */
function oneAtATimeKeysOf(
	operation: EndpointOperation,
	{ identifiers, body }: { identifiers: Identifiers; body?: JsonObject },
): string[] {
	// For what is created in a survey, such as an invitation, this is the survey.
	const target = recordIdOf(operation, identifiers);
	if (operation.oneAtATimeFor === undefined || target === undefined) return [];
	if (operation.oneAtATimeFor === 'recordInPath') return [target];
	const keys = keysOfPerson(operation, { identifiers, body });
	// Without an address or ID, it may be anybody: then all items of the survey go one after the other.
	return keys.length > 0 ? keys : [target];
}

/** The keys of the person whom a create invites; none if the body has neither an address nor an external ID. */
function keysOfPerson(
	operation: EndpointOperation,
	{ identifiers, body }: { identifiers: Identifiers; body?: JsonObject },
): string[] {
	const target = recordIdOf(operation, identifiers);
	// Additional Fields (JSON) may name a person under other keys than those of the form. So the body is searched like a
	// record that the service sends.
	const { emails, externalIds } = identityInRespondent(body ?? {});
	// What is no email address is compared as text, without its case.
	const addresses = emails.flatMap(
		(value) => emailKey(value) ?? externalIdKey(value)?.toLowerCase() ?? [],
	);
	const ids = externalIds.flatMap((value) => externalIdKey(value) ?? []);
	return [
		...addresses.map((email) => `${target} email ${email}`),
		...ids.map((id) => `${target} id ${id}`),
	];
}
