import { createServer, type AddressInfo } from 'node:net';
import { ACTION, CREDENTIAL } from '../harness/support/names';
import { CREDENTIAL_NAME, credentialFor } from './furnish';
import { START, useStand } from './stand';

/** A port of 127.0.0.1 at which something answers, or nothing when there is no answer. */
async function somethingElse(answer?: string) {
	const server = createServer((socket) => {
		socket.on('error', () => {});
		socket.once('data', () => socket.end(answer ?? ''));
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	const close = async () => void (await new Promise((resolve) => server.close(resolve)));
	const { port } = server.address() as AddressInfo;
	if (answer === undefined) await close();
	return { baseUrl: `http://127.0.0.1:${port}`, close };
}

const PAGE =
	'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<html><body>Sign in</body></html>';

describe('the credential, as n8n tests it when a person saves it', () => {
	const stand = useStand();
	const test = async (change: Record<string, unknown> = {}) => {
		const { rest, service } = stand();
		return await rest.testCredential(CREDENTIAL, { ...credentialFor(service), ...change });
	};
	const refused = async (change: Record<string, unknown>) => {
		const { status, message } = await test(change);
		expect(status).toBe('Error');
		return message;
	};

	it('a right one says whose token it is, and what it may do', async () => {
		const { status, message } = await test();
		expect(status).toBe('OK');
		expect(message).toMatch(
			/^The token is for the workspace Example Workspace; scopes: surveys:read, /,
		);
	});

	it('a wrong token', async () => {
		expect(await refused({ token: 'wrong' })).toBe(
			'The token is not known. Check the token in the credential: it may be mistyped, revoked or expired.',
		);
	});

	it('an expired token', async () => {
		expect(await refused({ token: stand().service.tokens.expired })).toBe(
			'The token has expired. Check the token in the credential: it may be mistyped, revoked or expired.',
		);
	});

	it('no token', async () => {
		expect(await refused({ token: '' })).toBe(
			'Token is empty: paste the API token into the credential.',
		);
	});

	it('an address at which nothing answers', async () => {
		const { baseUrl } = await somethingElse();
		expect(await refused({ baseUrl })).toBe(
			`The service could not be reached: nothing answers at this address (connection refused). Check the Base URL in the credential (${baseUrl}), and whether n8n may reach that address, directly or through its proxy.`,
		);
	});

	it('an address at which a web page answers', async () => {
		const { baseUrl, close } = await somethingElse(PAGE);
		const message = await refused({ baseUrl });
		await close();
		expect(message).toMatch(/web page/i);
		expect(message).toMatch(/Base URL/);
	});

	it('no address', async () => {
		expect(await refused({ baseUrl: 'my service' })).toBe(
			'Base URL must start with https://: enter the address of the service.',
		);
	});

	it('an unprotected public address, to which nothing is sent', async () => {
		expect(await refused({ baseUrl: 'http://example.com' })).toBe(
			'Base URL uses http, which would send the token unprotected to example.com: use https, or turn on Allow HTTP under More Settings in the credential.',
		);
	});

	it.each([undefined, false, true])(
		'a setting counts where More Settings is %s, and is still there after saving',
		async (moreSettings) => {
			expect(await refused({ moreSettings, respondentPage: 'https://survey.example.com' })).toMatch(
				/^Respondent Page must be an http or https address with \{respondent_id\} exactly once /,
			);
			const { rest, service } = stand();
			const respondentPage = 'https://survey.example.com/{respondent_id}';
			const data = { ...credentialFor(service), moreSettings, respondentPage };
			const id = await rest.saveCredential(CREDENTIAL, 'With a page', data);
			const saved = await rest.call('GET', `/rest/credentials/${id}?includeData=true`);
			expect(saved).toMatchObject({ data: { respondentPage } });
		},
	);

	it('where the token is an expression, each row is asked for with its own', async () => {
		const { rest, service, credentialId, action } = stand();
		const data = { ...credentialFor(service), token: '={{ $json.token }}' };
		await rest.changeCredential(credentialId, CREDENTIAL, CREDENTIAL_NAME, data);
		const { full, readOnly } = service.tokens;
		const rows = [full, readOnly, full].map((token) => ({ token }));
		const code = {
			...{ id: 'code', name: 'Rows', type: 'n8n-nodes-base.code', typeVersion: 2 },
			parameters: { jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }))` },
			position: [0, 0] as [number, number],
		};
		const get = action.call(stand(), { resource: 'token', operation: 'get' });
		service.clearLog();
		const execution = await rest.run(
			await rest.saveWorkflow({ nodes: [START, code, get] }),
			'Start',
		);
		expect(execution.status).toBe('success');
		expect(service.log.map(({ headers }) => headers.authorization)).toEqual([
			`Bearer ${full}`,
			`Bearer ${readOnly}`,
		]);
		await rest.changeCredential(credentialId, CREDENTIAL, CREDENTIAL_NAME, credentialFor(service));
	});

	it('a saved one is not handed out again, and works in a workflow', async () => {
		const { rest, credentialId, service, action } = stand();
		const saved = await rest.call('GET', `/rest/credentials/${credentialId}?includeData=true`);
		expect(saved).toMatchObject({ name: CREDENTIAL_NAME, type: CREDENTIAL });
		expect(JSON.stringify(saved)).not.toContain(service.token);
		const node = action.call(stand(), { resource: 'survey', operation: 'getAll', returnAll: true });
		expect(node.type).toBe(ACTION);
		const id = await rest.saveWorkflow({ nodes: [START, node] });
		const execution = await rest.run(id, 'Start');
		expect(execution.status).toBe('success');
		expect(JSON.stringify(execution)).not.toContain(service.token);
	});
});
