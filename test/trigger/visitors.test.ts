/** People come to the reference service by themselves: the trigger delivers who completed, each once. */
import { EVERYWHERE } from '../everywhere';
import { type Visit, Visitors } from '../harness/service';
import type { Json } from '../harness/stage/records';
import { stages } from './triggerStage';

const setStage = stages();
const POLLS = 12;
const BETWEEN_POLLS = 7;

/** What must arrive of somebody; an anonymous survey tells neither id nor name. */
function expectedOf({ respondent: { id, name, score, surveyId }, survey }: Visit): string {
	return JSON.stringify([surveyId, score, survey.anonymous ? null : [id, name]]);
}

function factsOf({ survey_id, score, id, name }: Json, anonymous: ReadonlySet<string>): string {
	const surveyId = String(survey_id);
	return JSON.stringify([surveyId, score, anonymous.has(surveyId) ? null : [id, name]]);
}

it.each(EVERYWHERE)('$engine engine, dialect $dialect', async (on) => {
	const stage = await setStage({ ...on, seed: { respondents: 12 } });
	const { world } = stage.service;
	const anonymous = new Set(
		world
			.surveys()
			.filter((survey) => survey.anonymous)
			.map(({ id }) => id),
	);
	await stage.publish({ output: 'simplified' });
	const visitors = new Visitors(world, 4);
	const left: Visit[] = [];
	for (let poll = 0; poll < POLLS; poll++) {
		const done: Visit[] = [];
		for (let person = 0; person < BETWEEN_POLLS; person++) {
			stage.aMomentLater();
			const visit = visitors.next() as Visit;
			(visit.completed ? done : left).push(visit);
		}
		const events = await stage.events();
		expect(events.map((event) => factsOf(event, anonymous)).sort()).toEqual(
			done.map(expectedOf).sort(),
		);
	}
	expect(left.length).toBeGreaterThan(0);
	expect([await stage.events(), await stage.events()]).toEqual([[], []]);
});
