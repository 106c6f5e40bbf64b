import type { EventItem, Finding, Round, Rules } from './rules';
import type { Reply } from './service';
import { DAY, read } from './times';
import { Watch } from './watch';
import { isShown, type Person, type Survey, type World } from './world';

interface Listed {
	at: number;
	/** What the list of surveys said of it in the last calm poll. */
	summary: string;
}

/** "What belongs to a survey that has been deleted goes after a week." */
const FORGOTTEN = 7 * DAY;

/** Judges by docs/trigger.md alone: it knows what the service answered, and what arrived. */
export class Judge {
	readonly findings: Finding[] = [];
	private readonly watches = new Map<Survey, Watch>();
	private readonly listed = new Map<Survey, Listed>();
	private readonly completionIds = new Map<string, Person>();
	/** The first and the last try to activate the trigger. */
	private activated?: [number, number];
	private firstList?: number;
	/** Surveys without a baseline that a test of an activation has read, and when. */
	private readonly glimpses = new Map<Survey, number>();

	constructor(
		private readonly world: World,
		private readonly rules: Rules,
	) {}

	triedToActivate(at: number): void {
		this.activated = [this.activated?.[0] ?? at, at];
	}

	identitiesChanged(survey: Survey): void {
		this.watches.get(survey)?.identitiesChanged();
	}

	restarted(): void {
		if (this.rules.engine === 'durable') return;
		for (const watch of this.watches.values()) watch.restarted();
		for (const listed of this.listed.values()) listed.summary = '';
	}

	find(what: Finding['what'], detail: string): void {
		this.findings.push({ what, step: this.world.step, detail });
	}

	settle(round: Round): void {
		// Later activations only test whether a survey can be read.
		const isTest = round.kind !== 'poll' && this.firstList !== undefined && !round.isSaved;
		if (!round.isForgotten && !isTest) this.learn(round);
		if (isTest) this.glimpse(round);
		if (round.isSaved || this.rules.engine === 'durable') {
			for (const watch of this.watches.values()) watch.saved();
		}
		for (const event of round.delivered.flat()) this.arrived(event);
		for (const execution of round.delivered) this.inOrder(execution);
		for (const event of round.lost) {
			const found = this.personOf(event);
			if (found) this.watches.get(found.survey)?.lost(found.person);
		}
		if (round.isCalm && round.kind === 'poll') this.inTime(round);
		else for (const watch of this.watches.values()) watch.disturbed();
		if (!round.isForgotten) this.remember(round.replies, isTest);
	}

	/** After polls in which the service was well, and the last of which gave nothing. */
	end(last: Round[]): void {
		const replies = last.flatMap((round) => round.replies);
		for (const [survey, watch] of this.watches) {
			if (!this.world.visible.includes(survey)) continue;
			if (!replies.some((reply) => reply.records && reply.survey === survey)) {
				this.find('unread', `${survey.name} was not read in the end`);
			}
			const shown = survey.people.filter((one) => isShown(one, this.world.step));
			// Of those who count as equal, one may have been deleted while the event waited.
			const alike = (identity?: string) =>
				shown.filter((one) => watch.lastIdentity.get(one) === identity).length;
			for (const person of shown) {
				const identity = watch.lastIdentity.get(person);
				const account = identity === undefined ? undefined : watch.account(identity);
				if (!account) this.find('unread', `${person.tag} was never read`);
				else if (Math.min(account.min, alike(identity)) > account.events) {
					this.find('lost', `${person.tag} of ${survey.name}: ${JSON.stringify(account)}`);
				}
			}
		}
	}

	/** What a list of surveys said when the survey was read. */
	private remember(replies: Reply[], isTest: boolean): void {
		const records = replies.findLast(({ place, records }) => place === 'list' && records)?.records;
		for (const [survey, listed] of this.listed) {
			const summary = records?.find(({ id }) => id === survey.id);
			const isRead = replies.some((reply) => reply.survey === survey && reply.records);
			// Whether a test counts, the page leaves open.
			if (summary && isRead) listed.summary = isTest ? '' : summaryOf(summary);
		}
	}

	/** Such a test may take the baseline of the survey that it reads. */
	private glimpse({ replies, at }: Round): void {
		for (const { survey, records, place } of replies) {
			if (place !== 'respondents' || !survey || !records) continue;
			if (this.watches.get(survey)?.hasBegun) continue;
			this.glimpses.set(survey, at);
			this.watches.get(survey)?.glimpsed(at);
		}
	}

