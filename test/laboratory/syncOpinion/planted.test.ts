import type { Engine } from '../../harness/engine';
import { useEngine } from '../../harness/support';
import { PLANTED, prove } from './planted';

let engine: Engine;
useEngine((started) => (engine = started));

it.each(Object.keys(PLANTED))('the judge finds a Sync for which %s', async (name) => {
	const { found } = await prove(name, engine, 150);
	expect(PLANTED[name]?.finds).toContain(found?.what);
});
