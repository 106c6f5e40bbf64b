import {
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
		return await this.makerFor(request).itemsOf({ records });
	}

	makerFor(request: Target & OutputRequest & Wanted): ItemMaker {
		const { simplified } = this.operation;
		const { output, maxTextLength } = request;
		if (!simplified || output === 'everything') return new ItemMaker(undefined, request);
		const read = this.readers.get(maxTextLength) ?? simplified.reader(maxTextLength);
		this.readers.set(maxTextLength, read);
		const ofRequest = this.factsInRequest(request);
		const { mailing_id: mailingId } = request.identifiers;
		const readOther = async () =>
			await (simplified.fromMailing
				? this.surveys.mailingOf(mailingId ?? '')
				: this.surveyOf(ofRequest.survey_id));
		return new ItemMaker({ simplified, read, names: output, ofRequest, readOther }, request);
	}

	/** The filters of a request, with what they must know about its survey; throws if nothing could pass them. */
	async filterOf({ filter, identifiers }: ItemRequest): Promise<ItemRequest['filter']> {
		if (!filter) return undefined;
		// Without a metric, a filter gives a reason only if it needs one.
		const needsMetric = filter.whyNothingPasses(null) !== undefined;
		if (!needsMetric) return filter;
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
		// The records of a list are not the record that the path ends with: a mailing's list holds its recipients.
		const isList = 'items' in this.operation && this.operation.items?.from === 'pages';
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

interface Simplifying {
	simplified: Simplified;
	read: ReadFacts;
	names: readonly string[];
	ofRequest: KnownFacts;
	/** Reads what the records' survey or mailing says about them; the service's error if that fails. */
	readOther: () => Promise<KnownFacts | Error>;
}

/** The fields that only the record of the survey, or of the mailing, has. */
const FIELDS_FROM_OTHER = {
	survey: 'survey_name, metric_type and nps_group',
	mailing: 'status and subject_override',
};

type Wanted = Partial<Pick<ItemRequest, 'filter' | 'limit'>>;

/** So many records are read even if the limit is lower, to say how many there are in all. */
const ALWAYS_COUNTED = 1_000;

/** What was read of a list. */
export interface Collected {
	items: JsonObject[];
	/** Records that become items when the survey or the mailing is known. */
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
 * arrive, because records take up more memory than items. If the survey or the mailing must tell more about them, it
 * is read when the first record arrives; until it is known, records wait.
 */
export class ItemMaker {
	/** What is known about all records; undefined until the survey or the mailing was read. */
	private sharedFacts?: KnownFacts;
	/** The read of the survey or the mailing, once it has begun. */
	private otherRead?: Promise<void>;
	/** The sentence that the survey or the mailing could not be read. */
	private otherUnread?: string;

	/** @param simplifying undefined if the records are the items */
	constructor(
		private readonly simplifying: Simplifying | undefined,
		private readonly wanted: Wanted,
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
		const { filter, limit = Infinity } = this.wanted;
		const collected = nothingRead();
		for await (const batch of records) {
			collected.hasMore =
				!countsAll && collected.passed > limit && collected.count >= ALWAYS_COUNTED;
			if (collected.hasMore) break;
			for (const record of batch) {
				collected.count++;
				if (filter && filter.verdictOn(record) !== 'passes') continue;
				if (++collected.passed > limit) continue;
				this.readOtherIfNeeded(record);
				collected.example ??= record;
				collected.waiting.push(record);
			}
			if (this.sharedFacts) await this.simplifyWaiting(collected);
		}
		return collected;
	}

	/** Resolves when its read of the survey or the mailing has ended. */
	async settled(): Promise<void> {
		await this.otherRead;
	}

	/** All items, in the order of the records: those that it has collected, or else records that are already chosen. */
	async itemsOf({
		records = [],
		collected = { ...nothingRead(), waiting: records, example: records[0] },
	}: {
		records?: JsonObject[];
		collected?: Collected;
	}): Promise<{ items: JsonObject[]; remarks?: Remarks }> {
		const { example } = collected;
		if (example) this.readOtherIfNeeded(example);
		await this.otherRead;
		await this.simplifyWaiting(collected);
		const { items } = collected;
		const { simplifying, otherUnread: recordNotRead } = this;
		if (!simplifying) return { items };
		const { alwaysPresent: always = '', kind } = simplifying.simplified;
		const lackedField = this.fieldLackedBy(items, always);
		const lacks = lackedField && {
			lacks: {
				field: lackedField,
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
	 * Finds out from the first record whether the survey or the mailing must be read: all records belong to the same one,
	 * and some fields stand only in its own record.
	 */
	private readOtherIfNeeded(firstRecord: JsonObject): void {
		if (!this.simplifying || this.sharedFacts || this.otherRead) return;
		const { simplified, read, ofRequest, names, readOther } = this.simplifying;
		const { fromSurvey: ofSurvey = {}, fromMailing: ofMailing } = simplified;
		const needed = Object.entries(ofMailing ?? ofSurvey).filter(([, fields]) =>
			fields.some((field) => names.includes(field)),
		);
		const facts = needed.length > 0 ? read(firstRecord, ofRequest) : {};
		if (needed.every(([fact]) => (facts[fact] ?? null) !== null)) {
			this.sharedFacts = ofRequest;
			return;
		}
		const other = ofMailing ? 'mailing' : 'survey';
		this.otherRead = readOther().then((facts) => {
			const isUnread = facts instanceof Error;
			this.sharedFacts = isUnread ? ofRequest : { ...ofRequest, ...facts };
			if (!isUnread) return;
			this.otherUnread = `The ${other} itself could not be read, so ${FIELDS_FROM_OTHER[other]} may be null: ${facts.message}`;
		});
	}

	private itemOf(record: JsonObject): JsonObject {
		const { simplifying, sharedFacts = {} } = this;
		if (!simplifying) return record;
		const { read, names, simplified } = simplifying;
		return selectedFacts(read, record, sharedFacts, names, simplified.message);
	}

	/** The field that no item has: any that the request did not tell, or the one that every record should have. */
	private fieldLackedBy(items: readonly JsonObject[], always: string): string | undefined {
		const { sharedFacts = {} } = this;
		const hasFacts = (item: JsonObject) =>
			Object.keys(item).some((name) => item[name] !== null && !(name in sharedFacts));
		if (items.length > 0 && !items.some(hasFacts)) return 'field of Simplified';
		const isLacked = items.length > 1 && items.every((item) => item[always] === null);
		return isLacked ? always : undefined;
	}
}
