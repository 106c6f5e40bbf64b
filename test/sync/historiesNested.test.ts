import { prove } from './prove';

prove('nested');
