import { due, look, newAccount, type Account, type Seen } from './account';
import { decide } from './filter';
import type { Round, Rules } from './rules';
import { DAY, MINUTE } from './times';
import { createdOf, type Person, type Survey } from './world';

type Verdict = 'must' | 'may' | 'never';

/** A moment by the true clock, and by the service's. */
export interface Moment {
	at: number;
	stamp: number;
}

/** It was not before `from`, and not after `to`: what a restart leaves of it is not seen from outside. */
export interface Bound {
	from: Moment;
	to: Moment;
}

/** "Ten minutes are the tolerance", and the service's clock is known to the second, because a `Date` has no more. */
const TOLERANCE = 10 * MINUTE + 1000;
/** "A baseline is taken when the list is as long as the list of surveys counts, or at the third read." */
const READS = 3;
/** "More than 50 unknown completions of one survey were completed more than three days before". */
const MANY = 50;
const OLD = 3 * DAY;

/** What the sentences say of one survey, after all that its lists have shown. */
export class Watch {
	readonly accounts = new Map<string, Account>();
	/** Under which identity a person was shown last. */
	readonly lastIdentity = new Map<Person, string>();
	/** Whether the baseline has been taken. */
	taken: 'no' | 'maybe' | 'sure' = 'no';
	/** Whether n8n has saved that the list shows it, and its baseline. */
	private saves = { meeting: false, baseline: false };
	/** The round in which its list was read last. */
	lastRead = -1;
	/** "The last time that this survey was read with nothing left over and nothing held": from, to. */
	private clean: Partial<Bound> = {};
	private savedClean?: Moment;
	/** A restart has lost that the list shows it. */
	private isForgotten = false;
	/** People whose times are written in another way than before. */
	private doubtful = new Set<Person>();
	private reads = { atLeast: 0, atMost: 0 };
	/** How many lists may have been the baseline, before one was for sure. */
	private maybeBaselines = 0;

	/**
	 * @param bound the poll before the one whose list showed it for the first time
	 * @param isFirst it was in the first list of all
	 */
	constructor(
		private readonly survey: Survey,
		private readonly rules: Rules,
		private readonly bound: Bound,
		private readonly isFirst: boolean,
	) {}

	/** What was not saved is gone: the survey is met anew, after the last poll that was saved. */
	reloaded(saved: Moment): void {
		this.clean.from = this.savedClean;
		if (this.saves.baseline) return;
		if (saved.at < this.bound.from.at) this.bound.from = saved;
		if (this.taken !== 'no') {
			this.taken = 'maybe';
			this.maybeBaselines++;
		}
		this.reads.atLeast = 0;
		this.isForgotten = !this.saves.meeting;
		this.judgeAgain();
		for (const account of this.accounts.values()) {
			account.isDoubtful = true;
			// What was old is so again if the next list shows it, and otherwise it is unknown.
			[account.glimpsed, account.never] = [account.never, 0];
		}
	}

	/** The list shows it again: for the first time, if that it did before is lost. */
	listed(pollBefore: Moment): void {
		if (!this.isForgotten) return;
		this.isForgotten = false;
		this.bound.to = pollBefore;
		this.judgeAgain();
	}

	private judgeAgain(): void {
		for (const account of this.accounts.values()) {
			// Again it goes by the time of sentence 2.
			const verdicts = new Set(account.seen.map((seen) => this.sinceBound(seen)));
			if (account.never > 0 && !(verdicts.size === 1 && verdicts.has('never'))) {
				[account.may, account.never] = [account.may + account.never, 0];
			}
			if (account.must > 0 && !(verdicts.size === 1 && verdicts.has('must'))) mayNotCome(account);
		}
	}

	/** A baseline that may not be taken yet goes by the new times. */
	timesChanged(): void {
		if (this.taken !== 'sure') for (const account of this.accounts.values()) mayNotCome(account);
	}

	/** Whether times that are written in another way are the same is left open. */
	doubt(): void {
		const { people, ids } = this.survey;
		if (ids === 'all') return;
		this.doubtful = new Set([...this.doubtful, ...people]);
	}

