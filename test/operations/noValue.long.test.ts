/** A field of a write without a value: one rule, in every operation (docs/operations.md, Fields). */
import type { INodeParameters } from 'n8n-workflow';

import type { Field } from '../../nodes/SurveyInterview/operations/field';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { collectionOf } from '../../nodes/SurveyInterview/operations/operation';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, given, useEngine, useService } from '../harness/support';
import { actions, createSurvey, sync } from '../sync/stage';
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

it('there are fields of many kinds, and limits among them', () => {
	expect(CASES.length).toBeGreaterThan(50);
	expect(new Set(CASES.map(({ field }) => field.kind)).size).toBeGreaterThan(6);
	expect(CASES.filter(isLimit).map(({ operation }) => operation)).toEqual([
		'invitation.create',
		'invitation.createPersonal',
		'invitation.createSharedLink',
		'invitation.createSharedLink',
	]);
});

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
				? { audience: 'filtered', filters: { ...cleared, channels: ['csv'] } }
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

it('Clear Fields offers every field of an update that may be null', () => {
	const offered = (operation: string) =>
		CASES.filter((one) => one.operation === operation && one.field.nullable).map(
			({ field }) => field.name,
		);
	expect(offered('invitation.update').sort()).toEqual([
		'allowed_origins',
		'expires_at',
		'label',
		'max_uses',
		'recipient_email',
		'recipient_external_id',
		'recipient_name',
		'recipient_notes',
	]);
	expect(offered('mailing.update').sort()).toEqual([
		'added_after',
		'body_html_override',
		'subject_override',
		'template_id',
	]);
});

it('a value is sent as before', async () => {
	const parameters = {
		surveyId: byId(ID),
		invitationId: byId(ID),
		updateFields: { label: given('VIP'), expires_at: given('') },
	};
	service.clearLog();
	await act(engine, service, { operation: 'invitation.update', parameters });
	expect(service.log.find(({ method }) => method === 'PATCH')?.body).toEqual({ label: 'VIP' });
});

it.each([...NOTHING, NULL])(
	'Sync creates no invitation without the expiry that it was to have: %s',
	async (expires_at) => {
		const surveyId = createSurvey(service, `Expiry ${expires_at}`);
		service.world.createInvitation(surveyId, 'personal', { recipientEmail: 'a@x.com' });
		const contacts = [{ email: 'a@x.com', name: 'Ann' }, { email: 'b@x.com' }];
		for (const dryRun of [true, false]) {
			const parameters = { contactFields: { expires_at }, dryRun };
			// No row of the list has one: more likely the form is at fault than the contacts.
			const all = await sync(engine, service, { surveyId, contacts, parameters });
			expect(failureOf(all)?.message).toMatch(
				/^Expires At \(New Invitations\) has no value in any/,
			);
			const alone = async (...some: typeof contacts) =>
				await sync(engine, service, { surveyId, contacts: some, parameters });
			expect(actions(await alone(...contacts.slice(0, 1)))).toEqual([
				dryRun ? 'wouldUpdate' : 'updated',
			]);
			const run = await alone(...contacts.slice(1));
			expect(actions(run)).toEqual(['failed']);
			expect(run.items[0]?.json.reason).toMatch(/^Expires At \(New Invitations\) has no value/);
		}
		expect(service.world.invitations(surveyId)).toHaveLength(1);
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
