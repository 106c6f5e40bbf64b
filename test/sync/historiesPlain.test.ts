import { prove } from './prove';

prove('plain');