	/**
	 * @param claimed how many have answered, as the list of surveys says
	 * @param isOnlyList the round has read no other list of this survey
	 */
	learn(
		records: Array<Record<string, unknown>>,
		claimed: number | undefined,
		round: Round,
		isOnlyList: boolean,
	): void {
		const sight = look(this.survey, records);
		this.lastRead = round.number;
		// Of several polls, one that took too long saves nothing, and it is not seen which read this list. Of a poll that met
		// a survey in trouble, it is not seen whether it failed.
		const isPoll = round.kind === 'poll' && !round.hasFailed && !round.hasSeveral;
		const isSure = isPoll && (round.isCalm || round.delivered.flat().length > 0);
		const counts = round.isFirstActivation || isSure;
		this.reads.atMost++;
		if (counts) this.reads.atLeast++;
		const before = this.taken;
		const isWhole = claimed === undefined || sight.people >= claimed;
		const isShort = claimed !== undefined && sight.records < claimed;
		if (counts && (isWhole || this.reads.atLeast >= READS)) this.taken = 'sure';
		else if (before === 'no' && (!isShort || this.reads.atMost >= READS)) this.taken = 'maybe';
		for (const [identity, seen] of sight.byIdentity) {
			const account = this.account(identity);
			account.seen = seen;
			account.shownIn = round.number;
			for (const { person } of seen) this.lastIdentity.set(person, identity);
			const known = account.never + account.may + account.must;
			const fresh = seen.length - known;
			account.isFresh = fresh > 0;
			if (this.taken === 'no') continue;
			for (const one of seen) account.states.add(decide(this.rules.filters, this.survey, one));
			for (let n = 0; n < fresh; n++) this.classify(account, n, before, round);
		}
		if (this.taken === 'maybe') this.glimpse(round);
		this.hold(round);
		if (!isOnlyList)
			for (const account of this.accounts.values()) account.held = softened(account.held);
	}

	/** A list that is not the last one of a round, or may not be: what only this one shows may come, or not. */
	glance(records: Array<Record<string, unknown>>): void {
		if (this.taken !== 'sure') {
			// It may have been the baseline.
			this.taken = 'maybe';
			this.maybeBaselines++;
		}
		this.lastRead = -1;
		for (const [identity, seen] of look(this.survey, records).byIdentity) {
			const account = this.account(identity);
			account.seen = seen;
			for (const { person } of seen) this.lastIdentity.set(person, identity);
			for (const one of seen) account.states.add(decide(this.rules.filters, this.survey, one));
			account.may = Math.max(account.may, seen.length - account.never - account.must);
			account.held = softened(account.held);
		}
	}

	private classify(account: Account, n: number, before: Watch['taken'], round: Round): void {
		const verdicts = account.seen.map((seen) =>
			before === 'sure' ? 'must' : this.atBaseline(seen, round),
		);
		const [first = 'may'] = verdicts;
		let verdict: Verdict = verdicts.every((one) => one === first) ? first : 'may';
		if (account.seen.some(({ isDouble, person }) => isDouble || this.doubtful.has(person))) {
			verdict = 'may';
		}
		if (before === 'sure' && account.isDoubtful) verdict = 'may';
		// If another list was the baseline, this one is unknown.
		if (verdict === 'never' && this.maybeBaselines > 0 && n >= account.glimpsed) verdict = 'may';
		// If an earlier list was the baseline, this one was old then, and has new times only now.
		if (verdict === 'must' && account.mayBeOld) verdict = 'may';
		if (verdict === 'never' && this.taken === 'maybe') {
			account.isDoubtful = true;
			account.mayBeOld = true;
			return;
		}
		account[verdict]++;
	}

	/** This list may have been the baseline, or not. */
	private glimpse({ number }: Round): void {
		for (const account of this.accounts.values()) {
			const { never, may, must, seen, shownIn } = account;
			const shown = shownIn === number ? Math.max(0, seen.length - never - may - must) : 0;
			account.glimpsed = this.maybeBaselines === 0 ? shown : Math.min(account.glimpsed, shown);
		}
		this.maybeBaselines++;
	}

	/** Sentence 2. */
	private atBaseline(seen: Seen, round: Round): Verdict {
		const verdict = this.sinceBound(seen);
		if (this.rules.emitExisting) return this.isFirst || verdict === 'must' ? 'must' : 'may';
		if (round.isFirstActivation) return 'never';
		// A start that is the first to read the list is an activation as well, or is not.
		return round.kind !== 'poll' && this.isFirst && verdict === 'must' ? 'may' : verdict;
	}

	private sinceBound({ stamp, person }: Seen): Verdict {
		const { from, to } = this.bound;
		const created = createdOf(this.survey);
		if (stamp === undefined && created === undefined) return 'never';
		const by = stamp ?? created ?? 0;
		const at = stamp === undefined ? this.survey.createdTrue : (person.completedTrue ?? 0);
		// Where the service's clock was set back, the older poll may have the later time.
		const stamps = [from.stamp, to.stamp];
		if (by >= Math.max(...stamps) && at >= to.at) return 'must';
		return by < Math.min(...stamps) - TOLERANCE && at < from.at - TOLERANCE ? 'never' : 'may';
	}

