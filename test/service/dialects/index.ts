import type { Choices } from './choices';
import type { Dialect } from './dialect';
import { nested } from './nested';
import { plain } from './plain';
import { wide } from './wide';

/** Those that every suite of the package plays. */
const PLAYED = { plain, nested } as const;
/** And one that so far only the service's own suites speak: to play it everywhere, move it up. */
const ALL = { ...PLAYED, wide } as const;

export type DialectName = keyof typeof PLAYED;
export type AnyDialectName = keyof typeof ALL;
export const DIALECT_NAMES = Object.keys(PLAYED) as DialectName[];
export const ALL_DIALECT_NAMES = Object.keys(ALL) as AnyDialectName[];

/** A dialect, with single choices decided otherwise. */
export function dialectNamed(name: AnyDialectName, choices: Partial<Choices> = {}): Dialect {
	return ALL[name](choices);
}
