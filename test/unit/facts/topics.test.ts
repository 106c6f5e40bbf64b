/** Topics: a number that a service does not tell is null, and never 0. */
import { TOPIC, TOPICS } from '../../../nodes/SurveyInterview/facts/topics';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const PRICE = { id: ID, name: 'Price' };
const read = (record: object) => TOPIC.reader()({ ...PRICE, ...record }, {});
const counted = (record: object) => {
	const { mentions, positive, neutral, negative } = read(record);
	return [mentions, positive, neutral, negative];
};

it.each<[object, Array<number | null>]>([
	[{ mentions: { comments: 9, positive: 4, negative: 5 } }, [9, 4, 0, 5]],
	[{ counts: { positive: 0 } }, [0, 0, 0, 0]],
	[{ mentions: 9, positive: 4, neutral: 0, negative: 5 }, [9, 4, 0, 5]],
	[{ frequency: 12, sentiment_score: 0.4 }, [12, null, null, null]],
	[{ frequency: 12, sentiment: { positive: 9, negative: 3 } }, [12, null, null, null]],
	[{ mentions: 20, positive: null, neutral: null, negative: null }, [20, null, null, null]],
	[{ mentions: { comments: 20, positive: null } }, [20, null, null, null]],
	[{ mentions: 20, positive: 45.5, neutral: 30, negative: 24.5 }, [20, null, null, null]],
	[{ mentions: 20, positive: 45, neutral: 30, negative: 25 }, [20, null, null, null]],
	[{ mentions: 20, positive: 0.4, neutral: 0.6, negative: 0 }, [20, null, null, null]],
	[{ counts: { responses: 20 } }, [null, null, null, null]],
	[{ heard: 20, positive: 3, neutral: 0, negative: 0 }, [null, 3, 0, 0]],
])('%j: mentions, positive, neutral, negative are %j', (record, numbers) => {
	expect(counted(record)).toEqual(numbers);
});

it('an id is not the name of a theme', () => {
	expect(read({ category: ID })).toMatchObject({ theme: null });
	expect(read({ category: ID, category_name: 'Costs' })).toMatchObject({ theme: 'Costs' });
});

describe('several rankings', () => {
	const inOrder = (answer: unknown) => TOPICS.recordsIn?.(answer);

	it('of the same topics say together what each says', () => {
		const tones = { positive: 4, neutral: 0, negative: 1 };
		const answer = {
			by_frequency: [{ ...PRICE, frequency: 5 }],
			by_sentiment: [{ ...PRICE, counts: { comments: 5, ...tones } }],
		};
		expect(inOrder(answer)).toEqual([{ ...PRICE, theme: null, mentions: 5, ...tones }]);
	});

	it.each([
		['positive', 'negative'],
		['previous', 'topics'],
	])('%s and %s with other numbers leave open which is meant', (one, other) => {
		const answer = { [one]: [{ ...PRICE, mentions: 5 }], [other]: [{ ...PRICE, mentions: 3 }] };
		expect(inOrder(answer)).toBeUndefined();
	});
});
