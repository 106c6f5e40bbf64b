import { NodeTypes } from './nodeTypes';
import type { Place } from './imported';

/**
 * What holds for every workflow of this package, once it is imported.
 *
 * @param toChoose the nodes that the editor marks until somebody has chosen a record in them
 */
export async function expectImportable(
	{ rest, workflow }: Pick<Place, 'rest' | 'workflow'>,
	toChoose: string[] = [],
): Promise<void> {
	const types = await NodeTypes.of(rest);
	for (const node of workflow.nodes) {
		const { name, type, typeVersion } = node;
		expect([name, types.find(node)?.name]).toEqual([name, type]);
		expect([name, typeVersion]).toEqual([name, types.newest(node)]);
		expect([name, node.credentials]).toEqual([name, undefined]);
		expect(type).not.toMatch(/\.(code|function|functionItem|httpRequest)$/);
	}
	const marked = workflow.nodes.filter((node) => types.issuesOf(node).length > 0);
	expect(marked.map(({ name }) => name)).toEqual(toChoose);
	expect(workflow).toMatchObject({ active: false });
	expect(workflow).not.toHaveProperty('pinData');
}
