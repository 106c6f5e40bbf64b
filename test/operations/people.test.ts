/** Creates, updates, filters, Find and tools read people as Sync does (test/unit/people.test.ts has the whole table). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { callTool } from '../faults/callTool';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import {
	act,
	byId,
	failureOf,
	given,
	smallService,
	useEngine,
	useForEach,
} from '../harness/support';
import { full } from './case';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

const run = async (operation: string, parameters: INodeParameters, items?: IDataObject[]) => {
	service.clearLog();
	const surveyId = byId(full(service).id);
	return await act(engine, service, { operation, parameters: { surveyId, ...parameters }, items });
};
const sentBy = async (operation: string, parameters: INodeParameters) => {
	expect(failureOf(await run(operation, parameters))?.message).toBeUndefined();
	return service.log.find(({ method }) => method !== 'GET')?.body;
};
const row = (value: INodeParameters[string]) => ({ values: [{ key: 'team', value }] });

const WRITTEN = ['ada@x.de;', 'mailto:ada@x.de', 'Ada <ada@x.de>'];

it.each(WRITTEN)('%j is the address ada@x.de everywhere', async (written) => {
	const { id } = service.world.createInvitation(full(service).id, 'api', {
		recipientEmail: 'ada@x.de',
	});
	for (const operation of ['invitation.create', 'invitation.createPersonal']) {
		const body = await sentBy(operation, { recipient_email: written });
		expect(body).toMatchObject({ recipient_email: 'ada@x.de' });
	}
	const update = { invitationId: byId(id), updateFields: { recipient_email: written } };
	expect(await sentBy('invitation.update', update)).toEqual({ recipient_email: 'ada@x.de' });
	const found = await run('invitation.find', { findBy: 'email', email: written });
	expect(Number(found.items[0]?.json.count)).toBeGreaterThan(0);
	const filters = { recipientEmail: written };
	const listed = await run('invitation.getAll', { returnAll: true, filters });
	expect(listed.items).toHaveLength(Number(found.items[0]?.json.count));
	const create = { resource: 'invitation', operation: 'createPersonal', recipient_email: written };
	await callTool(engine, service, { surveyId: byId(full(service).id), ...create });
	expect(service.log.at(-1)?.body).toMatchObject({ recipient_email: 'ada@x.de' });
});

it.each(['ada@x.de, bob@x.de', 'ada', 'ada@undefined', 'j?rgen@x.de', 'NULL', '-'])(
	'%j is refused, and never “not found”',
	async (written) => {
		for (const operation of ['respondent.find', 'invitation.find']) {
			const refused = failureOf(await run(operation, { findBy: 'email', email: written }));
			expect(refused?.message).toMatch(/^Email .*(several|other words|not an email|nothing|lost)/);
		}
		const list = { returnAll: true, filters: { recipientEmail: written } };
		expect(failureOf(await run('invitation.getAll', list))?.message).toMatch(/^Recipient Email /);
		expect(service.log).toEqual([]);
	},
);

it.each(['NULL', '0', '1.23457E+11'])('Find takes no external ID %j', async (externalId) => {
	const refused = await run('respondent.find', { findBy: 'externalId', externalId });
	expect(failureOf(refused)?.message).toMatch(/^External ID .*(nothing to look for|rounded)/);
	expect(service.log).toEqual([]);
});

it.each(['0012', 'A-0', '7'])('Find takes the external ID %j', async (recipientExternalId) => {
	service.world.createInvitation(full(service).id, 'api', { recipientExternalId });
	const ways = { findBy: 'externalId', externalId: recipientExternalId };
	expect((await run('invitation.find', ways)).items[0]?.json).toMatchObject({ count: 1 });
});

it('a create leaves out what only says that there is no value', async () => {
	const parameters = {
		recipient_email: 'ada@x.de',
		recipient_name: 'undefined undefined',
		recipient_external_id: 'NULL',
		additionalFields: { recipient_notes: 'N/A', properties: row('#N/A') },
	};
	for (const operation of ['invitation.create', 'invitation.createPersonal']) {
		expect(await sentBy(operation, parameters)).toEqual({ recipient_email: 'ada@x.de' });
	}
	const nobody = await run('invitation.createPersonal', { recipient_external_id: '0' });
	expect(failureOf(nobody)?.message).toMatch(/^There is nothing to create/);
});

const MISTYPED = { recipient_email: '={{ $json.emial }}', recipient_name: '={{ $json.name }}' };
const ROWS = [
	{ email: 'a@x.de', name: 'Ada' },
	{ email: 'b@x.de', name: 'Bob' },
];
it('several people without the column of their addresses are not invited without them', async () => {
	for (const operation of ['invitation.create', 'invitation.createPersonal']) {
		const { message } = failureOf(await run(operation, MISTYPED, ROWS)) ?? {};
		expect(message).toMatch(/^Recipient Email has no value .* these columns: "email" and "name"/);
		expect(service.log).toEqual([]);
	}
});

it('nor where the node continues on fail', async () => {
	service.clearLog();
	const done = await act(engine, service, {
		operation: 'invitation.createPersonal',
		parameters: { surveyId: byId(full(service).id), ...MISTYPED },
		items: ROWS,
		node: { onError: 'continueRegularOutput' },
	});
	expect(done.items.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/^Recipient Email has no value/),
		expect.stringMatching(/^Recipient Email has no value/),
	]);
	expect(service.log).toEqual([]);
});

it.each([
	['people with external IDs', { ...MISTYPED, recipient_external_id: '=A-{{ $itemIndex }}' }, ROWS],
	['one person', MISTYPED, ROWS.slice(1)],
	['a list with the column', MISTYPED, [...ROWS, { emial: '' }]],
	['people without addresses', { recipient_name: '={{ $json.name }}' }, ROWS],
])('%s may be invited by name alone', async (_who, parameters, rows) => {
	const done = await run('invitation.createPersonal', parameters, rows);
	expect(failureOf(done)?.message ?? '').not.toMatch(/has no value/);
});

it('a model may give the property “unknown”, and no name for nobody', async () => {
	await callTool(engine, service, {
		...{ resource: 'invitation', operation: 'createPersonal' },
		surveyId: byId(full(service).id),
		...{ recipient_email: 'ada@x.de', recipient_name: 'unknown' },
		additionalFields: { properties: row('unknown') },
	});
	const sent = service.log.find(({ method }) => method !== 'GET');
	expect(sent?.body).toEqual({
		recipient_email: 'ada@x.de',
		properties: { team: 'unknown' },
	});
});

it('an update leaves as it is what has no value, and empties a property with an empty text', async () => {
	const { id } = service.world.createInvitation(full(service).id, 'api', {
		recipientEmail: 'ada@x.de',
	});
	const update = (updateFields: INodeParameters) => ({ invitationId: byId(id), updateFields });
	const none = await run(
		'invitation.update',
		update({ recipient_name: 'null', properties: row('-') }),
	);
	expect(failureOf(none)?.message).toMatch(/^There is nothing to change/);
	const emptied = update({ recipient_name: ' Ada ', properties: row('') });
	expect(await sentBy('invitation.update', emptied)).toMatchObject({
		recipient_name: 'Ada',
		properties: { team: '' },
	});
});

it.each<[string, INodeParameters[string], string]>([
	['a text', ' Sales', 'Sales'],
	['a list', given(['vip', 'nl']), 'vip, nl'],
	['a date', '={{ new Date("2026-05-01T00:00:00Z") }}', '2026-05-01'],
	['a time', '={{ new Date("2026-05-01T12:30:00Z") }}', '2026-05-01T12:30:00.000Z'],
])('the value of a property: %s', async (_, value, text) => {
	const mapper = { mappingMode: 'defineBelow', value: { team: value } };
	const ways: INodeParameters[] = [
		{ properties: mapper },
		{ additionalFields: { properties: row(value) } },
	];
	for (const way of ways) {
		const body = await sentBy('invitation.createPersonal', { recipient_name: 'Ada', ...way });
		expect(body).toEqual({ recipient_name: 'Ada', properties: { team: text } });
	}
	const [respondent] = service.world.respondents(full(service).id);
	const update = {
		respondentId: byId(respondent?.id ?? ''),
		updateFields: { properties: row(value) },
	};
	expect(await sentBy('respondent.update', update)).toEqual({ properties: { team: text } });
});
