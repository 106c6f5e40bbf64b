import { personOfRespondent } from '../../nodes/SurveyInterview/service/respondents';
import fc from 'fast-check';

import type { PersonIdentity } from '../../nodes/SurveyInterview/service/person';
import type { JsonObject } from '../../nodes/SurveyInterview/service/json';
import { PersonIndex, type SearchKeys } from '../../nodes/SurveyInterview/run/personIndex';

/** Few keys, so that many records share them; some are hidden. */
const EMAILS = ['a@x.com', 'b@x.com', 'a***@x.com', '•@x.com'];
const IDS = ['1', '2', '**3', 'a@x.com'];

const person: fc.Arbitrary<PersonIdentity> = fc.record(
	{
		emails: fc.array(fc.constantFrom(...EMAILS), { maxLength: 2 }),
		externalIds: fc.array(fc.constantFrom(...IDS), { maxLength: 2 }),
		erased: fc.constant<true>(true),
	},
	{ requiredKeys: ['emails', 'externalIds'] },
);
const sought: fc.Arbitrary<SearchKeys> = fc.oneof(
	fc.record({ email: fc.constantFrom(...EMAILS) }),
	fc.record({ externalId: fc.constantFrom(...IDS) }),
	fc.record({ email: fc.constantFrom(...EMAILS), externalId: fc.constantFrom(...IDS) }),
);

/** An index of records, for searches that are known before. */
function indexOf(
	records: JsonObject[],
	personOf: (record: JsonObject) => PersonIdentity,
	searches: SearchKeys[],
): PersonIndex {
	const index = new PersonIndex(personOf, searches);
	for (const record of records) index.add(record);
	return index;
}

/** What a search finds, by looking at every record. */
function looked(people: PersonIdentity[], { email, externalId }: SearchKeys) {
	const matches: number[] = [];
	let unreadable = 0;
	for (const [place, { emails, externalIds, erased }] of people.entries()) {
		const byEmail = email !== undefined && emails.includes(email);
		const byId = externalId !== undefined && externalIds.includes(externalId);
		if (byEmail || byId) {
			matches.push(place);
			continue;
		}
		const keys: string[] = [];
		if (email !== undefined) keys.push(...emails);
		if (externalId !== undefined) keys.push(...externalIds);
		if (!erased && keys.every((key) => /\*\*|•/.test(key))) unreadable++;
	}
	return { matches, unreadable };
}

it('finds and counts in any list as if each search looked at every record', () => {
	fc.assert(
		fc.property(fc.array(person), fc.array(sought, { maxLength: 12 }), (people, searches) => {
			const records = people.map((_person, place) => ({ place }));
			const personOf = ({ place }: JsonObject) => people[Number(place)] as PersonIdentity;
			const index = indexOf(records, personOf, searches);
			for (const one of searches) {
				const { matches, unreadable } = index.find(one);
				expect({ matches: matches.map(({ place }) => place), unreadable }).toEqual(
					looked(people, one),
				);
			}
		}),
		{ numRuns: 500 },
	);
});

const ANN = 'ann@example.com';

describe('an index of people', () => {
	const find = (records: JsonObject[], sought: object) =>
		indexOf(records, personOfRespondent, [sought]).find(sought);

	it('gives each record once, in the order of the list', () => {
		const both = { email: ANN, recipient: { email: ANN }, external_id: 'A-1' };
		const other = { external_id: 'A-1', email: 'bob@example.com' };
		const sought = { email: ANN, externalId: 'A-1' };
		expect(find([other, {}, both], sought)).toEqual({ matches: [other, both], unreadable: 1 });
	});

	it('does not take an external ID for an address, nor a key that is not sought for one', () => {
		const records = [{ external_id: ANN }, { external_id: 'undefined' }, { email: 'x@y.z' }];
		expect(find(records, { email: ANN })).toEqual({ matches: [], unreadable: 2 });
		// A word for nothing is no ID.
		expect(find(records, { externalId: 'x@y.z' })).toEqual({ matches: [], unreadable: 2 });
	});

	it('cannot tell of an address that is hidden, and leaves out who was erased', () => {
		const records = [
			{ email: 'a***@example.com' },
			{ email: 'gone@example.com', status: 'erased' },
			{ email: 'gone@example.com', erased_at: '2026-01-01T00:00:00Z' },
			{ email: 'bob@example.com' },
			{},
		];
		expect(find(records, { email: ANN })).toEqual({ matches: [], unreadable: 2 });
		// What a record still says of somebody erased is found: it should not be there any more.
		const { matches, unreadable } = find(records, { email: 'gone@example.com' });
		expect([matches.length, unreadable]).toEqual([2, 2]);
	});
});
