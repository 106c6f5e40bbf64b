import { due, limit, type Account } from './account';
import type { EventItem, Finding, Round, Rules } from './rules';
import type { Reply } from './service';
import { DAY, HOUR } from './times';
import { Watch, type Bound, type Moment } from './watch';
import { isShown, type Person, type Survey, type World } from './world';

/** Judges by the three sentences alone (README.md): it knows what the service answered, and what arrived. */
export class Judge {
	readonly findings: Finding[] = [];
	private readonly watches = new Map<Survey, Watch>();
	private readonly completionIds = new Map<string, Person>();
	/** "The poll before": the last one that could read the list, and what of it is saved. */
	private poll?: Bound;
	private saved?: Moment;
	private hasList = false;
	/** When a poll, and neither a publication nor a start, last read the list. */
	private lastPoll?: Moment;
	/** When a poll of this process last failed because of completions that are held. */
	private saidAt = -Infinity;
	private hasJustFailed = false;
	private hasJustSaid = false;

	constructor(
		private readonly world: World,
		private readonly rules: Rules,
	) {}

	/** Until a poll reads the list, "the poll before" is the moment of activation, by one clock or the other. */
	triedToActivate(): void {
		const { now, stamp } = this.world;
		this.poll = {
			from: this.poll?.from ?? { at: now, stamp: Math.min(now, stamp) },
			to: { at: now, stamp: Math.max(now, stamp, this.poll?.to.stamp ?? 0) },
		};
		this.saved = this.poll.from;
	}

	timesChanged(survey: Survey): void {
		this.watches.get(survey)?.timesChanged();
	}

	doubt(survey: Survey): void {
		this.watches.get(survey)?.doubt();
	}

	/** A new process may fail at once, and must. */
	restarted(): void {
		this.saidAt = -Infinity;
		this.hasJustFailed = false;
		this.hasJustSaid = false;
		this.reloaded();
	}

	/** A new process, or a new publication, knows what was saved. */
	reloaded(): void {
		if (!this.poll || !this.saved) return;
		this.poll = { ...this.poll, from: this.saved };
		for (const watch of this.watches.values()) watch.reloaded(this.saved);
	}

	find(what: Finding['what'], detail: string): void {
		this.findings.push({ what, step: this.world.step, detail });
	}

	settle(round: Round): void {
		if (!round.isForgotten) this.learn(round);
		for (const event of round.delivered.flat()) this.arrived(event);
		for (const event of round.lost) {
			const found = this.personOf(event);
			if (found) this.watches.get(found.survey)?.lost(found.person);
		}
		const { maxEvents = Infinity } = this.rules;
		for (const { length } of round.delivered) {
			if (length > maxEvents) this.find('many', `${length} events, Max Events is ${maxEvents}`);
		}
		if (round.isCalm && round.kind === 'poll') this.inTime(round);
		this.failed(round);
		if (round.isForgotten) {
			// With a result that n8n throws away, its process loses the time of the last poll: it is the saved one again.
			if (this.poll && this.saved) this.poll = { ...this.poll, from: this.saved };
			return;
		}
		const isSaved = round.isSaved || round.isFirstActivation || round.lost.length > 0;
		// The durable engine saves with each poll, unless n8n throws it away or it must fail, by sentence 3. That it fails
		// because a survey cannot be read is no excuse, by sentence 2.
		const holds = [...this.watches.values()].some((watch) => watch.holds(round) !== 'no');
		const isLost = round.isThrownAway || (round.hasFailed && holds);
		const isKept = this.rules.engine === 'durable' && round.kind === 'poll' && !isLost;
		for (const [survey, watch] of this.watches) {
			if (isRead(round, survey)) watch.settle(round);
			if (isSaved) watch.saved();
			if (isKept) watch.kept();
		}
		if (isSaved) this.saved = this.poll?.to;
	}

	/** After polls in which the service was well, none of which was a full check. */
	leftOver(): void {
		for (const [survey, watch] of this.watches) {
			if (watch.taken !== 'sure' || !this.world.visible.includes(survey)) continue;
			for (const [identity, account] of watch.accounts) {
				const { shownIn, held, seen, events } = account;
				if (shownIn !== watch.lastRead || held !== 'no' || due(account) <= events) continue;
				if (seen.some(({ score }) => score === null)) continue;
				this.find('late', `${identity} of ${survey.name} waits: ${told(account)}`);
			}
		}
	}

	/** After polls in which the service was well, and the last of which gave nothing. */
	end(last: Round[]): void {
		for (const [survey, watch] of this.watches) {
			if (!this.world.visible.includes(survey)) continue;
			if (!last.some((round) => isRead(round, survey))) {
				this.find('unread', `${survey.name} was not read in the end`);
			}
			for (const person of survey.people.filter((one) => isShown(one, this.world.step))) {
				const account = watch.accounts.get(watch.lastIdentity.get(person) ?? '');
				if (!account) this.find('unread', `${person.tag} was never read`);
				else if (account.held === 'no' && due(account) > account.events) {
					this.find('lost', `${person.tag} of ${survey.name}: ${told(account)}`);
				}
			}
		}
	}

