import {
	createInstallation,
	type CrashPoint,
	type Installation,
	type PollOutcome,
	type TickOptions,
} from '../../harness/engine/polling';
import { CHANGES, completeOne } from './deeds';
import { Dice } from './dice';
import type { Deed, History, Step } from './history';
import { Judge } from './judge';
import type { EventItem, Finding, Round, Rules } from './rules';
import { FAULTS, type Fault, type SurveyService, type Trouble } from './service';
import { DAY, MINUTE } from './times';
import { TOKENS, World } from './world';

const WORKFLOW = 'w';
const NODE = 'n1';
const CREDENTIAL = 'surveyInterviewApi';
const TYPE = 'n8n-nodes-survey-interview.surveyInterviewTrigger';
const CRASHES: CrashPoint[] = ['after poll', 'between state and execution', 'after execution'];
/** How n8n polls, or what it does while a poll runs. */
const POLLS = [
	'poll',
	'twoPolls',
	'latePoll',
	'olderState',
	'lostLease',
	'lostResult',
	'publishMeanwhile',
	'unpublishMeanwhile',
] as const;
type PollDeed = (typeof POLLS)[number];
const isPoll = (deed: Deed): deed is PollDeed => (POLLS as readonly Deed[]).includes(deed);

export interface Options {
	/** A wrong trigger, in tests of the judge. */
	packageDir?: string;
	/** Shows this trigger something else than the judge believes. */
	shows?: (records: EventItem[], round: number) => EventItem[];
	onRound?: (round: Round) => void;
}

/** Plays a history in n8n's poll engine, against the simulated service. */
export async function play(
	history: History,
	service: SurveyService,
	options: Options = {},
): Promise<Finding[]> {
	return await new Play(history, service, options).run();
}

type Kind = Round['kind'];

class Play {
	private readonly world: World;
	private readonly judge: Judge;
	private readonly rules: Rules;
	private readonly n8n: Installation;
	private name = 'Trigger';
	private isActive = false;
	private hasWorked = false;
	private executionsSeen = 0;
	private rounds = 0;

	constructor(
		private readonly history: History,
		private readonly service: SurveyService,
		private readonly options: Options,
	) {
		const world = new World(new Dice(history.seed));
		this.world = world;
		world.token = TOKENS[history.token] ?? '';
		const surveys = history.surveys.map((setup) => world.addSurvey(setup));
		const { engine, filters, emitExisting, maxEvents, chosen } = history;
		this.rules = {
			engine,
			filters,
			emitExisting,
			maxEvents,
			chosen: chosen === undefined ? undefined : new Set(surveys.slice(0, chosen)),
		};
		this.judge = new Judge(world, this.rules);
		service.show(world);
		const { shows } = options;
		service.tamper = shows && ((records) => shows(records, this.rounds));
		this.n8n = createInstallation({
			engine,
			...(options.packageDir ? { packageDir: options.packageDir } : {}),
			credentials: { [CREDENTIAL]: { baseUrl: service.url, token: world.token } },
			now: () => world.now,
			sleep: async (ms) => void (world.now += ms),
		});
	}

	async run(): Promise<Finding[]> {
		const { world, history, judge } = this;
		await this.n8n.boot();
		history.before.forEach((count, place) => {
			const survey = world.surveys[place];
			for (let n = 0; survey && n < count; n++) {
				world.now += world.dice.whole(1, 5) * MINUTE;
				completeOne(world, survey);
			}
		});
		world.now += history.seed % 2 ? DAY : MINUTE;
		if (history.unreadable) CHANGES.surveyUnreadable?.(world, history.unreadable, judge);
		await this.publish(history.activation);
		for (const step of history.steps) {
			world.step++;
			await this.step(step);
		}
		const last = await this.calmDown();
		judge.end(last);
		this.n8n.crash();
		return judge.findings;
	}

	private async step({ deed, rolls }: Step): Promise<void> {
		const [first = 1, second = 1] = rolls;
		if (isPoll(deed)) return await this.pollOnce(rolls, deed);
		if (deed === 'newLead') return await this.newLead();
		if (deed === 'restart') return await this.restart(rolls);
		if (deed === 'token') return await this.exchangeToken(first);
		if (deed === 'tokenWhileOff') return await this.exchangeTokenWhileOff(rolls);
		if (deed === 'publish') return await this.publish(first < 0.3 ? second : 1);
		if (deed === 'rename') {
			this.name = `Trigger ${this.world.step}`;
			return this.isActive ? await this.publish(first < 0.3 ? second : 1) : undefined;
		}
		if (deed === 'unpublish') {
			this.isActive = false;
			return await this.n8n.unpublish(WORKFLOW);
		}
		if (deed === 'absence' || deed === 'emptyList') return await this.absence(deed, rolls);
		CHANGES[deed]?.(this.world, rolls, this.judge);
	}

