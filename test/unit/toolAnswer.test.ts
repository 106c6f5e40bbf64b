import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../nodes/SurveyInterview/operations';
import type { Operation } from '../../nodes/SurveyInterview/operations/operation';
import type { JsonObject } from '../../nodes/SurveyInterview/service/json';
import { fitForModel } from '../../nodes/SurveyInterview/run/toolAnswer';

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ id: `id-${n}`, name: `Person ${n}`, score: n % 11 }));

const sizeOf = (value: unknown) => JSON.stringify(value).length;

/** What a model gets of a list that is too long: a note, and the records that fit. */
function shortened(records: readonly JsonObject[], maxLength: number): JsonObject[] {
	const operation = findOperation('survey', 'getAll') as Operation;
	const items = records.map((json) => ({ json: json as IDataObject }));
	return fitForModel(items, operation, 'survey', maxLength).map(({ json }) => json);
}

it('whole records from the beginning, as many as fit', () => {
	const records = people(100);
	const [note, ...shown] = shortened(records, 2000);
	expect(shown).toEqual(records.slice(0, shown.length));
	expect(sizeOf([note, ...shown])).toBeLessThanOrEqual(2000);
	// 600 characters are kept free for the note.
	expect(sizeOf(records.slice(0, shown.length + 1))).toBeGreaterThan(1400);
});

it.each([
	['survey', 'getAll', 'surveys'],
	['property', 'getAll', 'properties'],
	['result', 'getQuotes', 'records'],
])('what is left out of %s %s are %s', (resource, name, called) => {
	const items = people(100).map((json) => ({ json }));
	const operation = findOperation(resource, name) as Operation;
	const [first, ...shown] = fitForModel(items, operation, resource, 2000);
	expect(first?.json.note).toMatch(new RegExp(`\\b${shown.length} of 100 ${called}\\b`));
});

it('what the editor says of an output is told first, with what was left out', () => {
	const operation = findOperation('survey', 'getAll') as Operation;
	const answer = (count: number, said: string[]) =>
		fitForModel(
			people(count).map((json) => ({ json })),
			operation,
			...(['survey', 2000, said] as const),
		).map(({ json }) => json);
	expect(answer(3, [])).toEqual(people(3));
	expect(answer(3, ['50 of 60.'])).toEqual([{ note: '50 of 60.' }, ...people(3)]);
	const cut = answer(100, ['50 of 60.']);
	expect(cut[0]?.note).toMatch(/^Showing \d+ of 100 surveys\..* 50 of 60\.$/);
	expect(sizeOf(cut)).toBeLessThanOrEqual(2000);
	const long = answer(100, ['word '.repeat(9000)]);
	expect(sizeOf(long)).toBeLessThanOrEqual(2000);
	expect(long.length).toBeGreaterThan(3);
	const [note] = answer(3, ['word '.repeat(9000)]);
	expect(String(note?.note).length).toBeLessThanOrEqual(501);
});

it('a record of several that is cut says so, and one that is whole does not', () => {
	const operation = findOperation('survey', 'getAll') as Operation;
	const noteOf = (...records: object[]) =>
		fitForModel(
			records.map((json) => ({ json: { ...json } })),
			operation,
			'survey',
			2000,
		)[0]?.json.note;
	const long = { id: 'a', text: 'x'.repeat(5000) };
	expect(noteOf(long, { id: 'b' })).toMatch(/^Showing 1 of 2 surveys\. .* are cut\. /);
	expect(noteOf(long)).toMatch(/^Long texts and lists in this record are cut\. /);
	expect(noteOf(...people(100))).not.toContain('are cut');
});

it('a list in a record is cut to whole entries, and the rest of the record stays', () => {
	const record = { id: 'm-1', status: 'sent', recipients: people(500) };
	const [, { recipients, ...rest } = { recipients: [] }] = shortened([record], 2600);
	expect(rest).toEqual({ id: 'm-1', status: 'sent' });
	const entries = recipients as unknown[];
	expect(entries).toEqual(people(500).slice(0, entries.length));
	expect(entries.length).toBeGreaterThan(25);
});

it('a conversation ends after a message, and is not said twice', () => {
	const turns = Array.from({ length: 400 }, (_, n) => `Participant: “This is message ${n}”`);
	const transcript = turns.join('\n\n');
	const messages = turns.map((text) => ({ role: 'participant', text, at: null }));
	const [, record] = shortened([{ transcript, messages, summary: 'Good.' }], 5600);
	expect(Object.keys(record ?? {})).toEqual(['transcript', 'summary']);
	const text = String(record?.transcript);
	expect(text.endsWith('” […]')).toBe(true);
	expect(transcript.startsWith(text.slice(0, -' […]'.length))).toBe(true);
	expect(text.length).toBeGreaterThan(3500);
});

it('there is always a record, and it fits, whatever it is', () => {
	const long = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 4000 }),
		fc.string({ unit: fc.constantFrom('"', '\\', '\n', 'a', '😀'), maxLength: 4000 }),
	);
	const { value } = fc.letrec((tie) => ({
		value: fc.oneof(
			{ maxDepth: 4 },
			long,
			fc.integer(),
			fc.constant(null),
			fc.array(tie('value'), { maxLength: 40 }),
			fc.dictionary(fc.string({ maxLength: 20 }), tie('value'), { maxKeys: 40 }),
		),
	}));
	const record = fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), value, { minKeys: 1 });
	fc.assert(
		fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), (records) => {
			const shown = shortened(records as JsonObject[], 2000);
			expect(shown.filter((record) => !('note' in record)).length).toBeGreaterThan(0);
			expect(sizeOf(shown)).toBeLessThanOrEqual(2000);
		}),
		{ numRuns: 300 },
	);
});
