import { HOUR, MINUTE } from '../../../harness/stage/time';
import { ActiveWorkflow } from '../activeWorkflow';
import type { Stage, Step } from '../stage';
import { Visitors } from '../visitors';

/** Each completion becomes one event, whatever befalls the service and n8n meanwhile. */
export const trigger: Step = {
	title: 'Support calls back everybody who completes an interview: nobody missed, nobody twice.',
	async play({ service, story }) {
		story.say('A workflow with Survey Interview Trigger is active in n8n, in its default engine.');
		story.say(
			'n8n polls once a minute. So that nobody waits, both sides live in the service’s time',
		);
		story.say('(UTC), which is moved on here; each poll is told in a line, with what it asked.');
		const { clock } = service;
		clock.freeze();
		clock.set(new Date(Math.ceil(clock.now() / MINUTE) * MINUTE + 123));
		const both = { service, story };
		const visitors = new Visitors(service);
		const workflow = new ActiveWorkflow(service, story);
		try {
			await troubles(both, workflow, visitors);
			await goneAndOff(both, workflow, visitors);
			await overlap(both, workflow, visitors);
			const idle = await workflow.poll();
			story.expect('where nothing has changed, a poll is one request', idle.requests, 1);
		} finally {
			workflow.stop();
			clock.run();
		}

		story.say('What happened in the service, and what arrived in n8n:');
		for (const line of visitors.table(workflow.arrivals)) story.say(`  ${line}`);
		story.expect(
			'everybody who is to be called back arrived exactly once, in the order of completion',
			workflow.arrivals.map(({ id, name }) => [name, id]),
			visitors.due.map(({ id, name }) => [name, id]),
		);
		story.expect(
			'nobody else arrived: completed before the activation, or gone before the poll',
			visitors.notDue.filter(({ id }) => workflow.arrivals.some((one) => one.id === id)),
			[],
		);
		story.expect(
			'the trigger only ever read',
			service.log.filter(({ method }) => method !== 'GET'),
			[],
		);
	},
};

type Both = Pick<Stage, 'service' | 'story'>;

/** The service refuses, stumbles, and is down for a while. */
async function troubles({ service, story }: Both, workflow: ActiveWorkflow, visitors: Visitors) {
	const customers = service.world.survey('Customer relationship');
	const onboarding = service.world.survey('Onboarding effort');
	visitors.complete('Mira', customers, 'not due: before the activation');
	service.clock.advance(30_000);
	await workflow.activate();
	const surveys = service.world.surveys().length;
	story.say(`The activation noted whom the ${surveys} surveys have already: they are not called.`);

	visitors.complete('Ann', customers);
	visitors.complete('Bram', onboarding);
	await workflow.poll();

	story.say('The service refuses the next request: 429, come back in 20 seconds.');
	visitors.complete('Chloé', customers);
	service.faults.inject({ fault: { kind: 'status', status: 429, retryAfter: 20 } });
	await workflow.poll();

	story.say('Its gateway stumbles between two requests.');
	visitors.complete('Dirk', onboarding);
	service.faults.inject({ fault: { kind: 'status', status: 503 }, skip: 1 });
	await workflow.poll();

	story.say('It is down for some minutes.');
	visitors.complete('Eva', customers);
	service.faults.inject({ fault: { kind: 'status', status: 503 }, times: Infinity });
	const failed = await workflow.poll();
	service.faults.clear();
	const isSeen = failed.failure !== undefined;
	story.expect('a person can see in n8n that the poll failed', isSeen, true);
	await workflow.poll();
}

/** People and a survey go; n8n is off for some hours. */
async function goneAndOff({ service, story }: Both, workflow: ActiveWorkflow, visitors: Visitors) {
	const { world } = service;
	const customers = world.survey('Customer relationship');
	story.say('A survey opens, and is deleted again, with somebody who has just completed it.');
	const popUp = world.createSurvey({ name: 'Pop-up shop' });
	visitors.complete('Femke', popUp);
	await workflow.poll();
	visitors.complete('Goran', popUp, 'not due: deleted with the survey');
	world.deleteSurvey(popUp.id);
	const hana = visitors.complete('Hana', customers);
	await workflow.poll();

	story.say('Ivo is erased before n8n asks, Hana after she was called; Jan completes meanwhile.');
	const ivo = visitors.complete('Ivo', customers, 'not due: erased before the poll');
	world.eraseRespondent(ivo.id);
	world.eraseRespondent(hana.id);
	visitors.complete('Jan', customers);
	await workflow.poll();

	story.say('n8n goes down for two hours. People go on, also in a survey that is new.');
	workflow.stop();
	visitors.complete('Kaat', world.survey('Onboarding effort'));
	visitors.complete('Lars', world.createSurvey({ name: 'After the event' }));
	service.clock.advance(2 * HOUR);
	visitors.complete('Mo', customers);
	await workflow.start();
	await workflow.poll();
}

/** The schedule starts a poll although the last one is not over yet. */
async function overlap({ service, story }: Both, workflow: ActiveWorkflow, visitors: Visitors) {
	const customers = service.world.survey('Customer relationship');
	story.say('The service takes more than a minute to answer, so the next poll starts meanwhile.');
	visitors.complete('Nora', customers);
	service.faults.inject({ fault: { kind: 'slow', ms: 300 } });
	const slow = workflow.poll();
	await new Promise((resolve) => setTimeout(resolve, 100));
	visitors.complete('Olaf', customers);
	const second = await workflow.poll();
	const first = await slow;
	const found = [first.names.includes('Nora'), second.requests, second.names];
	story.expect('the second one kept away', found, [true, 0, []]);
}
