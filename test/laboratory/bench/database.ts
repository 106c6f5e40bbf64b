import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parse as parseFlatted } from 'flatted';
import { installN8n } from '../../n8n/install/n8n';
import { NEWEST } from '../../n8n/install/versions';
import type { Execution, Json } from '../../n8n/rest/n8nRest';
import type { Stand } from '../../n8n/stand';

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

/** Looks into the database while n8n runs. */
export async function storedOf(stand: Stand, workflowId: string): Promise<Stored> {
	return JSON.parse(await queried(stand, STORED, workflowId)) as Stored;
}

/** An execution as it is saved. To show a long one costs n8n more than to run it. */
export async function savedExecution(
	stand: Stand,
	executionId: string,
): Promise<Pick<Execution, 'data'>> {
	return { data: parseFlatted(await queried(stand, DATA, executionId)) as Json };
}

/** The Node.js that n8n runs on can read SQLite, older ones cannot. */
async function queried({ userFolder }: Stand, program: string, id: string): Promise<string> {
	const { node } = await installN8n(NEWEST, () => {});
	const file = join(userFolder, '.n8n', 'database.sqlite');
	const args = ['-e', OPEN + program, file, id];
	return execFileSync(node.program, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
}

const OPEN = `
	const { DatabaseSync } = require('node:sqlite');
	const [file, id] = process.argv.slice(1);
	const database = new DatabaseSync(file, { readOnly: true });
`;
const STORED = `
	const bytes = (sql) => Number(database.prepare(sql).get(id)?.bytes ?? 0);
	const of = (column) => 'length(CAST(' + column + ' AS BLOB))';
	process.stdout.write(JSON.stringify({
		staticData: bytes('SELECT ' + of('staticData') + ' AS bytes FROM workflow_entity WHERE id = ?'),
		execution: bytes(
			'SELECT ' + of('data') + ' + ' + of('workflowData') + ' AS bytes FROM execution_data ' +
			'JOIN execution_entity ON execution_entity.id = execution_data.executionId ' +
			'WHERE execution_entity.workflowId = ? ORDER BY executionId DESC LIMIT 1'
		),
		processed: bytes('SELECT sum(' + of('value') + ') AS bytes FROM processed_data WHERE workflowId = ?'),
	}));
`;
const DATA = `
	const saved = database.prepare('SELECT data FROM execution_data WHERE executionId = ?').get(id);
	process.stdout.write(saved.data);
`;
