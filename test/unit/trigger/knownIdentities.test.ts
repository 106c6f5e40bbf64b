import { KnownIdentities } from '../../../nodes/SurveyInterview/trigger/knownIdentities';
import { identityOf } from '../../../nodes/SurveyInterview/trigger/whatIsNew';

const identities = (count: number, name = 'p') =>
	Array.from({ length: count }, (_unused, nth) => identityOf('survey', name + nth));
const knownOf = async (texts: readonly string[]) => await KnownIdentities.from(texts.join(''));

it.each([0, 1, 2, 3, 5_000])('has the %i identities of a text, and no others', async (count) => {
	const texts = identities(count);
	const known = await knownOf(texts);
	expect(texts.every((identity) => known.has(identity))).toBe(true);
	expect(identities(1_000, 'q').some((identity) => known.has(identity))).toBe(false);
});

it('tells identities apart that differ in any one digit, and takes those of only zeros or ones', async () => {
	const extremes = ['AAAAAAAA', '////////'];
	const alike = extremes.flatMap((text) =>
		Array.from({ length: 8 }, (_unused, at) => `${text.slice(0, at)}+${text.slice(at + 1)}`),
	);
	const known = await knownOf(extremes);
	expect(extremes.every((identity) => known.has(identity))).toBe(true);
	expect(alike.some((identity) => known.has(identity))).toBe(false);
	const all = await knownOf([...extremes, ...alike]);
	expect([...extremes, ...alike].every((identity) => all.has(identity))).toBe(true);
});

it('counts those that a list has, each once, and none that it does not know', async () => {
	const texts = identities(1_000);
	const known = await knownOf(texts);
	const inList = texts.slice(0, 200);
	expect(inList.every((identity) => known.markListed(identity))).toBe(true);
	expect(identities(100, 'q').some((identity) => known.markListed(identity))).toBe(false);
	expect([...inList, ...inList].every((identity) => known.markListed(identity))).toBe(true);
	expect(known.listedCount).toBe(200);
});
