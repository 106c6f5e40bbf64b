/** A field of a write without a value: one rule, in every operation (docs/operations.md, Fields). */
import type { INodeParameters } from 'n8n-workflow';

import type { Field } from '../../nodes/SurveyInterview/operations/field';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { collectionOf } from '../../nodes/SurveyInterview/operations/operation';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, given, useEngine, useService } from '../harness/support';
import { full } from './case';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const IDENTIFIERS = [
	'surveyId',
	'mailingId',
	'invitationId',
	'respondentId',
	'categoryId',
	'propertyId',
	'topicId',
];
const REQUIRED: INodeParameters = {
	template_id: ID,
	audience: 'unfiltered',
	name: 'Survey',
	metric_type: 'nps',
	interview_locale: 'en',
};
/** What else is sent, so that no request is refused as empty. */
const SENTINEL = { sentinel: 1 };
const NOTHING = ['={{ $json.nothing }}', "={{ '' }}", "={{ ' \\n' }}"];
const NULL = '={{ null }}';

interface Case {
	operation: string;
	method: string;
	field: Field;
	/** Where the field stands in the form. */
	where: 'required' | 'inForm' | 'collection' | 'nested';
	collection: string;
}

/** Every field of every write. Rows of a key and a value cannot be given by an expression as a whole. */
const CASES = RESOURCES.flatMap(({ value, operations }) =>
	operations.flatMap((operation): Case[] => {
		if (operation.kind !== 'endpoint' || operation.endpoint.startsWith('GET')) return [];
		const { required = [], inForm = [], optional = [], nested, endpoint } = operation;
		const base = {
			operation: `${value}.${operation.value}`,
			method: endpoint.split(' ')[0] ?? '',
		};
		const all = { required, inForm, collection: optional, nested: nested?.fields ?? [] };
		return Object.entries(all).flatMap(([where, fields]) =>
			fields
				.filter(({ kind }) => kind !== 'map')
				.map((field) => ({
					...base,
					field,
					where: where as Case['where'],
					collection: where === 'nested' ? (nested?.key ?? '') : collectionOf(operation),
				})),
		);
	}),
);

/** Runs the operation with a value in the field. */
async function run({ operation, field, where, collection }: Case, value: string) {
	const isOwn = where === 'required' || where === 'inForm';
	const own = isOwn
		? { [field.name]: value }
		: {
				[collection]: { [field.name]: value },
				...(where === 'nested' ? { audience: 'filtered' } : {}),
			};

	const parameters = {
		...Object.fromEntries(IDENTIFIERS.map((name) => [name, byId(ID)])),
		...(operation === 'mailing.create' || operation === 'survey.create' ? REQUIRED : {}),
		...own,
		options: { additionalFieldsJson: JSON.stringify(SENTINEL) },
	};
	service.clearLog();
	const ran = await act(engine, service, { operation, parameters });
	const sent = service.log.filter(({ method }) => method !== 'GET');
	return { failure: failureOf(ran), sent: sent.map(({ body }) => body as object) };
}

/** A cap or an expiry that a new link was meant to have. */
const isLimit = ({ method, field: { name } }: Case) =>
	method === 'POST' && ['max_uses', 'expires_at'].includes(name);

it.each(CASES)('$operation: $field.label ($where)', async (one) => {
	const { field, where } = one;
	const isNeeded = where === 'required' || where === 'nested' || isLimit(one);
	for (const value of NOTHING) {
		const { failure, sent } = await run(one, value);
		if (isNeeded) {
			expect([value, sent]).toEqual([value, []]);
			expect(failure?.message).toMatch(new RegExp(`${field.label}|issues`));
		} else {
			expect([value, sent.length]).toEqual([value, 1]);
			expect(sent[0]).toMatchObject(SENTINEL);
			expect(sent[0]).not.toHaveProperty(field.name);
		}
	}
	const { failure, sent } = await run(one, NULL);
	expect(sent).toEqual([]);
	if (!isNeeded)
		expect(failure?.message).toMatch(new RegExp(`^${field.label} is null: .*Clear Fields`));
});

it.each(CASES.filter(({ field, operation }) => field.nullable && operation.endsWith('.update')))(
	'$operation: $field.label is emptied with Clear Fields, also beside a control without a value',
	async (one) => {
		const { operation, field, collection, where } = one;
		for (const beside of [{}, { [field.name]: '' }, { [field.name]: NULL }]) {
			service.clearLog();
			const cleared = { ...beside, clearFields: [field.name] };
			const isNested = where === 'nested';
			const filters = isNested
				? {
						audience: 'filtered',
						filters: { ...cleared, completed: ['no'], last_invited: 'never' },
					}
				: {};
			const parameters = {
				...Object.fromEntries(IDENTIFIERS.map((name) => [name, byId(ID)])),
				...(operation === 'mailing.create' ? REQUIRED : {}),
				...(isNested ? filters : { [collection]: cleared }),
			};
			await act(engine, service, { operation, parameters });
			const body = service.log.find(({ method }) => method !== 'GET')?.body as Record<
				string,
				unknown
			>;
			expect(isNested ? body?.filters : body).toMatchObject({ [field.name]: null });
		}
	},
);

it.each([
	[{ allowed_origins: [] }, []],
	[{ allowed_origins: given([]) }, []],
	[{ clearFields: ['allowed_origins'] }, null],
])('Allowed Origins can be emptied: %j', async (updateFields, sent) => {
	const invitation = service.world.createInvitation(full(service).id, 'popup', {
		allowedOrigins: ['https://a.example'],
	});
	const parameters = { invitationId: byId(invitation.id), updateFields };
	service.clearLog();
	const { error } = await act(engine, service, { operation: 'invitation.update', parameters });
	expect(error).toBeUndefined();
	expect(service.log.find(({ method }) => method === 'PATCH')?.body).toEqual({
		allowed_origins: sent,
	});
	expect(service.world.records.invitations.get(invitation.id)?.allowedOrigins).toEqual([]);
});
