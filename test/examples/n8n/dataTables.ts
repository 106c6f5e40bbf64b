import { omit } from 'lodash';
import type { Json, N8nRest } from '../../n8n/rest/n8nRest';

/** The rows of one of n8n's data tables, without n8n's own columns; none where there is no such table. */
export async function rowsOf(rest: N8nRest, table: string): Promise<Json[]> {
	const { id: project } = await rest.call<{ id: string }>('GET', '/rest/projects/personal');
	const path = `/rest/projects/${project}/data-tables`;
	const all = await rest.call<{ data: Array<{ id: string; name: string }> }>('GET', path);
	const found = all.data.find(({ name }) => name === table);
	if (!found) return [];
	const { data } = await rest.call<{ data: Json[] }>('GET', `${path}/${found.id}/rows?take=250`);
	return data.map((row) => omit(row, 'id', 'createdAt', 'updatedAt'));
}
