import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { N8nRest, NodeDraft } from '../../n8n/rest/n8nRest';

/** What the editor knows of the nodes that an n8n has, and what it would mark red. */
export class NodeTypes {
	private constructor(private readonly types: readonly INodeTypeDescription[]) {}

	static async of(rest: N8nRest): Promise<NodeTypes> {
		return new NodeTypes(await rest.call<INodeTypeDescription[]>('GET', '/types/nodes.json'));
	}

	/** @returns undefined where n8n has no such node, or not in that version */
	find({ type, typeVersion = 1 }: NodeDraft): INodeTypeDescription | undefined {
		return this.types.find(
			({ name, version }) => name === type && [version].flat().includes(typeVersion),
		);
	}

	/** The version in which the editor would add the node today. */
	newest({ type }: NodeDraft): number {
		const versions = this.types.flatMap(({ name, version, defaultVersion }) =>
			name === type ? [defaultVersion ?? Math.max(...[version].flat())] : [],
		);
		return Math.max(...versions);
	}

	/** The types of credentials that the node needs, as its parameters are. */
	credentialsOf(node: NodeDraft): string[] {
		const type = this.find(node);
		const whole = this.whole(node);
		return (type?.credentials ?? [])
			.filter((one) => NodeHelpers.displayParameter(whole.parameters, one, whole, type ?? null))
			.map(({ name }) => name);
	}

	/** What the editor finds wrong with the parameters of a node, in its words. */
	issuesOf(node: NodeDraft): string[] {
		const type = this.find(node);
		if (!type) return [`${node.type} ${node.typeVersion} is not known`];
		const issues = NodeHelpers.getNodeParametersIssues(type.properties, this.whole(node), type);
		return Object.values(issues?.parameters ?? {}).flat();
	}

	/** With its defaults filled in, as the editor holds it. */
	private whole(node: NodeDraft): INode {
		const { typeVersion = 1 } = node;
		const type = this.find(node);
		const given = (node.parameters ?? {}) as INodeParameters;
		const parameters =
			type &&
			NodeHelpers.getNodeParameters(type.properties, given, true, false, { typeVersion }, type);
		return {
			id: '',
			position: [0, 0],
			...node,
			typeVersion,
			parameters: parameters ?? given,
			credentials: undefined,
		};
	}
}
