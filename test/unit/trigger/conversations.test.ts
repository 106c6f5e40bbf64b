/** The conversations of a poll's completions: which are asked for, and which events come without one. */
import type { Session } from '../../../nodes/SurveyInterview/http/session';
import { addConversations } from '../../../nodes/SurveyInterview/trigger/conversations';

it('all that an anonymous survey tells nobody of come at once, and none is asked for', async () => {
	const attempt = jest.fn();
	const session = { attempt, budget: { remainingMs: () => 60_000 } } as unknown as Session;
	const drafts = Array.from({ length: 20 }, (_, place) => ({ json: { place } }));
	const { ready, failed } = await addConversations(drafts, {
		...{ session, wholeMs: 60_000, output: ['quote'], maxTranscript: 100, quoteInMessage: false },
		pathOf: () => undefined,
		triesOf: () => 0,
		maxTries: 3,
	});
	expect(ready.map(({ event }) => event.json.place)).toEqual(drafts.map(({ json }) => json.place));
	expect([failed, attempt.mock.calls]).toEqual([[], []]);
});
