import { prove } from './prove';

prove('durable');
