/** The first invitation that is created in a survey is looked at, before there are a thousand nameless ones. */
import type { Engine, Run } from '../engine';
import { DIALECT_NAMES, type Service } from '../service';
import { failureOf, useEngine } from '../support';
import { without, withDifference, type Difference } from './between';
import { type SyncRun, actions, createSurvey, sync, useEmptySurvey, writesIn } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `p${n}@x.com`, name: `P ${n}`, id: `${n}` }));
const KEYS = /^recipient_(email|external_id)$/;
const forgets: Difference = { understood: (body) => without(KEYS, body) };
const isRead = (method: string, path: string) =>
	method === 'GET' && /\/invitations\/[^/]+$/.test(path);

describe.each(DIALECT_NAMES)('in the dialect %s', (dialect) => {
	let service: Service;
	let surveyId: string;
	useEmptySurvey((started) => ({ service, surveyId } = started), { dialect });

	const runWith = async (difference: Difference, more: Partial<SyncRun> = {}): Promise<Run> => {
		let run: Run | undefined;
		await withDifference(service, difference, async (different) => {
			run = await sync(engine, different, {
				surveyId,
				contacts: people(4),
				...more,
				options: { concurrency: 4, maxWait: 0, ...more.options },
			});
		});
		return run as Run;
	};
	const creates = () => writesIn(service).map(({ method }) => method);
	const reads = () => service.log.filter(({ method, path }) => isRead(method, path));
	const ids = () => service.world.invitations(surveyId).map(({ id }) => id);

	it('a service that ignores who is invited gets one invitation, and the run says what to do', async () => {
		const failure = failureOf(await runWith(forgets));
		expect(creates()).toEqual(['POST']);
		expect(failure?.message).toBe(
			`Invitation ${ids()[0]} was created for P 0 <p0@x.com>, but it has neither an email address nor an external ID: revoke it, and choose Create With: Create Personal.`,
		);
		expect(failure?.description).toContain('0 of 4 created. 1 created without a recipient.');
		expect(failure?.description).not.toMatch(/Run it again|may have been done|failed/);
	});

	it('also where the answer to the create does not show it', async () => {
		const hides: Difference = {
			...forgets,
			shown: (answer, { method }) => (method === 'POST' ? without(KEYS, answer) : answer),
		};
		expect(failureOf(await runWith(hides))?.message).toMatch(/has neither/);
		expect(creates()).toEqual(['POST']);
		expect(reads()).toHaveLength(1);
	});

	it('a run that goes on hands out that invitation as failed, and creates no other', async () => {
		const { items } = await runWith(forgets, { node: { onError: 'continueRegularOutput' } });
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				action: 'failed',
				attempted: 'created',
				maybeDone: true,
				reason: expect.stringContaining('has neither'),
				invitation_id: ids()[0],
			},
			...people(3).map(() => ({
				action: 'failed',
				reason: expect.stringContaining('Not started'),
			})),
		]);
		expect(creates()).toEqual(['POST']);
	});

	it('Retry On Fail looks again, and creates no other', async () => {
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		expect(failureOf(await runWith(forgets, { node }))?.message).toMatch(/has neither/);
		expect(creates()).toEqual(['POST']);
	});

	it('with Create Personal too, which is not described to take an external ID', async () => {
		// With a name, for a service may want an address or a name of a personal invitation.
		const contacts = people(3).map(({ id, name }) => ({ id, name }));
		const options = { createWith: 'personal' };
		const failure = failureOf(await runWith(forgets, { contacts, options }));
		expect(failure?.message).toMatch(/: revoke it, and give the contacts an email address/);
		expect(creates()).toEqual(['POST']);
	});

	it.each([
		[1, 2],
		[2, 3],
	])(
		'where the look fails %i times, the next one is looked at: %i are created',
		async (fails, created) => {
			const hides: Difference = {
				...forgets,
				shown: (answer, { method }) => (method === 'POST' ? without(KEYS, answer) : answer),
			};
			service.faults.inject({
				match: ({ method, path }) => isRead(method, path),
				fault: { kind: 'status', status: 403 },
				times: fails,
			});
			expect(failureOf(await runWith(hides))?.message).toMatch(/has neither/);
			expect(creates()).toEqual(Array(created).fill('POST'));
		},
	);

	it('where nothing can be looked at, the run goes on after the third', async () => {
		service.faults.inject({
			match: ({ method, path }) => isRead(method, path),
			fault: { kind: 'status', status: 403 },
			times: Infinity,
		});
		const hides: Difference = {
			shown: (answer, { method }) => (method === 'POST' ? without(KEYS, answer) : answer),
		};
		const contacts = people(6);
		expect(actions(await runWith(hides, { contacts }))).toEqual(Array(6).fill('created'));
		expect(reads()).toHaveLength(3);
	});

	it('one key that was taken over is enough', async () => {
		const half: Difference = { understood: (body) => without(/external_id$/, body) };
		const run = await runWith(half);
		expect(actions(run)).toEqual(Array(4).fill('created'));
		expect(reads()).toHaveLength(0);
	});

	it('an answer without the keys is read back once a survey, and then all are created', async () => {
		const hides: Difference = {
			shown: (answer, { method }) => (method === 'POST' ? without(KEYS, answer) : answer),
		};
		expect(actions(await runWith(hides))).toEqual(Array(4).fill('created'));
		expect(reads()).toHaveLength(1);
	});

	it('where neither the answer nor the invitation can tell, the run goes on', async () => {
		const silent: Difference = { shown: (answer) => without(KEYS, answer) };
		expect(actions(await runWith(silent))).toEqual(Array(4).fill('created'));
		service.clearLog();
		const noId: Difference = {
			shown: (answer, { method }) => (method === 'POST' ? { link: 'x' } : answer),
		};
		const contacts = people(8).slice(4);
		expect(actions(await runWith(noId, { contacts }))).toEqual(Array(4).fill('created'));
		expect(reads()).toHaveLength(0);
	});

	it('an invitation of an anonymous survey may hide whom it is for', async () => {
		const anonymous: Difference = {
			shown: (answer, { method }) => {
				const hidden = { recipient_email: null, recipient_external_id: null, anonymous: true };
				const inner = answer.invitation as object | undefined;
				if (method === 'POST' && inner) return { ...answer, invitation: { ...inner, ...hidden } };
				return { ...answer, ...hidden };
			},
		};
		expect(actions(await runWith(anonymous))).toEqual(Array(4).fill('created'));
	});

	it('no second create is sent in a survey before the first is looked at', async () => {
		const order: string[] = [];
		const watched: Difference = {
			understood: (body) => {
				order.push('create');
				return body;
			},
			shown: (answer, { method, path }) => {
				if (isRead(method, path)) order.push('look');
				return method === 'POST' ? without(KEYS, answer) : answer;
			},
		};
		await runWith(watched);
		expect(order).toEqual(['create', 'look', 'create', 'create', 'create']);
	});

	it('one that is refused is not the first: the next one is looked at', async () => {
		const contacts = [{ email: 'p@x.com', label: 'l'.repeat(121) }, ...people(3)];
		const { items, error } = await runWith({}, { contacts });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.action)).toEqual(['failed', ...Array(3).fill('created')]);
		expect(items[0]?.json).toMatchObject({
			status: 422,
			reason: expect.stringMatching(
				/label.*does not document.*choose Create With: Create Personal\.$/,
			),
		});
		service.clearLog();
		const stopped = failureOf(
			await runWith(forgets, { contacts: [contacts[0] ?? {}, ...people(6)] }),
		);
		expect(stopped?.message).toMatch(/was created for P 3 .*has neither/);
		expect(creates()).toHaveLength(2);
	});

	it('each survey has its own first, and none is created anywhere after a nameless one', async () => {
		const other = createSurvey(service, 'Other');
		const parameters = { surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' } };
		const contacts = [surveyId, other].flatMap((survey) =>
			people(3).map((one) => ({ ...one, survey })),
		);
		expect(actions(await runWith({}, { contacts, parameters }))).toEqual(Array(6).fill('created'));
		const more = contacts.map((one) => ({ ...one, email: `q${one.email}`, id: `q${one.id}` }));
		service.clearLog();
		const failure = failureOf(
			await runWith(forgets, { contacts: more, parameters, options: { concurrency: 1 } }),
		);
		expect(failure?.message).toMatch(/has neither/);
		expect(creates()).toHaveLength(1);
	});
});

