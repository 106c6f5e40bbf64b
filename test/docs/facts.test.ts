/** docs/facts.md says of each operation, event and kind of record what it gives. */
import { RECORD_KINDS } from '../../nodes/SurveyInterview/facts/kinds';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { EVENTS } from '../../nodes/SurveyInterview/trigger/events/allEvents';
import { TABLES } from './factTables';
import { textOf } from './pages';
import { placesOf } from './places';

const sections = textOf('docs/facts.md').split(/^## /m);

it('each operation is named above the table of what it gives', () => {
	for (const { name: resource, operations } of RESOURCES) {
		for (const operation of operations) {
			const { simplified } = operation;
			if (!simplified) continue;
			const [table] =
				Object.entries(TABLES).find(([, [{ fields }]]) => fields === simplified.fields) ?? [];
			const section = sections.find((one) => one.includes(`<!-- ${table}:begin`)) ?? '';
			const lists = [...section.matchAll(/\*(\w+) → ([^*]+)\*/g)];
			const named = lists.flatMap(([, of, names = '']) =>
				of === resource ? names.split(', ') : [],
			);
			const plain = operation.name.replace(' (Public API)', '');
			expect({ table, named }).toEqual({ table, named: expect.arrayContaining([plain]) });
		}
	}
});

it('each event is there', () => {
	const events = sections.find((one) => one.startsWith('Events\n'));
	for (const { label } of EVENTS) expect(events).toContain(`| *${label}* |`);
});

it('each kind of record has its table', () => {
	const tables = new Set(Object.values(TABLES).map(([{ facts }]) => facts));
	for (const { facts } of Object.values(RECORD_KINDS)) expect(tables).toContain(facts);
});

it.each([
	[[/^(completed|finished)at$/], '`completed_at`, `finished_at`'],
	[[/^name$/, /^(title|displayname)$/], '`name`; `title`, `display_name`'],
	[[/^(metric\.)?responses?count$/], '`response(s)_count`, also in `metric`'],
	[
		[/^(started|completed|ended|sent|created)(at|on)$/],
		'`started`, `completed`, `ended`, `sent`, `created` with `_at` or `_on`',
	],
	[[/^(?!.*(last)).*survey/], '`…survey…`; but no name with `last` in it'],
])('%s: %s', (at, text) => {
	expect(placesOf(at)).toBe(text);
});
