import type { Participant } from '../../harness/stage/crowd';
import type { Action } from './history';
import { cause, type Stage } from './stage';
import type { Watch } from './watch';

/** What makes a list, or the summary of a survey, say less than is so. */
const HIDING: ReadonlyArray<Action['do']> = ['summary late', 'list late', 'list short'];

/** What goes on in the service and among its people, none of which n8n is told. */
export class ServiceSide {
	/** Whether a list or a summary ever hid something that was so. */
	everHidden = false;
	/** Whether a list of respondents ever hid what was new. */
	private wasLate = false;
	/** Whether a list may be short. */
	private short = false;
	/** Surveys whose ids came or went. */
	private readonly turned = new Set<string>();
	/** Surveys that gave no ids at some time, and those whose list was short at some time. */
	private readonly nameless = new Set<string>();
	private readonly shortened = new Set<string>();
	/** Who went on with a completed interview: after a turn, a second completion looks like a first. */
	private readonly reopened = new Set<Participant>();

	constructor(
		private readonly stage: Stage,
		private readonly watches: readonly Watch[],
		/** Whether months pass: then a list that hides somebody hides them for longer than is remembered. */
		private readonly isLong = false,
	) {
		const [first] = stage.crowd.surveyIds;
		if (first !== undefined && stage.history.anonymous) this.withoutIds(first);
	}

	act(action: Action): void {
		const { crowd, service } = this.stage;
		if (this.isLong && HIDING.includes(action.do)) return;
		switch (action.do) {
			case 'start':
				return void crowd.start(action.who);
			case 'complete':
				return this.complete(action.who);
			case 'interview':
				return crowd.interview(action.who);
			case 'crowd':
				for (let at = 0; at < action.many; at++) crowd.interview(action.who);
				return;
			case 'reopen':
				return this.reopen(action.who);
			case 'erase':
				return crowd.erase(crowd.who('completed', action.who));
			case 'delete':
				return crowd.delete(crowd.who('there', action.who));
			case 'change':
				return crowd.change(crowd.who('there', action.who));
			case 'start together':
				return crowd.startTogether(action.who, action.many, action.completed);
			case 'create survey':
				return void crowd.createSurvey();
			case 'clone survey':
				return this.clone(action.which);
			case 'delete survey':
				return crowd.deleteSurvey(action.which);
			case 'anonymous':
				return this.turn(action.which, action.on);
			case 'summary late':
				this.everHidden = true;
				service.world.summaryLag = action.reads === 0 ? null : { reads: action.reads };
				return;
			case 'list late':
				this.everHidden = this.wasLate = true;
				service.world.listLag = action.reads === 0 ? null : { reads: action.reads };
				return;
			case 'list short':
				return this.shorten(action.which, action.missing, action.reads);
			case 'other order':
				service.choices.respondentOrder = action.order;
				return;
			case 'trouble':
				return cause(service, action.trouble);
			case 'heal':
				return this.heal();
		}
	}

	heal(): void {
		const { service, crowd } = this.stage;
		service.faults.clear();
		service.world.summaryLag = null;
		service.world.listLag = null;
		for (const id of crowd.surveyIds) service.world.shortenList(id, 0, 0);
		this.short = false;
	}

	listsAreWhole(): boolean {
		const { crowd, service } = this.stage;
		const { list } = service.world.records.visibility;
		return !this.short && crowd.surveyIds.every((id) => !list.holds(id));
	}

	/**
	 * Without ids, those who started at the same time are counted: where one of them is gone, another is taken for
	 * it; where the list hid one, another may come in its place; where one completed again, nobody can tell.
	 */
	excuseTwins(): void {
		const { crowd } = this.stage;
		for (const one of crowd.participants) {
			const all = [one, ...crowd.twinsOf(one)];
			if (all.length < 2 || !this.nameless.has(one.surveyId)) continue;
			const isHidden = this.wasLate || this.shortened.has(one.surveyId);
			const isGone = all.some(({ is }) => is === 'gone');
			// Who was known by an id and hidden when it went comes again (docs/trigger.md, Accepted).
			const isUncertain = isHidden && (isGone || this.turned.has(one.surveyId));
			const isUnclear = isUncertain || all.some((some) => this.reopened.has(some));
			for (const watch of this.watches) {
				if (isUnclear) watch.excuse(one, 'any');
				else if (isHidden) watch.cannotTellApart(all);
				else if (isGone) watch.excuse(one, 'at most once');
			}
		}
	}

	/** The clone of an anonymous survey is anonymous. */
	private clone(which: number): void {
		const { crowd } = this.stage;
		const source = crowd.survey(which);
		if (source === undefined) return;
		crowd.cloneSurvey(which);
		const clone = crowd.surveyIds.at(-1);
		if (clone !== undefined && this.nameless.has(source)) this.withoutIds(clone);
	}

	private withoutIds(id: string): void {
		if (this.stage.history.anonymousIds === 'absent') this.nameless.add(id);
	}

	private complete(place: number): void {
		const { crowd } = this.stage;
		crowd.complete(crowd.who('started', place));
	}

	private reopen(place: number): void {
		const { crowd } = this.stage;
		const one = crowd.who('completed', place);
		crowd.reopen(one);
		if (one) this.reopened.add(one);
		for (const watch of this.watches) {
			// Before its state is saved, a trigger may have noted this completion as existing, in a poll whose
			// result n8n threw away: then the second completion is the same one.
			if (one && watch.hasBaseline !== 'yes') watch.excuse(one, 'at most once');
		}
		if (one && this.turned.has(one.surveyId)) {
			for (const watch of this.watches) watch.excuse(one, 'any');
		}
	}

	/** Makes a survey anonymous, or not any more. Where that takes the ids away, some cannot be told apart. */
	private turn(which: number, on: boolean): void {
		const { crowd, service, history } = this.stage;
		const id = crowd.survey(which);
		if (id === undefined) return;
		service.world.makeAnonymous(id, on);
		if (history.anonymousIds === 'present') return;
		this.turned.add(id);
		this.withoutIds(id);
		const { list } = service.world.records.visibility;
		for (const one of crowd.participants.filter(({ surveyId }) => surveyId === id)) {
			const hidden = this.short || list.held(id, one.id);
			for (const watch of this.watches) {
				const isOpen = one.is === 'started' || this.reopened.has(one);
				// It has another identity now, so it may come again (docs/trigger.md, Accepted).
				watch.excuse(one, isOpen ? 'any' : 'at least once');
				if (hidden) watch.excuse(one, 'at most once');
			}
		}
	}

	private shorten(which: number, missing: number, reads: number): void {
		const id = this.stage.crowd.survey(which);
		if (id === undefined) return;
		this.short = true;
		this.shortened.add(id);
		this.everHidden = true;
		this.stage.service.world.shortenList(id, missing, reads);
	}
}
