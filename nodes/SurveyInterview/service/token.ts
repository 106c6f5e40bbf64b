import { TOKEN_KIND } from './kinds';
import { simplifiedOf } from './simplified';

/** TokenIdentity (docs/interface.md, Authentication). */
export const TOKEN = simplifiedOf(TOKEN_KIND);
