import { TOKEN_KIND } from './kinds';
import { simplifiedOf } from './simplified';

/** What is shown of the token: TokenIdentity (docs/interface.md, Authentication). */
export const TOKEN = simplifiedOf(TOKEN_KIND);
