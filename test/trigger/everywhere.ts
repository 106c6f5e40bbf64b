import { basename } from 'node:path';
import { extent } from '../extent';
import { ENGINES } from '../harness/engine/polling';
import { DIALECT_NAMES } from '../harness/service';

/** In a quick run, suites take turns. */
const turn = [...basename(expect.getState().testPath ?? '')].reduce(
	(sum, sign) => sum + sign.charCodeAt(0),
	0,
);

/** For `describe.each`: each engine with each reading of the interface; in a quick run with one. */
export const EVERYWHERE = ENGINES.flatMap((engine, nth) =>
	DIALECT_NAMES.filter((_name, at) =>
		extent({ quick: at === (turn + nth) % DIALECT_NAMES.length, all: true }),
	).map((dialect) => ({ engine, dialect })),
);

/** For what takes long: both engines, and in a quick run one. */
export const LONG_ENGINES = ENGINES.filter((_engine, at) =>
	extent({ quick: at === turn % ENGINES.length, all: true }),
);
