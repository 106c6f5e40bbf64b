import { call } from '../http/call';
import { listFrom } from '../records/lists';
import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import type { Find } from './find';
import type { Operation } from '../operations/operation';
import { compareKeys } from './agreement';
import { withDefaults } from '../records/shapes';
import type { JsonObject } from '../records/json';
import { PersonIndex, type SearchKeys } from './personIndex';
import { recordId } from '../records/record';
import { partialListError, requireList } from '../run/items';
import { serviceCallOf } from '../run/item';

/** The lists in which one run looks for people. Each is read once, however many items look in it. */
export class ListSearches {
	private readonly indexes = new Map<string, Promise<PersonIndex>>();

	constructor(
		private readonly session: Session,
		private readonly operation: Operation,
		private readonly list: Find,
	) {}

	/**
	 * The one item of a search.
	 *
	 * @throws {SurveyInterviewError} when the list cannot be read; every search in it fails with that
	 */
	async itemFor(request: ItemRequest, sought: SearchKeys): Promise<JsonObject> {
		const index = this.indexes.get(request.path) ?? this.read(request);
		this.indexes.set(request.path, index);
		const { matches: found, unreadable } = (await index).find(sought);
		const matches = found.map((record) => withDefaults(record, this.list.record));
		return {
			survey_id: request.identifiers.survey_id,
			count: matches.length,
			...(this.list.countsUnreadable ? { unreadable } : {}),
			match: matches.length === 1 ? matches[0] : null,
			matches,
			keys: matches.map((record) => ({
				id: recordId(record) ?? null,
				...compareKeys(this.list.identityOf(record), sought),
			})),
		};
	}

	private async read(request: ItemRequest): Promise<PersonIndex> {
		const { likely, personOf } = this.list;
		const { body } = await call(this.session, serviceCallOf(this.operation, request));
		const list = requireList(this.session, body, listFrom(body, likely), 'searched');
		if (list.isPartial) {
			throw partialListError(this.session, list, 'so it cannot be told who is not in it');
		}
		return new PersonIndex(list.records, personOf);
	}
}
