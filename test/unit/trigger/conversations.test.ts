/** The conversations of a poll's completions: which are asked for, and which events come without one. */
import type { Session } from '../../../nodes/SurveyInterview/http/session';
import { addConversations } from '../../../nodes/SurveyInterview/trigger/conversations';
import { MINUTE } from './make';

it('all that an anonymous survey tells nobody of come at once, and none is asked for', async () => {
	const attempt = jest.fn();
	const session = { attempt, budget: { remainingMs: () => MINUTE } } as unknown as Session;
	const drafts = Array.from({ length: 20 }, (_, place) => ({ json: { place }, hash: `${place}` }));
	const request = { drafts, waiting: {}, wholeMs: MINUTE };
	const output = { output: ['quote'], maxTranscript: 100 };
	const { delivered, deferred, notReached } = await addConversations(session, request, output);
	expect(delivered.map(({ json }) => json.place)).toEqual(drafts.map(({ json }) => json.place));
	expect([deferred, notReached, attempt.mock.calls]).toEqual([[], [], []]);
});
