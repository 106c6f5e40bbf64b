/**
 * A service may call its fields anything. `foreign/` makes answers, with the truth of what each says; it was
 * written from the specification alone, by somebody who had not read the package.
 */
import type { Engine } from '../../harness/engine';
import { sideBySide, useEngine } from '../../harness/support';
import { COUNT, playStrange, SEED, type Strange } from './play';

let engine: Engine;
useEngine((started) => (engine = started));

/** What a sentence may say instead of an output: a write that nothing proves, and a list that nobody finds. */
const SAID = [
	/^This may have been /,
	/has no list of records|that is not a record|something (that is not the|else instead of a) record/,
];

it('no fact is wrong, and what is not understood fails in a sentence or is null', async () => {
	const played: Strange[] = [];
	const indices = Array.from({ length: COUNT }, (_unused, index) => index);
	await sideBySide(indices, 4, async (index) => {
		played.push(await playStrange(engine, SEED, index));
	});
	const wrong = played.filter(
		({ faults, error }) =>
			faults.length > 0 || (error !== undefined && !SAID.some((said) => said.test(error))),
	);
	expect(
		wrong.slice(0, 3).map(({ answer, ...one }) => ({ ...one, answer: shortened(answer) })),
	).toEqual([]);
	// Who understands nothing is never wrong, either.
	const right = played.reduce((sum, one) => sum + one.right, 0);
	const certain = played.reduce((sum, one) => sum + one.certain, 0);
	expect(right / certain).toBeGreaterThan(0.4);
});

const shortened = (answer: unknown) => JSON.stringify(answer).slice(0, 600);