	private async pollOnce(
		[fault = 1, which = 0, crash = 1, point = 0, meanwhile = 1]: number[],
		deed: PollDeed = 'poll',
	) {
		if (!this.isActive) return;
		this.world.now += MINUTE;
		this.service.troubles = fault < 0.3 ? this.trouble(fault / 0.3, which) : [];
		const survey = this.world.visible[0];
		if (meanwhile < 0.1 && survey) {
			this.service.meanwhile = () => void completeOne(this.world, survey, 0);
		}
		const at = deed === 'poll' && crash < 0.06 ? CRASHES[Math.floor(point * 3)] : undefined;
		await this.poll(deed, at, Math.floor(point * 9));
		if (!this.n8n.isRunning) await this.restart([1, 0]);
	}

	/** The list does not show one survey, or none, for 1 to 60 days, in which people complete. */
	private async absence(deed: Deed, [which = 0, length = 0, polls = 0, count = 0]: number[]) {
		const { world } = this;
		const { visible } = world;
		const survey = visible[Math.floor(which * visible.length)];
		if (!survey) return;
		const isAbsent = (is: boolean) => {
			if (deed === 'absence') survey.hidden = is;
			else world.isListEmpty = is;
		};
		isAbsent(true);
		for (let part = 0; part < 3; part++) {
			if (polls * 4 > part) await this.pollOnce([]);
			world.now += ((1 + length * 59) * DAY) / 3;
			if (count > 0.4) completeOne(world, survey);
		}
		isAbsent(false);
	}

	/** The credential gets another token, which sees more surveys, fewer or others. */
	private async exchangeToken(which = 0): Promise<void> {
		const others = TOKENS.filter((one) => one !== this.world.token);
		await this.setToken(others[Math.floor(which * others.length)]);
	}

	private async setToken(token = ''): Promise<void> {
		this.world.token = token;
		await this.n8n.setCredential(CREDENTIAL, { baseUrl: this.service.url, token });
	}

	/** n8n is off for 1 to 60 days, in which people complete, and begins with another token. */
	private async exchangeTokenWhileOff([fault = 1, which = 0, length = 0, token = 0]: number[]) {
		const { world } = this;
		this.n8n.crash();
		for (let part = 0; part < 3; part++) {
			world.now += ((1 + length * 59) * DAY) / 3;
			for (const survey of world.existing) completeOne(world, survey);
		}
		await this.exchangeToken(token);
		await this.restart([fault, which]);
	}

	private trouble(roll: number, which: number): Trouble[] {
		const { visible } = this.world;
		const survey = visible[Math.floor(which * visible.length)];
		const times = (roll * 1000) % 1 < 0.3 ? 1 : Infinity;
		const what: Fault = FAULTS[Math.floor(((roll * 100) % 1) * FAULTS.length)] ?? '500';
		if (roll < 0.2) return [{ place: 'everything', what, times }];
		if (roll < 0.3) return [{ place: 'list', what, times }];
		if (roll < 0.35) return [{ place: 'list', what: 'omitted', survey, times }];
		if (roll < 0.7) return [{ place: 'respondents', what, survey, times }];
		if (roll < 0.8) return [{ place: 'respondents', what: 'short', survey, times }];
		if (roll < 0.85) return [{ place: 'respondents', what: 'empty', survey, times }];
		return [{ place: roll < 0.95 ? 'detail' : 'conversation', what, times }];
	}

	private async poll(deed: PollDeed = 'poll', crash?: CrashPoint, minutes = 0): Promise<Round> {
		const round = await this.round('poll', async () => {
			const outcomes = await this.ticks(deed, crash, minutes);
			const [{ result, items } = { result: 'nothing' as const, items: undefined }] = outcomes;
			if (result === 'inactive') this.judge.find('stopped', 'n8n does not poll the trigger');
			const hasDied = !this.n8n.isRunning;
			const isWritten = crash === 'after execution';
			const isStateSaved =
				crash === 'between state and execution' && this.rules.engine === 'default';
			const thrownAway = outcomes.filter((one) =>
				['fenced', 'abandoned', 'discarded'].includes(one.result),
			);
			// Without events, this process remembers what n8n throws away.
			const hasLostEvents = thrownAway.some((one) => eventsOf(one.items).length > 0);
			return {
				isThrownAway: thrownAway.length > 0,
				isForgotten: hasLostEvents || (hasDied && !isWritten && !isStateSaved),
				lost: hasDied && isStateSaved ? eventsOf(items) : [],
				hasSeveral: outcomes.length > 1,
				isCalm: deed === 'poll' && !crash && !this.isTroubled() && result !== 'error',
				error: crash ? undefined : outcomes.find(({ error }) => error)?.error,
			};
		});
		for (const survey of this.world.visible) {
			if (survey.unreadable && --survey.unreadable.polls === 0) survey.unreadable = undefined;
		}
		return round;
	}

