/** The first invitation that is created in a survey is looked at, before there are a thousand nameless ones. */
import { DIALECTS } from '../everywhere';
import type { Engine, Run } from '../harness/engine';
import { type Service } from '../harness/service';
import { failureOf, useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { without, withDifference, type Difference } from './between';
import { type SyncRun, actions, createSurvey, sync, useEmptySurvey, writesIn } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

const people = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ email: `p${n}@x.com`, name: `P ${n}`, id: `${n}` }));
const KEYS = /^recipient_(email|external_id)$/;
const forgets: Difference = { understood: (body) => without(KEYS, body) };
const isRead = (method: string, path: string) =>
	method === 'GET' && /\/invitations\/[^/]+$/.test(path);

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
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
				parameters: { output: 'everything', ...more.parameters },
				options: { concurrency: 4, maxWait: 0, createWith: 'public', ...more.options },
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
		expect(failure?.message).toContain(`Invitation ${ids()[0]} was created for row 1, `);
		const said = failure?.message.replace(ids()[0] ?? '', '<id>');
		wording.note(said, 'a service that ignores who is invited');
		expect(failure?.description).toContain('0 of 4 created. 1 created without a recipient.');
		expect(failure?.description).not.toMatch(/Run it again|may have been done|failed/);
	});

	it('reads the invitation back if the answer to the create does not show its recipient', async () => {
		const hides: Difference = {
			...forgets,
			shown: (answer, { method }) => (method === 'POST' ? without(KEYS, answer) : answer),
		};
		expect(failureOf(await runWith(hides))?.message).toMatch(/shows neither/);
		expect(creates()).toEqual(['POST']);
		expect(reads()).toHaveLength(1);
	});

	it.each([
		['an ID', { recipient_external_id: 'svc-1' }, { email: 'a@x.com' }],
		['an address', { recipient_email: 'svc@x.com' }, { id: '1' }],
		['only spaces', { recipient_email: ' ' }, { email: 'a@x.com' }],
	])(
		'an invitation to which the service gives %s of its own ends the run',
		async (_what, given, contact) => {
			const ofItsOwn: Difference = {
				...forgets,
				shown: (answer) => ('invitations' in answer ? answer : { ...answer, ...given }),
			};
			const failure = failureOf(await runWith(ofItsOwn, { contacts: [contact] }));
			expect(failure?.message).toMatch(/shows neither/);
		},
	);

	it('who has only an ID is shown by it', async () => {
		const run = await runWith({}, { contacts: [{ id: '1' }, { email: 'b@x.com' }] });
		expect(actions(run)).toEqual(['created', 'created']);
	});

	it('an invitation that the service says was there before is a duplicate', async () => {
		const wasThere: Difference = {
			shown: (answer, { method }) =>
				method === 'POST' ? { ...(answer as object), created: false } : answer,
		};
		const run = await runWith(wasThere, { contacts: people(2) });
		expect(actions(run)).toEqual(['duplicate', 'duplicate']);
		for (const { json } of run.items)
			expect(json.reason).toMatch(/^The service returned an existing invitation \(/);
	});

	it.each(['data', 'result'])(
		'an invitation beside whose envelope %s it says so is a duplicate',
		async (key) => {
			const id = 'aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa';
			const wasThere: Difference = {
				shown: (answer, { method }) =>
					method === 'POST'
						? { created: false, [key]: { id, recipient_email: 'p0@x.com', status: 'open' } }
						: answer,
			};
			expect(actions(await runWith(wasThere, { contacts: people(1) }))).toEqual(['duplicate']);
		},
	);

	it('creates contacts without an address in one survey after the people of all other surveys', async () => {
		const other = createSurvey(service, 'Other');
		const contacts = [
			...[...'abcde'].map((id) => ({ id, name: id, survey: surveyId })),
			...people(3).map((person) => ({ ...person, survey: other })),
		];
		const needsAddress: Difference = {
			refused: ({ recipient_email }) =>
				recipient_email === undefined
					? { status: 422, message: 'An address is needed.' }
					: undefined,
		};
		await runWith(needsAddress, {
			contacts,
			options: { createWith: 'personal' },
			node: { onError: 'continueRegularOutput' },
			parameters: { surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' } },
		});
		expect(service.world.invitations(other)).toHaveLength(3);
	});

	it('creates contacts without an address last', async () => {
		const contacts = [{ id: '1', name: 'Ann' }, { email: 'b@x.com' }];
		await sync(engine, service, { surveyId, contacts, options: { createWith: 'personal' } });
		expect(writesIn(service)[0]?.body).toMatchObject({ recipient_email: 'b@x.com' });
	});

	it('a run that goes on hands out that invitation as failed, and creates no other', async () => {
		const { items } = await runWith(forgets, { node: { onError: 'continueRegularOutput' } });
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				action: 'failed',
				attempted: 'created',
				maybeDone: true,
				reason: expect.stringContaining('shows neither'),
				id: ids()[0],
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
		expect(failureOf(await runWith(forgets, { node }))?.message).toMatch(/shows neither/);
		expect(creates()).toEqual(['POST']);
	});

	it('with Create Personal too, which is not described to take an external ID', async () => {
		// With a name, for a service may want an address or a name of a personal invitation.
		const contacts = people(3).map(({ id, name }) => ({ id, name }));
		const options = { createWith: 'personal' };
		const parameters = { recipient_email: '' };
		const failure = failureOf(await runWith(forgets, { contacts, options, parameters }));
		expect(failure?.message).toMatch(/: revoke it, and choose Create With: Create or Get/);
		expect(creates()).toEqual(['POST']);
	});

	it('where nothing can be looked at, the run goes on', async () => {
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
		expect(reads()).toHaveLength(1);
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

	it('where an invitation does not say whom it is for, no other is created', async () => {
		const silent: Difference = { shown: (answer) => without(KEYS, answer) };
		expect(failureOf(await runWith(silent))?.message).toMatch(/shows neither/);
		expect(creates()).toEqual(['POST']);
	});

	it('where nothing but a link is shown, the run goes on', async () => {
		let links = 0;
		const noId: Difference = {
			shown: (answer, { method }) =>
				method === 'POST' ? { link: `https://a.example/i/${++links}` } : answer,
		};
		expect(actions(await runWith(noId))).toEqual(Array(4).fill('created'));
		expect(reads()).toHaveLength(0);
	});

	it.each([null, 'a***@example.com', 'hidden'])(
		'in an anonymous survey that shows %j for whom an invitation is, no other is created',
		async (shownEmail) => {
			const anonymous: Difference = {
				shown: (answer, { method }) => {
					const hidden = {
						recipient_email: shownEmail,
						recipient_external_id: null,
						anonymous: true,
					};
					const inner = answer.invitation as object | undefined;
					if (method === 'POST' && inner) return { ...answer, invitation: { ...inner, ...hidden } };
					return { ...answer, ...hidden };
				},
			};
			expect(failureOf(await runWith(anonymous))?.message).toMatch(/survey that is not anonymous/);
			expect(creates()).toEqual(['POST']);
		},
	);

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
		expect(failure?.message).toMatch(/shows neither/);
		expect(creates()).toHaveLength(1);
	});
});

