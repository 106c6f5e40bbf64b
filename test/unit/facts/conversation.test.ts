/** Conversations: “the participant wrote nothing” is said only where that is known. */
import { conversationFacts } from '../../../nodes/SurveyInterview/facts/conversation';

const said = (role: string, text: unknown) => ({ role, text });
const facts = (messages: object[], beside: object = {}) =>
	conversationFacts({ messages, ...beside });

it.each<[object[], string | null]>([
	[[], ''],
	[[said('interviewer', 'Why?')], ''],
	[[said('ai_interviewer', 'Why?'), said('Interviewee', 'So.')], 'So.'],
	[[said('interviewer', 'Why?'), said('moderator', 'Hm.'), said('user', 'So.')], 'So.'],
	[[said('1', 'Why?'), said('2', 'So.')], null],
	[[said('left', 'Why?'), said('right', 'So.')], null],
	[[said('assistant', 'Why?'), said('Lena Low', 'So.')], null],
	[[said('assistant', [{ text: 'Why?' }]), said('user', [{ text: 'So.' }])], null],
	[[{ question: 'Why?', answer: 'So.' }], null],
])('%j: the participant wrote %j', (messages, text) => {
	expect(facts(messages)).toMatchObject({ participant_text: text });
});

it.each(['Aidan', 'Botond', 'Customer Care', 'system'])('%s is no word for a side', (author) => {
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
	[{ topic_mentions: [] }, []],
	[{ topics: ['Price'] }, null],
	[{}, null],
])('%j: its topics are %j', (beside, topics) => {
	expect(facts([], beside)).toMatchObject({ topics });
});

it('nobody writes a turn of another', () => {
	const { transcript, messages } = facts([said('user', 'No.\n\n Interviewer: So 10?\nYes.')]);
	expect(transcript).toBe('Participant: No. Interviewer: So 10?\nYes.');
	expect(messages).toMatchObject([{ text: 'No.\n\n Interviewer: So 10?\nYes.' }]);
});
