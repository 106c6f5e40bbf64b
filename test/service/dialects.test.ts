import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialectNamed } from './dialects';
import type { Choices } from './dialects/choices';
import { REFUSALS } from './refusal';

const [plain, nested] = [dialectNamed('plain'), dialectNamed('nested')];
const choices = Object.keys(plain.choices) as Array<keyof Choices>;

test.each(choices)('the dialects decide %s differently', (choice) => {
	expect(plain.choices[choice]).not.toEqual(nested.choices[choice]);
});

test('where the specification gives a status or a code, both obey', () => {
	for (const { refusals } of [plain, nested]) {
		expect(refusals['locked field'].status).toBe(400);
		expect(refusals['outstanding invoice'].status).toBe(402);
		expect(refusals['survey allowance used up'].status).toBe(402);
		expect(refusals['segment suppressed']).toEqual({ status: 409, code: 'segment_suppressed' });
		expect(refusals['rate limited'].status).toBe(429);
		expect(refusals['insufficient scope'].code).toBe('insufficient_scope');
	}
});

test('every refusal has a status and a code in each dialect', () => {
	for (const { refusals } of [plain, nested]) {
		expect(Object.keys(refusals).sort()).toEqual([...REFUSALS].sort());
	}
});

test('the scopes and mailing words that the specification names are the same in each dialect', () => {
	for (const { scopeWords, mailingWords } of [plain, nested]) {
		for (const scope of ['invitations:write', 'mailings:write'] as const) {
			expect(scopeWords[scope]).toBe(scope);
		}
		for (const word of ['sent', 'failed'] as const) expect(mailingWords[word]).toBe(word);
	}
});

test('docs/dialects.md lists every choice with what each dialect does', () => {
	const text = readFileSync(join(__dirname, '../../docs/dialects.md'), 'utf8');
	const said = (value: unknown) => String(Array.isArray(value) ? value.join(', ') : value);
	for (const choice of choices) {
		const row = text.split('\n').find((line) => line.startsWith(`| \`${choice}\``));
		expect([choice, row]).toEqual([choice, expect.stringContaining(said(plain.choices[choice]))]);
		expect([choice, row]).toEqual([choice, expect.stringContaining(said(nested.choices[choice]))]);
	}
});