	private async ticks(
		deed: PollDeed,
		crash: CrashPoint | undefined,
		minutes: number,
	): Promise<PollOutcome[]> {
		const { n8n } = this;
		const tick = async (options: TickOptions = {}) => await n8n.tick(WORKFLOW, NODE, options);
		switch (deed) {
			case 'twoPolls':
				return await Promise.all([tick(), tick()]);
			case 'latePoll':
				return await this.latePoll(tick, minutes);
			case 'olderState': {
				const cursor = n8n.database.cursor(WORKFLOW, NODE) ?? undefined;
				return [await tick(), await tick({ cursor })];
			}
			case 'lostLease':
				return [await tick({ fenceLost: true })];
			case 'lostResult':
				return [await tick({ abandon: true })];
			case 'publishMeanwhile': {
				// With faults, the publication may be refused.
				this.service.troubles = [];
				this.judge.reloaded();
				const running = tick();
				const { state, error } = await n8n.publish(WORKFLOW, { again: [NODE] });
				if (state !== 'published') this.judge.find('stopped', `publishing: ${error?.message}`);
				return [await running];
			}
			case 'unpublishMeanwhile': {
				const running = tick();
				this.isActive = false;
				await n8n.unpublish(WORKFLOW);
				return [await running];
			}
			default:
				return [await tick({ crash })];
		}
	}

	/** n8n begins the next polls although the first is still waiting for a list of respondents. */
	private async latePoll(
		tick: (options?: TickOptions) => Promise<PollOutcome>,
		minutes: number,
	): Promise<PollOutcome[]> {
		const { isHeld, release } = this.service.holdRespondents();
		const first = tick({ abandon: true });
		const outcomes: PollOutcome[] = [];
		if (await Promise.race([isHeld, first.then(() => false)])) {
			for (let minute = 0; minute < minutes; minute++) {
				this.world.now += MINUTE;
				outcomes.push(await tick());
			}
		}
		release();
		return [await first, ...outcomes];
	}

	/** A survey that cannot be read yet is in the way of no other. */
	private isTroubled(): boolean {
		const { troubles, replies } = this.service;
		const hasFault = replies.some(
			({ fault, survey }) => fault !== undefined && !survey?.unreadable,
		);
		return troubles.length > 0 || hasFault;
	}

	/** "If it is refused for good, or fails in three polls, an execution fails". */
	private hasLostSurvey(): boolean {
		const { visible, isListEmpty } = this.world;
		const chosen = [...(this.rules.chosen ?? [])];
		const isUnseen = chosen.some((survey) => isListEmpty || !visible.includes(survey));
		return isUnseen || visible.some(({ unreadable }) => unreadable !== undefined);
	}

	private async restart([fault = 1, which = 0]: number[]): Promise<void> {
		this.n8n.crash();
		this.judge.restarted();
		this.service.troubles = fault < 0.3 ? this.trouble(fault / 0.3, which) : [];
		await this.round('start', async () => {
			for (const { state, error } of await this.n8n.boot()) {
				if (state !== 'published') this.judge.find('stopped', `at a start: ${error?.message}`);
			}
		});
	}

	/** The same process loses the lead and has it again. */
	private async newLead(): Promise<void> {
		this.judge.reloaded();
		this.service.troubles = [];
		await this.round('start', async () => {
			for (const { state, error } of await this.n8n.leadershipChange()) {
				if (state !== 'published') this.judge.find('stopped', `at a new lead: ${error?.message}`);
			}
		});
	}

