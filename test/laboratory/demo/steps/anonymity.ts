import { byId } from '../../../harness/support';
import { action } from '../actionNode';
import type { Stage, Step } from '../stage';

/** An anonymous survey speaks for many and keeps silent for a few, and a person can read why. */
export const anonymity: Step = {
	title: 'HR reads what people said in two anonymous surveys, one of which has very few answers.',
	async play(stage) {
		const { service, story } = stage;

		const large = await ask(stage, 'Workplace pulse');
		story.say(`It answers, without a name: “${String(large.run.items[0]?.json.text)}”`);
		story.expect('the large survey answers', large.run.status, 'success');
		story.expect('with as many quotes as were asked for', large.run.items.length, 3);

		const small = await ask(stage, 'Leadership offsite');
		const { error } = small.run;
		story.say('What the person reads in n8n:');
		story.say(`  “${error?.message ?? 'nothing'}”`);
		story.say(`  “${error?.description ?? 'nothing'}”`);
		const requests = service.requests({ operation: 'result.getQuotes' });
		story.expect(
			'the service refused the small one, and was asked once',
			requests.map(({ path, status }) => [path.includes(small.surveyId), status]),
			[
				[false, 200],
				[true, 409],
			],
		);
		story.expect(
			'the person reads the service’s own sentence, and what to do',
			[error?.message, /too few people .* longer period/.test(error?.description ?? '')],
			['Too few people to keep them unidentifiable.', true],
		);
		const said = [...(service.world.records.quotes.get(small.topicId) ?? [])];
		const told = JSON.stringify([small.run.runData.data.resultData, error?.message]);
		story.expect('there was something to keep back', said.length > 0, true);
		story.expect(
			'and not a word of it came out',
			said.filter(({ text }) => told.includes(JSON.stringify(text))),
			[],
		);
		story.expect('reading changed nothing in the service', service.effects.all, []);
	},
};

async function ask({ service, story, run }: Stage, name: string) {
	const survey = service.world.survey(name);
	const { responses } = service.world.records.tally(survey.id);
	const topicId = service.world.records.topics.of(survey.id)[0]?.id ?? '';
	story.say(`“${survey.name}” has ${responses} answers.`);
	const result = await run(
		[{}],
		action('Get Quotes', 'result getQuotes', {
			surveyId: byId(survey.id),
			topicId: byId(topicId),
			limit: 3,
		}),
	);
	return { run: result, surveyId: survey.id, topicId };
}
