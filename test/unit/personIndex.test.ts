import fc from 'fast-check';

import type { PersonIdentity } from '../../nodes/SurveyInterview/records/person';
import { PersonIndex, type SearchKeys } from '../../nodes/SurveyInterview/find/personIndex';

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
	fc.constant({}),
);

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
		if (erased || keys.every((key) => /\*\*|•/.test(key))) unreadable++;
	}
	return { matches, unreadable };
}

it('finds and counts in any list as if each search looked at every record', () => {
	fc.assert(
		fc.property(fc.array(person), fc.array(sought, { maxLength: 12 }), (people, searches) => {
			const records = people.map((_person, place) => ({ place }));
			const index = new PersonIndex(
				records,
				({ place }) => people[Number(place)] as PersonIdentity,
			);
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

it('many searches look at each record a few times, not once each', () => {
	const size = 100;
	let looks = 0;
	const people = Array.from({ length: size }, (_unused, place): PersonIdentity => {
		const emails = [`p${place}@x.com`];
		return {
			get emails() {
				looks++;
				return emails;
			},
			externalIds: [`${place}`],
		};
	});
	const records = people.map((_person, place) => ({ place }));
	const index = new PersonIndex(records, ({ place }) => people[Number(place)] as PersonIdentity);
	for (let n = 0; n < size; n++) {
		expect(index.find({ email: `p${n}@x.com` })).toMatchObject({ matches: [{ place: n }] });
		expect(index.find({ externalId: `${n}` })).toMatchObject({ matches: [{ place: n }] });
		const either = { email: `p${n}@x.com`, externalId: `${n + 1}` };
		expect(index.find(either).matches).toHaveLength(n + 1 < size ? 2 : 1);
	}
	// Once to put them in the index, and once for each of three ways to search.
	expect(looks).toBeLessThanOrEqual(4 * size);
});
