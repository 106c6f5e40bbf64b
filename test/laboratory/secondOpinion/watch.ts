import { look, newAccount, type Account, type Seen, type Sight } from './account';
import { decide } from './filter';
import type { Round, Rules } from './rules';
import { DAY, MINUTE } from './times';
import type { Person, Survey } from './world';

/** What the page says of a completion that is not known: it must come, it may, or it is old. */
type Newness = 'must' | 'may' | 'never' | 'imported';

/** "This may include the ten minutes before." */
const MARGIN = 10 * MINUTE;
/** "A list that is still short in the third poll is taken as it is." */
const SHORT_POLLS = 3;
/** "Of ten or more known completions none is in the list any more." */
const MANY = 10;
/** The brake: "at least ten". */
const SUDDEN = 10;

/** What the page owes of one survey, after all that its lists have shown. */
export class Watch {
	readonly accounts = new Map<string, Account>();
	/** Under which identity a person was shown last. */
	readonly lastIdentity = new Map<Person, string>();
	/** It has a baseline, or needs none. */
	hasBegun = false;
	/** The latest completion that the trigger knows for sure, and that it may know. */
	private latest: [number, number] = [-Infinity, -Infinity];
	/** Until when completions are old since IDs or times changed: for sure, and at most. */
	private bound?: [number, number];
	private isBoundSure = false;
	/** The list in which they had changed hid some, and nothing said so. */
	private isBoundShort = false;
	private isBoundUnsaved = false;
	/** A score was seen of somebody who is not in the baseline. */
	private newScoresShown = false;
	/** Of whom the page left open under an earlier identity whether they come. */
	private readonly doubtful = new Set<Person>();
	/** Whom the trigger has taken note of, and of whom an event is still to come. */
	private readonly people = new Set<Person>();
	private readonly owed = new Map<Person, number>();
	private scoresShown = false;
	private shortPolls = 0;
	private shortIn = -1;
	/** When the brake may have held somebody last: a poll that sees nobody makes it hold them again. */
	private suddenIn = -Infinity;
	/** The baseline may lack or have more than its list showed, of whom had completed by then. */
	private unsureUntil = -Infinity;
	private ids: Sight['ids'];
	private wasForgotten = false;

	/**
	 * @param since when the trigger was activated, as far as the page lets that be known
	 * @param isNew it is newer than the trigger, so that all of it are events
	 * @param isUnsure the record leaves open whether it is new
	 */
	constructor(
		private readonly survey: Survey,
		private readonly rules: Rules,
		private readonly since: [number, number],
		private readonly isNew: boolean,
		private isUnsure: boolean,
		/** It became visible later: "gets a baseline". */
		private readonly isLate = false,
	) {
		this.hasBegun = isNew;
	}

	/** It was read before its baseline, at a time when the judge cannot tell whether that counts. */
	glimpsed(at: number): void {
		this.unsureUntil = Math.max(this.unsureUntil, at);
	}

	/** A new process knows what was saved. */
	restarted(): void {
		// Known to differ: the new baseline itself was not saved (README.md).
		const isLost = this.isBoundUnsaved && !this.rules.isStrict;
		this.isBoundShort ||= isLost;
		for (const account of this.accounts.values()) {
			if (isLost) [account.known, account.isDoubtful] = [0, true];
			account.unsure ||= account.waits > 0 || account.unsaved > 0;
			account.known -= account.unsaved;
			account.patience += 1;
			account.unsaved = 0;
		}
	}

	/** Something was in the way of a poll: the brake may hold those once more whom it holds. */
	disturbed(): void {
		for (const account of this.accounts.values()) {
			if (account.patience > 0 && account.min > account.events) account.patience++;
		}
	}

	/** The trigger may have forgotten the survey, which was gone for a week: then all are unknown again. */
	mayForget(): void {
		this.wasForgotten = true;
		if (!this.rules.emitExisting) return;
		for (const account of this.accounts.values()) account.max += account.known;
	}

	saved(): void {
		this.isBoundUnsaved = false;
		for (const account of this.accounts.values()) account.unsaved = 0;
	}

	/** Other identities: what was due under the old ones may come under the new ones instead. */
	identitiesChanged(): void {
		this.bound = undefined;
		for (const account of this.accounts.values()) {
			account.min = Math.min(account.min, account.events);
		}
	}

