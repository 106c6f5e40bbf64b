/** Whether the keys of an answer can be understood. */
import { Dialect } from '../dialect';
import { type Facts } from '../types';

export const readable = (dialect: Dialect) =>
	dialect.style === 'plain' ||
	dialect.style === 'foreign' ||
	(dialect.style === 'mixed' && dialect.random.chance(0.5));

export function vague(rows: Facts[]): Facts[] {
	for (const row of rows) for (const held of Object.values(row)) held.certain = false;
	return rows;
}
