/** How a service spells its keys: the style of its words and the case it writes them in. */
import { entry, nth } from './lookup';
import { Random } from './random';

export type Style = 'plain' | 'foreign' | 'coined' | 'nonsense' | 'mixed';

/** Names a team might choose for one field. Dots mean nesting, underscores part the words. */
export interface Names {
	plain: string[];
	foreign: string[];
	coined: string[];
}

/** `plain` is what a backend team would likely write; `coined` is in-house speech nobody guesses. */
export function names(plain: string, foreign = '', coined = ''): Names {
	const list = (text: string) => text.split(' ').filter(Boolean);
	return { plain: list(plain), foreign: list(foreign), coined: list(coined) };
}

type Caser = (words: string[]) => string;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const CASES: Record<string, Caser> = {
	snake: (words) => words.join('_'),
	camel: (words) => words.map((word, at) => (at ? capital(word) : word)).join(''),
	Pascal: (words) => words.map(capital).join(''),
	kebab: (words) => words.join('-'),
	SCREAM: (words) => words.join('_').toUpperCase(),
	flat: (words) => words.join(''),
	Spaced: (words) => words.map(capital).join(' '),
};

/** Most services write snake or camel case, so these are chosen more often. */
export function pickCase(random: Random): string {
	if (random.chance(0.65)) return random.pick(['snake', 'snake', 'camel']);
	return random.pick(Object.keys(CASES));
}

export function spell(name: string, casing: string): string[] {
	return name.split('.').map((part) => {
		// A leading underscore (HAL, Mongo) belongs to the name, not to the words.
		const lead = /^_+/.exec(part)?.[0] ?? '';
		return lead + entry(CASES, casing)(part.slice(lead.length).split('_').filter(Boolean));
	});
}

/** The outermost key of a name; all of it where the name does not nest. */
export function spellKey(name: string, casing: string): string {
	return nth(spell(name, casing), 0);
}

const ONSETS = ['bl', 'kr', 'v', 'z', 'mn', 'qu', 'sk', 'tr', 'gw', 'pf', 'dr', 'x'];
const CORES = ['o', 'u', 'aa', 'i', 'ou', 'y', 'e'];
const CODAS = ['rb', 'x', 'mp', 'lk', 'zz', 'nth', 'g', 'ft', 'sp'];

/** A word without meaning, sometimes with a number, as in legacy column names. */
export function nonsense(random: Random): string {
	const syllable = () => random.pick(ONSETS) + random.pick(CORES) + random.pick(CODAS);
	if (random.chance(0.2)) return `${random.pick(['f', 'c', 'zz', 'u'])}_${random.int(100, 999)}`;
	if (random.chance(0.3)) return `${syllable()}_${syllable()}`;
	return syllable() + random.pick(['', '', 'a', 'o', '7']);
}
