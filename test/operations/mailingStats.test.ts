/** Get Stats names its mailing, which it reads beside the counts; without it the counts come all the same. */
import type { INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, hintsOf, useEngine, useForEach } from '../harness/support';
import { first, full } from './case';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	useForEach(
		(started) => (service = started),
		async () => await startService({ dialect }),
	);

	const stats = async (parameters: INodeParameters = {}) => {
		const all = service.world.records.mailings.of(full(service).id);
		const mailing = first(all, ({ status }) => status === 'sent');
		mailing.subjectOverride = 'How was it?';
		service.clearLog();
		const ran = await act(engine, service, {
			operation: 'mailing.getStats',
			parameters: { mailingId: byId(mailing.id), output: 'simplified', ...parameters },
		});
		expect(ran.error?.message).toBeUndefined();
		const hints = hintsOf(ran).map(({ message }) => message);
		return { mailing, item: ran.items[0]?.json ?? {}, hints };
	};

	it('with its ID, subject and status, from one more request for one recipient', async () => {
		const { mailing, item, hints } = await stats();
		expect(item).toMatchObject({ id: mailing.id, subject_override: 'How was it?' });
		expect(String(item.status)).toMatch(/^[a-z]+$/);
		expect(Number(item.total)).toBeGreaterThan(0);
		expect(hints).toEqual([]);
		const [, beside] = service.log;
		expect(service.log).toHaveLength(2);
		expect(beside?.query).toEqual([['limit', '1']]);
	});

	it('the counts come where the mailing cannot be read, which is tried once, and a hint says so', async () => {
		const match = { operation: 'mailing.get' };
		service.faults.inject({ match, fault: { kind: 'status', status: 503 }, times: Infinity });
		const { mailing, item, hints } = await stats();
		expect(item).toMatchObject({ id: mailing.id, subject_override: null, status: null });
		expect(Number(item.total)).toBeGreaterThan(0);
		expect(service.log).toHaveLength(2);
		expect(hints).toEqual([
			expect.stringMatching(/^The mailing itself could not be read, so status/),
		]);
	});

	it('another mailing is not taken for it', async () => {
		const rewrite = (body: string) =>
			body.replaceAll(/"id":"[^"]{36}"/g, `"id":"${full(service).id}"`);
		const fault = { kind: 'rewritten body', rewrite } as const;
		service.faults.inject({ match: { operation: 'mailing.get' }, fault });
		const { mailing, item } = await stats();
		expect(item).toMatchObject({ id: mailing.id, subject_override: null, status: null });
	});

	it('it is not read for the counts alone, nor for its ID', async () => {
		await stats({ output: 'selectedFields', fields: ['sent', 'id'] });
		expect(service.log).toHaveLength(1);
		await stats({ output: 'everything' });
		expect(service.log).toHaveLength(1);
	});
});
