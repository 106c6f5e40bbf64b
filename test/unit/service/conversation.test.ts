/** Conversations: “the participant wrote nothing” is said only where that is known. */
import { conversationFacts } from '../../../nodes/SurveyInterview/service/conversations';
import fc from 'fast-check';
import { withoutHidden } from '../../../nodes/SurveyInterview/service/hidden';
import { HIDDEN_CHARACTERS } from '../../examples/text/strangers';

const said = (role: string, text: unknown) => ({ role, text });
const facts = (messages: object[], beside: object = {}) =>
	conversationFacts({ messages, ...beside });

it.each<[object[], string | null]>([
	[[], ''],
	[[said('interviewer', 'Why?')], ''],
	[[said('ai_interviewer', 'Why?'), said('Interviewee', 'So.')], 'So.'],
	[[said('interviewer', 'Why?'), said('moderator', 'Hm.'), said('user', 'So.')], 'So.'],
	[[said('1', 'Why?'), said('2', 'So.')], null],
	[[said('assistant', 'Why?'), said('Lena Low', 'So.')], null],
	[[said('assistant', [{ text: 'Why?' }]), said('user', [{ text: 'So.' }])], null],
	[[{ question: 'Why?', answer: 'So.' }], null],
])('%j: the participant wrote %j', (messages, text) => {
	expect(facts(messages)).toMatchObject({ participant_text: text });
});

it.each(['Aidan', 'Botond', 'system', 'constructor'])('%s is no word for a side', (author) => {
	const { messages, transcript } = facts([{ author, text: 'So.' }]);
	expect(messages).toEqual([{ role: author.toLowerCase(), text: 'So.', at: null }]);
	expect(transcript).toBe('Unknown: So.');
});

it.each([[[{ question: 'Why?', answer: 'So.' }]], [[{ role: 'user', words: 'So.' }]]])(
	'a conversation without a text that is understood, %j, has no transcript',
	(messages) => {
		expect(facts(messages)).toMatchObject({ transcript: null });
	},
);

it.each<[object, string[] | null]>([
	[{ topic_mentions: [{ topic_name: 'Price' }, { topic_name: 'Price' }] }, ['Price']],
	[{ topics: ['Price'] }, ['Price']],
	[{ conversation: { topics: [{ name: 'Price' }] } }, ['Price']],
	[{ messages: [{ topics: [] }, { topics: [{ topic_name: 'Price' }] }] }, ['Price']],
	[{ topics: [{ id: 7 }] }, null],
	[{ topics: ['7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12'] }, null],
	[{}, null],
])('%j: its topics are %j', (beside, topics) => {
	expect(facts([], beside)).toMatchObject({ topics });
});

it('only the lines of a transcript that begin a turn begin with a speaker', () => {
	const text = 'No.\n\nInterviewer: So 10?\u2028Yes.';
	const { transcript, participant_text, messages } = facts([said('user', text)]);
	expect(transcript).toBe('Participant: No.\n> \n> Interviewer: So 10?\n> Yes.');
	expect(participant_text).toBe(text);
	expect(messages).toMatchObject([{ text }]);
});

it('a transcript has no hidden characters, and what the participant wrote is as it was', () => {
	const text = HIDDEN_CHARACTERS.join('a');
	const { transcript, participant_text } = facts([said('user', text)]);
	expect(transcript).toMatch(/^Participant: a+$/);
	expect(participant_text).toBe(text);
});

const LINE_ENDS = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;

/** The turns of a transcript by its rule: a line that begins with a speaker is a turn, others are its lines. */
function turnsIn(transcript: string): Array<[speaker: string, ...lines: string[]]> {
	const turns: Array<[string, ...string[]]> = [];
	for (const line of transcript.split(LINE_ENDS)) {
		const [, speaker, first = ''] = /^(Interviewer|Participant|Unknown): (.*)$/s.exec(line) ?? [];
		if (speaker !== undefined) turns.push([speaker, first]);
		else if (line !== '') {
			expect(line.slice(0, 2)).toBe('> ');
			turns.at(-1)?.push(line.slice(2));
		}
	}
	return turns;
}

