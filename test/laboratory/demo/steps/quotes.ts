import { byId } from '../../../harness/support';
import { action } from '../actionNode';
import type { Step } from '../stage';

const PAGE = 100;
/** Each page begins with the last record of the page before. */
const STEP = PAGE - 1;

/** A list that is longer than its largest page, and a gateway that stumbles on the third. */
export const quotes: Step = {
	title: 'Product reads everything that customers said about the topic they talk about most.',
	async play({ service, story, run }) {
		const survey = service.world.survey('Customer relationship');
		service.faults.inject({
			match: { operation: 'result.getQuotes' },
			skip: 2,
			fault: { kind: 'status', status: 503, retryAfter: 1 },
		});
		story.say(
			'The service gives at most 100 at a time. On the third page its gateway stumbles once.',
		);
		const result = await run(
			[{}],
			action('Get Topics', 'result getTopics', {
				surveyId: byId(survey.id),
				returnAll: false,
				limit: 1,
			}),
			action('Get Quotes', 'result getQuotes', {
				surveyId: byId(survey.id),
				topicId: byId('={{ $json.id }}'),
				returnAll: true,
			}),
		);
		const topic = result.of('Get Topics').items[0]?.json ?? {};
		const spoken = service.world.records.quotes.get(String(topic.id)) ?? [];
		const [first] = result.items;
		story.say(`${result.items.length} quotes on “${String(topic.name)}”, the first of them:`);
		story.say(`“${String(first?.json.text).replaceAll('\n', ' ')}”`);

		const read = result.items.map(({ json }) => String(json.text));
		story.expect('the workflow finished', result.status, 'success');
		story.expect('there are more than 250, so several pages', spoken.length > 250, true);
		story.expect('each quote that the service holds was read, once', [...read].sort(), [
			...spoken.map(({ text }) => text).sort(),
		]);
		const asked = service
			.requests({ operation: 'result.getQuotes' })
			.map(({ query, status }) => ({ offset: Number(new Map(query).get('offset')), status }));
		const failed = asked.find(({ status }) => status === 503)?.offset;
		const count = 1 + Math.ceil((spoken.length - PAGE) / STEP);
		const pages = Array.from({ length: count }, (_unused, place) =>
			place * STEP === failed ? [failed, 503, failed, 200] : [place * STEP, 200],
		);
		story.expect('one page failed', failed !== undefined, true);
		story.expect(
			'the page that failed was asked for again from the same place, no other',
			asked.flatMap(({ offset, status }) => [offset, status]),
			pages.flat(),
		);
	},
};
