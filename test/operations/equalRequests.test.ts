/** Items that ask for the same are answered with one request, and each has what it asked for. */
import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import {
	act,
	byId,
	failureOf,
	hintsOf,
	smallService,
	useEngine,
	useForEach,
} from '../harness/support';

let service: Service;
let engine: Engine;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

const ITEMS = [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }];

const run = async (operation: string, parameters: INodeParameters, continues = false) =>
	await act(engine, service, {
		operation,
		parameters,
		items: ITEMS,
		...(continues ? { node: { onError: 'continueRegularOutput' } } : {}),
	});

const customer = () => byId(service.world.survey('Customer').id);

it('a list that four items ask for is read once, and said once', async () => {
	const one = await run('respondent.getAll', { surveyId: customer(), returnAll: false, limit: 2 });
	const { length: asked } = service.log;
	const lists = service.log.filter(({ path }) => path.endsWith('/respondents'));
	expect(failureOf(one)).toBeUndefined();
	expect(lists).toHaveLength(1);
	expect(asked).toBeLessThan(4);
	expect(one.items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 0, 1, 1, 2, 2, 3, 3].map((item) => ({ item })),
	);
	const [first, second, ...others] = one.items.map(({ json }) => json);
	expect(others).toEqual([first, second, first, second, first, second]);
	// n8n’s nodes may change an item.
	expect(others[0]).not.toBe(first);
});

it.each<[string, INodeParameters]>([
	['limits', { limit: '={{ $json.n % 2 + 1 }}' }],
	['filters of the node', { filters: { scoreFrom: '={{ $json.n % 2 }}' } }],
	['output', { output: '={{ $json.n % 2 ? "everything" : "simplified" }}' }],
])('items with other %s are answered for themselves', async (_what, parameters) => {
	const both = await run('respondent.getAll', {
		surveyId: customer(),
		returnAll: false,
		limit: 2,
		...parameters,
	});
	expect(failureOf(both)).toBeUndefined();
	expect(service.log.filter(({ path }) => path.endsWith('/respondents'))).toHaveLength(2);
});

it('a failure is that of each of them', async () => {
	const missing = '00000000-0000-4000-8000-000000000000';
	const failed = await run('survey.get', { surveyId: byId(missing) }, true);
	expect(service.log).toHaveLength(1);
	expect(failed.items.map(({ json }) => json.status)).toEqual([404, 404, 404, 404]);
});

describe('what cannot be undone, for rows that name the same record', () => {
	const mailing = () => service.world.mailings.create(service.world.survey('Customer').id, {}).id;
	const respondent = () =>
		service.world.respondents(service.world.survey('Customer').id)[0]?.id ?? '';
	const SAID = /^Rows that name the same (?:mailing|respondent|\w+) are one request: \w+.* once\.$/;

	it.each<[string, string, () => string]>([
		['mailing.send', 'mailingId', mailing],
		['respondent.erase', 'respondentId', respondent],
		['respondent.delete', 'respondentId', respondent],
		['mailing.delete', 'mailingId', mailing],
	])(
		'%s is done once, each row has the answer, and the sentence says so',
		async (operation, parameter, make) => {
			const done = await run(operation, { [parameter]: byId(make()) });
			expect(failureOf(done)).toBeUndefined();
			expect(service.requests({ operation })).toHaveLength(1);
			expect(done.items).toHaveLength(4);
			expect(new Set(done.items.map(({ json }) => JSON.stringify(json))).size).toBe(1);
			expect(hintsOf(done).filter(({ message }) => SAID.test(message))).toHaveLength(1);
		},
	);

	it('a reissue replaces the link once', async () => {
		const { id } = service.world.createInvitation(service.world.survey('Customer').id, 'personal', {
			recipientEmail: 'ann@example.com',
		});
		const done = await run('invitation.reissue', { invitationId: byId(id) });
		expect(failureOf(done)).toBeUndefined();
		expect(service.requests({ operation: 'invitation.reissue' })).toHaveLength(1);
		expect(new Set(done.items.map(({ json }) => json.link)).size).toBe(1);
	});

	it('rows that name different ones are each done, and nothing is said', async () => {
		const ids = ITEMS.map(mailing);
		const parameters = { mailingId: byId(`={{ ${JSON.stringify(ids)}[$json.n] }}`) };
		const done = await run('mailing.send', parameters);
		expect(failureOf(done)).toBeUndefined();
		expect(service.requests({ operation: 'mailing.send' })).toHaveLength(4);
		expect(hintsOf(done)).toEqual([]);
	});

	it('one that fails is not tried for the next row', async () => {
		service.faults.inject({ fault: { kind: 'status', status: 500, when: 'after' } });
		const failed = await run('mailing.send', { mailingId: byId(mailing()) }, true);
		expect(service.requests({ operation: 'mailing.send' })).toHaveLength(1);
		expect(failed.items.map(({ json }) => json.maybeDone)).toEqual([true, true, true, true]);
	});
});

describe('equal rows that create', () => {
	const TEMPLATE = '00000000-0000-4000-8000-000000000001';
	const EQUAL = /^Equal rows are one request: created once\.$/;
	const MAILING = { template_id: byId(TEMPLATE), audience: 'unfiltered' };

	it.each<[string, INodeParameters, number]>([
		['mailing.create', MAILING, 1],
		[
			'mailing.create',
			{ ...MAILING, additionalFields: { subject_override: '={{ "Hello " + $json.n }}' } },
			4,
		],
		['invitation.createPersonal', { recipient_email: 'ann@example.com' }, 1],
		['invitation.createPersonal', { recipient_external_id: '=A-{{ $json.n % 2 }}' }, 2],
		// There may be several people of a name.
		['invitation.createPersonal', { recipient_name: 'Ann' }, 4],
		['invitation.createSharedLink', { label: 'Lobby' }, 4],
	])('%s with %j makes %i requests', async (operation, parameters, count) => {
		const done = await run(operation, { surveyId: customer(), ...parameters });
		expect(failureOf(done)?.message).toBeUndefined();
		expect(service.requests({ operation })).toHaveLength(count);
		const ids = done.items.map(({ json }) => json.id);
		expect([ids.length, new Set(ids).size]).toEqual([4, count]);
		const said = hintsOf(done).filter(({ message }) => EQUAL.test(message));
		expect(said).toHaveLength(count < 4 ? 1 : 0);
	});
});
