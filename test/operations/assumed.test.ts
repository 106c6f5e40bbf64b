/** Fields whose names are assumptions: the form says so, no bound is enforced that nobody gave, a refusal says what else to use. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import type { Engine } from '../engine';
import type { Service } from '../service';
import { act, byId, failureOf, useEngine, useService } from '../support';
import { full } from './case';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));
beforeEach(() => {
	service.clearLog();
	service.faults.clear();
});

const create = async (operation: string, additionalFields: INodeParameters) =>
	await act(engine, service, {
		operation: `invitation.${operation}`,
		parameters: { surveyId: byId(full(service).id), additionalFields },
	});

const ASSUMED = 'the field’s name is an assumption';
const controls = (name: string, operation: string): INodeProperties[] =>
	new SurveyInterview().description.properties.filter(
		({ name: own, displayOptions }) =>
			own === name &&
			displayOptions?.show?.resource?.includes('invitation') &&
			displayOptions.show.operation?.includes(operation),
	);
const assumedIn = (operation: string) =>
	((controls('additionalFields', operation)[0]?.options ?? []) as INodeProperties[])
		.filter(({ description = '' }) => description.includes(ASSUMED))
		.map(({ name }) => name);

it('the form of Create (Public API) names On Duplicate alone as described', () => {
	expect(assumedIn('create').sort()).toEqual([
		'expires_at',
		'label',
		'properties',
		'recipient_email',
		'recipient_external_id',
		'recipient_name',
		'recipient_notes',
	]);
	expect(assumedIn('createPersonal')).not.toContain('recipient_email');
	expect(
		controls('notice', 'create')
			.map(({ displayName }) => displayName)
			.join(),
	).toMatch(/assumptions.*Create Personal/);
});

describe('a bound of the update alone is no bound of a create', () => {
	const label = 'l'.repeat(121);
	it.each<[string, INodeParameters]>([
		['create', { label, recipient_email: 'a@x.com' }],
		['createPersonal', { label, recipient_email: 'a@x.com' }],
		['createSharedLink', { label, max_uses: 10_000_001 }],
	])('%s', async (operation, fields) => {
		await create(operation, fields);
		expect(service.log.map(({ body }) => body)).toEqual([fields]);
	});

	it.each([0, -1, 1.5, 'many'])(
		'but Max Uses is a whole number of at least 1, and %p is not',
		async (max_uses) => {
			const value = `={{ ${JSON.stringify(max_uses)} }}`;
			const failure = failureOf(await create('createSharedLink', { max_uses: value }));
			expect(failure?.message).toBe(
				`Max Uses must be a whole number of at least 1, but it is ${JSON.stringify(max_uses)}.`,
			);
			expect(service.log).toEqual([]);
		},
	);
});

it.each([400, 422])('a %i of Create (Public API) says what else to use', async (status) => {
	service.faults.inject({ fault: { kind: 'status', status } });
	const failure = failureOf(await create('create', { recipient_external_id: '7' }));
	expect(failure?.description).toMatch(/does not show.*use Create Personal/);
});