	private learn(round: Round): void {
		// "Activating, publishing, restarting never make anything known".
		const isTest = round.kind !== 'poll' && this.hasList && !round.isSaved;
		const counts = new Map<Survey, number | undefined>();
		for (const reply of round.replies) {
			const { records, place, survey, at } = reply;
			if (!records) continue;
			if (place === 'list') {
				for (const record of records) {
					const listed = this.world.surveys.find(({ id }) => id === record.id);
					if (!listed || this.rules.chosen?.has(listed) === false) continue;
					counts.set(listed, record.response_count as number | undefined);
					this.meet(listed, isTest);
				}
				const moment = { at, stamp: at + this.world.clockError };
				this.listRead(moment, isTest || round.hasFailed);
				if (!isTest) this.lastPoll = moment;
			} else if (survey && place === 'respondents') {
				// A chosen survey is read even if the list of surveys does not show it.
				if (this.rules.chosen?.has(survey)) this.meet(survey, isTest);
				if (isTest) continue;
				const watch = this.watches.get(survey);
				// Where one of several polls was thrown away, it is not seen which of them read this list.
				const isUnsure = round.hasSeveral && round.isThrownAway;
				const lists = round.replies.filter(isListOf(survey));
				const isLast = lists.at(-1) === reply;
				if (isLast && !isUnsure)
					watch?.learn(records, counts.get(survey), round, lists.length === 1);
				else watch?.glance(records);
			}
		}
	}

	private meet(survey: Survey, isTest: boolean): void {
		const watch = this.watches.get(survey);
		if (watch && this.lastPoll && !isTest) watch.listed(this.lastPoll);
		if (watch || !this.poll) return;
		this.watches.set(survey, new Watch(survey, this.rules, { ...this.poll }, !this.hasList));
	}

	private listRead(to: Moment, isUnsure: boolean): void {
		this.hasList = true;
		this.poll = { from: isUnsure && this.poll ? this.poll.from : to, to };
	}

	private personOf(event: EventItem): { person: Person; survey: Survey } | undefined {
		const { tag } = (event.properties ?? {}) as { tag?: string };
		for (const survey of this.world.surveys) {
			const person = survey.people.find((one) => one.tag === tag);
			if (person) return { person, survey };
		}
		return undefined;
	}

	private arrived(event: EventItem): void {
		const found = this.personOf(event);
		if (!found) return this.find('broken', `An event of nobody: ${JSON.stringify(event)}`);
		const { person, survey } = found;
		const account = this.watches.get(survey)?.arrived(person);
		const who = `${person.tag} of ${survey.name}`;
		if (!account) this.find('twice', `${who} has never been read`);
		else if (account.events > limit(account)) this.find('twice', `${who}: ${told(account)}`);
		else if (account.held === 'sure') this.find('flood', `${who}: ${told(account)}`);
		const id = String(event.completion_id);
		const owner = this.completionIds.get(id) ?? person;
		if (owner !== person) this.find('completion_id', `${owner.tag} and ${person.tag} have ${id}`);
		this.completionIds.set(id, person);
	}

	/** Unknown completions come with the poll that is shown them, if nothing is in its way. */
	private inTime(round: Round): void {
		for (const [survey, watch] of this.watches) {
			if (watch.taken !== 'sure') continue;
			for (const [identity, account] of watch.accounts) {
				const { shownIn, held, seen, events } = account;
				if (shownIn !== round.number || held !== 'no' || due(account) <= events) continue;
				if (seen.some(({ score }) => score === null)) continue;
				this.find('late', `${identity} of ${survey.name}: ${told(account)}`);
			}
		}
	}

	/** "Fails and delivers nothing", "once a day, but never in two polls in a row". */
	private failed(round: Round): void {
		const holds = [...this.watches.values()].map((watch) => watch.holds(round));
		const mayHaveSaid = round.hasFailed && holds.some((one) => one !== 'no');
		const hasSaid = mayHaveSaid && round.unexplained !== undefined;
		if (round.unexplained !== undefined && !hasSaid) this.find('broken', round.unexplained);
		if (round.kind !== 'poll') return;
		if (hasSaid && this.hasJustSaid && !round.hasSeveral)
			this.find('broken', `twice: ${round.unexplained}`);
		const isTold = this.hasJustFailed || round.at - this.saidAt < DAY + HOUR;
		if (round.isCalm && holds.includes('sure') && !isTold) {
			this.find('silent', 'completions are held, and no poll fails');
		}
		[this.hasJustSaid, this.hasJustFailed] = [hasSaid && !round.hasSeveral, round.hasFailed];
		// Of several polls, one may have failed because of a list that is not judged.
		if (mayHaveSaid || (round.hasSeveral && round.hasFailed)) this.saidAt = round.at;
	}
}

const isListOf = (survey: Survey) => (reply: Reply) =>
	reply.survey === survey && reply.place === 'respondents' && reply.records !== undefined;

const isRead = ({ replies }: Round, survey: Survey) => replies.some(isListOf(survey));

const told = ({ seen, states, ...account }: Account) =>
	JSON.stringify({
		...account,
		states: [...states],
		seen: seen.map(({ person, stamp }) => [
			person.tag,
			stamp && new Date(stamp).toISOString(),
			person.completedTrue && new Date(person.completedTrue).toISOString(),
		]),
	});
