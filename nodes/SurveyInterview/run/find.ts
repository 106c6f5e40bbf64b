import { listIn } from '../service/lists';
import type { IExecuteFunctions } from 'n8n-workflow';
import { callForList, inBatches, recordsIn } from '../http/read';
import type { Session } from '../http/session';
import { Pauses } from '../http/pauses';
import { display, isEmpty, refuse } from '../input/problem';
import { parameterReader, type Parameter } from '../input/parameters';
import { readTarget, type Target } from '../input/request';
import { type OutputRequest, readOutput } from '../input/options';
import type { FieldChecker } from '../input/fieldChecker';
import { choice, type FieldOf, text } from '../operations/field';
import type { FindOperation } from '../operations/operation';
import { emailKey, externalIdKey } from '../service/person';
import { counted } from '../service/scalars';
import { notRecordsError, partialListError, requireList } from './requireList';
import type { Result } from './itemResult';
import { runItems } from './run';
import { ItemMakers } from './itemMaker';
import { SurveyRecords } from './surveyRecords';
import { compareKeys } from './matchKeys';
import { PersonIndex, type SearchKeys } from './personIndex';

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
	{
		format: 'address',
		placeholder: 'e.g. name@email.com',
		shownFor: { findBy: ['email', 'either'] },
	},
);

const FIND_EXTERNAL_ID = text(
	'externalId',
	'Your own ID for the person, such as the contact’s ID in your CRM. Case matters.',
	{ label: 'External ID', format: 'externalId', shownFor: { findBy: ['externalId', 'either'] } },
);

/** The fields of a Find operation, none of which is sent. */
export const FIND_FIELDS = [FIND_BY, FIND_EMAIL, FIND_EXTERNAL_ID];

/** The runner of Find operations. All items share the lists that are read. */
export async function runFind(context: IExecuteFunctions, operation: FindOperation) {
	return await runItems(context, operation, ({ session, checker }) => {
		const parameter = parameterReader(context);
		/** The keys that are searched for in each list, by its path. All are known before the first list is read. */
		const keysByPath = new Map<string, SearchKeys[]>();
		/** As promises, so that items share the request and, if it fails, the failure. */
		const indexesByPath = new Map<string, Promise<PersonIndex>>();
		const makers = new ItemMakers(new SurveyRecords(session), operation);
		/** Lets n8n work in between: thousands of searches in a list that is already read would block it. */
		const pauses = new Pauses();
		const read = (item: number): Search => {
			const search = readSearch(operation, checker, parameter(item));
			const { path } = search.target;
			const keysOfPath = keysByPath.get(path) ?? [];
			keysOfPath.push(search.keys);
			keysByPath.set(path, keysOfPath);
			return search;
		};
		const work = async (search: Search): Promise<Result> => {
			const { target } = search;
			const { path } = target;
			const keysOfPath = keysByPath.get(path) ?? [];
			const reading = indexesByPath.get(path) ?? readIndex(session, operation, target, keysOfPath);
			indexesByPath.set(path, reading);
			// Nothing may be awaited before `reading`: if it failed meanwhile, Node would end n8n, because a promise that
			// nobody waits for was rejected.
			const index = await reading;
			await pauses.takeIfDue();
			return await searchIn(index, search, operation, makers);
		};
		return { read, work };
	});
}

/** What one item asks for: the list to search, the fields of the output, and whom to search for. */
type Search = { target: Target & OutputRequest; keys: SearchKeys };

/** Searches for a person in a list that was read. The result is one item, whatever is found. */
async function searchIn(
	index: PersonIndex,
	{ target, keys }: Search,
	{ identityOf, countsUnreadable, simplified }: FindOperation,
	makers: ItemMakers,
): Promise<Result> {
	const { matches: records, unreadable } = index.find(keys);
	const { items, remarks } = await makers.makerFor(target).itemsOf(records);
	// Copies, because other items may have the same records, and later nodes may change them.
	const matches = structuredClone(items);
	const item = {
		survey_id: target.identifiers.survey_id,
		count: matches.length,
		...(countsUnreadable ? { unreadable } : {}),
		match: matches.length === 1 ? matches[0] : null,
		matches,
		keys: records.map((record) => ({
			id: simplified.read(record).id,
			...compareKeys(identityOf(record), keys),
		})),
	};
	const isUncertain = countsUnreadable && matches.length === 0 && unreadable > 0;
	const note = isUncertain ? uncertainRemark(unreadable, index.count) : undefined;
	return { status: 'done', items: [item], remarks: { ...remarks, found: matches.length, note } };
}

/** Reads the search of an item. It refuses empty values and placeholders: they would match nobody, or everybody. */
function readSearch(operation: FindOperation, checker: FieldChecker, parameter: Parameter): Search {
	const output = readOutput(operation.simplified, checker, parameter);
	const target = { ...readTarget(operation, parameter), output };
	const findBy = String(checker.check(FIND_BY, parameter(FIND_BY.name)));
	const readKey = (field: FieldOf<'text'>) => {
		if (!field.shownFor?.[FIND_BY.name]?.includes(findBy)) return undefined;
		const value = parameter(field.name);
		const shownValue = isEmpty(value) ? 'empty' : display(value);
		const advice = 'so there is nothing to look for: enter a value, or choose another Find By.';
		return checker.check(field, value) ?? refuse(`${field.label} is ${shownValue}, ${advice}`);
	};
	const email = emailKey(readKey(FIND_EMAIL));
	const externalId = externalIdKey(readKey(FIND_EXTERNAL_ID));
	return { target, keys: { email, externalId } };
}

/** The remark on a search that found nobody, but may have missed the person. */
const uncertainRemark = (unreadable: number, all: number) => ({
	sentence: `Respondents who do not show who they are, as in an anonymous survey: ${counted(unreadable)} of ${counted(all)}. So “not found” does not mean that the person did not take part.`,
	isWarning: true,
});

/**
 * Reads a list, and gives the index of its records.
 *
 * @param sought the keys of all searches in this list
 */
async function readIndex(
	session: Session,
	{ likely, personOf }: FindOperation,
	{ method, path }: Target,
	sought: readonly SearchKeys[],
): Promise<PersonIndex> {
	const indexRecords = async (entries: AsyncIterable<unknown[]>) => {
		const index = new PersonIndex(personOf, sought);
		for await (const records of recordsIn(entries, notRecordsError(session)))
			for (const record of records) index.add(record);
		return index;
	};
	const request = { method, path, retryClass: 'read' } as const;
	// A bare array is indexed while it arrives. Any other answer is read as a whole, and its list is found in it.
	const { answer, list: index } = await callForList(session, request, indexRecords);
	if (index) return index;
	const list = requireList(session, answer.body, listIn(answer.body, likely), 'searched');
	if (list.isPartial) throw partialListError(session, list, 'so it is not certain who is missing');
	return await indexRecords(inBatches(list.records));
}
