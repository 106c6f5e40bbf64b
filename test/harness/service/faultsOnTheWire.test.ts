import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { clientOf, list, object, until } from './testing/client';
import type { Json } from './testing/client';
import { DIALECT_NAMES, startService } from './index';
import type { Fault, Service } from './index';

const BODY = JSON.stringify({ name: 'Faulty', metric_type: 'nps', interview_locale: 'en' });

/** A request on a connection of its own, and every byte that comes back. */
interface Wire {
	socket: Socket;
	/** What has come so far. */
	text(): string;
	/** Resolves when the connection is at its end. */
	ended: Promise<void>;
}

function createOnTheWire({ url, token }: Service): Wire {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	let text = '';
	socket.setEncoding('utf8').on('data', (some: string) => (text += some));
	const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
	socket.on('error', () => {});
	socket.write(
		`POST /api/surveys HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n` +
			`authorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
			`content-length: ${BODY.length}\r\n\r\n${BODY}`,
	);
	return { socket, text: () => text, ended };
}

describe('faults on the wire', () => {
	let service: Service;
	beforeEach(async () => {
		service = await startService();
	});
	afterEach(() => service.stop());

	const inject = (fault: Fault) => service.faults.inject({ fault });
	const created = () => service.effects.created('survey').length;
	const logged = () => service.log.at(-1);
	const send = () => createOnTheWire(service);

	test('a service that is down refuses connections, and then goes on with its world', async () => {
		const call = clientOf(service);
		await call('POST', '/surveys', { body: JSON.parse(BODY) as Json });
		const goUp = await service.goDown();
		await expect(call('GET', '/surveys')).rejects.toMatchObject({
			cause: { code: 'ECONNREFUSED' },
		});
		await goUp();
		expect((await call('GET', '/surveys')).status).toBe(200);
		expect(created()).toBe(1);
	});

	test.each([false, true])(
		'an answer that drips (its head too: %s), after the work',
		async (head) => {
			inject({ kind: 'drip', ms: 0, head });
			const wire = send();
			await wire.ended;
			const [top = '', body = ''] = wire.text().split('\r\n\r\n');
			expect(top).toMatch(/^HTTP\/1.1 201 Created/);
			expect(top).toMatch(/content-type: application\/json/);
			expect(object(JSON.parse(body) as Json)).toMatchObject({ name: 'Faulty' });
			expect([created(), logged()?.status, logged()?.done]).toEqual([1, 201, true]);
			await until(() => logged()?.finished === true);
			expect(logged()?.clientClosed).toBe(false);
		},
	);

	test('a drip that is slow: its head at once, its body not yet, and the client goes', async () => {
		inject({ kind: 'drip', ms: 3_600_000 });
		const wire = send();
		await until(() => wire.text().includes('\r\n\r\n'));
		expect(created()).toBe(1);
		wire.socket.destroy();
		await until(() => logged()?.clientClosed === true);
	});

	test.each([false, true])('a drip without end (its head too: %s), and no work', async (head) => {
		inject({ kind: 'drip', ms: 0, when: 'before', head });
		const wire = send();
		await until(() => wire.text().includes('\r\n\r\n'));
		const length = wire.text().length;
		await until(() => wire.text().length > length + 20);
		expect(wire.text()).toMatch(/^HTTP\/1.1 200 OK/);
		await service.stop();
		await wire.ended;
		expect([created(), logged()?.done]).toEqual([0, false]);
	});

	test('interim answers, and then the real one', async () => {
		inject({ kind: 'interim', statuses: [100, 102, 103] });
		const wire = send();
		await wire.ended;
		expect(wire.text().match(/HTTP\/1.1 \d+/g)).toEqual(
			[100, 102, 103, 201].map((status) => `HTTP/1.1 ${status}`),
		);
		expect([created(), logged()?.status]).toEqual([1, 201]);
	});

	test.each([
		['before', 0],
		['after', 1],
	] as const)('an interim answer, and then nothing, %s the work', async (when, done) => {
		inject({ kind: 'interim', statuses: [102], then: 'nothing', when });
		const wire = send();
		await until(() => wire.text() === 'HTTP/1.1 102 Processing\r\n\r\n');
		expect([created(), logged()?.status, logged()?.done]).toEqual([done, null, done === 1]);
		wire.socket.destroy();
		await until(() => logged()?.clientClosed === true);
		inject({ kind: 'interim', statuses: [103], then: 'end', when });
		const second = send();
		await second.ended;
		expect(second.text()).toBe('HTTP/1.1 103 Early Hints\r\n\r\n');
		await until(() => logged()?.finished === true);
		expect([created(), logged()?.clientClosed]).toEqual([2 * done, false]);
	});

	test.each([204, 205, 304])('status %i has no body', async (status) => {
		inject({ kind: 'status', status, when: 'after' });
		const wire = send();
		await wire.ended;
		const [top = '', body] = wire.text().split('\r\n\r\n');
		expect([top.slice(9, 12), body, created()]).toEqual([String(status), '', 1]);
	});

	test.each([200, 206, 299, 400, 418, 499, 520, 599])('any status: %i', async (status) => {
		inject({ kind: 'status', status });
		const wire = send();
		await wire.ended;
		const [top = '', body = ''] = wire.text().split('\r\n\r\n');
		expect(top.slice(9, 12)).toBe(String(status));
		expect(JSON.parse(body)).toMatchObject({ error: { code: `fault_${status}` } });
	});

	test('a status that an answer cannot have is refused', () => {
		expect(() => inject({ kind: 'status', status: 102 })).toThrow('from 200 to 599: 102');
		expect(() => inject({ kind: 'interim', statuses: [200] })).toThrow('from 100 to 199: 200');
	});
});

describe.each(DIALECT_NAMES)('altered answers in the dialect %s', (dialect) => {
	const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);
	let service: Service;
	beforeEach(async () => {
		service = await startService({ dialect });
	});
	afterEach(() => service.stop());

	const read = async (path: string, fault?: Fault): Promise<Json> => {
		if (fault) service.faults.inject({ fault });
		return (await clientOf(service)('GET', path)).json;
	};

	test('extra fields: every field that was there stays, others come; the same seed gives the same', async () => {
		const path = `/surveys/${service.world.survey('Customer').id}/invitations`;
		const real = list(await read(path));
		const added = new Map<string, Set<string>>();
		for (const seed of SEEDS) {
			const altered = list(await read(path, { kind: 'extra fields', seed }));
			expect(altered).toMatchObject(real);
			expect(await read(path, { kind: 'extra fields', seed })).toEqual(altered);
			for (const [place, record] of altered.entries()) {
				for (const [key, value] of Object.entries(record)) {
					if (real[place] && key in real[place]) continue;
					const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
					added.set(key, (added.get(key) ?? new Set()).add(type));
				}
			}
		}
		expect([...(added.get('warnings') ?? [])]).toEqual(['array']);
		expect([...(added.get('total_items') ?? [])].sort()).toEqual([
			'array',
			'boolean',
			'null',
			'number',
			'object',
			'string',
		]);
	});

	test('wrong types: one value is of another type, often the outermost', async () => {
		const real = await read('/public-api/v1/me');
		const roots = new Set<string>();
		for (const seed of SEEDS) {
			const altered = await read('/public-api/v1/me', { kind: 'wrong types', seed });
			expect(await read('/public-api/v1/me', { kind: 'wrong types', seed })).toEqual(altered);
			expect(altered).not.toEqual(real);
			roots.add(altered === null ? 'null' : Array.isArray(altered) ? 'array' : typeof altered);
		}
		expect(roots).toEqual(new Set(['null', 'array', 'number', 'string', 'boolean', 'object']));
	});

	test('an altered answer is one of work that was done', async () => {
		service.faults.inject({ fault: { kind: 'wrong types', seed: 1 } });
		await clientOf(service)('POST', '/surveys', { rawBody: BODY });
		expect(service.log.at(-1)).toMatchObject({ fault: 'wrong types', done: true, status: 201 });
		expect(service.effects.created('survey')).toHaveLength(1);
	});
});
