import { factsOf, type KnownFacts, type ReadFacts, type Simplified } from '../facts/fact';
import { tellsOfRecords } from '../facts/surveyFacts';
import { keysNotUnderstood } from '../facts/unreadKeys';
import { mapInTurns } from '../http/timing';
import type { OutputRequest } from '../input/options';
import { InputError } from '../input/problem';
import type { ItemRequest, Target } from '../input/request';
import {
	endpointOf,
	type EndpointOperation,
	type FindOperation,
	identifiersOf,
	simplifiedOf,
} from '../operations/operation';
import type { JsonObject } from '../records/json';
import type { RecordKeeper } from './recordIntake';
import type { Remarks } from './remarks';
import type { SurveyRecords } from './surveyRecords';

/** Makes of records what the output is to carry, for the items of one run. */
export class Simplifier {
	private readonly readers = new Map<number | undefined, ReadFacts>();

	constructor(
		private readonly surveys: SurveyRecords,
		private readonly operation: EndpointOperation | FindOperation,
	) {}

	async itemsOf(records: JsonObject[], request: Target & OutputRequest) {
		return await this.collectorFor(request).end(records);
	}

	collectorFor(request: Target & OutputRequest & Wanted): ItemCollector {
		const simplified = simplifiedOf(this.operation);
		const { output, maxTextLength } = request;
		if (!simplified || output === 'everything') return new ItemCollector(undefined, request);
		const read = this.readers.get(maxTextLength) ?? simplified.reader(maxTextLength);
		this.readers.set(maxTextLength, read);
		const ofRequest = this.knownOf(request);
		const { mailing_id: mailingId } = request.identifiers;
		const readOther = async () =>
			await (simplified.ofMailing
				? this.surveys.mailingOf(mailingId ?? '')
				: this.surveyOf(ofRequest.survey_id));
		return new ItemCollector({ simplified, read, names: output, ofRequest, readOther }, request);
	}

	/** The filters of a request, with what they need to know of its survey; it throws where nothing could pass. */
	async filterOf({ filter, identifiers }: ItemRequest): Promise<ItemRequest['filter']> {
		if (filter?.nothingOf(null) === undefined) return filter;
		const survey = await this.surveyOf(identifiers.survey_id);
		if (survey instanceof Error) throw survey;
		const reason = filter.nothingOf(survey.metric_type ?? null);
		if (reason !== undefined) throw new InputError(reason);
		return { ...filter, passes: (record) => filter.passes(record, survey) };
	}

	/** What the request says of the records in its answer. */
	private knownOf({ identifiers }: Target): KnownFacts {
		const { participantLink, respondentPage } = this.surveys.session;
		const known: KnownFacts = { participantLink, respondentPage };
		const { path } = endpointOf(this.operation);
		const names = identifiersOf(this.operation);
		// The record that the path ends with. A list is of others: of a survey's, or of the recipients in a mailing.
		const isList = 'items' in this.operation && this.operation.items?.from === 'pages';
		const ownId = isList ? undefined : names.find((name) => path.endsWith(`{${name}}`));
		if (ownId !== undefined) known.id = identifiers[ownId];
		if (simplifiedOf(this.operation)?.ofMailing) known.id = identifiers.mailing_id;
		for (const name of ['survey_id', 'mailing_id'] as const) {
			if (ownId !== name && names.includes(name)) known[name] = identifiers[name];
		}
		return known;
	}

	/** The facts of a survey; the error of the service where it cannot be read. */
	private async surveyOf(surveyId: unknown): Promise<KnownFacts | Error> {
		if (typeof surveyId !== 'string') return {};
		const detail = await this.surveys.of(surveyId);
		return detail instanceof Error ? detail : tellsOfRecords(detail);
	}
}

/** How an output says less, or other things, than the records themselves. */
interface Simplifying {
	simplified: Simplified;
	read: ReadFacts;
	names: readonly string[];
	ofRequest: KnownFacts;
	/** What the survey or the mailing of the records says of them; the error of the service where it cannot be read. */
	readOther: () => Promise<KnownFacts | Error>;
}

/** What only the own record of a survey, or of a mailing, tells. */
const UNTOLD = {
	survey: 'survey_name, metric_type and nps_group',
	mailing: 'status and subject_override',
};

const unreadSentence = (record: keyof typeof UNTOLD, why: string) =>
	`The ${record} itself could not be read, so ${UNTOLD[record]} may be null: ${why}`;

/** Which records of a list are wanted; without a limit, all of them. */
type Wanted = Partial<Pick<ItemRequest, 'filter' | 'limit'>>;

