/** What a survey's properties as fields do where the item, the survey or the service is not as it should be. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, failureOf, useEngine, useForEach } from '../harness/support';

let engine: Engine;
useEngine((started) => (engine = started));

const AUTOMATIC = { mappingMode: 'autoMapInputData', value: null, schema: [] } as INodeParameters;
const below = (value: INodeParameters) => ({ mappingMode: 'defineBelow', value });
const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe('properties as fields, where things go wrong', () => {
	let service: Service;
	let surveyId: string;
	useForEach(
		(started) => {
			service = started;
			surveyId = service.world.createSurvey({ name: 'Small' }).id;
			for (const key of ['team', 'level']) service.world.createProperty(surveyId, { key });
		},
		async () => await startService(),
	);

	const create = async (
		properties: INodeParameters[string],
		items: IDataObject[],
		{ node, options = {} }: { node?: Partial<INode>; options?: INodeParameters } = {},
	) =>
		await act(engine, service, {
			operation: 'invitation.createPersonal',
			parameters: {
				surveyId: byId(surveyId),
				recipient_email: '={{ $json.email }}',
				properties,
				options: { concurrency: 1, ...options },
			},
			items,
			node,
		});
	const held = () =>
		service.world.invitations(surveyId).map((one) => [one.recipientEmail, one.properties]);
	const surveyFails = (skip: number, status: number) =>
		service.faults.inject({
			match: { operation: 'survey.get' },
			fault: { kind: 'status', status },
			skip,
			times: Infinity,
		});

	it('a value that cannot be sent is refused before the first item is sent', async () => {
		const run = await create(AUTOMATIC, [
			{ email: 'a@x.org', team: 'North' },
			{ email: 'b@x.org', team: { name: 'North' } },
		]);
		expect(failureOf(run)?.message).toMatch(/^Properties → "team" must be text/);
		expect(failureOf(run)?.description).toBe(
			'This is row 2. Nothing was sent for any of the 2 rows.',
		);
		expect(held()).toEqual([]);
	});

	it('with Retry On Fail, what was created stays told as created when the survey then fails', async () => {
		surveyFails(1, 401);
		service.faults.inject({
			match: ({ method }) => method === 'POST',
			fault: { kind: 'status', status: 402 },
			skip: 1,
			times: 1,
		});
		const items = [
			{ email: 'a@x.org', team: 'North' },
			{ email: 'b@x.org', team: 'South' },
		];
		const run = await create(AUTOMATIC, items, { node: RETRY });
		expect(held()[0]).toEqual(['a@x.org', { team: 'North' }]);
		expect(failureOf(run)?.description).toContain('Row 1: done.');
	});

	it.each([503, 429])(
		'keys are checked for a hint only: a survey that answers %i costs one request',
		async (status) => {
			surveyFails(0, status);
			const run = await create(below({ team: 'North' }), [{ email: 'a@x.org' }]);
			expect(run.error).toBeUndefined();
			expect(held()).toEqual([['a@x.org', { team: 'North' }]]);
			expect(service.requests({ method: 'GET' })).toHaveLength(1);
		},
	);
});
