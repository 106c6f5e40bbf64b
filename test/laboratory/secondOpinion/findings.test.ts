/** The smallest histories in which the trigger did something else than docs/trigger.md says (README.md, Findings). */
import type { History, Step } from './history';
import { play } from './play';
import { SurveyService } from './service';
import type { SurveySetup } from './world';

const service = new SurveyService();
beforeAll(async () => await service.start());
afterAll(async () => await service.stop());

const PLAIN: SurveySetup = {
	metric: 'nps',
	metricPlace: 'list',
	ids: 'all',
	format: 'z',
	times: ['started_at', 'completed_at'],
	word: 'completed',
	scoresFrom: 0,
	showsCount: true,
	showsCreated: true,
};

/** A poll of which the list of respondents is in some way; by default it is well. */
const poll = (fault = 1): Step => ({ deed: 'poll', rolls: [fault, 0, 1, 0, 1] });
/** Rolls that choose a fault: about half of the respondents are left out, in each answer of the poll. */
const SHORT = 0.22175;
const step = (deed: Step['deed'], ...rolls: number[]): Step => ({ deed, rolls });

async function strictly(
	steps: Step[],
	{ survey = {}, ...more }: Partial<History> & { survey?: Partial<SurveySetup> } = {},
) {
	const history: History = {
		seed: 5,
		engine: 'durable',
		surveys: [{ ...PLAIN, ...survey }],
		filters: {},
		emitExisting: false,
		includeConversation: false,
		everything: false,
		activation: 1,
		before: [12],
		steps,
		...more,
	};
	return (await play(history, service, { isStrict: true })).map(({ what }) => what);
}

it('a history without anything special has no findings', async () => {
	const steps = [step('complete', 0, 0), poll(), step('rewriteIds', 0), poll(), step('restart')];
	expect(await strictly(steps)).toEqual([]);
	expect(await strictly(steps, { engine: 'default' })).toEqual([]);
});

it('known completions stay known if their new ids come in a short list', async () => {
	const steps = [step('rewriteIds', 0), step('wait', 0.5), poll(SHORT)];
	expect(await strictly(steps, { survey: { showsCount: false } })).toEqual([]);
});

it('scores in the baseline are scores that the service has shown', async () => {
	const steps = [step('lateScore', 0, 0.4), poll(), poll(), poll(), poll()];
	expect(await strictly(steps, { filters: { scoreTo: 10 } })).toEqual([]);
});

it('known completions stay known if most are not in the list with the new ids', async () => {
	const steps = [step('rewriteIds', 0), step('wait', 0.5), poll(SHORT)];
	expect(await strictly(steps, { before: [13], seed: 3 })).toEqual([]);
});

/** Nothing of the second half passes the filter, so the default engine saves nothing of it. */
it('the new baseline of a migration is saved in the default engine', async () => {
	const steps = [
		step('poll', 0.68, 0.13, 0.3, 0.87, 0.5, 0.94),
		step('surveyNew', 0.65, 0.03, 0.41, 0.15, 0.5, 0.56),
		step('complete', 0.66, 0.8),
		step('complete', 0.25, 0.82),
		step('complete', 0.21, 0.96),
		step('poll', 0.69, 0.85, 0.18, 0.01, 0.72, 0.49),
		step('poll', 0.77, 0.9, 0.05, 0.61, 0.09, 0.41),
		step('complete', 0.07, 0.29),
		step('poll', 0.54, 0.56, 0.66, 0.57, 0.51, 0.3),
		step('complete', 0.42, 0.15),
		step('poll', 0.32, 0.22, 0.36, 0.04, 0.46, 0.63),
		step('rewriteFormat', 0.37, 0.77, 0.12, 0.42, 0.13, 0.22),
		step('poll', 0.99, 0.38, 0.39, 0.95, 0.77, 0.28),
		step('restart', 0.9, 0.68),
	];
	const more: Partial<History> = {
		seed: 68112816,
		engine: 'default',
		filters: { scoreGroups: ['passive', 'promoter'] },
		activation: 0.102,
		before: [1],
	};
	const survey: Partial<SurveySetup> = {
		metric: 'enps',
		ids: 'none',
		times: ['started_at', 'created_at', 'completed_at'],
		word: 'finished',
	};
	expect(await strictly(steps, { ...more, survey })).toEqual([]);
});

/** The handover of the activation, taken up by the first poll, is still there when the survey is listed again. */
it('a survey that one list of surveys leaves out keeps its baseline', async () => {
	const steps = [poll(), step('surveyHide', 0), poll(), step('surveyShow', 0)];
	const more = { seed: 536989633, before: [1], survey: { times: ['started_at' as const] } };
	for (const activation of [0.23452681489288807, 1]) {
		const history = [...steps, step('complete', 0, 0), poll(), poll()];
		expect(await strictly(history, { ...more, activation })).toEqual([]);
	}
});
