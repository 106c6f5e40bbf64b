/** The list of surveys is asked for once in a few seconds, however many triggers poll. */
import { POLL_ENGINES } from '../everywhere';
import { WORKFLOW } from '../harness/stage/trigger';
import { stages } from './triggerStage';

const LIST = 'survey.getAll';
const TRIGGERS = Array.from({ length: 50 }, (_, nth) => `trigger-${nth}`);
const setStage = stages();

describe.each(POLL_ENGINES)('fifty triggers, %s engine', (engine) => {
	const publish = async () => {
		const stage = await setStage({ engine });
		const surveys = TRIGGERS.map((id) => stage.survey(id));
		const nodes = TRIGGERS.map((id, nth) => ({
			...stage.node({ surveyIds: [surveys[nth]!] }),
			id,
			name: id,
		}));
		await stage.n8n.save({ id: WORKFLOW, nodes });
		await stage.activate();
		const lists = () => stage.asked().filter((one) => one === LIST).length;
		const pollAll = async () =>
			await Promise.all(TRIGGERS.map(async (id) => await stage.n8n.tick(WORKFLOW, id)));
		/** All of them poll, this long after the last time. */
		const after = async (ms: number) => {
			stage.service.clock.advance(ms);
			stage.service.clearLog();
			return await pollAll();
		};
		return { stage, surveys, lists, after };
	};

	it('share one list, which serves for five seconds', async () => {
		const { stage, surveys, lists, after } = await publish();
		await after(60_000);
		expect(lists()).toBe(1);
		await after(4_000);
		expect(lists()).toBe(0);
		stage.interview(surveys[7]!, 'Ada');
		const polls = await after(60_000);
		expect(lists()).toBe(1);
		const came = polls.map(({ items }) => items?.flat().length ?? 0);
		expect(came).toEqual(TRIGGERS.map((_, nth) => (nth === 7 ? 1 : 0)));
	});

	it('each says for itself that it cannot be read', async () => {
		const { stage, lists, after } = await publish();
		const fault = { kind: 'status', status: 403 } as const;
		stage.service.faults.inject({ match: { path: /\/surveys$/ }, fault, times: Infinity });
		const polls = await after(60_000);
		expect(lists()).toBe(TRIGGERS.length);
		const named = polls.map(({ error }) => (error as { node?: { name: string } }).node?.name);
		expect(named).toEqual(TRIGGERS);
	});
});
