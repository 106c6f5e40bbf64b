/** What the list of a survey's invitations shows: for whom they are, and which hide it. */
import { surveyOf } from '../../nodes/SurveyInterview/sync/invitations';
import type { JsonObject } from '../../nodes/SurveyInterview/service/json';
import { atOnce, invitation, type Who } from './examples';

const surveyWith = (...invitations: JsonObject[]) => atOnce(surveyOf('S1', invitations));

it.each<[Who, hidden: number, isMasked: boolean]>([
	[{ email: 'ada@x.com' }, 0, false],
	[{ id: '1' }, 0, false],
	[{ email: 'ada@x.com', id: '***' }, 0, false],
	[{}, 1, false],
	[{ name: 'Ada' }, 1, false],
	[{ name: 'Private Jones' }, 1, false],
	[{ name: 'Ada Hidden' }, 1, false],
	[{ email: 'a***@x.com' }, 1, true],
	[{ email: 'a***@x.com', id: 'hidden' }, 1, true],
	[{ name: 'A***' }, 1, true],
	...['[redacted]', 'Hidden', '((masked))', 'anonymous', 'Anonymised', '<private>'].map(
		(name): [Who, number, boolean] => [{ name }, 1, true],
	),
])('of %j, %d is hidden, with a mask: %s', (who, hidden, isMasked) => {
	const survey = surveyWith(invitation('I1', who));
	expect(survey).toMatchObject({ hidden, isMasked });
	expect(survey.recipients).toHaveLength(1 - hidden);
});

it('one mask among others is enough', () => {
	const [masked, nameless] = [{ email: '***@x.com' }, {}].map((who, n) => invitation(`I${n}`, who));
	for (const list of [
		[masked, nameless],
		[nameless, masked],
	])
		expect(surveyWith(...(list as JsonObject[]))).toMatchObject({ hidden: 2, isMasked: true });
});

it('the same ID twice is one invitation, no ID twice is two', () => {
	const [ada, bob] = [{ email: 'ada@x.com' }, { email: 'bob@x.com' }];
	expect(surveyWith(invitation('I1', ada), invitation('I1', bob)).recipients).toHaveLength(1);
	const [first, second] = [ada, bob].map((who) => invitation('', who, { id: null }));
	const survey = surveyWith(
		first as JsonObject,
		second as JsonObject,
		invitation('I1', { id: '1' }),
	);
	expect(survey.recipients).toHaveLength(3);
	expect([...survey.knownIds]).toEqual(['I1']);
});
