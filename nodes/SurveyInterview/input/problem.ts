/** A refused input: one sentence that says which field, why, and what to do. Nothing was sent. */
export class InputProblem extends Error {}

/** A value as it is shown in a sentence. */
export function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? 'undefined';
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
