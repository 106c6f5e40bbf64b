import { DIALECT_NAMES, type DialectName } from '../../service';

/** A seed for each reading, which gives other ids than the rest: who was told of once is not told of again. */
export const SEEDS = Object.fromEntries(
	DIALECT_NAMES.map((dialect, place) => [dialect, { number: 3 + place }]),
) as Record<DialectName, { number: number }>;
