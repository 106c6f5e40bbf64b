import { CONCURRENCY_FIELD } from '../fields/nodeFields';
import type { RequestTraits } from '../http/errors';
import type { RetryClass } from '../http/policy';
import type { JsonObject, OutputFields, Shape } from '../records/json';
import type { IdentityValues, PersonIdentity } from '../records/person';
import type { KnownFacts, Simplified } from '../facts/fact';
import { placeholdersOf, type IdentifierName } from '../records/identifiers';
import type { Judge } from './verification';
import type { Field } from '../fields/field';
import type { NodeFilter } from '../filters/filter';

/** A kind of record with its operations: one file, one resource. */
export interface Resource {
	value: string;
	name: string;
	operations: Operation[];
}

/** One operation as one entry: form, check, request, row in the docs, output schema and tests follow from it. */
export type Operation =
	| EndpointOperation
	| FindOperation
	| AnswerOperation
	| BatchOperation
	| CheckOperation;

/** What every operation has, whatever its kind. */
interface Described {
	/** Value of the n8n parameter `operation`: a contract with saved workflows. */
	value: string;
	name: string;
	/** What the list of actions in the editor says: a sentence in lower case but for its start. */
	action: string;
	description: string;
	/** Shown in the editor before it is run. */
	notice?: string;
}

/** One endpoint of the specification: each input item is one request. */
export interface EndpointOperation extends Described, Omit<RequestTraits, 'retryClass'> {
	kind: 'endpoint';
	/** Method and path as in the specification's table. */
	endpoint: `${Method} /${string}`;
	/** What a repeat would do; a function where the body as sent decides. */
	retry: RetryClass | ((body: JsonObject) => RetryClass);
	/** Which items go one after the other: those of the same record, or that invite the same person to a survey. */
	inTurn?: 'record' | 'person';
	/** Fields that the specification requires: parameters of their own, always sent. */
	required?: Field[];
	/** Optional fields that nearly everybody fills in: parameters of their own; an empty one is not sent. */
	inForm?: Field[];
	/** The one of these fields that is the language of the survey's interviews where nothing is chosen. */
	localeField?: string;
	/** The record carries values of the survey's own properties, which the form shows as fields. */
	carriesProperties?: true;
	/** Where an update reads the record, so that its other properties stay where the service replaces all of them. */
	keepsProperties?: string;
	/** Optional fields: one collection, sent only where the user added them. */
	optional?: Field[];
	/** Why checked fields cannot be sent together; the body has what Additional Fields (JSON) adds as well. */
	problem?(fields: JsonObject, body: JsonObject): string | undefined;
	/** Filters among the optional fields that the node applies to the list it read; only with one. */
	nodeFilters?: NodeFilter[];
	/** Optional fields that stand in an object inside the body. */
	nested?: { key: string; label: string; fields: Field[] } & Pick<Field, 'nullable' | 'shownFor'>;
	/**
	 * The request has a body. Its record is not fully shown, so Additional Fields (JSON) is offered. An empty one is not
	 * sent, is sent all the same, or is refused, because it can only be a mistake.
	 */
	body?: 'optional' | 'required' | 'notEmpty';
	items?: Items;
	/** What Simplified says of the record in the answer; absent for a delete, which has none. */
	simplified?: Simplified;
	/** What a run says, in a sentence, of the body that it sent and of the record in the answer. */
	says?(body: JsonObject, record: JsonObject, known: KnownFacts): string | undefined;
	/**
	 * What proves that the request was done, of the answer or a record in it. `byDefault`: it is the path's record,
	 * or a new one (`proof.ts`).
	 */
	proof?(record: JsonObject, byDefault: boolean): boolean;
	/** What the answer, or a record in it, must not say: that it still is as before. */
	unless?(record: JsonObject, body: JsonObject): boolean;
	/**
	 * How the record shows whether an unanswered request was done: it is read once, at the first of these paths
	 * whose identifiers are known.
	 */
	verify?: { read: string[]; judge: Judge };
}

/**
 * Looks for a person in a list, because the service offers no such search: it does not show what `q`
 * searches, and has nothing of the kind for respondents. Each input item becomes one item, whatever is found.
 */
export interface FindOperation extends Described {
	kind: 'find';
	/** Where the list is. A run reads each list once, however many items look in it. */
	endpoint: `GET /${string}`;
	retry: 'read';
	list: {
		/** Names that the array of records may have. */
		likely: string[];
		/** Whom a record is about, in the form in which people compare. */
		personOf: (record: JsonObject) => PersonIdentity;
		/** All that a record says of its person, as it is written there. */
		identityOf: (record: JsonObject) => IdentityValues;
		simplified: Simplified;
		/** Whether the output counts the records that do not show whom they are about. */
		countsUnreadable?: true;
	};
}

/**
 * An answer that is made of several reads: each input item becomes one item, or one for each of its rows. What it
 * needs of the service stands in its runner.
 */
