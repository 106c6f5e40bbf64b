import {
	parentOf,
	selectedFacts,
	type KnownFacts,
	type ReadFacts,
	type Simplified,
} from '../service/simplified';
import { factsForRecords } from '../service/surveys';
import { unusedKeys } from '../service/unusedKeys';
import { mapWithPauses } from '../http/pauses';
import type { OutputRequest } from '../input/options';
import { InputError } from '../input/problem';
import type { ItemRequest, Target } from '../input/request';
import type { EndpointOperation, FindOperation } from '../operations/operation';
import type { JsonObject } from '../service/json';
import type { Remarks } from './remarks';
import type { SurveyRecords } from './surveyRecords';

/** Turns records into output items, for all items of one run. */
export class Simplifier {
	private readonly readers = new Map<number | undefined, ReadFacts>();

	constructor(
		private readonly surveys: SurveyRecords,
		private readonly operation: EndpointOperation | FindOperation,
	) {}

	async itemsOf(records: JsonObject[], request: Target & OutputRequest) {
		return await this.makerFor(request).itemsOf(records);
	}

	makerFor(request: Target & OutputRequest & ListLimits): ItemMaker {
		const { simplified } = this.operation;
		const { output, maxTextLength } = request;
		if (!simplified || output === 'everything') return new ItemMaker(undefined, request);
		const readFacts = this.readers.get(maxTextLength) ?? simplified.reader(maxTextLength);
		this.readers.set(maxTextLength, readFacts);
		const ofRequest = this.factsInRequest(request);
		const { identifiers } = request;
		const readers = {
			mailing: async () => await this.surveys.mailingOf(identifiers),
			topic: async () => await this.surveys.topicOf(identifiers),
			survey: async () => await this.surveyOf(ofRequest.survey_id),
		};
		const readParent = readers[parentOf(simplified).parent];
		const setup = { simplified, read: readFacts, names: output, ofRequest, readParent };
		return new ItemMaker(setup, request);
	}

	/** The filters of a request, with what they must know about its survey; throws if nothing could pass them. */
	async filterOf({ filter, identifiers }: ItemRequest): Promise<ItemRequest['filter']> {
		if (!filter?.needsMetric) return filter;
		const survey = await this.surveyOf(identifiers.survey_id);
		if (survey instanceof Error) throw survey;
		const reason = filter.whyNothingPasses(survey.metric_type ?? null);
		if (reason !== undefined) throw new InputError(reason);
		return { ...filter, verdictOn: (record) => filter.verdictOn(record, survey) };
	}

	/** The facts about the records of an answer that the request itself gives, such as the ID of their survey. */
	private factsInRequest({ identifiers }: Target): KnownFacts {
		const { participantLink, respondentPage } = this.surveys.session;
		const facts: KnownFacts = { participantLink, respondentPage };
		const { path, identifiers: names } = this.operation;
		// A path that ends with an ID names the record itself, unless the answer is a list: that of a mailing lists
		// recipients.
		const from = 'items' in this.operation ? this.operation.items?.from : undefined;
		const isList = from === 'list' || from === 'pages';
		const recordIdName = isList ? undefined : names.find((name) => path.endsWith(`{${name}}`));
		if (recordIdName !== undefined) facts.id = identifiers[recordIdName];
		if (this.operation.simplified?.fromMailing) facts.id = identifiers.mailing_id;
		for (const name of ['survey_id', 'mailing_id'] as const) {
			if (recordIdName !== name && names.includes(name)) facts[name] = identifiers[name];
		}
		return facts;
	}

	/** The facts of a survey; the service's error if it cannot be read. */
	private async surveyOf(surveyId: unknown): Promise<KnownFacts | Error> {
		if (typeof surveyId !== 'string') return {};
		const detail = await this.surveys.detailOf(surveyId);
		return detail instanceof Error ? detail : factsForRecords(detail);
	}
}

interface SimplifySetup {
	simplified: Simplified;
	read: ReadFacts;
	names: readonly string[];
	ofRequest: KnownFacts;
	/** Reads what their parent, the survey, mailing or topic, says about the records; the service's error if that fails. */
	readParent: () => Promise<KnownFacts | Error>;
}

/** The fields that only the record of the parent has. */
const FIELDS_FROM_PARENT = {
	survey: 'survey_name, metric_type and nps_group',
	mailing: 'status and subject_override',
	topic: 'topic',
};

type ListLimits = Partial<Pick<ItemRequest, 'filter' | 'limit'>>;

/** So many records are read even if the limit is lower, to say how many there are in all. */
const ALWAYS_COUNTED = 1_000;

/** What was read of a list. */
export interface Collected {
	items: JsonObject[];
	/** Records that become items when their parent is known. */
	waiting: JsonObject[];
	/** How many records were read, and how many of them passed the filters. */
	count: number;
	passed: number;
	/** Whether records follow that were not read. */
	hasMore: boolean;
	/** The record whose keys are checked for what was not understood. */
	example?: JsonObject;
}

const nothingRead = (): Collected => ({
	items: [],
	waiting: [],
	count: 0,
	passed: 0,
	hasMore: false,
});

