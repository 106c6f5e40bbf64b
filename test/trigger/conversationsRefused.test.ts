import { POLL_ENGINES } from '../everywhere';
import { nameIn, type Json } from '../harness/stage/records';
import { stages, type Stage } from './triggerStage';

const setStage = stages();
const CONVERSATION = 'respondent.getConversation';
const FOREVER = 1e9;
const REASONS = { 401: /token/, 403: /scope to read conversations/ };

describe.each(POLL_ENGINES)('conversations that cannot be read, %s engine', (engine) => {
	const begin = async (options: Json = {}) => {
		const stage = await setStage({ engine });
		const survey = stage.survey('A');
		await stage.publish({ options: { includeConversation: true, ...options } });
		return { stage, survey };
	};

	it.each([403, 401] as const)(
		'a token without the scope (%i) fails the poll and says so',
		async (status) => {
			const { stage, survey } = await begin({ reportFailures: 'everyPoll' });
			stage.interview(survey, 'Ada');
			const heal = stage.service.faults.inject({
				match: { operation: CONVERSATION },
				fault: { kind: 'status', status, code: 'insufficient_scope' },
				times: FOREVER,
			});
			for (let poll = 0; poll < 4; poll++) {
				const { result, error } = await stage.poll();
				expect(result).toBe('error');
				expect(error).toMatchObject({
					description: expect.stringMatching(REASONS[status]) as unknown,
					failure: {
						cause: expect.stringMatching(/^(credential|configuration)-invalid$/) as unknown,
					},
				});
			}
			heal();
			expect(await stage.names()).toEqual(['Ada']);
		},
	);

	it('one that takes all the time is tried on three polls, and comes without', async () => {
		const { stage, survey } = await begin();
		const hanging = stage.interview(survey, 'Ada');
		stage.interview(survey, 'Bob');
		slowly(stage, new RegExp(`${hanging}/conversation$`), engine === 'durable' ? 35_000 : 120_000);
		const came: Json[] = [];
		for (let poll = 0; poll < 5; poll++) came.push(...(await stage.poll()).events);
		expect(came.map(nameIn)).toEqual(['Bob', 'Ada']);
		expect(came[1]).toMatchObject({ conversation: null });
	});

	it('a survey that answers late does not hold up the events of another', async () => {
		const stage = await setStage({ engine });
		const [late, other] = [stage.survey('A'), stage.survey('B')];
		await stage.publish({ options: { includeConversation: true } });
		stage.interview(late, 'Late');
		for (const name of ['Ada', 'Bob']) stage.interview(other, name);
		const { faults, log } = stage.service;
		const path = new RegExp(`${late}/respondents$`);
		let release = () => {};
		const until = new Promise<void>((resolve) => (release = resolve));
		faults.inject({ match: { path }, fault: { kind: 'held', until } });
		const isWaiting: boolean[] = [];
		passing(stage, /conversation$/, () => {
			isWaiting.push(log.some((request) => path.test(request.path) && !request.finished));
			if (isWaiting.length === 2) release();
		});
		expect(await stage.names()).toEqual(['Late', 'Ada', 'Bob']);
		expect(isWaiting).toEqual([true, true, false]);
	});
});

/** Something happens with each request of a path, which is then answered as ever. */
function passing({ service }: Stage, path: RegExp, happen: () => void): void {
	const match = (request: { path: string }) => {
		if (path.test(request.path)) happen();
		return false;
	};
	service.faults.inject({ match, fault: { kind: 'hang' } });
}

/** Requests of a path take so long, and then the connection breaks off. */
function slowly({ service }: Stage, path: RegExp, ms: number): void {
	const match = (request: { path: string }) => {
		if (!path.test(request.path)) return false;
		service.clock.advance(ms);
		return true;
	};
	service.faults.inject({ match, fault: { kind: 'reset' }, times: FOREVER });
}
