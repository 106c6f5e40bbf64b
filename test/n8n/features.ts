import type { Line } from './install/versions';

/** What not every n8n has, and what it means to people: the README's table. */
export interface Feature {
	/** A row of the table. */
	what: string;
	lines: readonly Line[];
}

/** The suite of versions looks for each where it is said to be, and for its absence elsewhere. */
export const FEATURES = {
	durable: { what: 'The durable poll engine', lines: ['2.x'] },
	humanReview: { what: 'Human review of an AI agent’s tools', lines: ['2.x'] },
} as const satisfies Record<string, Feature>;

/** Whether a line of n8n has it. */
export function has(line: Line, feature: keyof typeof FEATURES): boolean {
	return (FEATURES[feature].lines as readonly Line[]).includes(line);
}
