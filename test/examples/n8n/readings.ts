import { DIALECT_NAMES, type ServiceOptions } from '../../harness/service';
import { generated, GENERATED_SEEDS } from '../../laboratory/strange/generated';

export interface Reading {
	name: string;
	dialect: NonNullable<ServiceOptions['dialect']>;
	/** Made from a seed: the readings that somebody wrote show all, and these what every reading must show. */
	isGenerated: boolean;
	/** Gives other ids than those of the other readings: who was told of once is not told of again. */
	seed: { number: number };
}

/** In each, every workflow is played: those that somebody wrote, and some that nobody did. */
export const READINGS: readonly Reading[] = [
	...DIALECT_NAMES.map((name) => ({ name, dialect: name, isGenerated: false })),
	...GENERATED_SEEDS.map((seed) => ({
		name: `generated ${seed}`,
		dialect: generated(seed),
		isGenerated: true,
	})),
].map((reading, place) => ({ ...reading, seed: { number: 3 + place } }));
