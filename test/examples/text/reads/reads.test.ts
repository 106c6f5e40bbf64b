import { readdirSync } from 'node:fs';
import { WORKFLOWS } from '../../../n8n/furnish';
import { workflowIn, type WorkflowFile } from '../../n8n/file';
import { ACTION, TRIGGER } from '../../../harness/support/names';
import { problemsOf } from './problems';

describe.each(readdirSync(WORKFLOWS))('%s', (file) => {
	it('reads only what the output schemas of this package have', () => {
		expect(problemsOf(workflowIn(file))).toEqual([]);
	});
});

type Node = WorkflowFile['nodes'][number];

const RESPONDENTS: Node = {
	name: 'Respondents',
	type: ACTION,
	parameters: { resource: 'respondent', operation: 'getAll' },
};
const EVENT: Node = {
	name: 'Event',
	type: TRIGGER,
	parameters: { event: 'interviewCompleted', options: { includeConversation: true } },
};

const set = (name: string, fields: Record<string, string>, more: object = {}): Node => ({
	name,
	type: 'n8n-nodes-base.set',
	parameters: {
		assignments: {
			assignments: Object.entries(fields).map(([key, value]) => ({
				name: key,
				value,
				type: 'array',
			})),
		},
		...more,
	},
});
const node = (name: string, type: string, parameters: object = {}): Node => ({
	name,
	type: `n8n-nodes-base.${type}`,
	parameters: parameters as Node['parameters'],
});

/** One node after the other. */
function chain(...nodes: Node[]): string[] {
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, place) => [
				nodes[place]?.name ?? '',
				{ main: [[{ node: name, type: 'main', index: 0 }]] },
			]),
	);
	return problemsOf({ name: 'Planted', nodes, connections, active: false } as WorkflowFile);
}

const read = (expression: string) =>
	chain(RESPONDENTS, set('Read', { it: `={{ ${expression} }}` }));

