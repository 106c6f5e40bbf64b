import { PACKAGE } from '../support/names';
import { OLDEST } from './install/versions';
import { outputsOf, until } from './rest/n8nRest';
import { START, useStand } from './stand';

/** The newest one is what all the other suites run in. */
describe(`n8n ${OLDEST.n8n}, the oldest that the package supports`, () => {
	const stand = useStand({ version: OLDEST });

	it('has the nodes, the tool and the credential', async () => {
		const { rest } = stand();
		const types = (await rest.raw('GET', '/types/nodes.json')).data as Array<{ name: string }>;
		const names = types.map(({ name }) => name).filter((name) => name.startsWith(PACKAGE));
		expect(names.sort()).toEqual(
			['surveyInterview', 'surveyInterviewTool', 'surveyInterviewTrigger'].map(
				(name) => `${PACKAGE}.${name}`,
			),
		);
	});

	it('reads and writes', async () => {
		const { rest, service } = stand();
		const survey = service.world.survey('Customer');
		const read = stand().action({ resource: 'survey', operation: 'getAll', returnAll: true });
		const write = stand().action(
			{
				resource: 'survey',
				operation: 'update',
				surveyId: { __rl: true, mode: 'id', value: survey.id },
				updateFields: { name: 'Another name' },
			},
			{ name: 'Change' },
		);
		const id = await rest.saveWorkflow({ nodes: [START, read, { ...write, executeOnce: true }] });
		const execution = await rest.run(id, 'Start');
		expect(execution.status).toBe('success');
		expect(outputsOf(execution, read.name)[0]).toHaveLength(service.world.surveys().length);
		expect(service.world.survey('Another name').id).toBe(survey.id);
	});

	it('delivers each completion once, also over a restart', async () => {
		const { rest, service, n8n } = stand();
		const survey = service.world.surveys()[0];
		const id = await rest.saveWorkflow({
			nodes: [stand().trigger({}), { name: 'End', type: 'n8n-nodes-base.noOp' }],
		});
		expect(await rest.publish(id)).toBe('published');
		const came = async () => {
			const names: unknown[] = [];
			for (const execution of await rest.executions(id)) {
				const items = outputsOf(await rest.finished(execution.id), 'End')[0] ?? [];
				names.push(...items.map(({ json }) => json.name));
			}
			return names;
		};
		const arrives = async (count: number) =>
			await until(`${count} completions`, async () => {
				const names = await came();
				return names.length >= count ? names : undefined;
			});
		service.world.interview({ surveyId: survey?.id ?? '' }, { name: 'Ada' });
		await arrives(1);
		await n8n.stop();
		service.world.interview({ surveyId: survey?.id ?? '' }, { name: 'Bob' });
		await n8n.start();
		await arrives(2);
		// Two more polls bring nothing again.
		service.clearLog();
		await until('two polls', async () => (service.log.length >= 2 ? true : undefined));
		expect(await came()).toEqual(['Ada', 'Bob']);
	});
});
