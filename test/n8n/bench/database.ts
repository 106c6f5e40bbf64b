import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { installN8n } from '../install/n8n';
import { NEWEST } from '../install/versions';
import type { Stand } from '../stand';

/** Bytes that n8n has stored for a workflow in its database (SQLite). */
export interface Stored {
	/** What its nodes keep between two executions. */
	staticData: number;
	/** Its newest execution, with the workflow as it was. */
	execution: number;
	/** What Remove Duplicates knows of earlier executions. */
	processed: number;
}

/** What one execution writes: all of these are written anew each time. */
export const written = (stored: Stored) => stored.staticData + stored.execution + stored.processed;

/** Looks into the database while n8n runs. The Node.js that n8n runs on can read SQLite, older ones cannot. */
export async function storedOf({ userFolder }: Stand, workflowId: string): Promise<Stored> {
	const { node } = await installN8n(NEWEST, () => {});
	const file = join(userFolder, '.n8n', 'database.sqlite');
	const text = execFileSync(node.program, ['-e', PROGRAM, file, workflowId], { encoding: 'utf8' });
	return JSON.parse(text) as Stored;
}

const PROGRAM = `
	const { DatabaseSync } = require('node:sqlite');
	const [file, id] = process.argv.slice(1);
	const database = new DatabaseSync(file, { readOnly: true });
	const bytes = (sql) => Number(database.prepare(sql).get(id)?.bytes ?? 0);
	const of = (column) => 'length(CAST(' + column + ' AS BLOB))';
	console.log(JSON.stringify({
		staticData: bytes('SELECT ' + of('staticData') + ' AS bytes FROM workflow_entity WHERE id = ?'),
		execution: bytes(
			'SELECT ' + of('data') + ' + ' + of('workflowData') + ' AS bytes FROM execution_data ' +
			'JOIN execution_entity ON execution_entity.id = execution_data.executionId ' +
			'WHERE execution_entity.workflowId = ? ORDER BY executionId DESC LIMIT 1'
		),
		processed: bytes('SELECT sum(' + of('value') + ') AS bytes FROM processed_data WHERE workflowId = ?'),
	}));
`;