	/** Sentence 3. */
	private hold(round: Round): void {
		const shown = [...this.accounts.values()].filter(({ shownIn }) => shownIn === round.number);
		const { from, to } = this.clean;
		const isOld = ({ stamp, person }: Seen) =>
			stamp !== undefined &&
			from !== undefined &&
			stamp < from.stamp - OLD - TOLERANCE &&
			(person.completedTrue ?? 0) < from.at - OLD - TOLERANCE;
		const mayBeOld = ({ stamp, person }: Seen) =>
			stamp !== undefined &&
			to !== undefined &&
			(stamp < to.stamp - OLD + TOLERANCE || (person.completedTrue ?? 0) < to.at - OLD + TOLERANCE);
		const isUnknown = (account: Account) =>
			account.isFresh || account.held === 'sure' || due(account) > account.events;
		const old = shown.filter((one) => isUnknown(one) && one.seen.every(isOld));
		const perhaps = shown.filter((one) => one.seen.some(mayBeOld));
		const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
		const atLeast = sum(old.map(({ must, events }) => Math.max(0, must - events)));
		const atMost = sum(perhaps.map(({ seen, never, events }) => seen.length - never - events));
		for (const account of shown) {
			account.held = 'no';
			if (atMost > MANY && perhaps.includes(account)) account.held = 'maybe';
			if (atLeast > MANY && old.includes(account) && account.must > account.events) {
				account.held = 'sure';
			}
		}
	}

	/** Whether it holds any, by the latest list. */
	holds(round: Round): Account['held'] {
		const all = [...this.accounts.values()].filter(({ shownIn }) => shownIn === round.number);
		if (all.some(({ held }) => held === 'sure')) return 'sure';
		return all.some(({ held }) => held === 'maybe') ? 'maybe' : 'no';
	}

	/** After the events of a round in which it was read. */
	settle(round: Round): void {
		const moment = { at: round.at, stamp: round.stamp };
		this.clean.to = moment;
		const isLeftOver = [...this.accounts.values()].some(
			(account) => account.held !== 'no' || due(account) > account.events || mayWait(account),
		);
		// Completions of a survey without a metric wait for three polls before NPS Group leaves them out.
		const isUnknown = this.rules.filters.npsGroups && this.survey.metricPlace === 'nowhere';
		const isDone = this.taken === 'sure' && !isLeftOver && !isUnknown;
		const isClean = round.kind === 'poll' && round.isCalm && isDone;
		if (isClean) this.clean.from = moment;
	}

	/** With an execution. */
	saved(): void {
		if (this.isForgotten) return;
		this.saves.meeting = true;
		this.saves.baseline ||= this.taken === 'sure';
		this.savedClean = this.clean.from;
	}

	/** By the durable engine, without an execution as well. */
	kept(): void {
		if (this.isForgotten) return;
		this.saves.meeting = true;
		this.saves.baseline ||= this.taken !== 'no';
	}

	account(identity: string): Account {
		const account = this.accounts.get(identity) ?? newAccount();
		this.accounts.set(identity, account);
		return account;
	}

	/** The account of an event that has come. */
	arrived(person: Person): Account | undefined {
		const identity = this.lastIdentity.get(person);
		if (identity === undefined) return undefined;
		const account = this.account(identity);
		account.events++;
		return account;
	}

	/** An event was returned and not written, and the state that knows it was saved: it may come, or not. */
	lost(person: Person): void {
		const account = this.account(this.lastIdentity.get(person) ?? '');
		if (account.must <= account.events) return;
		account.must--;
		account.may++;
	}
}

/** What must come and has not come yet may come, or not. */
function mayNotCome(account: Account): void {
	const awaited = Math.max(0, account.must - account.events);
	account.may += awaited;
	account.must -= awaited;
}

/** Of several lists in a round, one may have shown too few old completions to hold them. */
const softened = (held: Account['held']): Account['held'] => (held === 'sure' ? 'maybe' : held);

/** Whether it may still come, and its score, which it is told with or by which it is chosen, is not there. */
const mayWait = ({ must, may, events, states, seen }: Account) =>
	must + may > events &&
	(states.has('pass') || states.has('wait')) &&
	seen.some(({ score }) => score === null);
