/** n8n's guidelines for forms, where a check is possible (docs/development/releasing.md, "n8n's guidelines"). */
import { Workflow, type INode, type INodeTypes } from 'n8n-workflow';
import { SurveyInterviewApi } from '../../credentials/SurveyInterviewApi.credentials';
import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import actionCodex from '../../nodes/SurveyInterview/SurveyInterview.node.json';
import { SurveyInterviewTrigger } from '../../nodes/SurveyInterview/SurveyInterviewTrigger.node';
import triggerCodex from '../../nodes/SurveyInterview/SurveyInterviewTrigger.node.json';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';

interface Part {
	name?: string;
	type?: string;
	placeholder?: string;
	description?: string;
	hint?: string;
}

/** Everything in a description that has a name or a text, however deep. */
function partsOf(value: unknown): Part[] {
	if (typeof value !== 'object' || value === null) return [];
	return [value as Part, ...Object.values(value).flatMap(partsOf)];
}

const nodes = [new SurveyInterview().description, new SurveyInterviewTrigger().description];
const parts = [...nodes, new SurveyInterviewApi()].flatMap(partsOf);

it('a placeholder is an example that begins with “e.g.”, but for those of lists and collections', () => {
	const placeholders = parts.flatMap(({ placeholder }) => placeholder ?? []);
	expect(placeholders.length).toBeGreaterThan(20);
	expect(placeholders.filter((text) => !/^(?:e\.g\. |Add |Choose )/.test(text))).toEqual([]);
});

it('n8n’s search finds the nodes by what people type, and names no vendor', () => {
	const words = ['form', 'poll', 'employee survey', 'respondents', 'feedback', 'survey', 'NPS'];
	for (const { alias } of [actionCodex, triggerCodex]) {
		expect(alias).toEqual(expect.arrayContaining(words));
		expect(new Set(alias).size).toBe(alias.length);
		expect(alias.join().toLowerCase()).not.toContain('scorestory');
	}
});

it('the subtitle has the words of the form', () => {
	const { description } = new SurveyInterview();
	const nodeType = { description: { ...description, properties: [] } };
	const nodeTypes = { getByNameAndVersion: () => nodeType } as unknown as INodeTypes;
	const node: INode = {
		id: '1',
		name: 'N',
		type: 'n',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const others: string[] = [];
	for (const { value, operations } of RESOURCES) {
		for (const operation of operations) {
			const saved = workflow.getNode('N') as INode;
			saved.parameters = { resource: value, operation: operation.value };
			const shown = workflow.expression.getSimpleParameterValue(
				saved,
				description.subtitle,
				'internal',
				{},
			);
			const wanted = `${operation.name}: ${value.charAt(0).toUpperCase()}${value.slice(1)}`;
			if (shown !== wanted) others.push(`${String(shown)}, not ${wanted}`);
		}
	}
	expect(others).toEqual(['Create: Invitation, not Create or Get: Invitation']);
});
