import { extent } from '../extent';
import { askAgent } from './agent';
import { NEWEST, OLDEST } from './install/versions';
import type { Execution, Json } from './rest/n8nRest';
import { startModel, type Model } from './servers/model';
import { useStand } from './stand';

const RESPONDENTS = 5000;
/** What n8n keeps of an execution besides a tool's answers, in characters. */
const AROUND = 20_000;

const VERSIONS = extent({ quick: [NEWEST], all: [NEWEST, OLDEST] });

describe.each(VERSIONS)('what a model hears of a long list, in n8n $n8n', (version) => {
	const stand = useStand({ version, service: { seed: { surveys: 1, respondents: RESPONDENTS } } });
	let model: Model;
	beforeEach(async () => {
		model = await startModel({});
	});
	afterEach(async () => await model.stop());

	const ask = async (agent: number, options: Json = {}) => {
		const surveyId = { __rl: true, mode: 'id', value: stand().service.world.survey('Customer').id };
		const list = {
			resource: 'respondent',
			operation: 'getAll',
			surveyId,
			returnAll: true,
			options,
		};
		const execution = await askAgent(stand(), model, list, { version: agent });
		return { execution, heard: model.heard[0] as Json[] };
	};

	it.each([2, 3])(
		'an agent of version %d hears a part that it can take, and that it is one',
		async (agent) => {
			const { execution, heard } = await ask(agent);
			const [note, ...shown] = heard;
			expect(note?.note).toMatch(/^Showing \d+ of 5,000 respondents\. /);
			expect(shown.length).toBeGreaterThan(20);
			expect(sizeOf(heard)).toBeLessThanOrEqual(20_000);
			expect(keptOf(execution)).toBeLessThan(15 * 20_000 + AROUND);
		},
	);

	it('who makes the workflow decides how much it is', async () => {
		const { heard } = await ask(3, { maxAnswerLength: 4000 });
		expect(sizeOf(heard)).toBeLessThanOrEqual(4000);
		expect(heard[0]?.note).toContain('are limited to 4,000 characters');
	});
});

const sizeOf = (value: unknown) => JSON.stringify(value).length;
const keptOf = ({ data }: Execution) => sizeOf(data);
