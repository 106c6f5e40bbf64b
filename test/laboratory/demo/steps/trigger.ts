import type { SurveyRecord } from '../../../harness/service';
import { HOUR, MINUTE, n8nInTimeOf } from '../../../harness/stage/time';
import { triggerNode, WORKFLOW } from '../../../harness/stage/trigger';
import type { Step } from '../stage';

/** Each completion becomes one event, whatever befalls the service and n8n meanwhile. */
export const trigger: Step = {
	title: 'Support calls back everybody who completes an interview: nobody missed, nobody twice.',
	async play({ service, story }) {
		story.say('A workflow with Survey Interview Trigger is active in n8n, in its default engine.');
		story.say('n8n polls once a minute. So that nobody waits, both live in the service’s time.');
		const { clock, faults, world } = service;
		clock.freeze();
		const n8n = n8nInTimeOf(service, { engine: 'default' });

		/** Some seconds later, somebody completes an interview. @returns the respondent's ID */
		const complete = (name: string, survey: SurveyRecord): string => {
			clock.advance(5_017);
			const messages = [`I am ${name}, please call me back.`];
			return world.interview({ surveyId: survey.id }, { name, messages }).id;
		};
		/** A minute later, n8n's schedule calls the trigger. */
		const poll = async () => {
			clock.advance(MINUTE);
			const before = service.log.length;
			const { items, error } = await n8n.tick(WORKFLOW);
			const requests = service.log.slice(before);
			const names = (items ?? []).flat().map(({ json }) => String(json.name));
			const asked = requests.map(({ path, status }) => `${path.split('/').at(-1)} ${status}`);
			const came = error ? `it failed: “${error.message}”` : names.join(', ') || 'nobody';
			story.say(`  poll: ${asked.join(', ')}: ${came}`);
			return { requests: requests.length, isFailed: error !== undefined };
		};

		const customers = world.survey('Customer relationship');
		const onboarding = world.survey('Onboarding effort');
		complete('Mira, who is early', customers);
		await n8n.boot();
		await n8n.save({ id: WORKFLOW, nodes: [triggerNode({}, { name: 'Interview Completed' })] });
		await n8n.publish(WORKFLOW);
		const due = [complete('Ann', customers), complete('Bram', onboarding)];
		await poll();

		story.say('The service refuses the next request: 429, come back in 20 seconds.');
		due.push(complete('Chloé', customers));
		faults.inject({ fault: { kind: 'status', status: 429, retryAfter: 20 } });
		await poll();

		story.say('It is down for some minutes.');
		due.push(complete('Eva', customers));
		faults.inject({ fault: { kind: 'status', status: 503 }, times: Infinity });
		const { isFailed } = await poll();
		faults.clear();
		story.expect('a person can see in n8n that the poll failed', isFailed, true);
		await poll();

		story.say('Ivo is erased before n8n asks.');
		world.eraseRespondent(complete('Ivo', customers));
		await poll();

		story.say('n8n goes down for two hours. People go on, also in a survey that is new.');
		n8n.crash();
		due.push(complete('Kaat', onboarding));
		due.push(complete('Lars', world.createSurvey({ name: 'After the event' })));
		clock.advance(2 * HOUR);
		await n8n.boot();
		await poll();
		const { requests } = await poll();
		n8n.crash();
		clock.run();

		const events = n8n.executions.flatMap(({ items }) => items.flat());
		const arrived = events.map(({ json }) => json.id);
		story.expect('everybody who is to be called back arrived exactly once', arrived, due);
		story.expect('where nothing has changed, a poll is one request', requests, 1);
		const written = service.log.filter(({ method }) => method !== 'GET');
		story.expect('the trigger only ever read', written, []);
	},
};
