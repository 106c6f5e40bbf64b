import { WORKFLOWS } from '../furnish';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeTypes } from './nodeTypes';
import type { WorkflowStage } from './workflowStage';

/** What holds for every workflow of this package, once it is imported. */
export async function expectImportable({ rest, workflow }: WorkflowStage): Promise<void> {
	const types = await NodeTypes.of(rest);
	for (const node of workflow.nodes) {
		const { name, type, typeVersion } = node;
		expect([name, types.find(node)?.name]).toEqual([name, type]);
		expect([name, typeVersion]).toEqual([name, types.newest(node)]);
		expect([name, node.credentials]).toEqual([name, undefined]);
		expect(type).not.toMatch(/\.(code|function|functionItem|httpRequest)$/);
	}
	expect(workflow).toMatchObject({ active: false });
	expect(workflow).not.toHaveProperty('pinData');
}

/** What the editor marks red before anything is set, by the node's name. */
export async function marked({ rest, workflow }: WorkflowStage): Promise<Record<string, string[]>> {
	const types = await NodeTypes.of(rest);
	const issues = workflow.nodes.map((node) => [node.name, types.issuesOf(node)] as const);
	return Object.fromEntries(issues.filter(([, some]) => some.length > 0));
}

export const textOf = (file: string) => readFileSync(join(WORKFLOWS, file), 'utf8');