/**
 * Makes the items of one answer: of the records that pass the filters, up to the limit. They are simplified as they
 * arrive, because records take up more memory than items. If their parent, the survey, mailing or topic, must tell more
 * about them, it is read when the first record arrives; until it is known, records wait.
 */
export class ItemMaker {
	/** What is known about all records; undefined until their parent was read. */
	private sharedFacts?: KnownFacts;
	/** The read of the parent, once it has begun. */
	private parentReading?: Promise<void>;
	/** The sentence that the parent could not be read. */
	private parentFailure?: string;

	/** @param simplifying undefined if the records are the items */
	constructor(
		private readonly simplifying: SimplifySetup | undefined,
		private readonly limits: ListLimits,
	) {
		if (!simplifying) this.sharedFacts = {};
	}

	/**
	 * Reads a list, but does not wait for other requests: they may need the place in the queue that this one has.
	 *
	 * @param countsAll also what is beyond the limit, because the list is already read
	 */
	async collect(
		records: AsyncIterable<JsonObject[]>,
		{ countsAll = false } = {},
	): Promise<Collected> {
		const { filter, limit = Infinity } = this.limits;
		const collected = nothingRead();
		for await (const batch of records) {
			// Another batch has arrived. If there are enough records, it is not read.
			const hasEnough = collected.passed > limit && collected.count >= ALWAYS_COUNTED;
			collected.hasMore = hasEnough && !countsAll;
			if (collected.hasMore) break;
			for (const record of batch) {
				collected.count++;
				if (filter && filter.verdictOn(record) !== 'passes') continue;
				collected.passed++;
				const isBeyondLimit = collected.passed > limit;
				if (isBeyondLimit) continue;
				this.readParentIfNeeded(record);
				collected.example ??= record;
				collected.waiting.push(record);
			}
			if (this.sharedFacts) await this.simplifyWaiting(collected);
		}
		return collected;
	}

	/** Resolves when its read of the parent has ended. */
	async settled(): Promise<void> {
		await this.parentReading;
	}

	/** The items of records that are already chosen. */
	async itemsOf(records: JsonObject[]) {
		return await this.itemsOfCollected({
			...nothingRead(),
			waiting: records,
			example: records[0],
		});
	}

	/** All items of the records that it has collected, in their order. */
	async itemsOfCollected(
		collected: Collected,
	): Promise<{ items: JsonObject[]; remarks?: Remarks }> {
		const { example } = collected;
		if (example) this.readParentIfNeeded(example);
		await this.parentReading;
		await this.simplifyWaiting(collected);
		const { items } = collected;
		const { simplifying, parentFailure: recordNotRead } = this;
		if (!simplifying) return { items };
		const { alwaysPresent, kind } = simplifying.simplified;
		const lack = this.lackOf(items, alwaysPresent);
		const lacks = lack && {
			lacks: {
				field: lack,
				unreadKeys: kind ? [...unusedKeys(kind, [example ?? {}]).keys()] : [],
			},
		};
		return { items, remarks: { ...lacks, recordNotRead } };
	}

	private async simplifyWaiting(collected: Collected): Promise<void> {
		const { items, waiting } = collected;
		collected.waiting = [];
		await mapWithPauses(waiting, (record) => items.push(this.itemOf(record)));
	}

	/**
	 * Finds out from the first record whether the parent must be read: all records belong to the same one, and some fields
	 * stand only in its own record.
	 */
	private readParentIfNeeded(firstRecord: JsonObject): void {
		if (!this.simplifying || this.sharedFacts || this.parentReading) return;
		const { simplified, read, ofRequest, names, readParent } = this.simplifying;
		const { parent, fieldsByFact } = parentOf(simplified);
		const needed = Object.entries(fieldsByFact).filter(([, fields]) =>
			fields.some((field) => names.includes(field)),
		);
		const facts = needed.length > 0 ? read(firstRecord, ofRequest) : {};
		if (needed.every(([fact]) => (facts[fact] ?? null) !== null)) {
			this.sharedFacts = ofRequest;
			return;
		}
		this.parentReading = readParent().then((facts) => {
			const isUnread = facts instanceof Error;
			this.sharedFacts = isUnread ? ofRequest : { ...ofRequest, ...facts };
			if (!isUnread) return;
			this.parentFailure = `The ${parent} itself could not be read, so ${FIELDS_FROM_PARENT[parent]} may be null: ${facts.message}`;
		});
	}

	private itemOf(record: JsonObject): JsonObject {
		const { simplifying, sharedFacts = {} } = this;
		if (!simplifying) return record;
		const { read, names, simplified } = simplifying;
		return selectedFacts(read, record, sharedFacts, names, simplified.message);
	}

	/**
	 * What no item has, as in “No … was found”: any field that the request did not tell, or the one that every record
	 * should have.
	 */
	private lackOf(
		items: readonly JsonObject[],
		alwaysPresent: string | undefined,
	): string | undefined {
		const { sharedFacts = {} } = this;
		const hasFacts = (item: JsonObject) =>
			Object.keys(item).some((name) => item[name] !== null && !(name in sharedFacts));
		if (items.length > 0 && !items.some(hasFacts)) return 'field of Simplified';
		if (alwaysPresent === undefined || items.length < 2) return undefined;
		return items.every((item) => item[alwaysPresent] === null) ? alwaysPresent : undefined;
	}
}
