import { CREDENTIAL, TRIGGER_NAME } from '../harness/support/names';
import { credentialFor } from './furnish';
import {
	type ENGINE_SETTINGS,
	NEXT_NAME,
	nodes,
	publicationOf,
	useTriggerStage,
} from './triggerStage';

/**
 * One workflow lives through all of this, as it would in a year. Each test compares all that came since it
 * was published, so who comes again later is seen as well. Each engine has a suite of its own, for two n8n side by side.
 */
export function testTrigger({ engine, env }: (typeof ENGINE_SETTINGS)[number]): void {
	const stage = useTriggerStage(env);

	it('delivers who completes after it was published, in order, also in a new survey', async () => {
		const on = stage();
		for (const name of ['Ada', 'Ben', 'Cleo']) await on.complete(name);
		await on.completeNewSurvey('Dora');
		const events = await on.allArrive();
		expect(events.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dora']);
	});

	it('fetches the latest completions as test events, and delivers them all the same', async () => {
		const on = stage();
		// Active, it may have delivered already what a person tries; not active, it cannot.
		await on.unpublish();
		await on.complete('Emil');
		const latest = await on.complete('Fay');
		const tests = [await on.fetchTestEvent(), await on.fetchTestEvent(TRIGGER_NAME)];
		expect(tests.map((items) => [items.length, items.at(-1)?.id])).toEqual([
			[3, latest],
			[3, latest],
		]);
		await on.publish();
		expect((await on.allArrive()).at(-1)).toEqual(tests[0]?.at(-1));
		// Active, it also says of those who have arrived that they do not come again.
		const again = await on.fetchTestEvent(NEXT_NAME);
		expect(again.map(whatHappened)).toEqual(tests[0]?.map(whatHappened));
		expect(toldOf(again)).toMatch(new RegExp(`${latest} .*does not come again`));
		expect(toldOf(tests[0])).not.toContain(latest);
		await on.allArrive();
	});

	it('delivers who completed while it was not active', async () => {
		const on = stage();
		await on.unpublish();
		await on.complete('Gus');
		await on.completeNewSurvey('Hal');
		await on.publish();
		await on.complete('Ida');
		await on.allArrive();
	});

	it.each(['SIGTERM', 'SIGKILL'] as const)(
		'delivers who completes while n8n is down, ended by %s, and after it',
		async (signal) => {
			const on = stage();
			const { n8n } = on.stand;
			await n8n.stop(signal);
			await on.complete(`Kim, ${signal}`);
			await on.completeNewSurvey(`Lea, ${signal}`);
			await n8n.start();
			await on.complete(`Max, ${signal}`);
			await on.allArrive();
		},
	);

	it('stays published when the service is down as n8n starts, and goes on when it is back', async () => {
		const on = stage();
		const { n8n, rest, service } = on.stand;
		const before = await on.failures();
		await n8n.stop();
		const heal = service.faults.inject({ fault: { kind: 'reset' }, times: Infinity });
		await n8n.start();
		await on.complete('Nora');
		const failure = await on.failureAfter(before);
		heal();
		expect(failure).toMatchObject({
			message: 'The service gave no answer: the connection broke before the answer was complete.',
			description: expect.stringMatching(/check the Base URL in the credential/) as string,
		});
		await on.complete('Otto');
		await on.allArrive();
		expect(await rest.publicationOf(on.workflowId)).toBe('published');
	});

	it('says that the token was revoked, and goes on with another', async () => {
		const on = stage();
		const { service } = on.stand;
		const before = await on.failures();
		service.revokeToken(service.token);
		await on.complete('Paul');
		expect(await on.failureAfter(before)).toMatchObject({
			message: 'The token is not known.',
			description: expect.stringMatching(
				/^Check the token in the credential: it may be mistyped, revoked or expired\./,
			) as string,
		});
		await on.complete('Quin');
		// It is told once. The durable engine does not poll again for half an hour.
		if (engine === 'default') await on.refusedPolls(4);
		expect(await on.failures()).toHaveLength(before.length + 1);
		await on.setToken(service.issueToken());
		// After a refused credential this engine waits for half an hour, unless the workflow is activated anew.
		if (engine === 'durable') {
			await on.unpublish();
			await on.publish();
		}
		await on.complete('Rosa');
		await on.allArrive();
	});

	it('a wrong token: publishing fails and says why, the second time as well', async () => {
		const { stand } = stage();
		const { rest, service } = stand;
		const data = { ...credentialFor(service), token: service.tokens.invalid };
		const id = await rest.saveCredential(CREDENTIAL, 'Wrong', data);
		const credentials = { [CREDENTIAL]: { id, name: 'Wrong' } };
		const workflowId = await rest.saveWorkflow({ nodes: nodes(stand, { credentials }) });
		for (const time of ['first', 'second']) {
			expect([time, await rest.publish(workflowId)]).toEqual([time, 'failed']);
			const { triggers } = await publicationOf(rest, workflowId);
			expect(triggers.map(({ errorMessage }) => errorMessage)).toEqual([
				expect.stringContaining('The token is not known.'),
			]);
		}
		const right = { ...data, token: service.issueToken() };
		await rest.changeCredential(id, CREDENTIAL, 'Wrong', right);
		expect(await rest.publish(workflowId)).toBe('published');
		await rest.unpublish(workflowId);
	});

	it('a change is not published with a token that is refused, and it is in an outage', async () => {
		const on = stage();
		const { rest, service } = on.stand;
		await on.setToken(service.tokens.invalid);
		await on.change({ options: { maxEvents: 50 } });
		expect(await rest.publish(on.workflowId)).toBe('failed');
		await on.complete('Sam');
		await on.setToken(service.issueToken());
		await on.publish();
		await on.allArrive();

		const heal = service.faults.inject({ fault: { kind: 'reset' }, times: Infinity });
		await on.change({ options: { maxEvents: 60 } });
		await on.publish();
		await on.complete('Tess');
		heal();
		await on.allArrive();
	});
}

/** An event without what a test event says of others. */
const whatHappened = (event: Item): Item => ({ ...event, not_delivered: undefined });

/** What test events say of those who start nothing. */
const toldOf = (events: readonly Item[] = []) => String(events[0]?.not_delivered ?? '');

type Item = Record<string, unknown>;