export interface AnswerOperation extends Described {
	kind: 'answer';
	/** The record that it is about, for the pickers of its form. */
	endpoint: `GET /${string}`;
	retry: 'read';
	parameters: Field[];
	/** Under Options, besides those of every operation. */
	options: Field[];
	/** What it sends, for docs/operations.md. */
	requests: string;
	output: Shape;
}

/** Works on all input items together with as many requests as that takes. Its entry is its form. */
export interface BatchOperation extends Described, OutputFields {
	kind: 'batch';
	/** The runner of this kind is Sync's. Another batch operation needs a runner of its own. */
	value: 'sync';
	parameters: Field[];
	carriesProperties?: true;
	/** Parameters about the run, below those about an item. */
	runParameters: Field[];
	collection: { name: string; label: string; help: string; fields: Field[] };
	/** Under Options, besides those of every operation. */
	options: Field[];
	/** What it sends, for docs/operations.md. */
	requests: string;
	outputField: Field;
}

/** Looks at the service itself, once for a whole run, with requests that only read. */
export interface CheckOperation extends Described {
	kind: 'check';
	/** Help of the parameter Survey, which may stay empty. */
	surveyHelp: string;
	/** What it sends, for docs/operations.md. */
	requests: string;
	output: Shape;
}

/** How an answer becomes items. Without it: one item, the answer whole. */
export type Items =
	/** One item a record. */
	| {
			from: 'list';
			/** Names of the array, where the container is not shown. */
			likely?: string[];
			/** What the array's key may say, the surest first, where it stands in a record of something else. */
			namedLike?: readonly RegExp[];
			/** The answer need not hold an array at all: one without is an item. */
			orWhole?: true;
			/** The newest record is there even if the service leaves it out, because it is empty. */
			newest?: 'bucket';
			/** What the records are called in a sentence, where that is not the first of `likely`. */
			called?: string;
	  }
	/** Like list, and read page by page. */
	| { from: 'pages'; pageSize: number; likely?: string[]; called?: string }
	/** One item, whose array `key` is read page by page. */
	| { from: 'pagesWithin'; pageSize: number; key: string };

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** An operation as far as its method and path go. */
type HasEndpoint = Pick<EndpointOperation, 'endpoint'>;

export function endpointOf({ endpoint }: HasEndpoint): { method: Method; path: string } {
	const [method, path] = endpoint.split(' ') as [Method, string];
	return { method, path };
}

/** The identifiers in an operation's path, in order; the last is the record it acts on. */
export function identifiersOf(operation: HasEndpoint): IdentifierName[] {
	return placeholdersOf(endpointOf(operation).path);
}

export type CollectionKind = 'filters' | 'updateFields' | 'additionalFields';

/** The collection that holds an operation's optional fields. */
export function collectionOf(operation: HasEndpoint): CollectionKind {
	const { method } = endpointOf(operation);
	if (method === 'GET') return 'filters';
	return method === 'PATCH' ? 'updateFields' : 'additionalFields';
}

/** The retry class of an operation for the body as it will be sent. */
export function retryClassOf({ retry }: Pick<EndpointOperation, 'retry'>, body: JsonObject) {
	return typeof retry === 'function' ? retry(body) : retry;
}

/** What Simplified says of the records of an operation, if it has any. */
export function simplifiedOf(operation: Operation): Simplified | undefined {
	if (operation.kind === 'endpoint') return operation.simplified;
	return operation.kind === 'find' ? operation.list.simplified : undefined;
}

/** What a delete says that it did: `deleted` or `revoked`. */
export const deedOf = ({ effect = 'deleted' }: EndpointOperation): string => effect;

/**
 * Whether an operation lists the records of its resource: a total beside them counts them, and the editor offers it
 * first. A total beside results may count answers.
 */
export const listsResource = ({ value }: Operation): boolean => value === 'getAll';

/** The option Concurrency; undefined for what changes a record or sends something: that goes one after the other. */
export function concurrencyField(operation: Operation) {
	// Sync creates, and so does an operation whose body decides what a repeat does.
	const retry = 'retry' in operation ? operation.retry : 'create';
	const isOneByOne = retry === 'idempotent' || retry === 'irreversible';
	if (operation.kind === 'check' || isOneByOne) return undefined;
	// An answer that is made of several reads sends eight of them side by side.
	const max = operation.kind === 'answer' ? 3 : retry === 'read' ? 20 : 10;
	return { ...CONCURRENCY_FIELD, max, default: max };
}

/** Whether an operation's output has a conversation as text, whose length can be limited. */
export function hasTranscript(operation: Operation): boolean {
	return simplifiedOf(operation)?.fields.transcript !== undefined;
}

/** Whether the records of an operation carry values of the survey's properties, which may be columns. */
export function hasProperties(operation: Operation): boolean {
	return (
		operation.kind === 'endpoint' && typeof operation.simplified?.fields.properties === 'string'
	);
}

/** Whether an answer becomes several items, so that there is Raw Answer: of one record, Everything is the answer. */
export function hasRawAnswer(operation: Operation): boolean {
	const from = operation.kind === 'endpoint' ? operation.items?.from : undefined;
	return from === 'list' || from === 'pages';
}
