/** Texts that a regular expression matches: the way back from a description's pattern to the keys that it knows. */
import { RegExpParser, type AST } from '@eslint-community/regexpp';

import { nth } from '../foreign/lookup';
import type { Random } from '../foreign/random';

/** What stands for anything: nothing, and words that mean nothing in a record. */
const ANYTHING = ['', '', 'main', 'block', 'block.', 'info.'];

const parser = new RegExpParser();
const trees = new WeakMap<RegExp, AST.Pattern>();

function treeOf(pattern: RegExp): AST.Pattern {
	const tree = trees.get(pattern) ?? parser.parsePattern(pattern.source);
	trees.set(pattern, tree);
	return tree;
}

/**
 * A text that the pattern matches.
 *
 * @returns undefined where the one that was tried is what the pattern excludes
 */
export function sample(pattern: RegExp, random: Random): string | undefined {
	const text = ofAlternatives(treeOf(pattern).alternatives, random);
	return pattern.test(text) ? text : undefined;
}

const ofAlternatives = (alternatives: readonly AST.Alternative[], random: Random): string =>
	random
		.pick(alternatives)
		.elements.map((element) => ofElement(element, random))
		.join('');

function ofElement(element: AST.Element, random: Random): string {
	switch (element.type) {
		case 'Group':
		case 'CapturingGroup':
			return ofAlternatives(element.alternatives, random);
		case 'Quantifier':
			return ofQuantifier(element, random);
		case 'Character':
			return String.fromCodePoint(element.value);
		case 'CharacterSet':
			return random.pick(ANYTHING);
		case 'CharacterClass':
			return ofClass(nth(element.elements, random.int(0, element.elements.length - 1)));
		// What must or must not stand there is seen once the text is whole.
		case 'Assertion':
			return '';
		default:
			throw new Error(`No sample of ${element.type} in ${element.raw}`);
	}
}

function ofQuantifier({ element, min, max }: AST.Quantifier, random: Random): string {
	if (element.type === 'CharacterSet') return ofElement(element, random);
	const times = random.int(min, Math.min(max, min + 1));
	return Array.from({ length: times }, () => ofElement(element, random)).join('');
}

function ofClass(element: AST.CharacterClass['elements'][number]): string {
	if (element.type === 'Character') return String.fromCodePoint(element.value);
	if (element.type === 'CharacterClassRange') return String.fromCodePoint(element.min.value);
	throw new Error(`No sample of ${element.type} in ${element.raw}`);
}