describe('the check itself', () => {
	it.each([
		['$json.person', 'respondent/getAll has no person'],
		['$json.person?.name ?? $json.name', 'respondent/getAll has no person'],
		["$json['respondent_name']", 'respondent/getAll has no respondent_name'],
		['$json[$json.name]', 'a key of respondent/getAll is computed, which is not followed'],
		['$json.score.value', 'a value has no value'],
		['$input.item.json.nps_score', 'respondent/getAll has no nps_score'],
		[
			'$input.all().map(({ json: { nps_score } }) => nps_score)',
			'respondent/getAll has no nps_score',
		],
		["$('Respondents').item.json.full_name", 'respondent/getAll has no full_name'],
		["$('Respondents').first().json.full_name", 'respondent/getAll has no full_name'],
		[
			"$('Respondents').all().find(one => one.json.full_name)",
			'respondent/getAll has no full_name',
		],
		[
			"$('Respondents').all().flatMap(one => [one.json]).filter(Boolean).at(-1).full_name",
			'respondent/getAll has no full_name',
		],
		['(({ full_name = 1, ...rest }) => rest)($json)', 'respondent/getAll has no full_name'],
		['[[1, $json]].map(([place, one]) => one.full_name)', 'respondent/getAll has no full_name'],
		['({ ...$json }).full_name', 'the object has no full_name'],
		['(({ json }) => json)({ json: $json }).full_name', 'respondent/getAll has no full_name'],
		['((a, b) => b.full_name)(...[1, $json])', 'respondent/getAll has no full_name'],
		['((...all) => all[0].full_name)(1, $json)', 'respondent/getAll has no full_name'],
		["'a'.replace(/a/g, () => $json.full_name)", 'respondent/getAll has no full_name'],
		['Object.entries({ a: $json })[0][1].full_name', 'respondent/getAll has no full_name'],
		['$now.plus(() => $json.full_name)', 'respondent/getAll has no full_name'],
		['`${$json.full_name}`', 'respondent/getAll has no full_name'],
		['[...new Set([$json])].pop().full_name', 'respondent/getAll has no full_name'],
		['Object.fromEntries([[1, $json]])', 'Object.fromEntries is given an item as a whole'],
		["eval('$json.full_name')", 'eval is not followed'],
		['JSON.stringify($json).match(/name/)', 'JSON.stringify reads an item as a whole'],
		['Object.keys($json).length', 'Object.keys reads an item as a whole'],
		['Object.entries($json)', 'Object.entries reads an item as a whole'],
		["$jmespath($json, 'person.name')", '$jmespath is not followed'],
		['String($json)', 'String is given an item as a whole'],
		["$('Somebody').item.json.name", '$(…) names no node of the workflow'],
		['$node.Respondents.json.name', '$node is not followed'],
		['class {}', 'ClassExpression is not followed'],
		["'full_name' in $json", 'respondent/getAll has no full_name'],
		['$json.', 'it cannot be parsed'],
	])('finds %s', (expression, problem) => {
		expect(read(expression).join('\n')).toContain(problem);
	});

	it.each([
		"$json.name ?? 'not known'",
		'$json.properties.department.toUpperCase()',
		"$('Respondents').all().map(({ json: { name, score } }) => name + score).join(', ')",
		"[...($json.name ?? '')].slice(0, 5).join('').replace(/a/g, one => one.toUpperCase())",
		"({ promoter: 'Thanks' })[$json.nps_group] ?? $now.toISODate()",
		'Math.round(100 * $json.score) + $execution.id',
	])('lets %s be', (expression) => expect(read(expression)).toEqual([]));

	it('finds a key that only another node could have given, behind nodes that pass items on', () => {
		const behind = [
			node('If', 'if', { left: '={{ $json.person }}' }),
			set('More', { more: '=1' }, { includeOtherFields: true }),
			node('Sort', 'sort', { sortFieldsUi: { sortField: [{ fieldName: 'metric_score' }] } }),
			set('Read', { ok: '={{ $json.name + $json.more }}', raw: '={{ $json.person.name }}' }),
			set('Last', { gone: '={{ $json.name }}', there: '={{ $json.ok }}' }),
		];
		expect(chain(RESPONDENTS, ...behind)).toEqual([
			'If, left: respondent/getAll has no person',
			'Sort, sortFieldsUi.sortField.0.fieldName: what More hands on (respondent/getAll) has no metric_score',
			'Read, assignments.assignments.1.value: what More hands on (respondent/getAll) has no person',
			'Last, assignments.assignments.0.value: what Read hands on has no name',
		]);
	});

	it('finds it in a list that a node makes and another splits', () => {
		const found = chain(
			RESPONDENTS,
			set('Some', { some: '={{ [$json].filter(one => one.score > 6) }}' }),
			node('Each', 'splitOut', { fieldToSplitOut: 'some' }),
			set('Read', { ok: '={{ $json.score }}', raw: '={{ $json.rating }}' }),
		);
		expect(found).toEqual([
			'Read, assignments.assignments.1.value: respondent/getAll has no rating',
		]);
	});

	it('knows what an option adds, and what a failure has', () => {
		const words = set('Read', { it: '={{ $json.participant_text }}' });
		expect(chain(EVENT, words)).toEqual([]);
		const without = { ...EVENT, parameters: { event: 'interviewCompleted' } };
		expect(chain(without, words).join('\n')).toContain('has no participant_text');
		const error = set('Read', { it: '={{ $json.error ?? $json.code }}' });
		expect(chain({ ...RESPONDENTS, onError: 'continueRegularOutput' }, error)).toEqual([]);
		expect(chain(RESPONDENTS, error).join('\n')).toContain('has no error');
	});

	it('knows which items a loop begins a round with, and which it hands on at the end', () => {
		const nodes = [
			RESPONDENTS,
			node('Loop', 'splitInBatches'),
			set('Round', { done: '={{ $json.name }}', raw: '={{ $json.done }}' }),
			set('End', {
				ok: "={{ $json.done + $('Loop').all()[0].json.done }}",
				raw: '={{ $json.name }}',
			}),
		];
		const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
		const connections = {
			Respondents: { main: [to('Loop')] },
			Loop: { main: [to('End'), to('Round')] },
			Round: { main: [to('Loop')] },
		};
		const planted = { name: 'Planted', nodes, connections, active: false };
		expect(problemsOf(planted)).toEqual([
			'Round, assignments.assignments.1.value: respondent/getAll has no done',
			'End, assignments.assignments.1.value: what Round hands on has no name',
		]);
	});

	it('takes of a node that is named the output that leads to who asks', () => {
		const nodes = [
			{ ...RESPONDENTS, onError: 'continueErrorOutput' },
			set('Failed', { ok: "={{ $('Respondents').first().json.details.hint }}" }),
			set('Went well', { raw: "={{ $('Respondents').first().json.error }}" }),
		];
		const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
		const connections = { Respondents: { main: [to('Went well'), to('Failed')] } };
		const planted = { name: 'Planted', nodes, connections, active: false };
		expect(problemsOf(planted)).toEqual([
			'Went well, assignments.assignments.0.value: respondent/getAll has no error',
		]);
	});

	it('takes no other output than the default, and no node that it does not know', () => {
		const everything = {
			...RESPONDENTS,
			parameters: { ...RESPONDENTS.parameters, output: 'everything' },
		};
		expect(chain(everything).join('\n')).toContain('its output is everything');
		const foreign = node('Other', 'itemLists');
		expect(chain(RESPONDENTS, foreign, set('Read', { it: '={{ $json.x }}' })).join('\n')).toContain(
			'it is not known what a node of the type n8n-nodes-base.itemLists hands on',
		);
	});
});
