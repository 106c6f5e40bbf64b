import { prove } from './prove';

prove('wide');