it('the turns of a transcript are those of the conversation, whatever is written in them', () => {
	const forged = fc
		.array(
			fc.oneof(
				fc.constantFrom(...['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\n\n']),
				fc.constantFrom('Interviewer: ', 'Participant: ', 'Unknown: ', 'System: ', 'Interviewer：'),
				fc.constantFrom('**Interviewer:** ', '> ', '>', ' ', '\t', ...HIDDEN_CHARACTERS),
				fc.string({ unit: 'grapheme' }),
			),
			{ maxLength: 12 },
		)
		.map((parts) => parts.join(''));
	const roles = { interviewer: 'Interviewer', participant: 'Participant', moderator: 'Unknown' };
	const message = fc.tuple(
		fc.constantFrom('interviewer', 'participant', 'moderator') as fc.Arbitrary<keyof typeof roles>,
		forged,
	);
	fc.assert(
		fc.property(fc.array(message), (messages) => {
			const given = messages.filter(([, text]) => text.trim() !== '');
			const { transcript } = facts(given.map(([role, text]) => said(role, text)));
			expect(turnsIn(String(transcript ?? ''))).toEqual(
				given.map(([role, text]) => [roles[role], ...withoutHidden(text).split(LINE_ENDS)]),
			);
		}),
		{ numRuns: 1000 },
	);
});

const FLAGS = [
	...['is_ai', 'from_ai', 'is_bot', 'isInterviewer', 'by_assistant'].map(
		(name) => [name, true] as const,
	),
	...['is_participant', 'is_user', 'fromUser', 'is_human'].map((name) => [name, false] as const),
];
it.each(FLAGS)('%s tells who speaks', (name, isInterviewers) => {
	for (const nest of [(flag: object) => flag, (flag: object) => ({ author: flag })]) {
		const message = (text: string, value: boolean) => ({ text, ...nest({ [name]: value }) });
		expect(facts([message('Why?', isInterviewers), message('So.', !isInterviewers)])).toMatchObject(
			{
				transcript: 'Interviewer: Why?\n\nParticipant: So.',
				participant_text: 'So.',
				messages: [
					{ role: 'interviewer', text: 'Why?', at: null },
					{ role: 'participant', text: 'So.', at: null },
				],
			},
		);
	}
});

it('flags that contradict each other tell nothing, and a word is surer than a flag', () => {
	const both = { text: 'So.', is_ai: true, is_user: true };
	expect(facts([both])).toMatchObject({ messages: [{ role: null }], participant_text: null });
	expect(facts([{ ...both, role: 'user' }])).toMatchObject({ messages: [{ role: 'participant' }] });
});

const TEXT = 'Interviewer: Why?\nParticipant: So.';
it.each<[object]>([
	[{ transcript: TEXT }],
	[{ conversation: { transcript: TEXT } }],
	[{ conversation: TEXT }],
	[{ transcript: { text: TEXT } }],
])('%j is a transcript as one text', (record) => {
	const nobody = { participant_text: null, messages: null };
	expect(conversationFacts(record)).toMatchObject({ transcript: TEXT, ...nobody });
});

it('a transcript as one text has no hidden characters, and has a length', () => {
	const transcript = `a${HIDDEN_CHARACTERS.join('a')}`;
	expect(conversationFacts({ transcript }).transcript).toMatch(/^a+$/);
	expect(conversationFacts({ transcript: 'x'.repeat(50) }, 10).transcript).toMatch(
		/^x{10}\n\n\[[^\n]+\]$/,
	);
});

it('a text of just the length that it may have is whole', () => {
	const textOf = (length: number) =>
		conversationFacts({ messages: [{ role: 'participant', text: 'x'.repeat(length) }] }, 10)
			.participant_text;
	expect(textOf(10)).toBe('x'.repeat(10));
	expect(textOf(11)).toMatch(/^\[1 .*\b10\b/);
});

it.each<[number, RegExp]>([
	[13, /^abc\n\ndef\n\nghi$/],
	[12, /^abc\n\ndef\n\n\[1 more message left out: .* 12 /],
	[8, /^abc\n\ndef\n\n\[1 more message left out: .* 8 /],
	[7, /^abc\n\n\[2 more messages left out: /],
	[3, /^abc\n\n\[2 more messages left out: /],
	[2, /^\[3 more messages left out: /],
])('what the participant wrote, in %i characters', (maxLength, expected) => {
	const messages = ['abc', 'def', 'ghi'].map((text) => said('user', text));
	const { participant_text } = conversationFacts({ messages }, maxLength);
	expect(participant_text).toMatch(expected);
});

it.each<[number, RegExp]>([
	[4, /^abcd$/],
	[3, /^abc\n\n\[the rest is left out: .* 3 /],
])('a transcript that is one text, in %i characters', (maxLength, expected) => {
	expect(conversationFacts({ transcript: 'abcd' }, maxLength).transcript).toMatch(expected);
});
