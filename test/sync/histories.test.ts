import { DIALECTS } from '../everywhere';
import { prove } from './prove';

for (const dialect of DIALECTS) prove(dialect);
