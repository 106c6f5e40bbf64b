/** In which dialects of the service, and in which of n8n's poll engines, a suite is played. */
import { inTurn, turn } from './extent';
import { ENGINES } from './harness/engine/polling';
import { DIALECT_NAMES } from './harness/service';

/** All dialects; in a quick run one, which is another one in another suite. */
export const DIALECTS = inTurn(DIALECT_NAMES);

/** Both engines; in a quick run one, likewise. */
export const POLL_ENGINES = inTurn(ENGINES);

/** Each of the suite's engines in one dialect, which is another one for the other engine. */
export const EVERYWHERE = POLL_ENGINES.map((engine) => {
	const dialect = DIALECT_NAMES[(turn + ENGINES.indexOf(engine)) % DIALECT_NAMES.length];
	if (!dialect) throw new Error('There is no dialect');
	return { engine, dialect };
});
