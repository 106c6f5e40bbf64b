/** Creates side by side: what may not meet does not, and after a failure each says what is known of it. */
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, smallService, useEngine, useForEach } from '../harness/support';

let service: Service;
let engine: Engine;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

/** Makes every request slow, the earlier ones more, and counts those under way together: all, and those with Ana's address or ID. */
function mostTogether() {
	const most = { all: 0, ana: 0 };
	const match = () => {
		const running = service.log.filter(({ finished }) => !finished);
		const ofAna = running.filter(({ body }) => /ana@|"7"/i.test(JSON.stringify(body ?? '')));
		most.all = Math.max(most.all, running.length);
		most.ana = Math.max(most.ana, ofAna.length);
		return true;
	};
	for (let nth = 0; nth < 12; nth++) {
		service.faults.inject({ match, fault: { kind: 'slow', ms: 200 - 30 * (nth % 5) } });
	}
	return most;
}

const invite = async (operation: string, people: Array<{ email: string; id?: string }>) =>
	await act(engine, service, {
		operation,
		parameters: {
			surveyId: byId(service.world.survey('Customer').id),
			recipient_email: '={{ $json.email }}',
			// Equal rows would be one request.
			recipient_name: '=Name {{ $itemIndex }}',
			recipient_external_id: '={{ $json.id ?? "" }}',
		},
		items: people,
	});

it.each(['invitation.create', 'invitation.createPersonal'])(
	'%s: the same person goes one after the other, others beside',
	async (operation) => {
		const most = mostTogether();
		const run = await invite(operation, [
			{ email: 'ana@example.com' },
			{ email: 'Ana@Example.com ' },
			{ email: 'ben@example.com', id: '8' },
			{ email: 'cleo@example.com', id: '9' },
			{ email: 'ana@example.com', id: '7' },
		]);

		expect(failureOf(run)).toBeUndefined();
		expect(most.ana).toBe(1);
		expect(most.all).toBeGreaterThan(1);
	},
);

it('who has only an external ID goes one after the other, others beside', async () => {
	const most = mostTogether();
	await invite('invitation.create', [
		...[
			{ email: '', id: '7' },
			{ email: '', id: ' 7 ' },
			{ email: '', id: '8' },
		],
		{ email: '', id: '"7"' },
	]);

	expect(service.log.length).toBe(4);
	expect(most.ana).toBe(1);
	expect(most.all).toBeGreaterThan(1);
});

it.each([
	'={{ JSON.stringify({ email: $json.email }) }}',
	'={{ JSON.stringify({ recipient: { email_address: $json.email } }) }}',
	'={{ JSON.stringify({ to: $json.email }) }}',
])('the same person goes one after the other, whatever the key is called: %s', async (json) => {
	const most = mostTogether();
	await act(engine, service, {
		operation: 'invitation.create',
		parameters: {
			surveyId: byId(service.world.survey('Customer').id),
			options: { additionalFieldsJson: json },
		},
		items: ['ana@example.com', ' Ana@example.com', 'ANA@example.com'].map((email) => ({ email })),
		node: { onError: 'continueRegularOutput' },
	});

	expect(service.log.length).toBe(3);
	expect(most.ana).toBe(1);
});

it('a survey’s themes are created in the order of the input', async () => {
	const most = mostTogether();
	const names = ['One', 'Two', 'Three', 'Four'];
	const run = await act(engine, service, {
		operation: 'theme.create',
		parameters: { surveyId: byId(service.world.survey('Customer').id), name: '={{ $json.name }}' },
		items: names.map((name) => ({ name })),
	});

	expect(failureOf(run)).toBeUndefined();
	expect(most.all).toBe(1);
});

it('of ten that nobody answered each may have been done, and the next is not started', async () => {
	service.faults.inject({ fault: { kind: 'reset', when: 'after' }, times: 10 });
	const people = Array.from({ length: 12 }, (_, n) => ({ email: `p${n}@example.com` }));
	const run = await invite('invitation.createPersonal', people);

	expect(failureOf(run)?.description).toContain(
		'Rows 1–10: may have been done. Rows 11–12: not started.',
	);
	expect(service.log).toHaveLength(10);
});

it('what failed is told, also where an item before it waits for its turn', async () => {
	const isOf = (name: string) => (request: { body?: unknown }) =>
		JSON.stringify(request.body ?? '').includes(name);
	service.faults.inject({ match: isOf('ana@'), fault: { kind: 'slow', ms: 300 } });
	service.faults.inject({ match: isOf('cleo@'), fault: { kind: 'reset', when: 'after' } });
	const run = await invite('invitation.createPersonal', [
		{ email: 'ana@example.com' },
		{ email: 'ana@example.com', id: '7' },
		{ email: 'cleo@example.com' },
	]);

	expect(failureOf(run)?.message).not.toMatch(/cancell?ed/);
	expect(failureOf(run)?.description).toContain(
		'Row 1: done. Row 2: not started. Row 3: may have been done.',
	);
	expect(service.log).toHaveLength(2);
});
