/** Where a fact is looked for, as a person reads it: its patterns, written out as names. */
import { parseRegExpLiteral, visitRegExpAST, type AST } from '@eslint-community/regexpp';

import { ANY, CALLED, spelled } from './spelling';

/** Longer lists end with “and the like”. */
const MOST_NAMES = 8;
const SHOWN_OF_MORE = 6;

/** Names of one pattern, and where they stand; the empty object is the record itself. */
interface Names {
	within: string[];
	names: string[];
	/** What each of many names ends with. */
	ends: string[];
}

/** All places of a fact, the surest first, with a semicolon between those that are not equally sure. */
export function placesOf(at: readonly RegExp[]): string {
	const patterns = at.map((pattern) => ({ pattern, names: namesIn(pattern) }));
	const [first] = patterns[0]?.names ?? [];
	const objects = patterns.flatMap(({ names }) => names.map(({ within }) => within.join()));
	const isShared = at.length > 1 && new Set(objects).size === 1 && first?.within[0] === '';
	const refused = new Set(at.map(notWith).filter(Boolean));
	const places = patterns.map(({ pattern, names }) => {
		const texts = names.map((one) => {
			const what = namesAsText(pattern, one, first ?? one);
			if (isShared) return what;
			const within = what === 'the same' ? one.within.filter(Boolean) : one.within;
			return onePlace(one) ?? what + objectsAsText(within);
		});
		return texts.join(', or ') + (refused.size > 1 ? notWith(pattern) : '');
	});
	return [
		...new Set(places),
		...(isShared && first.within.length > 1 ? [`each${objectsAsText(first.within).slice(1)}`] : []),
		...(refused.size === 1 ? [[...refused].join('').slice(2)] : []),
	].join('; ');
}

/** The names of a pattern; its alternatives in the same objects are together. */
function namesIn(pattern: RegExp): Names[] {
	const { alternatives } = parseRegExpLiteral(pattern).pattern;
	const all = alternatives.flatMap(({ elements }) => {
		const [first, ...others] = elements.filter(({ type }) => type !== 'Assertion');
		const isGroup = first?.type === 'CapturingGroup' && others.length === 0;
		const each = isGroup ? first.alternatives.map((one) => one.elements) : [elements];
		const start = elements[0]?.raw === '^' ? [] : [[ANY]];
		const end = elements.at(-1)?.raw === '$' ? [] : [[ANY]];
		return each.map((one) => partsOf([...start, ...one.map(textsOf), ...end]));
	});
	const together: Names[] = [];
	for (const one of all) {
		const place = one.within.join();
		const same = together.find(({ within, ends }) => within.join() === place && ends.length === 0);
		if (same && one.ends.length === 0) same.names.push(...one.names);
		else together.push(one);
	}
	return together;
}

/** What leads to names, the names, and, where they are many, their ends. */
function partsOf(parts: string[][]): Names {
	const areObjects = (count: number) =>
		product(parts.slice(0, count)).every((text) => /^(.*\.)?$/.test(text));
	const depths = parts.map((_, place) => place + 1).filter(areObjects);
	const depth = depths.at(-1) ?? 0;
	const within = product(parts.slice(0, depth));
	const rest = parts.slice(depth).filter((texts) => texts.join() !== '');
	const [names, ends] = [product(rest.slice(0, -1)), rest.at(-1) ?? []];
	const areWords = ends.length > 1 && ends.every((end) => /^(\.?\w\w.*)?$/.test(end));
	const isLong = names.length * ends.length > MOST_NAMES && !names.includes('');
	return isLong && areWords ? { within, names, ends } : { within, names: product(rest), ends: [] };
}

