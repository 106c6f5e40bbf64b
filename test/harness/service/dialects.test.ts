import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIALECT_NAMES, dialectNamed } from './dialects';
import type { Choices } from './dialects/choices';
import { REFUSALS } from './refusal';

const [plain, nested] = [dialectNamed('plain'), dialectNamed('nested')];
const wide = dialectNamed('wide');
const dialects = DIALECT_NAMES.map((name) => dialectNamed(name));
const choices = Object.keys(plain.choices) as Array<keyof Choices>;

/** Where there are two ways only, or two reasonable ones, the third dialect sides with one of the others. */
const WITH_PLAIN: ReadonlyArray<keyof Choices> = [
	'unknownQuery',
	'companyIdOnMe',
	'anonymousIds',
	'tooFewScores',
	'erasedInvitation',
	'participantLink',
	'participantsUsedUp',
	'respondentProperties',
	'sendScheduled',
];
const WITH_NESTED: ReadonlyArray<keyof Choices> = [
	'extraFields',
	'erasedConversation',
	'useCountedAt',
	'completedFilterAbsent',
	'deleteScheduled',
	'updateWhileSending',
	'mailingScope',
];

test.each(choices)('plain and nested decide %s differently', (choice) => {
	expect(plain.choices[choice]).not.toEqual(nested.choices[choice]);
});

test.each(choices)(
	'wide decides %s differently from both, or sides with one on purpose',
	(choice) => {
		const same = (other: typeof plain) =>
			JSON.stringify(wide.choices[choice]) === JSON.stringify(other.choices[choice]);
		expect([same(plain), same(nested)]).toEqual([
			WITH_PLAIN.includes(choice),
			WITH_NESTED.includes(choice),
		]);
	},
);

test('where the specification gives a status or a code, all obey', () => {
	for (const { refusals } of dialects) {
		expect(refusals['locked field'].status).toBe(400);
		expect(refusals['outstanding invoice'].status).toBe(402);
		expect(refusals['survey allowance used up'].status).toBe(402);
		expect(refusals['segment suppressed']).toEqual({ status: 409, code: 'segment_suppressed' });
		expect(refusals['rate limited'].status).toBe(429);
		expect(refusals['insufficient scope'].code).toBe('insufficient_scope');
	}
});

test('every refusal has a status and a code in each dialect', () => {
	for (const { refusals } of dialects) {
		expect(Object.keys(refusals).sort()).toEqual([...REFUSALS].sort());
	}
});

test('the scopes and mailing words that the specification names are the same in each dialect', () => {
	for (const { scopeWords, mailingWords } of dialects) {
		for (const scope of ['invitations:write', 'mailings:write'] as const) {
			expect(scopeWords[scope]).toBe(scope);
		}
		for (const word of ['sent', 'failed'] as const) expect(mailingWords[word]).toBe(word);
	}
});

test('dialects/README.md lists every choice with what each dialect does, in its own column', () => {
	const text = readFileSync(join(__dirname, 'dialects/README.md'), 'utf8');
	const said = (value: unknown) => String(Array.isArray(value) ? value.join(', ') : value);
	for (const choice of choices) {
		const row = text.split('\n').find((line) => line.startsWith(`| \`${choice}\``)) ?? '';
		const cells = row.split('|').slice(3);
		for (const [place, { name, choices: own }] of dialects.entries()) {
			expect([choice, name, cells[place]]).toEqual([
				choice,
				name,
				expect.stringContaining(said(own[choice])),
			]);
		}
	}
});
