import { omit } from 'lodash';
import type { Json, N8nRest } from '../../n8n/rest/n8nRest';

/** The rows of one of n8n's data tables, without n8n's own columns; none where there is no such table. */
export async function rowsOf(rest: N8nRest, table: string): Promise<Json[]> {
	const path = await pathOf(rest, table);
	if (!path) return [];
	const { data } = await rest.call<{ data: Json[] }>('GET', `${path}/rows?take=250`);
	return data.map((row) => omit(row, 'id', 'createdAt', 'updatedAt'));
}

/** Gives a table another name, under which no workflow finds it. */
export async function rename(rest: N8nRest, table: string, name: string): Promise<void> {
	const path = await pathOf(rest, table);
	if (!path) throw new Error(`There is no table ${table}`);
	await rest.call('PATCH', path, { name });
}

async function pathOf(rest: N8nRest, table: string): Promise<string | undefined> {
	const { id: project } = await rest.call<{ id: string }>('GET', '/rest/projects/personal');
	const path = `/rest/projects/${project}/data-tables`;
	const { data: tables } = await rest.call<{ data: Array<{ id: string; name: string }> }>(
		'GET',
		`${path}?take=250`,
	);
	const found = tables.find(({ name }) => name === table);
	return found && `${path}/${found.id}`;
}
