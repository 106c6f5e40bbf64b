import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parameterReader } from '../input/parameters';
import { PROPERTIES_AS_COLUMNS } from '../operations/nodeFields';
import { readOptions } from '../input/options';
import { InputError } from '../input/problem';
import type { PropertiesOrReason } from '../input/propertyMapper';
import { readRequest, type ItemRequest } from '../input/request';
import { turnsOf } from '../operations/inTurn';
import { type EndpointOperation, hasProperties, retryClassOf } from '../operations/operation';
import type { JsonObject } from '../service/json';
import { runItem } from './itemRequest';
import { Ledger, retryRefusal } from './ledger';
import { EqualRequests } from './equalRequests';
import { itemRefusal, type NotDone, type Result } from './itemResult';
import { withPropertyColumns } from './propertyColumns';
import { effectOf } from './remarks';
import { runItems } from './run';
import { Simplifier } from './simplify';
import { PropertyKeys, SurveyRecords } from './surveyRecords';

/** Runs an operation that is one endpoint: each input item is one request. */
export async function runEndpoint(
	context: IExecuteFunctions,
	operation: EndpointOperation,
): Promise<INodeExecutionData[]> {
	const ledger = new Ledger(context, isByRecord(operation));
	let asColumns = false;
	const output = await runItems(context, operation, ({ session, checker }) => {
		const parameter = parameterReader(context);
		// Read once for the run, because all its items are rows of one table.
		const given = parameter(0)('options', {});
		type Options = { propertiesAsColumns?: boolean };
		const options = readOptions<Options>([PROPERTIES_AS_COLUMNS], given, checker);
		asColumns = options.propertiesAsColumns ?? false;
		const surveys = new SurveyRecords(session);
		const reading = { session, surveys, ledger };
		const simplifier = new Simplifier(surveys, operation);
		const propertyKeys = new PropertyKeys(surveys, operation);
		const refusals = new Map<number, NotDone>();
		const equal = new EqualRequests();
		const isRead = operation.retry === 'read';
		const isOnce = operation.retry === 'irreversible' || operation.method === 'DELETE';
		const work = async (request: ItemRequest, item: number): Promise<Result> => {
			const refusal = refusals.get(item);
			if (refusal) return refusal;
			const filter = await simplifier.filterOf(request);
			const isKnown = ledger.get(item, request) !== undefined;
			const spoken = await surveys.inItsLanguage(operation, request);
			const whole = isKnown ? request : await propertyKeys.withOthers(spoken);
			const filtered = { ...whole, filter };
			const maker = simplifier.makerFor(filtered);
			const result = await runItem(reading, operation, filtered, item, maker);
			if (result.status !== 'done') return result;
			const unknownProperties = await propertyKeys.unknownIn(request);
			const said = operation.says?.(whole.body ?? {}, result.record ?? {}, session);
			const own = typeof said === 'string' ? { sentence: said } : said;
			return { ...result, remarks: { unknownProperties, own, ...result.remarks } };
		};
		const readItem = (item: number, known?: PropertiesOrReason) => {
			const input = () => (context.getInputData()[item]?.json ?? {}) as JsonObject;
			return readRequest({ operation, checker, parameter: parameter(item) }, input, known);
		};
		return {
			read: (item) => {
				const request = readItem(item);
				const retryClass = retryClassOf(operation, request.body ?? {});
				const refusal = retryRefusal(context, retryClass, operation.name);
				if (refusal !== undefined) throw new InputError(refusal);
				return request;
			},
			complete: async (request, item) => {
				// What an earlier try has sent needs no values, and must not be refused now.
				if (!request.needsProperties || ledger.get(item, request)) return request;
				const { survey_id: surveyId } = request.identifiers;
				const completing = surveys.propertiesOf(surveyId).then((known) => readItem(item, known));
				if (ledger.isEmpty) return await completing;
				return await completing.catch((error: unknown) => {
					const refusal = itemRefusal(context, error, item, true);
					refusals.set(item, { status: 'failed', error: refusal });
					return request;
				});
			},
			turnsOf: (request) => turnsOf(operation, request),
			work: async (request, item) => {
				const send = async () => await work(request, item);
				const { method, path } = request;
				if (isRead) return await equal.of(request, { isCopy: true }, send);
				return await (isOnce ? equal.of({ method, path }, onceOnly(operation), send) : send());
			},
		};
	});
	// With Retry On Fail, n8n also repeats a run that continued after a failure.
	const hasFailed = output.some(({ json }) => 'error' in json);
	if (!hasFailed || context.getNode().retryOnFail !== true) ledger.forgetRun();
	const names = Object.keys(operation.simplified?.fields ?? {});
	return hasProperties(operation) && asColumns ? await withPropertyColumns(output, names) : output;
}

/** Whether the path alone says whom it concerns, as with an email, an erasure or a link that replaces another. */
const isByRecord = (operation: EndpointOperation) =>
	operation.retry === 'irreversible' ||
	(operation.retry === 'create' &&
		![undefined, 'survey_id'].includes(operation.identifiers.at(-1)));

/** What cannot be undone is done once for each record of a run, however many rows name it. */
const onceOnly = (operation: EndpointOperation) => ({
	own: {
		sentence: `Rows that name the same record are one request: it was ${effectOf(operation)} once.`,
	},
});
