/** A survey's own properties as fields: in the editor and in a run, by list, by hand, by expression, automatically. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import { createEngine, type Engine } from '../harness/engine';
import { SCOPES, startService, type Service } from '../harness/service';
import { act, byId, failureOf, useEngine, useForEach } from '../harness/support';
import { credentialsFor, TRIGGER } from '../harness/support/names';
import { full } from './case';

let engine: Engine;
useEngine((started) => (engine = started));

const below = (value: INodeParameters | null) => ({ mappingMode: 'defineBelow', value });
const automatic = (schema: IDataObject[] = []) =>
	({ mappingMode: 'autoMapInputData', value: null, schema }) as INodeParameters;

describe.each(DIALECTS)('properties as fields, in the dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		async () => await startService({ dialect }),
	);
	const survey = () => full(service).id;
	const properties = () => service.world.records.properties.of(survey());
	const cannotReadSurveys = () =>
		service.issueToken({ scopes: SCOPES.filter((scope) => scope !== 'surveys:read') });

	const editorWith = async (token: string) =>
		await createEngine({ credentials: credentialsFor({ url: service.url, token }) });
	const fields = async (surveyId: string, token = service.token) => {
		const editor = await editorWith(token);
		const parameters = { resource: 'invitation', operation: 'create', surveyId: byId(surveyId) };
		const listed = await editor.resourceMapping('propertyFields', { parameters });
		await editor.close();
		return listed;
	};
	const create = async (
		mapped: INodeParameters[string],
		more: INodeParameters = {},
		{ items, token }: { items?: IDataObject[]; token?: string } = {},
	) => {
		const parameters = {
			surveyId: byId(survey()),
			recipient_email: 'ann@example.com',
			properties: mapped,
			...more,
		};
		return await act(engine, service, { operation: 'invitation.create', parameters, items, token });
	};
	const sent = () => service.log.filter(({ method }) => method !== 'GET').map(({ body }) => body);
	const propertiesSent = () => sent().map((body) => (body as IDataObject).properties);
	const reads = () => service.log.filter(({ method }) => method === 'GET').length;

	it('the editor lists them by key, with their labels', async () => {
		const { fields: listed } = await fields(survey());
		expect(listed.map(({ id }) => id)).toEqual(properties().map(({ key }) => key));
		const [first] = properties();
		expect(listed[0]?.displayName).toContain(first?.label);
		expect(listed.every(({ required, display }) => !required && display)).toBe(true);
	});

	it('where they cannot be read, the editor says why and what works', async () => {
		const { fields: listed, emptyFieldsNotice } = await fields(survey(), cannotReadSurveys());
		expect(listed).toEqual([]);
		expect(emptyFieldsNotice).toMatch(/\. You can enter values under Properties by Key\.$/);
		expect((await fields('')).emptyFieldsNotice).toMatch(
			/^Choose a survey, and its properties appear here\./,
		);
	});

	it('from the list: what has a value is sent, the empty ones are not', async () => {
		await create(below({ department: 'Sales', location: '', team: null }));
		expect(propertiesSent()).toEqual([{ department: 'Sales' }]);
	});

	it('by hand beside the list: a key by hand wins', async () => {
		const byHand = [
			{ key: 'location', value: 'Breda' },
			{ key: 'department', value: '={{ $json.of }}' },
		];
		await create(
			below({ department: 'Sales', location: 'Utrecht' }),
			{ additionalFields: { properties: { values: byHand } } },
			{ items: [{ of: 'Support' }] },
		);
		expect(propertiesSent()).toEqual([{ department: 'Support', location: 'Breda' }]);
	});

	it('automatically: what the item has under a key or a label, and nothing else', async () => {
		const [first, second] = properties();
		await create(
			automatic(),
			{},
			{
				items: [
					{ [first?.key ?? '']: 'a', [(second?.label ?? '').toUpperCase()]: 'b', email: 'x' },
					{ [first?.label ?? '']: 'c', [`${first?.key}_count`]: 3 },
					{ other: 1 },
				],
			},
		);
		expect(propertiesSent()).toEqual([
			{ [first?.key ?? '']: 'a', [second?.key ?? '']: 'b' },
			{ [first?.key ?? '']: 'c' },
			undefined,
		]);
		// Once for all items.
		expect(reads()).toBe(1);
	});

	it('automatically, although the survey cannot be read: by what the editor saved', async () => {
		const schema = [{ id: 'department', displayName: 'Department (department)' }];
		const token = cannotReadSurveys();
		await create(automatic(schema), {}, { items: [{ department: 'Sales', location: 'x' }], token });
		expect(propertiesSent()).toEqual([{ department: 'Sales' }]);
	});

	it('automatically, and nobody knows them: refused before anything is sent', async () => {
		const failure = failureOf(
			await create(automatic(), {}, { items: [{ department: 'a' }], token: cannotReadSurveys() }),
		);
		expect(failure?.message).toMatch(
			/^Properties are mapped automatically, but the survey’s properties are unknown \(.+\): map each one manually, or enter them under Properties by Key\.$/,
		);
		expect(sent()).toEqual([]);
	});

	it.each<[string, () => INodeParameters]>([
		[
			'invitation.update',
			() => ({ invitationId: byId(service.world.invitations(survey())[0]?.id ?? '') }),
		],
		[
			'respondent.update',
			() => ({ respondentId: byId(service.world.respondents(survey())[0]?.id ?? '') }),
		],
	])(
		'%s: as fields, automatically where the survey is chosen, never an empty change',
		async (operation, ids) => {
			const update = async (mapped: INodeParameters[string], more: INodeParameters = {}) =>
				await act(engine, service, {
					operation,
					parameters: { ...ids(), surveyId: byId(survey()), properties: mapped, ...more },
					items: [{ location: 'Breda' }],
				});
			const [before] = service.world.invitations(survey());
			const others = operation === 'invitation.update' ? { ...before?.properties } : {};
			await update(below({ department: 'Sales' }));
			await update(automatic());
			const kept = operation === 'invitation.update' ? { department: 'Sales' } : {};
			expect(propertiesSent()).toEqual([
				{ ...others, department: 'Sales' },
				{ ...others, ...kept, location: 'Breda' },
			]);
			service.clearLog();
			const empty = failureOf(await update(below({ department: '' })));
			expect(empty?.message).toMatch(/^There is nothing to change/);
			// Without a survey the form does not show the properties.
			const hidden = failureOf(await update(automatic(), { surveyId: byId('') }));
			expect(hidden?.message).toMatch(/^There is nothing to change/);
			expect(service.log).toEqual([]);
		},
	);

	it('updates of one invitation after each other lose nothing, and none is sent where it cannot be read', async () => {
		const id = service.world.invitations(survey())[0]?.id ?? '';
		const update = async (...items: IDataObject[]) =>
			await act(engine, service, {
				operation: 'invitation.update',
				parameters: {
					invitationId: byId(id),
					updateFields: {
						properties: { values: [{ key: '={{ $json.key }}', value: '={{ $json.value }}' }] },
					},
				},
				items,
			});
		const { properties: before } = service.world.records.invitations.get(id) ?? {};
		await update({ key: 'department', value: 'New' }, { key: 'location', value: 'Gouda' });
		const after = { ...before, department: 'New', location: 'Gouda' };
		expect(service.world.records.invitations.get(id)?.properties).toEqual(after);
		service.clearLog();
		service.faults.inject({ match: { method: 'GET' }, fault: { kind: 'status', status: 403 } });
		const failure = failureOf(await update({ key: 'department', value: 'Other' }));
		expect(failure?.status).toBe(403);
		expect(sent()).toEqual([]);
	});

	it('the keys for a filter come from the list too, of the survey or of those that are watched', async () => {
		const keys = properties().map(({ key }) => key);
		const editor = await editorWith(service.token);
		const inNode = await editor.listSearch('searchPropertyKeys', {
			parameters: { resource: 'respondent', operation: 'getAll', surveyId: byId(survey()) },
		});
		expect(inNode.results.map(({ value }) => value)).toEqual(keys);
		const inTrigger = await editor.listSearch('searchPropertyKeys', {
			type: TRIGGER,
			parameters: { surveys: 'chosen', surveyIds: [survey()] },
			filter: 'depart',
		});
		const ofAll = editor.listSearch('searchPropertyKeys', {
			type: TRIGGER,
			parameters: { surveys: 'all' },
		});
		await expect(ofAll).rejects.toThrow('You can always enter a key by hand.');
		await editor.close();
		expect(inTrigger.results.map(({ value }) => value)).toEqual(['department']);
	});

	it('a filter takes the key from the list, and by hand', async () => {
		const list = async (key: INodeParameters[string]) =>
			await act(engine, service, {
				operation: 'respondent.getAll',
				parameters: {
					surveyId: byId(survey()),
					returnAll: true,
					filters: { propertyFilter: { values: [{ key, value: 'Sales' }] } },
				},
			});
		const byList = await list({ __rl: true, mode: 'list', value: 'department' });
		expect(byList.items.length).toBeGreaterThan(0);
		expect((await list(byId('department'))).items).toEqual(byList.items);
		expect((await list('department')).items).toEqual(byList.items);
	});
});
