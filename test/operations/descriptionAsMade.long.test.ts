/** The description as n8n's lint and the editor get it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import { lintText } from '../lint';

const PROJECT = join(__dirname, '../..');
const FILE = 'nodes/SurveyInterview/SurveyInterview.node.ts';
const { description } = new SurveyInterview();

/**
 * The description is made from the entries, so n8n's lint, which reads literals, never sees it. Here it
 * is written out as a literal and put under the same rules.
 */
it('the generated description passes n8n’s own lint', () => {
	const literal = JSON.stringify(description, null, '\t')
		.replace(/"(inputs|outputs)": \[\s*"main"\s*\]/g, '"$1": [NodeConnectionTypes.Main]')
		.replace(/^(\t*)"(\w+)":/gm, '$1$2:');
	const source = `
		import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
		import { NodeConnectionTypes } from 'n8n-workflow';
		import { testCredential } from './credentialTest';
		export class SurveyInterview implements INodeType {
			description: INodeTypeDescription = ${literal};
			methods = { credentialTest: { testCredential } };
		}`;
	const messages = lintText(source, FILE, ['asN8nDoes']);
	const lines = source.split('\n');
	const found = messages.map(
		({ ruleId, line, message }) => `${ruleId}: ${message} ${lines[line - 1]?.trim()}`,
	);
	expect(found).toEqual([]);
});

it('the description is the same for everyone who loads it, and small', () => {
	const again = execFileSync(
		process.execPath,
		[
			'-e',
			"const { SurveyInterview } = require('.'); process.stdout.write(JSON.stringify(new SurveyInterview().description))",
		],
		{ cwd: PROJECT },
	);
	expect(JSON.parse(again.toString())).toEqual(JSON.parse(JSON.stringify(description)));
	// The editor loads it with those of all other nodes.
	expect(again.length).toBeLessThan(130_000);
});
