import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RetryClass } from '../../contract/contract';
import type { Run } from '../../harness/engine';
import type { DialectName, Service } from '../../harness/service';
import type { Furnished } from './furnish';

/** One operation, which can be done to several things, one an item. */
export interface Deed {
	/** Resource and operation; after a slash, what is special about it. */
	name: string;
	operation: string;
	/** The operation whose endpoint is asked: Find and some Get Many ask the endpoint of another. */
	asked: string;
	method: string;
	/** As the specification writes it, with {survey_id} and the like. */
	path: string;
	retryClass: RetryClass;
	/** With expressions for what differs between the items. */
	parameters: INodeParameters;
	items: (things: Furnished, service: Service) => IDataObject[];
	/** The text in each request of an item that is in no other item's; null: the items cannot be told apart. */
	mark: ((item: IDataObject) => string) | null;
	/** Where the list is in the answer of the service, for a read of which each record becomes an item. */
	list?: Readonly<Record<DialectName, readonly string[]>>;
	/** The query of a read, as the specification wants it. */
	query?: Record<string, string>;
	/** The item looks for one record of the list. */
	find?: boolean;
	/** Compares report and log, where an item is more than one request of the operation. */
	judge?: (items: IDataObject[], run: Run, service: Service) => Contradiction[];
}

/** Where what the node said and what the service saw cannot both be true. */
export interface Contradiction {
	kind: Kind;
	says: string;
}

export type Kind =
	| 'stuck'
	| 'an item is lost'
	| 'said twice'
	| 'done, but it was not'
	| 'failed, but it was done'
	| 'not started, but sent'
	| 'done twice'
	| 'a repeat differs'
	| 'another request'
	| 'not what the service holds'
	| 'a redirect was followed'
	| 'the token is told';

export function wrong(kind: Kind, says: string): Contradiction {
	return { kind, says };
}
