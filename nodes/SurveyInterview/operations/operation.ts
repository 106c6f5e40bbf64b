import { listIn, listInRecord, type ListResult } from '../service/lists';
import type { KnownFacts, Simplified } from '../service/simplified';
import type { ErrorFacts, RequestTraits } from '../http/errors';
import type { RetryClass } from '../http/policy';
import type { JsonObject } from '../service/json';
import type { OutputFields, Shape } from '../service/outputFields';
import type { IdentityValues, PersonIdentity } from '../service/person';
import type { IdentifierName } from '../service/identifiers';
import type { Field } from './field';
import type { NodeFilter } from './filter';

export interface Resource {
	value: string;
	name: string;
	operations: Operation[];
}

/** A sentence above the output of a run, for a person. */
export interface RunSentence {
	sentence: string;
	isWarning?: boolean;
}

/** The form, check, request, output schema, row in the docs and tests of an operation all follow from its entry. */
export type Operation =
	| EndpointOperation
	| FindOperation
	| ComposedOperation
	| SyncOperation
	| CheckOperation;

interface Described {
	/** Value of n8n's parameter `operation`; saved workflows depend on it. */
	value: string;
	name: string;
	/** In the editor's list of actions, in sentence case. */
	action: string;
	description: string;
	/** Shown at the top of the form. */
	notice?: string;
	/** The record in the answer; absent for a delete, which has none, and for items that are made of several answers. */
	simplified?: Simplified;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What an operation asks the service for. An entry has the first, and the others follow from it. */
export interface Endpoint {
	/** Method and path as in the specification's table: `GET /surveys/{survey_id}`. */
	endpoint: `${Method} /${string}`;
	method: Method;
	path: string;
	/** The placeholders of the path, in order, each with a picker in the form. The last names the record to act on. */
	identifiers: IdentifierName[];
}

/**
 * One endpoint of the specification: each input item is one request. What errors need (`hints`, `refusedWhen`, `effect`,
 * `howToCheck`) is explained in `http/errors.ts`.
 */
export interface EndpointOperation extends Described, Endpoint, Omit<RequestTraits, 'retryClass'> {
	kind: 'endpoint';
	/** The retry class; a function if the body decides it. */
	retry: RetryClass | ((body: JsonObject) => RetryClass);
	/**
	 * Of a create: which items go one after the other, those with the same record in the path (such as the survey in
	 * which something is created), or those that invite the same person.
	 */
	oneAtATimeFor?: 'recordInPath' | 'person';
	/** Of a create: equal rows of a run are one request. */
	isOnceForEqualRows?: true;
	/** Fields that the specification requires; each is a parameter, and is always sent. */
	required?: Field[];
	/** Optional fields that nearly everybody fills in; each is a parameter, and is not sent if it is empty. */
	inForm?: Field[];
	/** The field of `inForm` that takes the language of the survey's interviews if nothing is chosen. */
	localeField?: string;
	/** The form shows the survey's own properties as fields, whose values are sent. */
	takesProperties?: true;
	/** An update reads its record first, to send the other properties too: the service may replace all. */
	readsOtherProperties?: true;
	/** Optional fields in one collection, sent only if the user added them. */
	optional?: Field[];
	/** Why the fields cannot be sent together, although each is right. */
	problem?(fields: JsonObject): string | undefined;
	/** Filters that the node applies to the list. */
	nodeFilters?: NodeFilter[];
	/** Optional fields in an object inside the body. */
	nested?: { key: string; label: string; fields: Field[] } & Pick<Field, 'nullable' | 'shownFor'>;
	/**
	 * The request has a body, and the form offers Additional Fields (JSON). An empty body is not sent (`optional`), is
	 * sent (`required`), or is refused as a mistake (`notEmpty`).
	 */
	body?: 'optional' | 'required' | 'notEmpty';
	items?: Items;
	/** A sentence for a person, about the body that was sent and the record in the answer. */
	runSentence?(
		body: JsonObject,
		record: JsonObject,
		knownFacts: KnownFacts,
	): RunSentence | string | undefined;
	/** Why the record in an answer must not be used, such as somebody else's. */
	refusalOf?(
		body: JsonObject,
		record: JsonObject,
	): Pick<ErrorFacts, 'message' | 'hint'> | undefined;
	/**
	 * Whether an answer that is no error proves that the request was done, in place of the general rule.
	 *
	 * @param passesGeneralRule what the rule in proof.ts says of this answer
	 */
	proof?(answer: JsonObject, passesGeneralRule: boolean): boolean;
}

/**
 * Looks for a person in a list, because the service has no such search: the interface does not show what `q`
 * searches, and respondents have no `q`. Each input item becomes one item, whatever is found. The endpoint is that of
 * the list, which a run reads once for all items.
 */
export interface FindOperation extends Described, Endpoint {
	kind: 'find';
	simplified: Simplified;
	/** Names that the array of records may have. */
	likely: string[];
	/** The person of a record, in a form that can be compared. */
	personOf: (record: JsonObject) => PersonIdentity;
	/** All that a record says about its person, as it is written there. */
	identityOf: (record: JsonObject) => IdentityValues;
	/** The output counts the records that do not name a person. */
	countsUnreadable?: true;
}

/**
 * Its output is composed of several reads. Each input item becomes one item, or one for each row of its answer. The
 * endpoint is that of the survey, which the form asks for.
 */
export interface ComposedOperation extends Described, Endpoint {
	kind: 'composed';
	/** Fields that must have a value. */
	required: Field[];
	/** Fields that may be empty. */
	inForm?: Field[];
	/** Options besides those of every operation. */
	options: Field[];
	/** In words, for docs/operations.md. */
	requests: string;
	output: Shape;
}

/** Sync, which works on all input items together. */
export interface SyncOperation extends Described, OutputFields {
	kind: 'sync';
	value: 'sync';
	/** The upper parameters of the form. */
	parameters: Field[];
	/** The lower ones, where other operations have Return All and Limit. */
	runParameters: Field[];
	collection: { name: string; label: string; help: string; fields: Field[] };
	options: Field[];
	requests: string;
	outputField: Field;
}

/** Checks the service once for a whole run, with requests that only read. */
export interface CheckOperation extends Described {
	kind: 'check';
	/** Help of the parameter Survey, which may stay empty. */
	surveyHelp: string;
	requests: string;
	output: Shape;
}

/** How an answer becomes items; without it, the whole answer is one item. */
export type Items =
	/** One item a record. */
	| {
			from: 'list';
			/** Names that the array may have; the interface does not show them. */
			likely?: readonly string[];
			/** Names of the array inside another record, the surest first. */
			inRecord?: readonly string[];
			/** An answer without an array becomes one item. */
			orWhole?: true;
			/** What sentences call the records; the first of `likely` if absent. */
			called?: string;
	  }
	/** Like list, and read page by page. */
	| { from: 'pages'; pageSize: number; likely?: string[]; called?: string }
	/** One item, whose array `key` is read page by page. */
	| { from: 'pagesInRecord'; pageSize: number; key: string };

export type ListNames = Pick<Extract<Items, { from: 'list' }>, 'likely' | 'inRecord'>;

/** The values of the placeholders of a path. */
export type Identifiers = Partial<Record<IdentifierName, string>>;

/** The ID of the record that a request acts on. */
export function recordIdOf(operation: Endpoint, identifiers: Identifiers): string | undefined {
	const name = operation.identifiers.at(-1);
	return name && identifiers[name];
}

/** Looks for the list in an answer: in a record inside it (`inRecord`), or else the answer itself or an array in it. */
export const listOfAnswer = (answer: unknown, { likely, inRecord }: ListNames): ListResult =>
	inRecord ? listInRecord(answer, inRecord) : listIn(answer, likely);

/** The name of the collection in the form that has the optional fields. */
export function collectionOf({ method }: Endpoint) {
	if (method === 'GET') return 'filters';
	return method === 'PATCH' ? 'updateFields' : 'additionalFields';
}

export function retryClassOf({ retry }: Pick<EndpointOperation, 'retry'>, body: JsonObject) {
	return typeof retry === 'function' ? retry(body) : retry;
}

/** Whether it makes a new record. An operation whose retry class depends on the body is one that does. */
export const isCreate = ({ retry }: EndpointOperation): boolean =>
	retry === 'create' || typeof retry === 'function';

/** The key in a delete's output: `deleted` or `revoked`. */
export const effectKey = ({ effect = 'deleted' }: EndpointOperation): string => effect;

/** Whether it lists all records of its resource: then a total in the answer counts these, and nothing else. */
export const listsResource = ({ value }: Operation): boolean => value === 'getAll';
