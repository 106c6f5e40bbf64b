import { prove } from './prove';

prove('default');
