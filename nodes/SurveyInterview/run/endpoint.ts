import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parameterReader } from '../input/parameters';
import { PROPERTIES_AS_COLUMNS } from '../operations/nodeFields';
import type { FieldChecker } from '../input/fieldChecker';
import { readOptions } from '../input/options';
import { InputError } from '../input/problem';
import type { PropertiesOrReason } from '../input/propertyMapper';
import { readRequest, type ItemRequest } from '../input/request';
import { inTurnKeysOf } from '../operations/inTurn';
import { type EndpointOperation, hasProperties, retryClassOf } from '../operations/operation';
import { IDENTIFIERS } from '../service/identifiers';
import type { JsonObject } from '../service/json';
import { runItem } from './itemRequest';
import { Ledger, retryRefusal } from './ledger';
import { EqualRequests } from './equalRequests';
import { itemRefusal, type NotDone, type Result } from './itemResult';
import { withPropertyColumns } from './propertyColumns';
import { effectOf } from './remarks';
import { type ItemSteps, type Run, runItems } from './run';
import { Simplifier } from './simplify';
import { SentProperties, SurveyRecords } from './surveyRecords';

/** Runs an operation that is one endpoint: each input item is one request. */
export async function runEndpoint(
	context: IExecuteFunctions,
	operation: EndpointOperation,
): Promise<INodeExecutionData[]> {
	const ledger = new Ledger(context, isKnownByPath(operation));
	// Read in `runItems`, which refuses all rows if the option is wrong. With several credentials that happens once for
	// each.
	let asColumns = false;
	const output = await runItems(context, operation, (run) => {
		asColumns = readAsColumns(context, run.checker);
		return new EndpointItems(context, operation, ledger, run);
	});
	// With Retry On Fail, n8n also repeats a run that continued after a failure.
	const hasFailed = output.some(({ json }) => 'error' in json);
	const mayBeRepeated = hasFailed && context.getNode().retryOnFail === true;
	if (!mayBeRepeated) ledger.forgetRun();
	if (!asColumns || !hasProperties(operation)) return output;
	const fieldNames = Object.keys(operation.simplified?.fields ?? {});
	return await withPropertyColumns(output, fieldNames);
}

/** The option Properties as Columns. It is read once for the run, because all its items are rows of one table. */
function readAsColumns(context: IExecuteFunctions, checker: FieldChecker): boolean {
	const options = parameterReader(context)(0)('options', {});
	type Options = { propertiesAsColumns?: boolean };
	return (
		readOptions<Options>([PROPERTIES_AS_COLUMNS], options, checker).propertiesAsColumns ?? false
	);
}

