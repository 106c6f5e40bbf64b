/** The conversations of a poll's completions: which are asked for, and which events come without one. */
import type { Session } from '../../../nodes/SurveyInterview/http/session';
import { addConversations } from '../../../nodes/SurveyInterview/trigger/conversations';

it('all that an anonymous survey tells nobody of come at once, and none is asked for', async () => {
	const attempt = jest.fn();
	const session = { attempt, budget: { remainingMs: () => 60_000 } } as unknown as Session;
	const numbers = Array.from({ length: 20 }, (_, index) => index);
	const candidates = numbers.map((number) => ({
		event: { json: { number } },
		path: undefined,
		countFailure: () => true,
	}));
	const options = { output: ['quote'], maxTranscript: 100, quoteInMessage: false };
	const { ready } = await addConversations(session, candidates, options);
	expect(ready.map(({ event }) => event.json.number)).toEqual(numbers);
	expect(attempt.mock.calls).toEqual([]);
});
