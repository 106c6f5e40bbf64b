/** Whom Find finds, what filters let through and which invitation Sync takes, against what was put in. */
import {
	compareKeys,
	PersonIndex,
	type SearchKeys,
} from '../../../../nodes/SurveyInterview/find/personIndex';
import type { JsonObject as Fields } from '../../../../nodes/SurveyInterview/records/json';
import { listFrom } from '../../../../nodes/SurveyInterview/records/lists';
import { emailKey, externalIdKey } from '../../../../nodes/SurveyInterview/records/person';
import { allOf, type NodeFilter } from '../../../../nodes/SurveyInterview/filters/filter';
import { invitationFilters } from '../../../../nodes/SurveyInterview/filters/invitationFilters';
import { respondentFilters } from '../../../../nodes/SurveyInterview/filters/recordFilters';
import { findOperation } from '../../../../nodes/SurveyInterview/operations';
import { matchPersons, recipientsOf } from '../../../../nodes/SurveyInterview/sync/match';
import { contactOf, isUnusable } from '../../../../nodes/SurveyInterview/sync/contact';
import type { Sample } from './output';
import { told } from './service';

/** The records of a list, as the node finds them. */
export function listedIn({ area, answer }: Sample): Fields[] {
	const found = listFrom(answer, [area]);
	if (found.kind !== 'list') throw new Error(`${area} is no list`);
	return found.records;
}

/** By kind of list, the facts that say who somebody is. */
const KEYS = {
	respondents: { resource: 'respondent', email: 'email', externalId: 'external_id' },
	invitations: { resource: 'invitation', email: 'email', externalId: 'external_id' },
} as const;

/** Whoever is named at any place is found by it, and nobody else is; the agreement says by what. */
export function faultsOfFind(sample: Sample): string[] {
	const { resource, ...keys } = KEYS[sample.area as keyof typeof KEYS];
	const operation = findOperation(resource, 'find');
	if (operation?.kind !== 'find') throw new Error(`${resource} has no Find`);
	const { personOf, identityOf } = operation.list;
	const rows = listedIn(sample);
	const searches = sample.records.flatMap((one, place) =>
		(['email', 'externalId'] as const).flatMap((key) =>
			told(one, keys[key]).values.map((value) => ({ key, value, place })),
		),
	);
	const keyOf = { email: emailKey, externalId: externalIdKey };
	const sought = searches.map(({ key, value }): SearchKeys => ({ [key]: keyOf[key](value) }));
	const index = new PersonIndex(personOf, sought);
	index.add(rows);
	return searches.flatMap(({ key, value, place }, at) => {
		const search = sought[at] ?? {};
		const { matches } = index.find(search);
		const [found] = matches;
		if (matches.length !== 1 || found !== rows[place])
			return [`find ${sample.area}: ${matches.length} by ${key} ${String(value)}, at ${place}`];
		const { agrees } = compareKeys(identityOf(found ?? {}), search);
		return agrees.includes(key) ? [] : [`find ${sample.area}: ${key} does not agree`];
	});
}

/** A filter by what a record is, and one by what it is not. */
interface Question {
	filter: Fields;
	passes: boolean;
}

/** Everything that a person could filter by, and whether this respondent passes. */
function questionsOf(expected: Fields): Question[] {
	const { score, status, completed_at: at, properties } = expected;
	const own = Object.entries((properties ?? {}) as Fields);
	return [
		...(typeof score === 'number'
			? [
					{ filter: { scoreFrom: score, scoreTo: score }, passes: true },
					{ filter: { scoreFrom: score + 0.1 }, passes: false },
				]
			: [{ filter: { scoreFrom: 0 }, passes: false }]),
		{ filter: { statuses: [String(status ?? 'completed')] }, passes: status !== null },
		{ filter: { statuses: ['something else'] }, passes: false },
		...own.flatMap(([key, value]) => [
			{ filter: { propertyFilter: { [key.toUpperCase()]: String(value) } }, passes: true },
			{ filter: { propertyFilter: { [key]: `not ${String(value)}` } }, passes: false },
		]),
		{
			filter: { completedAfter: String(at ?? '1990-01-01T00:00:00Z') },
			passes: typeof at === 'string',
		},
		{ filter: { completedBefore: String(at ?? '2100-01-01T00:00:00Z') }, passes: false },
	];
}

function questionsOfInvitation(expected: Fields): Question[] {
	const { used_count: used, expires_at: at, email } = expected;
	return [
		{ filter: { used: 'yes' }, passes: typeof used === 'number' && used > 0 },
		{ filter: { used: 'no' }, passes: used === 0 },
		{ filter: { expiresBefore: String(at ?? '2100-01-01T00:00:00Z') }, passes: false },
		{ filter: { expiresBefore: '2100-01-01T00:00:00Z' }, passes: typeof at === 'string' },
		...(typeof email === 'string'
			? [
					{ filter: { recipientEmail: email.toUpperCase() }, passes: true },
					{ filter: { recipientEmail: `x${email}` }, passes: false },
				]
			: []),
	];
}

/** What of a record the filters decide otherwise than its output says. */
export function faultsOfFilters(sample: Sample): string[] {
	const isRespondent = sample.area === 'respondents';
	const filters: readonly NodeFilter[] = isRespondent ? respondentFilters : invitationFilters;
	const rows = listedIn(sample);
	return sample.expected.flatMap((expected, place) => {
		const questions = isRespondent ? questionsOf(expected) : questionsOfInvitation(expected);
		return questions.flatMap(({ filter, passes }) => {
			const used = filters.filter(({ fields }) => fields.some(({ name }) => name in filter));
			const verdict = allOf(used.map((one) => one.passes(filter)))(rows[place] ?? {});
			return (verdict === true) === passes
				? []
				: [`filter ${sample.area}: ${JSON.stringify(filter)} gives ${String(verdict)}`];
		});
	});
}

/** Sync matches each person with the invitation that says so. */
export function faultsOfSync(sample: Sample): string[] {
	const rows = listedIn(sample);
	const { recipients } = done(recipientsOf(rows));
	return sample.expected.flatMap((expected) => {
		const { id, email, external_id: externalId } = expected;
		const contacts = [
			...(typeof email === 'string' ? [{ recipient_email: email.toLowerCase() }] : []),
			...(typeof externalId === 'string' ? [{ recipient_external_id: externalId }] : []),
		];
		return contacts.flatMap((fields) => {
			const matchBy = 'recipient_email' in fields ? 'email' : 'externalId';
			const contact = contactOf(0, fields, matchBy);
			if (isUnusable(contact)) throw new Error(contact.problem);
			const [match] = done(matchPersons([contact], recipients, matchBy));
			return match?.recipient.id === id
				? []
				: [`sync: ${JSON.stringify(fields)} is ${match?.recipient.id}, not ${String(id)}`];
		});
	});
}

/** What a generator that yields for others gives in the end. */
function done<T>(generator: Generator<void, T>): T {
	for (;;) {
		const { done: isDone, value } = generator.next();
		if (isDone) return value;
	}
}
