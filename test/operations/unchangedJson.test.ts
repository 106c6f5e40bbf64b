/** Additional Fields (JSON) go out as they were given: what JSON would change is refused, and why is said. */
import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { byId, useEngine, useService } from '../harness/support';
import { credentialsFor } from '../harness/support/names';
import { full } from './case';
import { refusalOf } from './refusal';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));

describe('Additional Fields (JSON)', () => {
	const create = (additionalFieldsJson: string) => ({
		resource: 'invitation',
		operation: 'create',
		surveyId: byId(full(service).id),
		recipient_email: 'a@x.com',
		options: { additionalFieldsJson },
	});

	it.each<[string, string, string]>([
		[
			'NaN',
			'={{ ({ max_uses: NaN }) }}',
			'→ "max_uses" is not a number (NaN): correct the calculation.',
		],
		[
			'a number too large',
			'={{ ({ a: { id: 12345678901234567890 } }) }}',
			'→ "a.id" is a number that is too large to be exact (12345678901234567000): pass it as text.',
		],
		[
			'an entry without a value',
			'={{ ({ a: [1, undefined] }) }}',
			'→ "a.1" has no value, because its expression returned nothing: correct the expression, or remove the entry.',
		],
		[
			'a date object',
			'={{ ({ at: new Date(0) }) }}',
			'→ "at" is a Date, which JSON does not have: pass it as text.',
		],
		[
			'a function',
			'={{ ({ a: () => 1 }) }}',
			'→ "a" is a function, which JSON does not have: remove it.',
		],
		[
			'a number too large in text',
			'{"a": {"id": 12345678901234567890}}',
			'→ "a.id" is a number that is too large to be exact (12345678901234567000): pass it as text.',
		],
	])('%s is refused', async (_name, additionalFieldsJson, sentence) => {
		const message = await refusalOf(engine, service, create(additionalFieldsJson));
		expect(message).toContain(`Additional Fields (JSON) ${sentence}`);
	});

	it.each<[string, string, object]>([
		[
			'an object',
			'={{ ({ a: [null, true, "x 👩", 9007199254740991, -0], b: {} }) }}',
			{ a: [null, true, 'x 👩', 9007199254740991, 0], b: {} },
		],
		['an item', '={{ $json }}', { from: { item: [1] } }],
		[
			'a key whose expression gave nothing, as a field without a value',
			'={{ ({ a: $json.nothing, b: 1 }) }}',
			{ b: 1 },
		],
	])('takes %s', async (_name, additionalFieldsJson, sent) => {
		const item = { from: { item: [1] } };
		const { error } = await engine.runNode({
			parameters: create(additionalFieldsJson),
			items: [item],
			credentials: credentialsFor(service),
		});
		expect(error?.message).toBeUndefined();
		expect(service.log[0]?.body).toEqual({ recipient_email: 'a@x.com', ...sent });
	});
});

describe('a field of the form and the same key in Additional Fields (JSON)', () => {
	const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
	const update = { resource: 'invitation', operation: 'update', invitationId: byId(ID) };
	const mailing = {
		resource: 'mailing',
		operation: 'create',
		surveyId: byId(ID),
		template_id: ID,
		audience: 'filtered',
	};
	const properties = { values: [{ key: 'team', value: 'North' }] };

	it.each<[string, INodeParameters, object]>([
		['label', { ...update, updateFields: { label: 'a' } }, { label: 'b' }],
		['label', { ...update, updateFields: { clearFields: ['label'] } }, { label: 'b' }],
		['team', { ...update, updateFields: { properties } }, { properties: { team: 'South' } }],
		['properties', { ...update, updateFields: { properties } }, { properties: null }],
		[
			'channels',
			{ ...mailing, filters: { channels: ['api'] } },
			{ filters: { channels: ['csv'] } },
		],
		[
			'recipient_email',
			{ ...update, operation: 'create', surveyId: byId(ID), recipient_email: 'a@x.com' },
			{ recipient_email: 'b@x.com' },
		],
	])('%s are refused together', async (key, parameters, json) => {
		const options = { additionalFieldsJson: JSON.stringify(json) };
		const message = await refusalOf(engine, service, { ...parameters, options });
		expect(message).toContain(`Additional Fields (JSON) has "${key}"`);
	});

	it('others are sent together, also inside properties and filters', async () => {
		const run = async (parameters: INodeParameters, json: object) => {
			service.clearLog();
			await engine.runNode({
				parameters: { ...parameters, options: { additionalFieldsJson: JSON.stringify(json) } },
				credentials: credentialsFor(service),
			});
			return service.log.find(({ method }) => method !== 'GET')?.body;
		};
		const filters = { channels: ['api'] };
		expect(await run({ ...mailing, filters }, { filters: { completed: ['yes'] } })).toEqual({
			template_id: ID,
			filters: { channels: ['api'], completed: ['yes'] },
		});
		const create = { resource: 'invitation', operation: 'createPersonal', surveyId: byId(ID) };
		const more = { properties: { city: 'Rome' }, extra: 1 };
		expect(await run({ ...create, additionalFields: { properties } }, more)).toEqual({
			properties: { team: 'North', city: 'Rome' },
			extra: 1,
		});
	});
});

describe('a field of the form in Additional Fields (JSON) meets what the form asks of it', () => {
	const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
	const update = { resource: 'invitation', operation: 'update', invitationId: byId(ID) };
	const personal = { resource: 'invitation', operation: 'createPersonal', surveyId: byId(ID) };
	const shared = { resource: 'invitation', operation: 'createSharedLink', surveyId: byId(ID) };
	const mailing = { resource: 'mailing', operation: 'update', mailingId: byId(ID) };

	it.each<[string, INodeParameters, object]>([
		['Label has 121 characters', update, { label: 'x'.repeat(121) }],
		['Max Uses must be a whole number of at least 1, but it is 0', shared, { max_uses: 0 }],
		['Properties by Key → "a" must be text', update, { properties: { a: { b: 1 } } }],
		['Channels must be one of api, csv, personal', mailing, { filters: { channels: ['sms'] } }],
	])('%s is refused', async (sentence, parameters, json) => {
		const options = { additionalFieldsJson: JSON.stringify(json) };
		expect(await refusalOf(engine, service, { ...parameters, options })).toContain(sentence);
	});

	it.each<[string, INodeParameters, object, object]>([
		['a number as a property', personal, { properties: { a: 7 } }, { properties: { a: '7' } }],
		['null', update, { label: null, properties: null }, { label: null, properties: null }],
		[
			'a date and a number as text',
			shared,
			{ expires_at: '2031-01-01T00:00:00+0000', max_uses: '3', other: '3' },
			{ expires_at: '2031-01-01T00:00:00+00:00', max_uses: 3, other: '3' },
		],
	])('%s is sent as the form sends it', async (_name, parameters, json, sent) => {
		const surveyId = byId(full(service).id);
		await engine.runNode({
			parameters: {
				...parameters,
				...('surveyId' in parameters ? { surveyId } : {}),
				options: { additionalFieldsJson: JSON.stringify(json) },
			},
			credentials: credentialsFor(service),
		});
		expect(service.log.find(({ method }) => method !== 'GET')?.body).toEqual(sent);
	});
});