/** Every text that an element stands for; an s that may be missing is in brackets. */
function textsOf(node: AST.Element | AST.CharacterClassElement): string[] {
	const called = CALLED.find(({ list }) => list === node.raw);
	if (called) return [called.letter];
	switch (node.type) {
		case 'Assertion':
			return [''];
		case 'Character':
			return [String.fromCodePoint(node.value)];
		case 'CharacterClass':
			return node.elements.flatMap(textsOf);
		case 'CapturingGroup':
			return node.alternatives.flatMap(({ elements }) => product(elements.map(textsOf)));
		case 'Quantifier':
			if (node.max > 1) return [ANY];
			if (node.element.raw === 's') return ['(s)'];
			return node.element.raw === 'e' ? ['e', ''] : ['', ...textsOf(node.element)];
		default:
			throw new Error(`A pattern has ${node.raw}, which the page cannot say.`);
	}
}

const product = (parts: readonly string[][]): string[] =>
	parts.reduce((all, texts) => all.flatMap((one) => texts.map((text) => one + text)), ['']);

/** Whether a pattern takes a path that it seems to name: it may look ahead. */
function takes(pattern: RegExp, path: string): boolean {
	const plain = CALLED.reduce((text, one) => text.replaceAll(one.letter, one.example), path);
	return pattern.test(plain.replaceAll(ANY, 'zzz').replace(/[()]/g, ''));
}

const inFull = ({ names, ends }: Names) => (ends.length > 0 ? product([names, ends]) : names);

/** The names of a pattern; those that the first of its fact has as well are “the same”. */
function namesAsText(pattern: RegExp, one: Names, first: Names): string {
	const { within, names, ends } = one;
	const before = names[0]?.slice(0, -(first.names[0]?.length ?? 0)) ?? '';
	const likeFirst = inFull(first).map((name) => before + name);
	if (one !== first && names.length > 1 && likeFirst.join() === inFull(one).join()) {
		return before === '' ? 'the same' : `the same after ${spelled(`${before}_`)}`;
	}
	const isTaken = (name: string) => within.every((object) => takes(pattern, object + name));
	if (ends.length === 0) return list(names.filter(isTaken).map(spelled));
	const endings = ends.filter(Boolean).map((end) => spelled(end.startsWith('.') ? end : `_${end}`));
	const not = inFull(one).filter((name) => !isTaken(name));
	return [
		list(names.map(spelled)),
		`${ends.includes('') ? ', also' : ''} with ${list(endings, ' or ')}`,
		not.length > 0 ? `, but not ${list(not.map(spelled), ' or ')}` : '',
	].join('');
}

function objectsAsText(within: readonly string[]): string {
	const objects = within.filter(Boolean).map((object) => object.slice(0, -1));
	if (objects.length === 0) return '';
	const spelt = objects.map((one) => (one === ANY ? 'any object' : spelled(one)));
	return `${within.includes('') ? ', also' : ''} in ${list(spelt, ' or ')}`;
}

/** The path of a single name in a single object. */
const onePlace = ({ within, names, ends }: Names) =>
	within.length === 1 && names.length === 1 && ends.length === 0
		? spelled(product([within, names]).join())
		: undefined;

/** Words that a pattern refuses, wherever they stand. */
function notWith(pattern: RegExp): string {
	const words: string[] = [];
	visitRegExpAST(parseRegExpLiteral(pattern), {
		onAssertionEnter(node) {
			if (node.kind !== 'lookahead' || !node.negate) return;
			for (const { elements } of node.alternatives) {
				if (elements[0]?.raw === '.*') words.push(...product(elements.slice(1).map(textsOf)));
			}
		},
	});
	return words.length > 0 ? `, but no name with ${list(words.map(spelled), ' or ')} in it` : '';
}

/** Names with commas between them; of many only the first. */
function list(all: readonly string[], last = ', '): string {
	const each = [...new Set(all)];
	if (each.length > MOST_NAMES) return `${each.slice(0, SHOWN_OF_MORE).join(', ')} and the like`;
	return each.join(', ').replace(/, ([^,]*)$/, `${last}$1`);
}
