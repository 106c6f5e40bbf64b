/** Fields whose names are assumptions: the form says so, no bound is enforced that nobody gave, a refusal says what else to use. */
import type { INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import { hintForRefusal } from '../../nodes/SurveyInterview/http/hints';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, failureOf, useEngine, useService } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { full } from './case';
import { offeredIn, shownControls } from './shownForm';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));
const wording = new Wording();
beforeEach(() => {
	service.clearLog();
	service.faults.clear();
});

/** Each field where the form has it: at the top, or among the additional ones. */
const create = async (operation: string, fields: INodeParameters) =>
	await act(engine, service, {
		operation: `invitation.${operation}`,
		parameters: { surveyId: byId(full(service).id), ...fields, additionalFields: fields },
	});

const UNDOCUMENTED = 'Undocumented';
const assumedIn = (
	operation: string,
	resource = 'invitation',
	collection = 'additionalFields',
): string[] =>
	[...shownControls(resource, operation), ...offeredIn(collection, resource, operation)]
		.filter(({ description = '' }) => description.includes(UNDOCUMENTED))
		.map(({ name }) => name);

it('the form of Create or Get names On Duplicate alone as described', () => {
	expect(assumedIn('create').sort()).toEqual([
		'expires_at',
		'label',
		'recipient_external_id',
		'recipient_notes',
	]);
	expect(
		shownControls('invitation', 'create')
			.filter(({ name }) => name === 'notice')
			.map(({ displayName }) => displayName)
			.join(),
	).toMatch(/The service documents only On Duplicate\. .* use Create Personal/);
});

describe('a survey', () => {
	const assumed = ['anonymous_responses', 'goal', 'scale_max', 'scale_min'];
	const survey = { name: 'A', metric_type: 'scale', interview_locale: 'auto' };
	const made = async (more: INodeParameters, inService = service) => {
		const operation = 'survey.create';
		const run = await act(engine, inService, { operation, parameters: { ...survey, ...more } });
		expect(run.error?.message).toBeUndefined();
		return inService.log.at(-1)?.body;
	};

	it('its form says which of its fields are assumptions', () => {
		expect(assumedIn('create', 'survey').sort()).toEqual([...assumed, 'themes']);
		expect(assumedIn('update', 'survey', 'updateFields').sort()).toEqual(assumed);
	});

	it('is created without what nobody added', async () => {
		expect(await made({})).toEqual(survey);
	});

	it.each([{ scale_min: '1', scale_max: '5' }])(
		'with a scale of its own, without JSON: %j',
		async (ends) => {
			const { scale_min, scale_max } = ends;
			const numbers = { scale_min: Number(scale_min), scale_max: Number(scale_max) };
			expect(await made({ additionalFields: ends })).toEqual({ ...survey, ...numbers });
		},
	);

	it.each(DIALECTS)(
		'in the dialect %s; where it knows the names, it has all of it',
		async (dialect) => {
			const other = await startService({ dialect });
			const additionalFields = {
				anonymous_responses: true,
				goal: 'To learn.',
				scale_min: 1,
				scale_max: 5,
				themes: ['Price', 'Delivery'],
			};
			expect(await made({ additionalFields }, other)).toEqual({ ...survey, ...additionalFields });
			const created = other.world.survey('A');
			const themes = other.world.records.themes.of(created.id).map(({ name }) => name);
			await other.stop();
			if (!other.choices.surveyInputs.includes('themes')) return;
			expect(themes.sort()).toEqual(['Delivery', 'Price']);
			expect(created).toMatchObject({
				anonymous: true,
				goal: 'To learn.',
				scaleMin: 1,
				scaleMax: 5,
				interviewLocale: 'auto',
			});
		},
	);
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

	it.each([0, 'many'])(
		'but Max Uses is a whole number of at least 1, and %p is not',
		async (max_uses) => {
			const value = `={{ ${JSON.stringify(max_uses)} }}`;
			const failure = failureOf(await create('createSharedLink', { max_uses: value }));
			expect(failure?.message).toContain('Max Uses');
			wording.note(failure?.message, `Max Uses is ${max_uses}`);
			expect(service.log).toEqual([]);
		},
	);
});

it.each([400, 422])('a %i of Create or Get says what else to use', async (status) => {
	service.faults.inject({ fault: { kind: 'status', status } });
	const failure = failureOf(await create('create', { recipient_external_id: '7' }));
	expect(failure?.description).toMatch(/documents only On Duplicate.*use Create Personal/);
});

it.each([
	['recipient_email: Invalid email', /^Correct the values that the service names/],
	['recipient_mail: Extra inputs are not permitted', /^Use Create Personal/],
	['Unknown field recipient_mail', /^Use Create Personal/],
])('of a 422 that says "%s" the advice is about it', (detail, advice) => {
	const refusal = { status: 422, errorBody: { details: [detail] }, path: '/x', api: 'http://x' };
	expect(hintForRefusal({ ...refusal, hints: { 422: 'Use Create Personal.' } })).toMatch(advice);
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