	private learn(round: Round): void {
		const claims = new Map<Survey, number | undefined>();
		for (const { records, place, survey } of round.replies) {
			if (!records) continue;
			if (place === 'list') this.learnSurveys(records, claims, round);
			else if (survey) {
				// A chosen survey is read even if the list of surveys does not show it.
				if (this.rules.chosen?.has(survey)) this.watch(survey, {}, false, round);
				this.watches.get(survey)?.learn(records, claims.get(survey), round);
			}
		}
	}

	private learnSurveys(
		records: NonNullable<Reply['records']>,
		claims: Map<Survey, number | undefined>,
		round: Round,
	): void {
		this.firstList ??= round.number;
		const surveys = records.map(({ id }) => this.world.surveys.find((one) => one.id === id));
		const wasKnown = surveys.map((survey) => survey !== undefined && this.watches.has(survey));
		surveys.forEach((survey, place) => {
			if (!survey || this.rules.chosen?.has(survey) === false) return;
			const record = records[place] ?? {};
			claims.set(survey, record.response_count as number | undefined);
			const before = this.listed.get(survey);
			this.listed.set(survey, { summary: '', ...before, at: round.at });
			const watch = this.watches.get(survey);
			if (watch && before && round.at - before.at > FORGOTTEN) watch.mayForget();
			const isOnTop = !wasKnown.slice(0, place).includes(true);
			this.watch(survey, record, isOnTop, round);
		});
	}

	private watch(survey: Survey, record: EventItem, isOnTop: boolean, round: Round): void {
		if (this.watches.has(survey)) return;
		const watch = this.begin(survey, record, isOnTop, round);
		const glimpsed = this.glimpses.get(survey);
		if (glimpsed !== undefined) watch.glimpsed(glimpsed);
		this.watches.set(survey, watch);
	}

	/** "A survey is new if it is above all known ones and its record does not contradict that." */
	private begin(survey: Survey, record: EventItem, isOnTop: boolean, round: Round): Watch {
		const since = this.activated ?? [round.at, round.at];
		if (this.firstList === round.number || this.rules.chosen) {
			return new Watch(survey, this.rules, since, false, false);
		}
		const created = record.created_at as string | number | undefined;
		// "Clocks and time zones may differ by less" than a day: up to that the record contradicts nothing.
		const age = created === undefined ? 0 : since[0] - read(created);
		const isNew = isOnTop && age < DAY;
		const isOlder = survey.createdTrue < since[0];
		const isUnsure = isNew && created !== undefined && (age > 0 || isOlder);
		return new Watch(survey, this.rules, since, isNew, isUnsure, !isNew);
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
		const watch = this.watches.get(survey);
		if (!watch?.arrived(person)) {
			const account = watch?.account(watch.lastIdentity.get(person) ?? '');
			this.find(
				'twice',
				`${person.tag} of ${survey.name} must not come: ${JSON.stringify(account)}`,
			);
		}
		const id = String(event.completion_id);
		const owner = this.completionIds.get(id) ?? person;
		if (owner !== person) this.find('completion_id', `${owner.tag} and ${person.tag} have ${id}`);
		this.completionIds.set(id, person);
	}

	/** "Events come in the order of completion, if the service gives a time." */
	private inOrder(execution: EventItem[]): void {
		const times = execution.flatMap(({ completed_at: at }) =>
			typeof at === 'string' || typeof at === 'number' ? [read(at)] : [],
		);
		if (times.length < execution.length) return;
		if (times.some((time, place) => time < (times[place - 1] ?? time))) {
			this.find('order', times.map((time) => new Date(time).toISOString()).join(' '));
		}
	}

	/** What a calm poll was shown comes with it, or after the brake with the next one. */
	private inTime(round: Round): void {
		for (const [survey, watch] of this.watches) {
			const records = round.replies.findLast(({ place }) => place === 'list')?.records;
			const summary = records?.find(({ id }) => id === survey.id);
			if (!summary) continue;
			const isRead = round.replies.some((reply) => reply.survey === survey && reply.records);
			const before = this.listed.get(survey)?.summary;
			if (before && before !== summaryOf(summary) && !isRead) {
				this.find('unread', `${survey.name} has changed and was not read`);
			}
			for (const [identity, account] of watch.accounts) {
				if (account.min <= account.events) account.overdue = 0;
				else if (account.shownIn === round.number && account.overdue++ === account.patience) {
					this.find('late', `${identity} of ${survey.name}: ${JSON.stringify(account)}`);
				}
			}
		}
	}
}

/** What changes whenever somebody completes. */
const summaryOf = (record: EventItem) =>
	JSON.stringify([record.response_count, record.latest_completed_interview]);