	/** @param claimed how many have answered, as the list of surveys says */
	learn(records: Array<Record<string, unknown>>, claimed: number | undefined, round: Round): void {
		const sight = look(this.survey, records);
		for (const [identity, all] of sight.byIdentity) {
			this.account(identity).shownIn = round.number;
			for (const { person, score } of all) {
				this.lastIdentity.set(person, identity);
				this.scoresShown ||= score !== null;
			}
		}
		const newness = this.newnessIn(sight, claimed, round);
		if (!newness) return;
		const unknown = [...sight.byIdentity].flatMap(([identity, all]) => {
			const { known } = this.account(identity);
			// Equals are not told apart: those who are known already are counted first.
			const byNews = [...all].sort(
				(a, b) =>
					(a.stamp ?? 0) - (b.stamp ?? 0) ||
					Number(this.people.has(b.person)) - Number(this.people.has(a.person)),
			);
			for (const { stamp } of byNews.slice(0, known)) this.sees(stamp);
			return byNews.slice(known).map((seen) => ({ identity, seen, of: all.length }));
		});
		// Whoever is found while the brake holds others may be held with them.
		const isBraked = [...this.accounts.values()].some(
			({ patience, min, events }) => patience > 0 && min > events,
		);
		if (unknown.length >= SUDDEN) this.suddenIn = round.number;
		if (isBraked || round.number - this.suddenIn <= SHORT_POLLS) {
			for (const { identity } of unknown) this.account(identity).patience ||= 1;
			for (const account of this.accounts.values()) {
				if (account.min > account.events) account.patience ||= 1;
			}
		}
		for (const { identity, seen, of } of unknown) {
			this.count(identity, seen, of, newness(seen), round);
		}
		if (sight.ids) this.ids = sight.ids;
		this.hasBegun = true;
		this.isUnsure = false;
	}

	/** Somebody who is known may have completed again, which may count as the latest completion. */
	private sees(stamp = -Infinity): void {
		this.latest[1] = Math.max(this.latest[1], stamp);
	}

	private knows(stamp = -Infinity): void {
		this.latest[0] = Math.max(this.latest[0], stamp);
	}

	account(identity: string): Account {
		const account = this.accounts.get(identity) ?? newAccount();
		this.accounts.set(identity, account);
		return account;
	}

	/** How new the unknown completions of a list are; nothing while there is no baseline yet. */
	private newnessIn(
		sight: Sight,
		claimed: number | undefined,
		round: Round,
	): ((seen: Seen) => Newness) | undefined {
		if (!this.hasBegun) {
			const baseline = (seen: Seen) => this.atBaseline(seen, round);
			const isShort = claimed !== undefined && sight.people < claimed;
			if (!isShort) return baseline;
			if (this.shortIn !== round.number) this.shortPolls++;
			this.shortIn = round.number;
			if (this.shortPolls >= SHORT_POLLS) {
				this.glimpsed(this.since[1]);
				return baseline;
			}
			for (const [identity, all] of sight.byIdentity) {
				const account = this.account(identity);
				const early = all.filter((seen) => baseline(seen) !== 'never').length;
				account.max += Math.max(0, early - account.early);
				account.early = Math.max(account.early, early);
			}
			return undefined;
		}
		const known = [...this.accounts].filter(([, account]) => account.known > 0);
		const count = known.reduce((sum, [, account]) => sum + account.known, 0);
		const noneIsThere = !known.some(([id]) => sight.byIdentity.has(id));
		const idsChanged = this.ids && sight.ids && this.ids !== sight.ids;
		if ((noneIsThere && count >= MANY) || idsChanged) {
			this.bound = [...this.latest];
			// Where the list of surveys does not count, nobody sees that such a list hides somebody.
			const shown = new Set([...sight.byIdentity.values()].flat().map(({ person }) => person));
			const isHidden = [...this.people].some((person) => !shown.has(person));
			this.isBoundShort = claimed === undefined && isHidden;
			this.isBoundUnsaved = true;
			// "What was not delivered does not count as seen": it may know fewer than ten.
			const sure = this.rules.isStrict ? count : known.length;
			// Whether IDs have come or gone where some records have them, the page leaves open.
			const isSwap = idsChanged === true && this.ids !== 'some' && sight.ids !== 'some';
			this.isBoundSure = isSwap || (noneIsThere && sure - this.owed.size >= MANY);
		}
		const { bound } = this;
		return bound === undefined
			? (seen) => this.later(seen)
			: (seen) => this.afterChange(seen, bound);
	}

	private later({ stamp, begun, person }: Seen): Newness {
		const [first, last] = this.since;
		if (this.isNew) {
			// "Completions from more than a day before the trigger began to watch are never events."
			if (stamp !== undefined && stamp < first - DAY) {
				return this.rules.emitExisting ? 'may' : 'imported';
			}
			// Without a time of completion the beginning counts, which may be written without an offset.
			const time = stamp ?? Math.min(begun ?? Infinity, person.startedStamp);
			if (time < last - DAY) return 'may';
		}
		if (this.isUnsure || this.wasForgotten) return 'may';
		return (person.completedTrue ?? 0) < this.unsureUntil ? 'may' : 'must';
	}