/**
 * Collects the items of one answer: of a list, the records that pass the filters, up to the limit. They are
 * simplified as they come, because a long list takes up more memory than its items. Where the survey or the mailing
 * must tell more of them, it is asked for with the first record, and those that come before it is known wait.
 */
export class ItemCollector implements RecordKeeper {
	/** How many records have passed the filters. */
	passed = 0;
	private items: JsonObject[] = [];
	private waiting: JsonObject[] = [];
	/** What is known of every record; undefined before the first one, and as long as that is being read. */
	private known?: KnownFacts;
	private other?: Promise<void>;
	private unread?: string;
	/** One of the records, to say what was not understood. */
	private example?: JsonObject;

	/** @param simplifying undefined where the records are the items */
	constructor(
		private readonly simplifying: Simplifying | undefined,
		private readonly wanted: Wanted = {},
	) {
		if (!simplifying) this.known = {};
	}

	get kept(): number {
		return this.items.length + this.waiting.length;
	}

	/** No filter can judge what is no record. */
	get takesOthers(): boolean {
		return this.wanted.filter === undefined;
	}

	/** Forgets all records: the list is read once more. */
	clear(): void {
		this.items = [];
		this.waiting = [];
		this.example = undefined;
		this.passed = 0;
	}

	add(records: JsonObject[]): boolean {
		const { filter, limit = Infinity } = this.wanted;
		for (const record of records) {
			if (filter && filter.passes(record) !== true) continue;
			if (++this.passed <= limit) this.addOne(record);
		}
		return this.passed > limit;
	}

	private addOne(record: JsonObject): void {
		this.begin(record);
		this.example ??= record;
		if (this.known) this.items.push(this.itemOf(record));
		else this.waiting.push(record);
	}

	/** Resolves when nothing is under way that it has asked for. */
	async settled(): Promise<void> {
		await this.other;
	}

	/**
	 * All items, in the order of the records.
	 *
	 * @param others records of an answer that was read as a whole
	 * @param example a record as the service sent it, where those are not
	 */
	async end(
		others: JsonObject[] = [],
		example = this.example ?? others[0],
	): Promise<{ items: JsonObject[]; remarks?: Remarks }> {
		const [first] = others;
		if (first) this.begin(first);
		await this.other;
		const simplify = async (records: JsonObject[]) =>
			await mapInTurns(records, (record) => this.itemOf(record));
		const before = await simplify(this.waiting);
		const items = [...before, ...this.items, ...(await simplify(others))];
		const { simplifying, unread } = this;
		if (!simplifying) return { items };
		const { always = '', facts = [] } = simplifying.simplified;
		const what = this.lackedBy(items, always);
		const lacks = what && { lacks: { what, unread: keysNotUnderstood(example ?? {}, facts) } };
		return { items, remarks: { ...lacks, unread } };
	}

	/**
	 * Begins with the first record: all are of one survey, or of one mailing, which is read where fields are wanted
	 * that only its own record tells.
	 */
	private begin(first: JsonObject): void {
		if (!this.simplifying || this.known || this.other) return;
		const { simplified, read, ofRequest, names, readOther } = this.simplifying;
		const { ofSurvey = {}, ofMailing } = simplified;
		const needed = Object.entries(ofMailing ?? ofSurvey).filter(([, fields]) =>
			fields.some((field) => names.includes(field)),
		);
		const facts = needed.length > 0 ? read(first, ofRequest) : {};
		if (needed.every(([fact]) => (facts[fact] ?? null) !== null)) {
			this.known = ofRequest;
			return;
		}
		this.other = readOther().then((told) => {
			const isUnread = told instanceof Error;
			if (isUnread) this.unread = unreadSentence(ofMailing ? 'mailing' : 'survey', told.message);
			this.known = isUnread ? ofRequest : { ...ofRequest, ...told };
		});
	}

	private itemOf(record: JsonObject): JsonObject {
		const { simplifying, known = {} } = this;
		if (!simplifying) return record;
		const { read, names, simplified } = simplifying;
		return factsOf(read, record, known, names, simplified.message);
	}

	/** What no item shows: any fact that was not known before, or of several items the one that each record has. */
	private lackedBy(items: readonly JsonObject[], always: string): string | undefined {
		const { known = {} } = this;
		const hasFacts = (item: JsonObject) =>
			Object.keys(item).some((name) => item[name] !== null && !(name in known));
		if (items.length > 0 && !items.some(hasFacts)) return 'field of Simplified';
		const isLacked = items.length > 1 && items.every((item) => item[always] === null);
		return isLacked ? always : undefined;
	}
}
