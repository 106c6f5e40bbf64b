/** Sync: a survey's properties as fields of each contact, and keys that the survey does not have. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { SCOPES, type Service } from '../harness/service';
import { failureOf, useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { actions, sync, useEmptySurvey, writesIn } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

const AUTOMATIC = { mappingMode: 'autoMapInputData', value: null, schema: [] };
const below = (value: INodeParameters) => ({ mappingMode: 'defineBelow', value });

describe.each(DIALECTS)('properties of contacts, in the dialect %s', (dialect) => {
	let service: Service;
	let surveyId: string;
	useEmptySurvey((started) => ({ service, surveyId } = started), { dialect });

	const run = async (
		contacts: IDataObject[],
		properties: INodeParameters,
		{
			byKey = {},
			...more
		}: { byKey?: INodeParameters; token?: string; options?: IDataObject } = {},
	) =>
		await sync(engine, service, {
			surveyId,
			contacts,
			...more,
			parameters: { properties, contactFields: byKey },
		});
	const held = () =>
		service.world.invitations(surveyId).map((one) => [one.recipientEmail, one.properties]);
	const cannotReadSurveys = () =>
		service.issueToken({ scopes: SCOPES.filter((scope) => scope !== 'surveys:read') });

	it('fields of the form, whose empty values leave an invitation as it is', async () => {
		const fields = below({ team: '={{ $json.t }}', city: '={{ $json.c }}' });
		await run(
			[
				{ email: 'a@x.org', t: 'North', c: 'Rome' },
				{ email: 'b@x.org', t: '' },
			],
			fields,
		);
		expect(held()).toEqual([
			['a@x.org', { team: 'North', city: 'Rome' }],
			['b@x.org', {}],
		]);
		const again = await run([{ email: 'a@x.org', t: 'South', c: '' }], fields);
		expect(actions(again)).toEqual(['updated']);
		expect(held()[0]).toEqual(['a@x.org', { team: 'South', city: 'Rome' }]);
	});

	it('automatically, by what each contact has; a key by hand wins', async () => {
		const byKey = { properties: { values: [{ key: 'city', value: 'Delft' }] } };
		const contacts = [
			{ email: 'a@x.org', team: 'North', city: 'Rome', shoe_size: 44 },
			{ email: 'b@x.org', TEAM: 'South' },
		];
		await run(contacts, AUTOMATIC as INodeParameters, { byKey });
		expect(held()).toEqual([
			['a@x.org', { team: 'North', city: 'Delft' }],
			['b@x.org', { team: 'South', city: 'Delft' }],
		]);
		expect(service.requests({ path: new RegExp(`/${surveyId}$`) })).toHaveLength(1);
	});

	it.each<[string, INodeParameters[string]]>([
		['from the list', { __rl: true, mode: 'list', value: 'city' }],
		['by hand', { __rl: true, mode: 'id', value: 'city' }],
	])(
		'a row whose key was chosen %s wins over the form, and an empty one does not',
		async (_, key) => {
			const byKey = { properties: { values: [{ key, value: '={{ $json.to }}' }] } };
			const contacts = [
				{ email: 'a@x.org', city: 'Rome', to: 'Delft' },
				{ email: 'b@x.org', city: 'Rome', to: '' },
			];
			const { items } = await run(contacts, AUTOMATIC as INodeParameters, { byKey });
			expect(items.map(({ json }) => json.action)).toEqual(['created', 'created']);
			expect(held()).toEqual([
				['a@x.org', { city: 'Delft' }],
				['b@x.org', { city: 'Rome' }],
			]);
		},
	);

	it.each([
		['Größe', 'decomposed', 'Gro\u0308ße'],
		['team', 'with blanks around it', ' team '],
		['team', 'with a sign that nobody sees', 'team\u200b'],
	])('the key %s, %s, is the survey’s', async (key, _, typed) => {
		if (key !== 'team') service.world.createProperty(surveyId, { key });
		const byKey = { properties: { values: [{ key: typed, value: 'L' }] } };
		const sent = await run([{ email: 'a@x.org' }], below({}), { byKey });
		expect(failureOf(sent)?.message).toBeUndefined();
		expect(held()).toEqual([['a@x.org', { [key]: 'L' }]]);
	});

	it('a key that the survey does not have ends the run before the first write', async () => {
		const contacts = [{ email: 'a@x.org' }, { email: 'b@x.org' }];
		const byKey = { properties: { values: [{ key: 'taem', value: 'North' }] } };
		const failure = failureOf(await run(contacts, below({}), { byKey }));
		expect(failure?.message).toContain(' taem. Its properties are: team, level, city. ');
		wording.note(failure?.message, 'a key that the survey does not have');
		expect(failure?.description).toBe('Nothing was changed.');
		expect(writesIn(service)).toEqual([]);
		const options = { unknownProperties: 'send' };
		expect(actions(await run(contacts, below({}), { byKey, options }))).toEqual([
			'created',
			'created',
		]);
	});

	it('where the properties cannot be read, values by hand are sent, and none is called unknown', async () => {
		const token = cannotReadSurveys();
		const sent = await run([{ email: 'a@x.org' }], below({ taem: 'North' }), { token });
		expect(actions(sent)).toEqual(['created']);
		const automatic = await run([{ email: 'b@x.org', team: 'x' }], AUTOMATIC as INodeParameters, {
			token,
		});
		expect(automatic.items[0]?.json).toMatchObject({
			action: 'failed',
			reason: expect.stringMatching(/^Properties are mapped automatically, but .+ are unknown/),
		});
		expect(held()).toHaveLength(1);
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