	/** "What completed up to the latest completion that the trigger knew is old." */
	private afterChange(seen: Seen, [bound, upper]: [number, number]): Newness {
		const { stamp, person } = seen;
		if (this.later(seen) === 'imported') return 'imported';
		const wasKnown = this.people.has(person) && !this.owed.has(person);
		// The list may have a completion more than the rule has counted, of the same person.
		if (wasKnown && this.isBoundShort) return 'may';
		if (wasKnown && (!this.isBoundSure || person.twice || person.again || this.ids === 'some'))
			return 'may';
		// "Somebody who completed at the same moment as one of those may come twice."
		if (wasKnown && [...this.owed.values()].includes(stamp ?? -Infinity)) return 'may';
		if (stamp === undefined || stamp <= bound) return wasKnown ? 'never' : 'may';
		return wasKnown || stamp <= upper || this.doubtful.has(person) ? 'may' : 'must';
	}

	private atBaseline({ stamp, person }: Seen, round: Round): Newness {
		const [first, last] = this.since;
		const done = person.completedTrue ?? 0;
		if (this.rules.emitExisting) return 'must';
		if (this.isUnsure || this.wasForgotten) return 'may';
		if (round.kind === 'publish' && first === last && round.at === first) {
			if (done >= last) return stamp !== undefined && stamp >= last ? 'must' : 'may';
			// "With a slow clock, people who completed within the ten minutes before may come too."
			return stamp !== undefined && stamp > done && done >= first - MARGIN ? 'may' : 'never';
		}
		if (stamp === undefined) return 'never';
		if (stamp >= last && done >= last) return this.isLate ? 'may' : 'must';
		return stamp < first - MARGIN && done < first - MARGIN ? 'never' : 'may';
	}

	private count(identity: string, seen: Seen, shown: number, newness: Newness, round: Round): void {
		const account = this.account(identity);
		const { stamp } = seen;
		const know = () => {
			account.known++;
			this.people.add(seen.person);
			this.sees(stamp);
		};
		if (newness === 'never') {
			this.knows(stamp);
			return know();
		}
		// Never an event, as it is. Whether it comes once it is completed again, the page leaves open.
		if (newness === 'imported') return void (account.isDoubtful = true);
		account.isDoubtful ||= newness === 'may';
		if (newness === 'may') this.doubtful.add(seen.person);
		const { filters } = this.rules;
		this.newScoresShown ||= seen.score !== null;
		if (seen.score === null && this.scoresShown && !this.newScoresShown && !this.rules.isStrict) {
			account.unsure = true;
		}
		const decided = decide(filters, this.survey, seen, account, this.scoresShown, round.number);
		// After the brake "the filters decide", of a person who may have changed meanwhile.
		const isLater = account.patience > 0 && Object.keys(filters).length > 0 && decided !== 'wait';
		const verdict = isLater ? 'maybe' : decided;
		account.history.push(`${round.number}: ${newness} ${verdict}`);
		if (verdict === 'wait') {
			// Whom a poll had no room for, it may not have checked.
			account.unsure ||= round.hasFailed || isFull(round, this.rules);
			if (shown > 1) account.max = Math.max(account.max, shown);
			return;
		}
		know();
		if (verdict === 'fail' && shown === 1) {
			account.unsaved++;
			return;
		}
		const isSure =
			newness === 'must' && !account.isDoubtful && verdict === 'pass' && !account.unsure;
		const hasFilter = Object.keys(filters).length > 0;
		if (isSure && !(hasFilter && shown > 1)) account.min++;
		if (account.early > 0) account.early--;
		else account.max++;
		this.owed.set(seen.person, stamp ?? -Infinity);
	}

	/** @returns whether it may come */
	arrived(person: Person): boolean {
		const identity = this.lastIdentity.get(person);
		if (identity === undefined) return false;
		this.delivered(person);
		const account = this.account(identity);
		account.events++;
		return account.events <= account.max;
	}

	private delivered(person: Person): void {
		this.knows(this.owed.get(person));
		this.owed.delete(person);
	}

	/** An event was returned and not written, and the state that knows it was saved. */
	lost(person: Person): void {
		this.delivered(person);
		const account = this.account(this.lastIdentity.get(person) ?? '');
		account.min = Math.min(account.min, Math.max(account.events, account.min - 1));
	}
}

const isFull = ({ delivered }: Round, { maxEvents }: Rules) =>
	maxEvents !== undefined && delivered.flat().length >= maxEvents;
