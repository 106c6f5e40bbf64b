/** A field of the credential may be an expression: then each item has the credential that its own data gives. */
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import {
	byId,
	CREDENTIAL,
	failureOf,
	smallService,
	useEngine,
	useForEach,
} from '../harness/support';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
useForEach((started) => (service = started), smallService);

const run = async (
	token: string,
	tokens: string[],
	parameters: object = { resource: 'token', operation: 'get' },
	node: object = {},
) =>
	await engine.runNode({
		parameters: { output: 'everything', ...parameters },
		credentials: { [CREDENTIAL]: { baseUrl: service.url, token } },
		items: tokens.map((one) => ({ token: one, email: `${one.length}@example.org` })),
		node,
	});
const sent = () => service.log.map(({ headers }) => headers.authorization?.slice('Bearer '.length));

it('each row is asked for with its own token, and equal reads of one token are one request', async () => {
	const { full, readOnly } = service.tokens;
	const rows = [full, readOnly, full, readOnly];
	const { items } = await run('={{ $json.token }}', rows);
	expect(sent()).toEqual([full, readOnly]);
	const scopes = items.map(({ json }) => JSON.stringify(json));
	expect(scopes[0]).toBe(scopes[2]);
	expect(scopes[1]).toBe(scopes[3]);
	expect(scopes[0]).not.toBe(scopes[1]);
});

it.each(['={{ $json.token }}', '={{ $("Source").all()[$itemIndex].json.token }}'])(
	'%s gives each row its own',
	async (expression) => {
		const { full, readOnly } = service.tokens;
		await run(expression, [full, readOnly, full]);
		expect(sent()).toEqual([full, readOnly]);
	},
);

it('rows that differ only in the middle have their own, too', async () => {
	const { full, readOnly } = service.tokens;
	const byIndex = '={{ $("Source").all()[$itemIndex].json.token }}';
	await run(byIndex, [full, full, readOnly, full]);
	expect(sent()).toEqual([full, readOnly]);
});

it('Check Service checks each service once', async () => {
	const { full, readOnly } = service.tokens;
	const check = { resource: 'token', operation: 'checkService' };
	const { items } = await run('={{ $json.token }}', [full, readOnly, full], check);
	const rows = new Set(items.map(({ pairedItem }) => JSON.stringify(pairedItem)));
	expect([...rows]).toEqual(['{"item":0}', '{"item":1}']);
});

it('a row whose token cannot be used is refused alone', async () => {
	const { full } = service.tokens;
	const rows = [full, '', full];
	const { items } = await run('={{ $json.token }}', rows, undefined, {
		onError: 'continueRegularOutput',
	});
	expect(items[1]?.json.error).toMatch(/^Token is empty/);
	expect(items[2]?.json).not.toHaveProperty('error');
	const stopped = await run('={{ $json.token }}', rows);
	expect(failureOf(stopped)?.message).toMatch(/^Token is empty/);
});

it('Sync works with one credential, and says so of the first row that has another', async () => {
	const { full, readOnly } = service.tokens;
	const sync = {
		...{ resource: 'invitation', operation: 'sync', dryRun: true },
		...{
			surveyId: byId(service.world.survey('Customer').id),
			recipient_email: '={{ $json.email }}',
		},
	};
	const other = await run('={{ $json.token }}', [full, full, readOnly], sync);
	expect(failureOf(other)?.message).toMatch(/^The credential of row 3 is another one/);
	const same = await run('={{ $json.token }}', [full, ` ${full}\n`, `Bearer ${full}`], sync);
	expect(same.error).toBeUndefined();
});
