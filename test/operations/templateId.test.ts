/** Template ID was a text, and is a picker: what saved workflows and expressions hold means the same. */
import type { INodeParameters } from 'n8n-workflow';
import { DIALECTS } from '../everywhere';
import { createEngine, type Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId } from '../harness/support';
import { credentialsFor } from '../harness/support/names';
import { first, full } from './case';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

describe.each(DIALECTS)('Template ID in the dialect %s', (dialect) => {
	let service: Service;
	let engine: Engine;
	beforeAll(async () => {
		service = await startService({ dialect });
		engine = await createEngine({ credentials: credentialsFor(service) });
	});
	afterAll(async () => {
		await engine.close();
		await service.stop();
	});

	const sent = async (operation: string, parameters: object) => {
		service.clearLog();
		const { error } = await act(engine, service, {
			operation,
			parameters: { surveyId: byId(full(service).id), ...parameters },
			items: [{ template: ID }],
		});
		return { error, body: service.log.find(({ method }) => method !== 'GET')?.body };
	};

	const VALUES: Array<[string, INodeParameters[string]]> = [
		['text', ID.toUpperCase()],
		['an expression', '={{ $json.template }}'],
		['by ID', byId(ID)],
		['by ID, from an expression', byId('={{ $json.template }}')],
	];

	it.each(VALUES)('%s', async (_name, template_id) => {
		const create = { template_id, audience: 'unfiltered' };
		expect((await sent('mailing.create', create)).body).toMatchObject({ template_id: ID });
		const { id } = first(
			service.world.records.mailings.of(full(service).id),
			({ status }) => status === 'unsent',
		);
		const update = { mailingId: byId(id), updateFields: { template_id } };
		expect((await sent('mailing.update', update)).body).toEqual({ template_id: ID });
	});

	it.each<[string, INodeParameters[string]]>([
		['no text', ''],
		['no ID', byId('={{ $json.nothing }}')],
	])('%s: needed by a create, and unchanged by an update', async (_name, template_id) => {
		const created = await sent('mailing.create', { template_id, audience: 'unfiltered' });
		expect(created.error?.message ?? '').toMatch(/Template ID/);
		expect(created.body).toBeUndefined();
		const updateFields = { template_id, subject_override: 'Hello' };
		const update = await sent('mailing.update', { mailingId: byId(ID), updateFields });
		expect(update.body).toEqual({ subject_override: 'Hello' });
	});
});
