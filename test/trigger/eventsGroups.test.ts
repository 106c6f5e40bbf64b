/** NPS Group and Metric Types: who comes, what is waited for, and what n8n's log says. */
import { EVERYWHERE } from '../everywhere';
import { inTurn } from '../extent';
import { collectLogs } from '../harness/engine';
import type { Fault, FaultRule } from '../harness/service';
import { nameIn, type Json } from '../harness/stage/records';
import { HOUR } from '../harness/stage/time';
import { stages, type Parameters, type Stage } from './triggerStage';

const setStage = stages();
const SURVEY_ITSELF = { operation: 'survey.get' };

/** The list of surveys as a service sends it that does not tell the metric there. */
const NO_METRIC: FaultRule = {
	match: { operation: 'survey.getAll' },
	fault: { kind: 'rewritten body', rewrite: (body) => without(/metric/, body) },
	times: Infinity,
};
const without = (keys: RegExp, body: string) =>
	JSON.stringify(JSON.parse(body), (key, value: unknown) => (keys.test(key) ? undefined : value));

interface Extra extends Pick<Parameters, 'options'> {
	/** A survey of each. */
	metrics?: string[];
	/** The places of those that are watched; default all. */
	chosen?: number[];
}

describe.each(EVERYWHERE)('$engine engine, dialect $dialect', (on) => {
	const begin = async (
		filters: Json,
		faults: FaultRule[] = [],
		{ metrics = ['nps'], chosen, options }: Extra = {},
	) => {
		const logs = collectLogs();
		const stage = await setStage(on);
		const surveys = metrics.map((metricType) => stage.survey(`In ${metricType}`, { metricType }));
		for (const fault of faults) stage.service.faults.inject(fault);
		const parameters: Parameters = { filters, options };
		if (chosen) parameters.surveyIds = chosen.map((place) => surveys[place] ?? '');
		const said = (what: RegExp) => {
			const lines = logs.entries.filter(({ level }) => level === 'warn');
			return lines.map(({ message }) => message).filter((line) => what.test(line));
		};
		const publish = async () => await stage.publish(parameters);
		return { stage, surveys, survey: surveys[0] ?? '', said, publish };
	};
	const allScores = (stage: Stage, survey: string) => {
		for (let score = 0; score <= 10; score++) stage.interview(survey, `${score}`, { score });
	};

	it.each([
		[{ npsGroups: ['detractor'] }, [0, 1, 2, 3, 4, 5, 6]],
		[{ npsGroups: ['passive'] }, [7, 8]],
		[{ npsGroups: ['promoter'] }, [9, 10]],
		[{ npsGroups: ['detractor', 'promoter'] }, [0, 1, 2, 3, 4, 5, 6, 9, 10]],
		[{ npsGroups: ['detractor'], scoreFrom: 5 }, [5, 6]],
	])('%j', async (filters, expected) => {
		for (const faults of [[], [NO_METRIC]]) {
			const { stage, survey, publish } = await begin(filters, faults, { metrics: ['enps'] });
			await publish();
			allScores(stage, survey);
			const events = await stage.events();
			expect(events.map(({ score }) => score)).toEqual(expected);
			expect([await stage.events(), await stage.events()]).toEqual([[], []]);
		}
	});

	it('nothing of a survey of another metric comes, and the log says so once', async () => {
		const metrics = ['nps', 'csat', 'ces'];
		const { stage, surveys, said, publish } = await begin({ npsGroups: ['detractor'] }, [], {
			metrics,
		});
		await publish();
		for (let round = 0; round < 2; round++) {
			for (const survey of surveys) stage.interview(survey, `Low ${round}`, { score: 3 });
			expect((await stage.events()).map((event) => event.survey_name)).toEqual(['In nps']);
		}
		const lines = said(/its completions start no workflow/);
		expect(lines).toHaveLength(2);
		expect(lines.sort()[1]).toMatch(
			/“In csat” \(.*\): its completions start no workflow\. NPS Group is for NPS and eNPS, and CSAT has no groups/,
		);
	});

	it.each([
		[{ metricTypes: ['csat', 'ces'] }, ['In csat', 'In ces']],
		[{ metricTypes: ['csat'], scoreTo: 2 }, []],
		[{ metricTypes: ['csat'], scoreTo: 3 }, ['In csat']],
		[{ metricTypes: ['nps', 'csat'], npsGroups: ['detractor'] }, ['In nps']],
	])('%j', async (filters, expected) => {
		const metrics = ['nps', 'csat', 'ces'];
		for (const faults of [[], [NO_METRIC]]) {
			const { stage, surveys, publish } = await begin(filters, faults, { metrics });
			await publish();
			for (const survey of surveys) stage.interview(survey, 'Low', { score: 3 });
			const events = await stage.events();
			expect(events.map((event) => event.survey_name)).toEqual(expected);
			expect(await stage.events()).toEqual([]);
		}
	});

	it('a choice of surveys without groups is refused, in words, and not at a start of n8n', async () => {
		const filters = { npsGroups: ['detractor'] };
		const metrics = ['nps', 'csat', 'ces'];
		const hopeless = await begin(filters, [], { metrics, chosen: [1, 2] });
		await expect(hopeless.publish()).rejects.toThrow(
			/The chosen surveys cannot start the workflow\. NPS Group is for NPS and eNPS, and CSAT has no groups: use Score From and Score To\./,
		);
		const mixed = await begin(filters, [], { metrics, chosen: [0, 1] });
		await mixed.publish();
		const { stage, surveys } = mixed;
		await stage.n8n.save({
			id: 'workflow',
			nodes: [stage.node({ filters, surveyIds: surveys.slice(1) })],
		});
		expect(await stage.n8n.publish('workflow')).toMatchObject({ state: 'failed' });
		await stage.n8n.save({
			id: 'workflow',
			nodes: [stage.node({ filters, surveyIds: surveys.slice(0, 1) })],
		});
		expect(await stage.n8n.publish('workflow')).toMatchObject({ state: 'published' });
		stage.interview(surveys[0] ?? '', 'Low', { score: 1 });
		expect(await stage.names()).toEqual(['Low']);
	});

	const UNREADABLE: Array<[string, Fault]> = [
		['a service that is not well', { kind: 'status', status: 503 }],
		['a limit', { kind: 'status', status: 429, retryAfter: 300 }],
		['a connection that breaks', { kind: 'reset' }],
		['a survey that is forbidden for a while', { kind: 'status', status: 403 }],
	];
	it.each(inTurn(UNREADABLE))(
		'%s when the metric is read: who completed waits, and comes',
		async (_name, fault) => {
			const down = { match: SURVEY_ITSELF, fault, times: Infinity };
			const filters = { npsGroups: ['detractor'] };
			const { stage, survey, publish } = await begin(filters, [NO_METRIC, down], {
				options: { reportFailures: 'everyPoll' },
			});
			await publish();
			stage.interview(survey, 'Ada', { score: 2 });
			stage.interview(survey, 'Bob', { score: 9 });
			for (let poll = 0; poll < 6; poll++) {
				const { events, result } = await stage.poll();
				expect([events, result]).toEqual([[], 'error']);
			}
			stage.service.faults.clear();
			stage.service.faults.inject(NO_METRIC);
			stage.service.clock.advance(HOUR);
			expect(await stage.names()).toEqual(['Ada']);
			expect(await stage.names()).toEqual([]);
		},
	);

	it('one of several whose metric cannot be read is named in the log, and waits', async () => {
		const { stage, surveys, said, publish } = await begin(
			{ npsGroups: ['detractor'] },
			[NO_METRIC],
			{ metrics: ['nps', 'enps'] },
		);
		const [one, other] = surveys;
		const path = new RegExp(`/surveys/${one}$`);
		const fault = { kind: 'status', status: 500 } as const;
		const heal = stage.service.faults.inject({ match: { path }, fault, times: Infinity });
		await publish();
		stage.interview(one ?? '', 'Waits', { score: 2 });
		stage.interview(other ?? '', 'Comes', { score: 2 });
		expect(await stage.names()).toEqual(['Comes']);
		for (let poll = 0; poll < 5; poll++) await stage.poll();
		expect(said(/“In nps” \(.*\) could not be read in this poll/)).toHaveLength(1);
		heal();
		expect(await stage.names()).toEqual(['Waits']);
	});

	it('where nothing says the metric, a completion is looked at in three polls, and the log names it', async () => {
		const nowhere: FaultRule = {
			match: SURVEY_ITSELF,
			fault: { kind: 'rewritten body', rewrite: (body) => without(/metric/, body) },
			times: Infinity,
		};
		const { stage, survey, said, publish } = await begin({ npsGroups: ['detractor'] }, [
			NO_METRIC,
			nowhere,
		]);
		await publish();
		stage.interview(survey, 'Ada', { score: 2 });
		const lines = () => said(/its metric is unknown.*left out: 1\./).length;
		const polls: unknown[] = [];
		for (let poll = 0; poll < 4; poll++) polls.push([await stage.names(), lines()]);
		expect(polls).toEqual([
			[[], 0],
			[[], 0],
			[[], 1],
			[[], 1],
		]);
		// The metric that the service says later counts for who completes later, without a wait of an hour.
		stage.service.faults.clear();
		stage.service.faults.inject(NO_METRIC);
		stage.interview(survey, 'Bob', { score: 2 });
		expect(await stage.names()).toEqual(['Bob']);
	});

	it('the metric is read only for a score that may pass', async () => {
		const { stage, survey, publish } = await begin({ npsGroups: ['detractor'] }, [NO_METRIC]);
		await publish();
		const asked = async (score: number) => {
			stage.interview(survey, `Score ${score}`, { score });
			const poll = await stage.poll();
			return [poll.events.map(nameIn), poll.asked.filter((what) => what === 'survey.get').length];
		};
		expect(await asked(9)).toEqual([[], 0]);
		expect(await asked(2)).toEqual([['Score 2'], 1]);
		expect(await asked(3)).toEqual([['Score 3'], 1]);
	});
});
