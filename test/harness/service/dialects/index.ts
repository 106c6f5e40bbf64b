import type { Choices } from './choices';
import type { Dialect } from './dialect';
import { nested } from './nested';
import { plain } from './plain';
import { wide } from './wide';

/** Every suite of the package plays all of them. */
const DIALECTS = { plain, nested, wide } as const;

export type DialectName = keyof typeof DIALECTS;
export const DIALECT_NAMES = Object.keys(DIALECTS) as DialectName[];

/** Makes a dialect, with single choices decided otherwise. */
export type DialectMaker = (choices: Partial<Choices>) => Dialect;

/** A dialect, with single choices decided otherwise. */
export function dialectNamed(name: DialectName, choices: Partial<Choices> = {}): Dialect {
	return DIALECTS[name](choices);
}
