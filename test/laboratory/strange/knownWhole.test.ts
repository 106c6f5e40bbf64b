/** A few of the services of `known/`, whole: every operation and the trigger, in n8n's engine and over HTTP. */
import type { Engine } from '../../harness/engine';
import { useEngine } from '../../harness/support';
import { playKnown } from './known';

let engine: Engine;
useEngine((started) => (engine = started));

const SEED = Number(process.env.STRANGE_SEED ?? 1);
const INDEX = process.env.STRANGE_INDEX;
/** A whole service takes as long as hundreds of records alone. */
const COUNT = Math.ceil(Number(process.env.STRANGE_COUNT ?? 100) / 10);

it.each(
	INDEX === undefined ? Array.from({ length: COUNT }, (_unused, index) => index) : [Number(INDEX)],
)('all of service %i says what was put in', async (index) => {
	expect(await playKnown(engine, SEED, index)).toEqual([]);
});
