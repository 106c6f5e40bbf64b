import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

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
	/** Items that this try cannot complete. They end it only in their turn: an earlier try has sent others. */
	const refusals = new Map<number, NotDone>();

	const readForm = (item: number, properties?: PropertiesOrReason) => {
		const form = { operation, checker, parameter: parametersOf(item) };
		const input = () => (context.getInputData()[item]?.json ?? {}) as JsonObject;
		return readRequest(form, input, properties);
	};
	const wasSent = (request: ItemRequest, item: number) => ledger.get(item, request) !== undefined;

	const send = async (request: ItemRequest, item: number): Promise<Result> => {
		const refusal = refusals.get(item);
		if (refusal) return refusal;
		// The filter decides which records pass, and the maker turns these into items.
		const filter = await makers.filterOf(request);
		// What was sent is only looked up in the ledger, so nothing is read for it.
		const completed = wasSent(request, item)
			? request
			: await surveys.withOtherProperties(
					operation,
					await surveys.withSurveyLanguage(operation, request),
				);
		const withFilter = { ...completed, filter };
		const maker = makers.makerFor(withFilter);
		const result = await runItem({ session, ledger }, operation, withFilter, item, maker);
		if (result.status !== 'done') return result;
		const unknownProperties = await surveys.unknownPropertiesIn(operation, request);
		const runSentence = operation.runSentence?.(completed.body ?? {}, result.record ?? {}, session);
		const note = typeof runSentence === 'string' ? { sentence: runSentence } : runSentence;
		return { ...result, remarks: { unknownProperties, note, ...result.remarks } };
	};

	return {
		read(item) {
			const request = readForm(item);
			const retryClass = retryClassOf(operation, request.body ?? {});
			const refusal = retryRefusal(context, retryClass, operation.name);
			if (refusal !== undefined) throw new InputError(refusal);
			return request;
		},

		async complete(request, item) {
			// An item that was sent is not sent again, so it needs no properties, and must not be refused now.
			if (!request.needsProperties || wasSent(request, item)) return request;
			const properties = await surveys.propertiesOf(request.identifiers.survey_id);
			if (ledger.isEmpty) return readForm(item, properties);
			try {
				return readForm(item, properties);
			} catch (error) {
				const refusal = itemRefusal(context, error, item, true);
				refusals.set(item, { status: 'failed', error: refusal });
				return request;
			}
		},

		oneAtATimeKeysOf: (request) => oneAtATimeKeysOf(operation, request),

		async work(request, item) {
			const sendItem = async () => await send(request, item);
			if (operation.retry === 'read')
				return await equalRequests.sendOnce(request, { isCopy: true }, sendItem);
			const cannotBeUndone = operation.retry === 'irreversible' || operation.method === 'DELETE';
			if (!cannotBeUndone) return await sendItem();
			// What cannot be undone is done once for each record of a run, however many rows name it.
			const { method, path } = request;
			return await equalRequests.sendOnce({ method, path }, sentOnceRemark(operation), sendItem);
		},
	};
}

/**
 * Whether the ledger knows a request by its path alone, whatever the item holds: an email, an erasure, the reissue of a
 * link. Two updates of one record may differ, so these are known by the item as well.
 */
function isKnownByPath({ retry, identifiers }: EndpointOperation): boolean {
	const lastName = identifiers.at(-1);
	const endsInRecord = lastName !== undefined && lastName !== 'survey_id';
	return retry === 'irreversible' || (retry === 'create' && endsInRecord);
}

/** For the rows after the first that name the same record. */
function sentOnceRemark(operation: EndpointOperation): Remarks {
	const lastName = operation.identifiers.at(-1);
	const record = lastName ? IDENTIFIERS[lastName].recordName : 'record';
	const sentence = `Rows that name the same ${record} are one request: ${effectOf(operation)} once.`;
	return { note: { sentence } };
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
	// Additional Fields (JSON) may name a person under other keys than those of the form. So the body is searched like a
	// record that the service sends.
	const { emails, externalIds } = identityInRespondent(body ?? {});
	// What is no email address is compared as text, without its case.
	const addresses = emails.flatMap(
		(value) => emailKey(value) ?? externalIdKey(value)?.toLowerCase() ?? [],
	);
	const ids = externalIds.flatMap((value) => externalIdKey(value) ?? []);
	const keys = [
		...addresses.map((email) => `${target} email ${email}`),
		...ids.map((id) => `${target} id ${id}`),
	];
	// Without an address or ID, it may be anybody: then all items of the survey go one after the other.
	return keys.length > 0 ? keys : [target];
}
