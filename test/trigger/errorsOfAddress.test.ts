/** What a person reads when something else than the service answers. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { POLL_ENGINES } from '../everywhere';
import { Wording } from '../harness/support/wording';
import { within } from './activationStage';

const wording = new Wording();
const NO_LIST = {
	message: expect.stringContaining('without a list of surveys'),
	description: expect.stringContaining('Check the Base URL in the credential'),
	failure: { cause: 'configuration-invalid' },
};

/** What is no record at all may be a moment's trouble. */
const noRecord = (what: string) => ({
	message: expect.stringContaining(` 200 with ${what} instead of a record`),
	description: expect.stringContaining('Check the Base URL in the credential'),
	failure: { cause: 'temporarily-unavailable' },
});

describe('an address where something else answers JSON', () => {
	const answers = [
		{ name: 'an object', answer: { version: 1 }, says: NO_LIST },
		{ name: 'a report', answer: { status: 'ok' }, says: noRecord('something else') },
		{ name: 'a text', answer: 'hello', says: noRecord('a string') },
		{ name: 'null', answer: null, says: noRecord('null') },
		{
			name: 'a list of something else',
			answer: [{ version: 1 }, { version: 2 }],
			says: NO_LIST,
		},
		{ name: 'records of something else', answer: { items: ['one', 'two'] }, says: NO_LIST },
	].flatMap((one) => POLL_ENGINES.map((engine) => ({ ...one, engine })));
	let server: Server;
	let baseUrl: string;
	let answer: unknown;
	beforeAll(async () => {
		server = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer));
		});
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
		baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((done) => server.close(done));
	});

	it.each(answers)('$name, $engine engine', async ({ name, answer: given, says, engine }) => {
		answer = given;
		await within({ engine, baseUrl }, async (stage) => {
			expect((await stage.publishAs('activate')).thrown).toMatchObject(says);
			await stage.publishAs('init');
			const { result, error, backoff } = await stage.tick();
			expect([result, error]).toMatchObject(['error', says]);
			const described = error as { description?: string } | undefined;
			const advice = String(described?.description).replace(baseUrl, '<address>');
			wording.note([error?.message, advice], name);
			if (engine === 'durable') expect(backoff?.permanent).toBe(says === NO_LIST);
			expect(stage.shows(error)).toBe(false);
		});
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
