import { choicesOf } from './choices';
import type { Choices, DialectName } from './choices';
import type { Dialect } from './dialect';
import { nestedShapes } from './nested';
import { plainShapes } from './plain';
import { wideShapes } from './wide';
import { wordsOf } from './words';
import { validationItem, writingFor } from './writing';

export { DIALECT_NAMES, type DialectName } from './choices';

const SHAPES = { plain: plainShapes, nested: nestedShapes, wide: wideShapes };

/** A dialect, with single choices decided otherwise. */
export function dialectNamed(name: DialectName, overrides: Partial<Choices> = {}): Dialect {
	const choices = { ...choicesOf(name), ...overrides };
	const writing = writingFor(choices);
	return {
		name,
		choices,
		...wordsOf(name),
		shapes: SHAPES[name](writing),
		writing,
		validationItem: (issue) => validationItem(choices, issue),
	};
}
