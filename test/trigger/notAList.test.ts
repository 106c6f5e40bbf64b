/** An answer that is no list of records is no baseline, and nothing is settled by it. */
import { EVERYWHERE } from '../everywhere';
import { HOUR } from '../harness/stage/time';
import { NODE_ID, WORKFLOW } from '../harness/stage/trigger';
import { stages } from './triggerStage';

const setStage = stages();
const ANSWERS = [
	'{"message":"maintenance","errors":[]}',
	'[null]',
	'["maintenance"]',
	'{"data":null}',
	'{"respondents":[],"has_more":true}',
];
const PART_OF_SURVEYS = '{"surveys":[],"next_cursor":"abc"}';

describe.each(EVERYWHERE)('$engine engine, $dialect', (on) => {
	it.each(ANSWERS)('%s at the activation: the old ones do not come later', async (body) => {
		const stage = await setStage({ ...on });
		const survey = stage.survey('A');
		stage.interview(survey, 'Old');
		stage.service.clock.advance(HOUR);
		const heal = stage.service.faults.inject({
			match: { path: /\/respondents$/ },
			fault: { kind: 'rewritten body', rewrite: () => body },
			times: Infinity,
		});
		await stage.n8n.save({ id: WORKFLOW, nodes: [stage.node()] });
		await stage.n8n.publish(WORKFLOW);
		heal();
		await stage.n8n.publish(WORKFLOW, { again: [NODE_ID] });
		expect(await stage.names()).toEqual([]);
		stage.interview(survey, 'New');
		expect(await stage.names()).toEqual(['New']);
	});

	it.each([
		...ANSWERS.map((body) => [body, /\/respondents$/] as const),
		[PART_OF_SURVEYS, /\/surveys$/] as const,
	])('%s in a poll: who completed comes with the next one', async (body, path) => {
		const stage = await setStage({ ...on });
		const survey = stage.survey('A');
		await stage.publish();
		stage.interview(survey, 'Ada');
		const heal = stage.service.faults.inject({
			match: { path },
			fault: { kind: 'rewritten body', rewrite: () => body },
			times: Infinity,
		});
		const { result, events } = await stage.poll();
		expect([result, events]).toEqual(['error', []]);
		heal();
		expect(await stage.names()).toEqual(['Ada']);
	});
});