describe.each([
	['public', 'Create Personal'],
	['personal', 'Create or Get'],
])('a create that the service refuses, with %s', (createWith, other) => {
	let service: Service;
	let surveyId: string;
	useEmptySurvey((started) => ({ service, surveyId } = started));

	/** Runs Sync with a service that refuses creates. */
	const runRefusing = async (refused: Difference['refused'], more: Partial<SyncRun> = {}) => {
		let run: Run | undefined;
		await withDifference(service, { refused }, async (different) => {
			const options = { createWith, concurrency: 5, ...more.options };
			const parameters = { output: 'everything', ...more.parameters };
			const all = { surveyId, contacts: people(24), ...more, options, parameters };
			run = await sync(engine, different, all);
		});
		return run as Run;
	};
	const always = (status: number) => {
		let count = 0;
		const refused = () => {
			count++;
			return { status, message: 'anything' };
		};
		return { refused, count: () => count };
	};

	it('sends no other after the first five are refused', async () => {
		const { refused, count } = always(422);
		const failure = failureOf(await runRefusing(refused));
		expect(count()).toBe(5);
		expect(failure?.message).toMatch(/anything/);
		const remedy = new RegExp(`correct row 1, or choose Create With: ${other}\\.$`);
		expect(failure?.description).toMatch(remedy);
		expect(failure?.description).toContain('0 of 24 created. 5 failed.');
	});

	it('who has no address comes after those who have one, and so fails alone', async () => {
		const contacts = [{ id: 'a', name: 'Ann' }, { id: 'b', name: 'Bob' }, ...people(2)];
		const refused = (body: Record<string, unknown>) =>
			body.recipient_email === undefined ? { status: 422, message: 'anything' } : undefined;
		const run = await runRefusing(refused, { contacts });
		expect(actions(run)).toEqual(['failed', 'failed', 'created', 'created']);
	});

	it('creates go one after the other until one has succeeded', async () => {
		const answered: number[] = [];
		let sent = 0;
		let place = 0;
		const refused = () => {
			sent++;
			return place++ < 2 ? { status: 409, message: 'is taken' } : undefined;
		};
		let run: Run | undefined;
		const shown: Difference['shown'] = (answer, { method }) => {
			if (method === 'POST') answered.push(sent);
			return answer;
		};
		await withDifference(service, { refused, shown }, async (different) => {
			run = await sync(engine, different, {
				surveyId,
				contacts: people(12),
				options: { createWith, concurrency: 5 },
			});
		});
		expect(actions(run as Run)).toEqual(['failed', 'failed', ...Array(10).fill('created')]);
		// When the first one succeeds, no other is under way.
		expect(answered[0]).toBe(3);
		expect(sent).toBe(12);
	});
});

describe('a dry run', () => {
	let service: Service;
	let surveyId: string;
	useEmptySurvey((started) => ({ service, surveyId } = started));
	const dry = async (createWith?: string) =>
		await sync(engine, service, {
			surveyId,
			contacts: [{ id: '1', name: 'Ann' }, { email: 'b@x.com' }],
			parameters: { dryRun: true, output: 'everything' },
			options: createWith === undefined ? {} : { createWith },
		});

	it('with Create Personal, the default, names who has no address', async () => {
		for (const run of [await dry(), await dry('personal')]) {
			expect(run.items.map(({ json }) => json.action)).toEqual(['wouldCreate', 'wouldCreate']);
			expect(run.items[0]?.json.reason).toMatch(/^It has no email address/);
			expect(run.items[1]?.json.reason ?? null).toBeNull();
			expect(run.items[0]?.json.summary).toContain('1 may be refused: row 1');
		}
		expect((await dry('public')).items[0]?.json.reason ?? null).toBeNull();
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
