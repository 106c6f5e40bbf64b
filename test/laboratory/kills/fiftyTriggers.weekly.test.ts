import { TRIGGER_NAME } from '../../harness/support/names';
import { itemsOf, until } from '../../n8n/rest/n8nRest';
import { everySeconds, useStand } from '../../n8n/stand';
import { ENGINE_SETTINGS, NEXT_NAME } from '../../n8n/triggerStage';

/** How many workflows poll, and how many requests a second the service allows them all. */
const TRIGGERS = Number(process.env.TRIGGERS ?? 50);
const PER_SECOND = 5;

describe.each(ENGINE_SETTINGS)('many triggers with one token, in the $engine engine', ({ env }) => {
	const stand = useStand({ env });

	it('all are published, and each completion comes once to each', async () => {
		const { rest, service } = stand();
		service.rateLimit.set({ requests: PER_SECOND, perSeconds: 1 });
		const { id: surveyId } = service.world.createSurvey({ name: 'Watched by all' });
		const workflows: string[] = [];
		for (let nth = 0; nth < TRIGGERS; nth++) {
			const name = TRIGGER_NAME;
			const nodes = [
				stand().trigger({ pollTimes: everySeconds(10) }, { name }),
				{ name: NEXT_NAME, type: 'n8n-nodes-base.noOp' },
			];
			workflows.push(await rest.saveWorkflow({ nodes }));
		}
		for (const id of workflows) expect(await rest.publish(id)).toBe('published');
		const due: string[] = [];
		for (const name of ['Ada', 'Ben', 'Cleo']) {
			due.push(service.world.interview({ surveyId }, { name, score: 9 }).id);
		}
		const came = async (workflow: string) => {
			const all = await rest.executions(workflow);
			const over = all.filter(({ mode, status }) => mode === 'trigger' && status === 'success');
			const whole = await Promise.all(over.map(async ({ id }) => await rest.execution(id)));
			return whole.flatMap((execution) => itemsOf(execution, NEXT_NAME)).map(({ id }) => id);
		};
		for (const workflow of workflows) {
			await until('all to arrive', async () => {
				return (await came(workflow)).length >= due.length || undefined;
			});
		}
		const last = service.requests({ status: 200 }).length;
		await until('more polls', async () => {
			return service.requests({ status: 200 }).length > last + 10 || undefined;
		});
		for (const workflow of workflows) expect((await came(workflow)).sort()).toEqual(due.sort());
	});
});
