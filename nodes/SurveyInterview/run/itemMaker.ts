import {
	selectedFacts,
	type KnownFacts,
	type Parent,
	type Simplified,
} from '../service/simplified';
import { factsSharedWithRecords } from '../service/surveys';
import { unusedKeys } from '../service/unusedKeys';
import { mapWithPauses } from '../http/pauses';
import type { OutputRequest } from '../input/options';
import { InputError } from '../input/problem';
import type { ItemRequest, Target } from '../input/request';
import type { EndpointOperation, FindOperation } from '../operations/operation';
import type { JsonObject } from '../service/json';
import type { Remarks } from './remarks';
import type { SurveyRecords } from './surveyRecords';

/** Gives each input item of a run what makes its output items. */
export class ItemMakers {
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
		return new ItemMaker({ simplified, names: output, requestFacts, readParent }, request);
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
		const { path, identifiers: pathNames, simplified } = this.operation;
		// A path that ends with an ID names the record itself, unless the answer is a list: that of a mailing lists
		// recipients.
		const from = 'items' in this.operation ? this.operation.items?.from : undefined;
		const isList = from === 'list' || from === 'pages';
		const recordIdName = isList ? undefined : pathNames.find((name) => path.endsWith(`{${name}}`));
		if (recordIdName !== undefined) facts.id = identifiers[recordIdName];
		// The counters of a mailing have no ID of their own, so they show that of the mailing.
		if (simplified?.parent?.record === 'mailing') facts.id = identifiers.mailing_id;
		for (const name of ['survey_id', 'mailing_id'] as const) {
			if (recordIdName !== name && pathNames.includes(name)) facts[name] = identifiers[name];
		}
		return facts;
	}

	/** The facts of a survey; the service's error if it cannot be read. */
	private async surveyOf(surveyId: unknown): Promise<KnownFacts | Error> {
		if (typeof surveyId !== 'string') return {};
		const detail = await this.surveys.detailOf(surveyId);
		return detail instanceof Error ? detail : factsSharedWithRecords(detail);
	}
}

/** How records become items of Simplified. */
interface SimplifySetup {
	simplified: Simplified;
	/** The fields of an item. */
	names: readonly string[];
	/** Facts about all records that the request itself gives, such as the ID of their survey. */
	requestFacts: KnownFacts;
	/** Reads what their parent, the survey, mailing or topic, says about the records; the service's error if that fails. */
	readParent: () => Promise<KnownFacts | Error>;
}

const NO_PARENT: Parent = { record: 'survey', fieldsThatNeed: {} };

/** The fields that only the record of the parent has, whatever the operation; the words of a sentence. */
const FIELDS_FROM_PARENT = {
	survey: 'survey_name, metric_type and nps_group',
	mailing: 'status and subject_override',
	topic: 'topic',
};

type ListLimits = Partial<Pick<ItemRequest, 'filter' | 'limit'>>;

/** So many records are read even if the limit is lower, to say how many there are in all. */
const ALWAYS_COUNTED = 1_000;

/** Records on their way to become items. */
interface Chosen {
	items: JsonObject[];
	/** Records that become items when their parent is known. */
	waiting: JsonObject[];
	/** The first record that passed. If Simplified understands none, its keys are named. */
	example?: JsonObject;
}

/** What was read of a list. */
export interface Collected extends Chosen {
	/** How many records were read, and how many of them passed the filters. */
	count: number;
	passed: number;
	/** Whether records follow that were not read. */
	hasMore: boolean;
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
		return await this.itemsOfChosen({ items: [], waiting: records, example: records[0] });
	}

	/**
	 * Reads a list. It must not wait for the parent here: the request of the parent may be queued behind that of the list,
	 * and both would wait for ever.
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
			// Another batch has arrived. If there are enough records, it is not read. One more than the limit must have
			// passed: only then it is certain that the output does not have all.
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

	/** All items of the chosen records, in their order. */
	async itemsOfChosen(chosen: Chosen): Promise<{ items: JsonObject[]; remarks?: Remarks }> {
		const { items, example } = chosen;
		if (example) this.readParentIfNeeded(example);
		await this.parentReading;
		await this.simplifyWaiting(chosen);
		if (!this.setup) return { items };
		const { kind } = this.setup.simplified;
		const field = this.missingInAll(items, this.setup.simplified.inEveryRecord);
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
		const { simplified, requestFacts, names, readParent } = this.setup;
		const { record: parent, fieldsThatNeed } = simplified.parent ?? NO_PARENT;
		const needed = Object.entries(fieldsThatNeed).filter(([, fields]) =>
			fields.some((field) => names.includes(field)),
		);
		const facts = needed.length > 0 ? simplified.read(firstRecord, requestFacts) : {};
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

	private async simplifyWaiting(chosen: Chosen): Promise<void> {
		const { items, waiting } = chosen;
		chosen.waiting = [];
		const { setup, sharedFacts = {} } = this;
		await mapWithPauses(waiting, (record) => {
			if (!setup) return items.push(record);
			const { names, simplified } = setup;
			return items.push(selectedFacts(simplified, record, sharedFacts, names));
		});
	}

	/**
	 * What to name in the sentence “No … was found”: `field of Simplified` if the items have nothing but what was
	 * known before they were read; else the field that every record should have, if several items all lack it.
	 */
	private missingInAll(
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
