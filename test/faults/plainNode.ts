import type { INodeType } from 'n8n-workflow';

import { createEngine, SOURCE } from '../harness/engine';
import { CREDENTIAL } from '../harness/support';

/** A node that calls n8n's HTTP helper itself, to show what the helper does by default. */
export async function plainNode(execute: INodeType['execute']): Promise<INodeType> {
	const engine = await createEngine();
	const { description } = engine.nodeTypes.getByNameAndVersion(SOURCE);
	engine.close();
	return {
		description: {
			...description,
			inputs: ['main'],
			credentials: [{ name: CREDENTIAL, required: true }],
		},
		execute,
	};
}
