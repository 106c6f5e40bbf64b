import { join } from 'node:path';
import { run } from '../../n8n/install/run';
import { installN8n } from '../../n8n/install/n8n';
import { NEWEST } from '../../n8n/install/versions';
import type { Stand } from '../../n8n/stand';

/** Run by n8n's Node.js, which has SQLite in it. */
const SCRIPT = `
const { DatabaseSync } = require('node:sqlite');
const [file, id, state] = process.argv.slice(1);
const database = new DatabaseSync(file);
if (state !== undefined) {
	database.prepare('UPDATE workflow_entity SET staticData = ? WHERE id = ?').run(state, id);
}
const row = database.prepare('SELECT staticData FROM workflow_entity WHERE id = ?').get(id);
process.stdout.write(row.staticData ?? 'null');
`;

/** What n8n keeps for the triggers of a workflow. @param state to put it back, while n8n is stopped */
export async function triggerMemory(
	{ userFolder }: Stand,
	workflowId: string,
	state?: string,
): Promise<string> {
	const { node } = await installN8n(NEWEST, () => {});
	const file = join(userFolder, '.n8n', 'database.sqlite');
	const args = [file, workflowId, ...(state === undefined ? [] : [state])];
	const quiet = ['--disable-warning=ExperimentalWarning', '-e', SCRIPT];
	return await run(node.program, [...quiet, ...args], { env: node.env });
}
