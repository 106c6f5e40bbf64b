import { listIn } from '../service/lists';
import type { IExecuteFunctions } from 'n8n-workflow';
import { callForList, inBatches, recordsIn } from '../http/read';
import type { Session } from '../http/session';
import { Turns } from '../http/timing';
import { display, InputError, numberProblem, emptinessOf } from '../input/problem';
import { parametersOf, type Parameter } from '../input/parameters';
import { readTarget, type Target } from '../input/request';
import { readOutput } from '../input/options';
import type { FieldChecker } from '../input/fieldChecker';
import { choice, text } from '../fields/field';
import type { FindOperation } from '../operations/operation';
import type { JsonObject } from '../records/json';
import { emailKey, externalIdKey } from '../records/person';
import { counted } from '../records/scalars';
import { notRecordsError, partialListError, requireList } from '../run/lists';
import type { Remarks } from '../run/remarks';
import { runItems } from '../run/run';
import { Simplifier } from '../run/simplify';
import { SurveyRecords } from '../run/surveyRecords';
import { compareKeys, PersonIndex, type SearchKeys } from './personIndex';

const FIND_BY = choice(
	'findBy',
	'What to compare. For Either, enter both; at least one must match. In the output, Keys says which one matches.',
	[
		{ value: 'email', label: 'Email' },
		{ value: 'externalId', label: 'External ID' },
		{ value: 'either', label: 'Either' },
	],
);

const FIND_EMAIL = text(
	'email',
	'The person’s email address. Case does not matter, and both forms of a domain match: münchen.de is xn--mnchen-3ya.de.',
	{ placeholder: 'e.g. name@email.com', shownFor: { findBy: ['email', 'either'] } },
);

const FIND_EXTERNAL_ID = text(
	'externalId',
	'Your own ID for the person, such as the contact’s ID in your CRM. Case matters.',
	{ label: 'External ID', shownFor: { findBy: ['externalId', 'either'] } },
);

/** The fields of a Find operation, none of which is sent. */
export const FIND_FIELDS = [FIND_BY, FIND_EMAIL, FIND_EXTERNAL_ID];

/** The runner of Find operations. All items share the lists that are read. */
export async function runFind(context: IExecuteFunctions, operation: FindOperation) {
	return await runItems(context, operation, ({ session, checker }) => {
		const lists = new ListSearches(session, operation);
		const parameter = parametersOf(context);
		return {
			read: (item) => lists.expect(readSearch(operation, checker, parameter(item))),
			work: async (search) => {
				const { item, remarks } = await lists.itemFor(search);
				return { status: 'done', items: [item], remarks };
			},
		};
	});
}

type Search = ReturnType<typeof readSearch>;

const SEARCH_KEYS = {
	email: { field: FIND_EMAIL, keyOf: emailKey, mustBe: 'an email address' },
	externalId: { field: FIND_EXTERNAL_ID, keyOf: externalIdKey, mustBe: 'text or a number' },
};

/** Reads the search of an item. A blank value is refused, because it would match nobody, or everybody. */
function readSearch(operation: FindOperation, checker: FieldChecker, parameter: Parameter) {
	const target = {
		...readTarget(operation, parameter),
		output: readOutput(operation.simplified, checker, parameter),
	};
	const keys: SearchKeys = {};
	const findBy = String(checker.check(FIND_BY, parameter(FIND_BY.name)));
	for (const name of ['email', 'externalId'] as const) {
		const { field, keyOf, mustBe } = SEARCH_KEYS[name];
		if (!field.shownFor?.[FIND_BY.name]?.includes(findBy)) continue;
		const value = parameter(field.name);
		if (emptinessOf(value) !== undefined) {
			throw new InputError(
				`${field.label} is empty, so there is nothing to look for: enter a value, or choose another Find By.`,
			);
		}
		const unfit = typeof value === 'number' ? numberProblem(value) : undefined;
		keys[name] = keyOf(value);
		if (unfit === undefined && keys[name] !== undefined) continue;
		const problem = unfit ?? `must be ${mustBe}, but it is ${display(value)}: correct it.`;
		throw new InputError(`${field.label} ${problem}`);
	}
	return { target, keys };
}

/** Said when a search without a match may have missed the person. */
const perhapsThere = (unreadable: number, all: number) =>
	`Respondents who do not show who they are, as in an anonymous survey: ${counted(unreadable)} of ${counted(all)}. So “not found” does not mean that the person did not take part.`;

/** The lists in which the items of a run search. Each is read once for all items. */
class ListSearches {
	/** By path, the keys that items search for. */
	private readonly sought = new Map<string, SearchKeys[]>();
	/** By path, as promises, so that items share the request and, if it fails, the failure. */
	private readonly indexes = new Map<string, Promise<PersonIndex>>();
	private readonly simplifier: Simplifier;
	/** One reader for all items, because it remembers the places of facts. */
	private readonly readMatch;
	/** Lets n8n work in between: thousands of searches in a list that is already read would block it. */
	private readonly turns = new Turns();

	constructor(
		private readonly session: Session,
		private readonly operation: FindOperation,
	) {
		this.simplifier = new Simplifier(new SurveyRecords(session), operation);
		this.readMatch = operation.simplified.reader();
	}

	/** Notes a search before the first list is read. */
	expect(search: Search): Search {
		const { path } = search.target;
		if (!this.sought.get(path)?.push(search.keys)) this.sought.set(path, [search.keys]);
		return search;
	}

	/** The item of a search. If the list cannot be read, every search in it fails with the same error. */
	async itemFor({ target, keys }: Search): Promise<{ item: JsonObject; remarks?: Remarks }> {
		const { identityOf, countsUnreadable } = this.operation.list;
		const index = this.indexes.get(target.path) ?? this.read(target);
		this.indexes.set(target.path, index);
		await this.turns.next();
		const people = await index;
		const { matches: found, unreadable } = people.find(keys);
		const { items, remarks } = await this.simplifier.itemsOf(found, target);
		// Copies, because other items may have the same records, and later nodes may change them.
		const matches = structuredClone(items);
		const item = {
			survey_id: target.identifiers.survey_id,
			count: matches.length,
			...(countsUnreadable ? { unreadable } : {}),
			match: matches.length === 1 ? matches[0] : null,
			matches,
			keys: found.map((match) => ({
				id: this.readMatch(match, {}).id,
				...compareKeys(identityOf(match), keys),
			})),
		};
		const isOpen = countsUnreadable && matches.length === 0 && unreadable > 0;
		const own = isOpen
			? { sentence: perhapsThere(unreadable, people.count), isWarning: true }
			: undefined;
		return { item, remarks: { ...remarks, found: matches.length, own } };
	}

	private async read({ method, path }: Target): Promise<PersonIndex> {
		const { session, operation, sought } = this;
		const { likely, personOf } = operation.list;
		const read = async (entries: AsyncIterable<unknown[]>) => {
			const index = new PersonIndex(personOf, sought.get(path) ?? []);
			const refusal = (position: number) => notRecordsError(session, position);
			for await (const records of recordsIn(entries, refusal))
				for (const record of records) index.add(record);
			return index;
		};
		const request = { method, path, retryClass: 'read' } as const;
		const { answer, list: index } = await callForList(session, request, read);
		if (index) return index;
		const { body } = answer;
		const list = requireList(session, body, listIn(body, likely), 'searched');
		if (list.isPartial)
			throw partialListError(session, list, 'so it is not certain who is missing');
		return await read(inBatches(list.records));
	}
}
