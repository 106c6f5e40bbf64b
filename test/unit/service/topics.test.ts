/** Topics: a number that a service does not tell is null, and never 0. */
import { TOPIC } from '../../../nodes/SurveyInterview/service/results';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const PRICE = { id: ID, name: 'Price' };
const read = (record: object) => TOPIC.read({ ...PRICE, ...record }, {});
const counted = (record: object) => {
	const { mentions, positive, neutral, negative } = read(record);
	return [mentions, positive, neutral, negative];
};

it.each<[object, Array<number | null>]>([
	[{ mentions: { comments: 9, positive: 4, negative: 5 } }, [9, 4, 0, 5]],
	[{ counts: { positive: 0 } }, [0, 0, 0, 0]],
	[{ mentions: 9, positive: 4, neutral: 0, negative: 5 }, [9, 4, 0, 5]],
	[{ frequency: 1, sentiment_score: 0.4 }, [null, null, null, null]],
	[{ frequency: { count: 12, share: 0.4 } }, [12, null, null, null]],
	[{ mentions: 20, positive: null, neutral: null, negative: null }, [20, null, null, null]],
	[{ mentions: { comments: 20, positive: null } }, [20, null, 0, 0]],
	[{ counts: { responses: 20 } }, [null, null, null, null]],
])('%j: mentions, positive, neutral, negative are %j', (record, numbers) => {
	expect(counted(record)).toEqual(numbers);
});

it('an id is not the name of a theme', () => {
	expect(read({ category: ID })).toMatchObject({ theme: null });
	expect(read({ category: ID, category_name: 'Costs' })).toMatchObject({ theme: 'Costs' });
});

it.each<[object, number | null, number | string | null]>([
	[{ frequency: 0.5, sentiment: 0.3 }, 0.5, 0.3],
	[{ frequency: 1, sentiment: '-0.3' }, 1, -0.3],
	[{ frequency: 40, sentiment: 'Mostly Positive' }, 40, 'mostly positive'],
	[{ frequency: '0.25', sentiment: { score: 0.1, label: 'neutral' } }, 0.25, 0.1],
	[{ share: 0.5, avg_sentiment: 0 }, 0.5, 0],
	[{ frequency: null, sentiment: null }, null, null],
	[{ positive: 3 }, null, null],
])('%j: frequency and sentiment are %j and %j', (record, frequency, sentiment) => {
	expect(read(record)).toMatchObject({ frequency, sentiment });
	const { id, name, ...facts } = { ...PRICE, ...record };
	expect(TOPIC.read({ topic: { id, name }, ...facts }, {})).toMatchObject({
		...PRICE,
		frequency,
		sentiment,
	});
});
