/** Additional Fields (JSON) go out as they were given; what the form has is refused. */
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
			'→ "id" is a number that is too large to be exact (12345678901234567000): pass it as text.',
		],
		[
			'a number too large in text',
			'{"a": {"id": 12345678901234567890}}',
			'→ "id" is a number that is too large to be exact (12345678901234567000): pass it as text.',
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
		['a date', '={{ ({ at: new Date(0) }) }}', { at: '1970-01-01T00:00:00.000Z' }],
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

it.each<[string, string, object]>([
	['recipient_email', 'create', { recipient_email: 'b@x.com' }],
	['label', 'update', { label: null }],
	['properties', 'createPersonal', { properties: { team: 'South' } }],
	['filters', 'create', { filters: { channels: ['csv'] } }],
])('%s of the form is refused', async (key, operation, json) => {
	const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
	const message = await refusalOf(engine, service, {
		resource: key === 'filters' ? 'mailing' : 'invitation',
		operation,
		surveyId: byId(ID),
		invitationId: byId(ID),
		template_id: byId(ID),
		audience: 'filtered',
		filters: { channels: ['csv'] },
		updateFields: { recipient_name: 'Ann' },
		recipient_email: 'a@x.com',
		options: { additionalFieldsJson: JSON.stringify(json) },
	});
	expect(message).toContain(`Additional Fields (JSON) has "${key}", which the form has as `);
});
