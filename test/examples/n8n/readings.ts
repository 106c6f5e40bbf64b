import { DIALECT_NAMES, type ServiceOptions } from '../../harness/service';

export interface Reading {
	name: string;
	dialect: NonNullable<ServiceOptions['dialect']>;
	/** Gives other ids than those of the other readings: who was told of once is not told of again. */
	seed: { number: number };
}

/** In each, every workflow is played. */
export const READINGS: readonly Reading[] = DIALECT_NAMES.map((name, place) => ({
	...{ name, dialect: name, seed: { number: 3 + place } },
}));
