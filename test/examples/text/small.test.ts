import { workflowIn } from '../n8n/file';
import { textOf } from '../../docs/pages';

const SMALL = [
	'completions-to-data-table',
	'completions-to-sheets',
	'completions-to-slack',
	'contacts-to-invitations',
	'detractors-to-email',
	'hubspot-contacts-to-invitations',
	'pipedrive-contacts-to-invitations',
	'weekly-report',
];
/** As much of an expression as stands in one line of n8n's editor. */
const LINE = 120;
const NOTE = 'n8n-nodes-base.stickyNote';
const GREEN = 4;

describe.each(SMALL)('%s.json', (name) => {
	const { nodes } = workflowIn(`${name}.json`);
	const notes = nodes.filter(({ type }) => type === NOTE);
	const others = nodes.filter(({ type }) => type !== NOTE);

	it('has three to five nodes, no Code among them, and one green note', () => {
		expect(others.length).toBeGreaterThanOrEqual(3);
		expect(others.length).toBeLessThanOrEqual(5);
		for (const { type } of others) expect(type).not.toMatch(/\.(code|function|functionItem)$/);
		expect(notes.map(({ parameters }) => parameters?.color)).toEqual([GREEN]);
	});

	it('has no expression longer than a line', () => {
		const expressions = [...JSON.stringify(others).matchAll(/\{\{.*?\}\}/g)];
		expect(expressions).not.toEqual([]);
		for (const [expression] of expressions) expect(expression.length).toBeLessThanOrEqual(LINE);
	});

	it('has a page that says for whom it is', () => {
		expect(textOf(`docs/workflows/${name}.md`)).toMatch(/^# [^\n]+\n\nFor \S/);
	});
});