describe('a refusal of a create', () => {
	let service: Service;
	let surveyId: string;
	useEmptySurvey((started) => ({ service, surveyId } = started));

	const reasonOf = async (status: number, message: string, createWith = 'public') => {
		const contacts = people(2);
		let refusals = 0;
		const refused = () => (refusals++ === 0 ? { status, message } : undefined);
		let run: Run | undefined;
		await withDifference(service, { refused }, async (different) => {
			const options = { concurrency: 1, createWith };
			run = await sync(engine, different, { surveyId, contacts, options });
		});
		const items = run?.items ?? [];
		expect(items.map(({ json }) => json.action)).toEqual(['failed', 'created']);
		return String(items[0]?.json.reason);
	};

	it.each<[number, string, boolean]>([
		[422, 'anything', true],
		[400, 'recipient_external_id is unknown', true],
		[400, 'the survey is closed', false],
		[409, 'recipient_email is taken', false],
	])('%i with "%s" points to Create Personal: %p', async (status, message, points) => {
		const reason = await reasonOf(status, message);
		expect(reason).toContain(message);
		expect(reason.includes('choose Create With: Create Personal')).toBe(points);
	});

	it('but not where Create Personal refused it', async () => {
		const reason = await reasonOf(422, 'recipient_external_id is unknown', 'personal');
		expect(reason).toBe('recipient_external_id is unknown.');
	});
});
