/** Keys that no fact is read from, in texts that may be made public. */
import { KINDS } from '../../../nodes/SurveyInterview/service/kinds';
import { shownKey, unusedKeys } from '../../../nodes/SurveyInterview/service/unusedKeys';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

it.each([
	['ended_at', true],
	['endedAt', true],
	['_revision', true],
	['meta_v2', true],
	['ana@example.com', false],
	['Ana', false],
	['de Vries', false],
	[ID, false],
	['12345', false],
	['ünïcode', false],
	['', false],
])('a key is shown if it looks like the name of a field: %s, %s', (key, isShown) => {
	expect(shownKey(key)).toBe(isShown ? key : '{key}');
});

it('what no fact is read from is told with the types of its values, and nothing that may be data', () => {
	const records = [
		{ name: 'Ada', verdict: 9, when: '2026-01-01', inner: { owner: ID }, gone: null, boss: {} },
		{ name: 'Eve', verdict: 'high', when: null, 'ana@example.com': 1, boss: 'Bob' },
		{ properties: { team: 'A' } },
	];
	expect(Object.fromEntries(unusedKeys(KINDS.respondent, records))).toEqual({
		verdict: 'number or string',
		when: 'null or time',
		'inner.owner': 'uuid',
		gone: 'null',
		boss: 'object or string',
	});
});
