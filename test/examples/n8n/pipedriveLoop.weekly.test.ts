import type { RespondentRecord } from '../../harness/service';
import type { ApiCall } from '../destinations';
import type { Person } from '../destinations/pipedrive';
import { CrmLoop, groupOf } from './crmLoop';
import { CHANNEL, useWorkflowStage } from './workflowStage';

/** Enough for a second page, with those that have names. */
const OTHERS = 55;
const CUSTOMERS = 12;
const OPTED_OUT = 13;

const isGet = ({ method, path }: ApiCall) => method === 'GET' && /\/persons\/\d+$/.test(path);
const isScore = ({ method }: ApiCall) => method === 'PATCH';
const isWaiting = ({ path, query }: ApiCall) => path === '/api/v2/persons' && query.limit === '1';

/** The day of that moment in New York, whose time zone n8n has where nobody chose one. */
const dayIn = (moment: number | string) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(moment));

/** What Pipedrive has to hold of a completion, by the names of the fields. */
const written = ({ score, completedAt }: RespondentRecord) => ({
	'Survey score': score,
	'Survey group': groupOf(score),
	'Survey date': dayIn(completedAt ?? 0),
});

describe('pipedrive-contacts-to-invitations.json and completions-to-pipedrive.json', () => {
	const stage = useWorkflowStage('completions-to-pipedrive.json', () => ({
		'Tell the channel': CHANNEL,
	}));
	const pipedrive = () => stage().destinations.pipedrive;
	/** The only person at that address, whichever of theirs it is. */
	const personOf = (email: string): Person => {
		const [person, ...more] = pipedrive().persons.byEmail(email);
		if (!person || more.length > 0) throw new Error(`Pipedrive has not one person at ${email}`);
		return person;
	};
	const fieldsAt = (email: string) => personOf(email).custom;
	const loop = new CrmLoop(stage, {
		inviting: 'pipedrive-contacts-to-invitations.json',
		settings: {
			'Who opted out': { 'filters.filter_id': OPTED_OUT },
			'Read the persons': { 'filters.filter_id': CUSTOMERS },
		},
		properties: ['country', 'plan'],
		recorder: pipedrive,
		isSecondPage: ({ path, query }) => path === '/api/v2/persons' && Boolean(query.cursor),
		isScore,
		isTask: ({ path }) => path.endsWith('/activities'),
		due: () =>
			pipedrive().persons.all.flatMap(({ id, custom, emails: [email] }) =>
				custom.Plan && email && !/^out@/i.test(email)
					? [[email.toLowerCase(), String(id)] as const]
					: [],
			),
		holdings: () => structuredClone([pipedrive().persons.all, pipedrive().activities]),
		fieldsAt,
		written,
		tasks: () => pipedrive().activities.map(({ subject }) => subject),
	});
	let surveyId = '';

	beforeAll(() => {
		surveyId = loop.open();
		const { persons, filters, fields } = pipedrive();
		for (const field of ['Survey score', 'Survey group', 'Survey date', 'Country'])
			fields.set(field, []);
		fields.set('Plan', ['Small', 'Large']);
		filters.set(OPTED_OUT, ({ marketingStatus }) => marketingStatus === 'unsubscribed');
		filters.set(CUSTOMERS, ({ custom, emails }) => Boolean(custom.Plan) && emails.length > 0);
		const customer = (email: string, name = email, more = {}) =>
			persons.create({ name, emails: [email], custom: { Plan: 41, ...more } });
		customer('Ada@Example.com', 'Ada Lovelace', { Country: 'England' });
		for (const name of ['bea', 'bea.old', 'cleo', 'dan', 'dan.old', 'fay'])
			customer(`${name}@example.com`, name);
		// Two persons of one mailbox; only one of them has opted out.
		customer('out@example.com').marketingStatus = 'unsubscribed';
		customer('Out@Example.com', 'Out');
		persons.create({ name: 'Lead', emails: ['lead@example.com'] });
		persons.create({ name: 'No address', emails: [], custom: { Plan: 40 } });
		for (let nth = 0; nth < OTHERS; nth++) customer(`other${nth}@example.com`);
	});

	it('invites nobody as long as the filter of those who opted out is not chosen', async () => {
		const chooseNone = { 'Who opted out': { 'filters.filter_id': '' } };
		expect(await loop.invite(false, chooseNone)).toBe('success');
		expect(loop.invitations()).toEqual([]);
		expect(stage().destinations.slack.messages.splice(0)).toHaveLength(1);
	});

	loop.itInvites({ country: 'England', plan: 'Large' });

	it('writes the score of whoever completes, after a 429 at each step', async () => {
		const on = stage();
		await on.publish();
		const seen = new Set<string>();
		// "Get" tries twice, then the workflow waits until Pipedrive answers anything, and asks once more.
		const steps = { get: isGet, 'get again': isGet, wait: isWaiting, score: isScore };
		pipedrive().refuses = (call) => {
			const [step] = Object.entries(steps).find(([key, is]) => !seen.has(key) && is(call)) ?? [];
			return step !== undefined && Boolean(seen.add(step));
		};
		const untouched = structuredClone(fieldsAt('cleo@example.com'));
		const record = loop.complete('ada@example.com', 3);
		await on.deliveries(1);
		pipedrive().refuses = () => false;
		expect([...seen].sort()).toEqual(Object.keys(steps).sort());
		expect(await on.failures()).toEqual([]);
		expect(fieldsAt('ada@example.com')).toEqual({
			...{ Country: 'England', Plan: 41 },
			...written(record),
		});
		expect(pipedrive().calls.filter(({ path }) => path.endsWith('/search'))).toEqual([]);
		expect(pipedrive().activities).toMatchObject([
			{
				subject: 'Call back: Ada Lovelace gave 3 of 10 (NPS) in Moving in.',
				type: 'task',
				done: false,
				due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
				person: { id: personOf('ada@example.com').id },
			},
		]);
		expect(fieldsAt('cleo@example.com')).toEqual(untouched);
	});

	it('finds merged persons, goes by the ID first, and tells of whoever Pipedrive does not have', async () => {
		const on = stage();
		const { persons } = pipedrive();
		for (const name of ['bea', 'dan']) {
			persons.merge(personOf(`${name}.old@example.com`).id, personOf(`${name}@example.com`).id);
		}
		// Of the merged ones, Pipedrive shows one as deleted. The other is gone after 30 days.
		const invited = loop.invitations();
		const danOld = invited.find((one) => one.recipientEmail === 'dan.old@example.com');
		persons.forget(Number(danOld?.recipientExternalId));
		persons.delete(personOf('fay@example.com').id);
		expect(await loop.invite()).toBe('success');
		expect(loop.invitations()).toEqual(invited);
		expect(loop.said().at(-1)).toMatch(/ unchanged\. 2 left out because of Never Create For\.$/);

		personOf('cleo@example.com').emails = ['cleo.new@example.com'];
		persons.create({ name: 'Another', emails: ['cleo@example.com'] });
		const { length } = persons.all;
		const before = (await on.delivered()).length;
		const bea = loop.complete('bea.old@example.com', 7);
		const dan = loop.complete('dan.old@example.com', 10);
		const cleo = loop.complete('cleo@example.com', 9);
		loop.complete('fay@example.com', 1);
		const strays = [
			{ name: 'Stray', email: 'stray@example.com', externalId: 'emp-42' },
			{ name: 'Nameless', email: null },
			{ name: 'Numbered', email: null, externalId: '99999999999999999999' },
		];
		for (const stray of strays) on.service.world.interview({ surveyId }, { ...stray, score: 2 });
		await on.deliveries(before + 7);
		expect(await on.failures()).toEqual([]);
		expect(fieldsAt('bea@example.com')).toMatchObject(written(bea));
		expect(fieldsAt('dan@example.com')).toMatchObject(written(dan));
		// Somebody else has the address by now.
		expect(fieldsAt('cleo.new@example.com')).toMatchObject(written(cleo));
		expect(fieldsAt('cleo@example.com')).toEqual({});
		const told = loop.said().filter((one) => one.startsWith('Not in Pipedrive'));
		expect(told.sort()).toEqual([
			'Not in Pipedrive: Stray gave 2 of 10 (NPS) in Moving in.',
			'Not in Pipedrive: fay gave 1 of 10 (NPS) in Moving in.',
		]);
		expect([persons.all.length, pipedrive().activities.length]).toEqual([length, 1]);
	});

	loop.itWithstands();

	it('still goes by the ID on a retry when Pipedrive answered nothing at first', async () => {
		const on = stage();
		const before = await on.executions();
		personOf('other5@example.com').emails = ['other5.new@example.com'];
		pipedrive().persons.create({ name: 'Another', emails: ['other5@example.com'] });
		pipedrive().refuses = () => true;
		const record = loop.complete('other5@example.com', 8);
		const failed = await on.executionAfter(before);
		expect(failed.status).toBe('error');
		pipedrive().refuses = () => false;
		expect((await on.retry(failed)).status).toBe('success');
		expect(fieldsAt('other5.new@example.com')).toMatchObject(written(record));
		expect(fieldsAt('other5@example.com')).toEqual({});
	});

	it('ends where Pipedrive has an error with one person for good, and writes by the address', async () => {
		const on = stage();
		const { id } = personOf('other6@example.com');
		const before = (await on.delivered()).length;
		let asked = 0;
		pipedrive().refuses = ({ method, path }) => {
			const isOfPerson = method === 'GET' && path.endsWith(`/persons/${id}`);
			if (isOfPerson) asked++;
			return isOfPerson;
		};
		const record = loop.complete('other6@example.com', 9);
		await on.deliveries(before + 1);
		pipedrive().refuses = () => false;
		expect(asked).toBeGreaterThan(10);
		expect(fieldsAt('other6@example.com')).toMatchObject(written(record));
	}, 300_000);
});
