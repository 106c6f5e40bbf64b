import {
	selectedFacts,
	type KnownFacts,
	type Parent,
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
	constructor(
		private readonly surveys: SurveyRecords,
		private readonly operation: EndpointOperation | FindOperation,
	) {}

	makerFor(request: Target & OutputRequest & ListLimits): ItemMaker {
		const { simplified } = this.operation;
		const { output } = request;
		if (!simplified || output === 'everything') return new ItemMaker(undefined, request);
		const requestFacts = this.factsInRequest(request);
		const { identifiers } = request;
		const readParent = {
			mailing: async () => await this.surveys.mailingOf(identifiers),
			topic: async () => await this.surveys.topicOf(identifiers),
			survey: async () => await this.surveyOf(requestFacts.survey_id),
		}[simplified.parent?.record ?? 'survey'];
		const { read } = simplified;
		return new ItemMaker({ simplified, read, names: output, requestFacts, readParent }, request);
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
	private factsInRequest({ identifiers, maxTextLength }: Target & OutputRequest): KnownFacts {
		const { participantLink, respondentPage } = this.surveys.session;
		const facts: KnownFacts = { participantLink, respondentPage, maxTextLength };
		const { path, identifiers: names } = this.operation;
		// A path that ends with an ID names the record itself, unless the answer is a list: that of a mailing lists
		// recipients.
		const from = 'items' in this.operation ? this.operation.items?.from : undefined;
		const isList = from === 'list' || from === 'pages';
		const recordIdName = isList ? undefined : names.find((name) => path.endsWith(`{${name}}`));
		if (recordIdName !== undefined) facts.id = identifiers[recordIdName];
		if (this.operation.simplified?.parent?.record === 'mailing') facts.id = identifiers.mailing_id;
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

/** How records become items of Simplified. */
interface SimplifySetup {
	simplified: Simplified;
	read: ReadFacts;
	/** The fields of an item. */
	names: readonly string[];
	/** Facts about all records that the request itself gives, such as the ID of their survey. */
	requestFacts: KnownFacts;
	/** Reads what their parent, the survey, mailing or topic, says about the records; the service's error if that fails. */
	readParent: () => Promise<KnownFacts | Error>;
}

const NO_PARENT: Parent = { record: 'survey', fieldsThatNeed: {} };

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
interface Collected {
	items: JsonObject[];
	/** Records that become items when their parent is known. */
	waiting: JsonObject[];
	/** How many records were read, and how many of them passed the filters. */
	count: number;
	passed: number;
	/** Whether records follow that were not read. */
	hasMore: boolean;
	/** The first record that passed. If Simplified understands none, its keys are named. */
	example?: JsonObject;
}

/**
 * Makes the items of one answer: of the records that pass the filters, up to the limit. They are simplified as they
 * arrive, because records take up more memory than items. If their parent, the survey, mailing or topic, must tell more
 * about them, it is read when the first record arrives; until it is known, records wait.
 */
export class ItemMaker {
	/** What is known about all records, from the request and the parent; undefined until the parent was read. */
	private sharedFacts?: KnownFacts;
	/** The read of the parent, once it has begun. */
	private parentReading?: Promise<void>;
	/** The sentence that the parent could not be read. */
	private parentFailure?: string;

	/** @param setup undefined if the records are the items */
	constructor(
		private readonly setup: SimplifySetup | undefined,
		private readonly limits: ListLimits,
	) {
		if (!setup) this.sharedFacts = {};
	}

	/** The items of records that are already chosen. */
	async itemsOf(records: JsonObject[]) {
		const chosen = { items: [], waiting: records, example: records[0] };
		return await this.itemsOfCollected({ ...chosen, count: 0, passed: 0, hasMore: false });
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
		const collected: Collected = { items: [], waiting: [], count: 0, passed: 0, hasMore: false };
		for await (const batch of records) {
			// Another batch has arrived. If there are enough records, it is not read.
			const hasEnough = collected.passed > limit && collected.count >= ALWAYS_COUNTED;
			collected.hasMore = hasEnough && !countsAll;
			if (collected.hasMore) break;
			for (const record of batch) {
				collected.count++;
				if (filter && filter.verdictOn(record) !== 'passes') continue;
				collected.passed++;
				if (collected.passed > limit) continue;
				this.readParentIfNeeded(record);
				collected.example ??= record;
				collected.waiting.push(record);
			}
			if (this.sharedFacts) await this.simplifyWaiting(collected);
		}
		return collected;
	}

	/** All items of the records that it has collected, in their order. */
	async itemsOfCollected(
		collected: Collected,
	): Promise<{ items: JsonObject[]; remarks?: Remarks }> {
		const { items, example } = collected;
		if (example) this.readParentIfNeeded(example);
		await this.parentReading;
		await this.simplifyWaiting(collected);
		if (!this.setup) return { items };
		const { kind } = this.setup.simplified;
		const field = this.lackingField(items, this.setup.simplified.inEveryRecord);
		const unreadKeys = field && kind ? [...unusedKeys(kind, [example ?? {}]).keys()] : [];
		const lacks = field === undefined ? undefined : { field, unreadKeys };
		return { items, remarks: { ...(lacks && { lacks }), recordNotRead: this.parentFailure } };
	}

	/** Resolves when its read of the parent has ended. */
	async settled(): Promise<void> {
		await this.parentReading;
	}

	/**
	 * Finds out from the first record whether the parent must be read: all records belong to the same one, and some fields
	 * stand only in its own record.
	 */
	private readParentIfNeeded(firstRecord: JsonObject): void {
		if (!this.setup || this.sharedFacts || this.parentReading) return;
		const { simplified, read, requestFacts, names, readParent } = this.setup;
		const { record: parent, fieldsThatNeed } = simplified.parent ?? NO_PARENT;
		const needed = Object.entries(fieldsThatNeed).filter(([, fields]) =>
			fields.some((field) => names.includes(field)),
		);
		const facts = needed.length > 0 ? read(firstRecord, requestFacts) : {};
		if (needed.every(([fact]) => (facts[fact] ?? null) !== null)) {
			this.sharedFacts = requestFacts;
			return;
		}
		this.parentReading = readParent().then((parentFacts) => {
			const isUnread = parentFacts instanceof Error;
			this.sharedFacts = isUnread ? requestFacts : { ...requestFacts, ...parentFacts };
			if (!isUnread) return;
			this.parentFailure = `The ${parent} itself could not be read, so ${FIELDS_FROM_PARENT[parent]} may be null: ${parentFacts.message}`;
		});
	}

	private async simplifyWaiting(collected: Collected): Promise<void> {
		const { items, waiting } = collected;
		collected.waiting = [];
		const { setup, sharedFacts = {} } = this;
		await mapWithPauses(waiting, (record) => {
			if (!setup) return items.push(record);
			const { read, names, simplified } = setup;
			return items.push(selectedFacts(read, record, sharedFacts, names, simplified.message));
		});
	}

	/** What no item has, as in “No … was found”: any field but those of the request, or the one that every record has. */
	private lackingField(
		items: readonly JsonObject[],
		inEveryRecord: string | undefined,
	): string | undefined {
		const { sharedFacts = {} } = this;
		const hasFacts = (item: JsonObject) =>
			Object.keys(item).some((name) => item[name] !== null && !(name in sharedFacts));
		if (items.length > 0 && !items.some(hasFacts)) return 'field of Simplified';
		if (inEveryRecord === undefined || items.length < 2) return undefined;
		return items.every((item) => item[inEveryRecord] === null) ? inEveryRecord : undefined;
	}
}