/** The steps of the items of a run, or of those that share a credential. */
class EndpointItems implements ItemSteps<ItemRequest> {
	private readonly surveys: SurveyRecords;
	private readonly simplifier: Simplifier;
	private readonly sentProperties: SentProperties;
	private readonly equalRequests = new EqualRequests();
	private readonly parametersOf: ReturnType<typeof parameterReader>;
	/** Items that this try refuses. They must not end it, because an earlier try has sent others, whose results count. */
	private readonly refusals = new Map<number, NotDone>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: EndpointOperation,
		private readonly ledger: Ledger,
		private readonly run: Run,
	) {
		this.parametersOf = parameterReader(context);
		this.surveys = new SurveyRecords(run.session);
		this.simplifier = new Simplifier(this.surveys, operation);
		this.sentProperties = new SentProperties(this.surveys, operation);
	}

	read(item: number): ItemRequest {
		const request = this.readForm(item);
		const retryClass = retryClassOf(this.operation, request.body ?? {});
		const refusal = retryRefusal(this.context, retryClass, this.operation.name);
		if (refusal !== undefined) throw new InputError(refusal);
		return request;
	}

	async complete(request: ItemRequest, item: number): Promise<ItemRequest> {
		// An item that was sent is not sent again, so it needs no properties, and must not be refused now.
		if (!request.needsProperties || this.wasSent(request, item)) return request;
		const reading = this.readWithProperties(item, request.identifiers.survey_id);
		if (this.ledger.isEmpty) return await reading;
		// An earlier try has sent other items, so their results must not be lost because of this one.
		return await reading.catch((error: unknown) => {
			const refusal = itemRefusal(this.context, error, item, true);
			this.refusals.set(item, { status: 'failed', error: refusal });
			return request;
		});
	}

	inTurnKeysOf(request: ItemRequest): readonly string[] {
		return inTurnKeysOf(this.operation, request);
	}

	async work(request: ItemRequest, item: number): Promise<Result> {
		const { retry, method } = this.operation;
		const send = async () => await this.send(request, item);
		if (retry === 'read') return await this.equalRequests.sendOnce(request, COPY_REMARK, send);
		if (retry !== 'irreversible' && method !== 'DELETE') return await send();
		// What cannot be undone is done once for each record of a run, however many rows name it.
		const { path } = request;
		return await this.equalRequests.sendOnce(
			{ method, path },
			sentOnceRemark(this.operation),
			send,
		);
	}

	private async readWithProperties(item: number, surveyId?: string): Promise<ItemRequest> {
		return this.readForm(item, await this.surveys.propertiesOf(surveyId));
	}

	private readForm(item: number, properties?: PropertiesOrReason): ItemRequest {
		const { context, operation } = this;
		const form = {
			operation,
			checker: this.run.checker,
			parameter: this.parametersOf(item),
		};
		const input = () => (context.getInputData()[item]?.json ?? {}) as JsonObject;
		return readRequest(form, input, properties);
	}

	private wasSent(request: ItemRequest, item: number): boolean {
		return this.ledger.get(item, request) !== undefined;
	}

	private async send(request: ItemRequest, item: number): Promise<Result> {
		const { operation, sentProperties, ledger, surveys } = this;
		const { session } = this.run;
		const refusal = this.refusals.get(item);
		if (refusal) return refusal;
		// The filter decides which records pass, and the maker turns these into items.
		const filter = await this.simplifier.filterOf(request);
		// What was sent is only looked up in the ledger, so nothing is read for it.
		const completed = this.wasSent(request, item)
			? request
			: await this.withLanguageAndOtherProperties(request);
		const withFilter = { ...completed, filter };
		const maker = this.simplifier.makerFor(withFilter);
		const parts = { session, surveys, ledger };
		const result = await runItem(parts, operation, withFilter, item, maker);
		if (result.status !== 'done') return result;
		const unknownProperties = await sentProperties.unknownIn(request);
		const said = operation.runSentence?.(completed.body ?? {}, result.record ?? {}, session);
		const note = typeof said === 'string' ? { sentence: said } : said;
		return { ...result, remarks: { unknownProperties, note, ...result.remarks } };
	}

	/** The request with the survey's language and the record's other properties: the service may replace all. */
	private async withLanguageAndOtherProperties(request: ItemRequest): Promise<ItemRequest> {
		const localized = await this.surveys.withSurveyLanguage(this.operation, request);
		return await this.sentProperties.withOtherProperties(localized);
	}
}

/**
 * Whether the ledger knows a request by its path alone, whatever the item holds: an email, an erasure, the reissue of a
 * link. Two updates of one record may differ, so these are known by the item as well.
 */
function isKnownByPath({ retry, identifiers }: EndpointOperation): boolean {
	const last = identifiers.at(-1);
	const endsInRecord = last !== undefined && last !== 'survey_id';
	return retry === 'irreversible' || (retry === 'create' && endsInRecord);
}

/** For the rows after the first that ask for the same. */
const COPY_REMARK = { isCopy: true } as const;

const sentOnceRemark = (operation: EndpointOperation) => {
	const name = operation.identifiers.at(-1);
	const record = name ? IDENTIFIERS[name].record : 'record';
	return {
		note: {
			sentence: `Rows that name the same ${record} are one request: ${effectOf(operation)} once.`,
		},
	};
};