	/** Activates it, or publishes a change while it runs. */
	private async publish(fault = 1): Promise<void> {
		const surveyIds = [...(this.rules.chosen ?? [])].map(({ id }) => id);
		const parameters = {
			event: 'interviewCompleted',
			surveys: surveyIds.length > 0 ? 'chosen' : 'all',
			surveyIds,
			...settingsOf(this.history),
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		};
		await this.n8n.save({
			id: WORKFLOW,
			nodes: [{ id: NODE, name: this.name, type: TYPE, parameters }],
		});
		this.service.troubles = fault < 0.3 ? this.trouble(fault / 0.3, (fault * 100) % 1) : [];
		this.judge.reloaded();
		for (const isAgain of [false, true]) {
			if (isAgain) {
				// "If it has worked before, an outage does not keep you from publishing; a refused token does".
				if (this.hasLostSurvey()) await this.setToken(TOKENS[0]);
				this.endTroubles();
			}
			if (!this.hasWorked) this.judge.triedToActivate();
			await this.round('publish', async () => {
				const { state, error } = await this.n8n.publish(WORKFLOW);
				this.isActive = state === 'published';
				if (isAgain && !this.isActive) this.judge.find('stopped', `publishing: ${error?.message}`);
				return {
					isForgotten: !this.isActive && !this.hasWorked,
					isFirstActivation: this.isActive && !this.hasWorked,
				};
			});
			this.hasWorked ||= this.isActive;
			if (this.isActive) return;
		}
	}

	private async round(
		kind: Kind,
		act: () => Promise<(Partial<Round> & { error?: Error }) | void>,
	): Promise<Round> {
		const { service, world, n8n } = this;
		service.replies.length = 0;
		const at = world.now;
		const { error, ...known } = (await act()) ?? {};
		const executions = n8n.executions.slice(this.executionsSeen);
		this.executionsSeen = n8n.executions.length;
		const succeeded = executions.filter(({ status }) => status === 'success');
		const delivered = succeeded.map(({ items }) => eventsOf(items));
		const isFull = delivered.some(({ length }) => length >= (this.rules.maxEvents ?? 500));
		const round: Round = {
			number: ++this.rounds,
			kind,
			at,
			stamp: at + world.clockError,
			isFirstActivation: false,
			hasSeveral: false,
			isThrownAway: false,
			replies: [...service.replies],
			isForgotten: false,
			lost: [],
			delivered,
			isSaved: succeeded.length > 0,
			hasFailed: executions.some(({ status }) => status === 'error') || error !== undefined,
			...known,
			// A limiter that has learned from a 429 takes its time, and the time of a poll ends.
			isCalm: known.isCalm === true && !isFull && world.now - at < 15_000,
		};
		if (error && !this.isTroubled() && !this.hasLostSurvey()) round.unexplained = error.message;
		service.meanwhile = undefined;
		this.options.onRound?.(round);
		this.judge.settle(round);
		return round;
	}

	/** The service is well, and the trigger is polled until nothing more comes. */
	private async calmDown(): Promise<Round[]> {
		const { world } = this;
		world.clockError = 0;
		world.step += 1000;
		this.endTroubles();
		if (!this.isActive) await this.publish();
		// What is left over needs no full check.
		await this.untilQuiet(MINUTE, 5);
		this.judge.leftOver();
		return await this.untilQuiet(61 * MINUTE, 3);
	}

	private endTroubles(): void {
		this.service.troubles = [];
		for (const survey of this.world.surveys) survey.unreadable = undefined;
	}

	private async untilQuiet(interval: number, polls: number): Promise<Round[]> {
		const rounds: Round[] = [];
		let quiet = 0;
		const { findings } = this.judge;
		// A trigger that has often been found out need not come to rest.
		while (rounds.length < 400 && quiet < polls && findings.length < 20) {
			this.world.now += interval;
			const round = await this.poll();
			quiet = round.delivered.flat().length > 0 ? 0 : quiet + 1;
			rounds.push(round);
		}
		return rounds;
	}
}

function eventsOf(items: Array<Array<{ json: EventItem }>> | undefined): EventItem[] {
	return (items ?? []).flat().map(({ json }) => json);
}

function settingsOf({
	filters,
	emitExisting,
	includeConversation,
	everything,
	maxEvents,
}: History) {
	const { scoreTo, npsGroups, department } = filters;
	const key = { __rl: true, mode: 'id', value: 'department' };
	return {
		output: everything ? 'everything' : 'simplified',
		filters: {
			...(scoreTo === undefined ? {} : { scoreTo }),
			...(npsGroups ? { npsGroups } : {}),
			...(department ? { propertyFilter: { values: [{ key, value: department }] } } : {}),
		},
		options: {
			...(emitExisting ? { emitExisting } : {}),
			...(includeConversation ? { includeConversation } : {}),
			...(maxEvents === undefined ? {} : { maxEvents }),
		},
	};
}
