import { TOKEN as KIND } from './kinds';
import { simplifiedOf } from './simplified';

/** TokenIdentity (docs/interface.md, Authentication). */
export const TOKEN = simplifiedOf(KIND);
