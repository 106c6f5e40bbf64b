import { IdentitySet, ListedIdentities } from '../../../nodes/SurveyInterview/trigger/identitySet';
import { identityOf } from '../../../nodes/SurveyInterview/trigger/whatIsNew';

const identities = (count: number, name = 'p') =>
	Array.from({ length: count }, (_unused, nth) => identityOf('survey', name + nth));

it.each([0, 1, 31, 32, 33, 5_000])(
	'has the %i identities of a text, and no others',
	async (count) => {
		const known = identities(count);
		const set = await IdentitySet.from(known.join(''));
		expect(set.size).toBe(count);
		expect(known.every((identity) => set.has(identity))).toBe(true);
		expect(identities(1_000, 'q').some((identity) => set.has(identity))).toBe(false);
	},
);

it('grows, and counts each identity once', () => {
	const set = new IdentitySet();
	for (const identity of [...identities(1_000), ...identities(1_000)]) {
		set.add(identity);
		expect(set.has(identity)).toBe(true);
	}
	expect(set.size).toBe(1_000);
	expect(identities(1_000).every((identity) => set.has(identity))).toBe(true);
});

it('tells identities apart that differ in any one digit, and takes those of only zeros or ones', () => {
	const set = new IdentitySet();
	const alike = ['AAAAAAAA', '////////'].flatMap((text) =>
		Array.from({ length: 8 }, (_unused, at) => `${text.slice(0, at)}+${text.slice(at + 1)}`),
	);
	for (const identity of ['AAAAAAAA', '////////']) set.add(identity);
	expect(alike.some((identity) => set.has(identity))).toBe(false);
	for (const identity of alike) set.add(identity);
	expect(set.size).toBe(18);
});

it('goes on at the start of its table where the end is full', () => {
	const set = new IdentitySet();
	// With 64 slots, the last digit is the slot: these all belong into the last one.
	const inLastSlot = Array.from(
		{ length: 20 },
		(_unused, nth) => `AAAAAA${'BCDEFGHIJKLMNOPQRSTU'[nth]}/`,
	);
	for (const identity of inLastSlot) set.add(identity);
	expect(inLastSlot.every((identity) => set.has(identity))).toBe(true);
	expect(set.has('AAAAAAA/')).toBe(false);
});

it('a list has each identity once, whether it is known or not', async () => {
	const known = identities(1_000);
	const listed = new ListedIdentities(await IdentitySet.from(known.join('')));
	const unknown = identities(100, 'q');
	const inList = [...known.slice(0, 200), ...unknown];
	expect(inList.map((identity) => listed.add(identity))).toEqual([
		...known.slice(0, 200).map(() => 'known'),
		...unknown.map(() => 'unknown'),
	]);
	expect(inList.every((identity) => listed.add(identity) === 'again')).toBe(true);
	expect(listed.size).toBe(300);
});
