import { changesInWords, detailsInWords } from '../../nodes/SurveyInterview/sync/changes';

const change = (key: string, from: unknown, to: unknown) => ({ key, from, to });

it.each([
	['a field', [change('recipient_external_id', null, '42')], 'external id: (empty) → 42'],
	[
		'properties that differ, and no other',
		[change('properties', { team: 'Care', level: 1 }, { team: 'Sales', level: '1' })],
		'team: Care → Sales',
	],
	[
		'a property that has the name of a field',
		[change('properties', {}, { name: 'x', recipient_email: 'y' })],
		'property name: (empty) → x; recipient_email: (empty) → y',
	],
	[
		'a value that looks like another change',
		[change('recipient_name', 'Kim; email: a@x → b@x', 'Kim “K” Berg')],
		"name: “Kim; email: a@x → b@x” → “Kim 'K' Berg”",
	],
	['what is on several lines, on one', [change('label', 'a', 'b\nc')], 'label: a → b c'],
	[
		'values that differ further on',
		[change('recipient_notes', `${'x'.repeat(300)}1`, `${'x'.repeat(300)}2`)],
		`notes: ${'x'.repeat(200)}… → ${'x'.repeat(200)}… (they differ further on)`,
	],
])('says %s', (_, changes, text) => {
	expect(changesInWords(changes)).toBe(text);
});

it('says of a new invitation what stands beside its recipient', () => {
	expect(
		detailsInWords([
			change('recipient_name', null, 'Ada'),
			change('recipient_email', null, 'ada@x.com'),
			change('recipient_notes', null, 'VIP'),
			change('properties', null, { team: 'Care', label: 'x' }),
		]),
	).toBe('notes: VIP; team: Care; property label: x');
	expect(detailsInWords([change('recipient_email', null, 'ada@x.com')])).toBe('');
});
