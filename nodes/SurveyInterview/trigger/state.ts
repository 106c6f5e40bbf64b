/** What the trigger remembers from one poll to the next, and where n8n keeps it. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../service/json';
import { isDurable } from './engine';
import type { ScoreWait } from './completionVerdicts';
import type { KnownCompletions } from './whatIsNew';

/** What the trigger knows of one survey. */
export interface SurveyMemory extends KnownCompletions {
	/** Of its entry in the list of surveys when everything in it was settled; empty: read it again. */
	entryHash: string;
	/** It was taken out of the choice, so it begins anew when it comes back. */
	isOut?: true;
	/** How many polls have tried in vain, by `metric <identity>` and `conversation <identity>` of a completion. */
	tries?: Record<string, number>;
	/** Completions that wait for their scores, by identity. */
	scoreWaits?: Record<string, ScoreWait>;
	/** Mailing Status Changed: the last status of each mailing, as the service writes it. */
	statuses?: Record<string, string>;
	/** Results Changed: the last numbers of the overview. */
	numbers?: Record<string, number>;
	/** Email Failed: each mailing whose recipients were read. */
	mailings?: Record<string, ReadMailing>;
}

interface ReadMailing {
	/** Hash of its status and counts; empty: read it again. */
	mark: string;
	/** The identities of recipients whose email has failed, one after the other. */
	failed: string;
}

export interface State {
	/** Hash of the workflow, node, address, event and its scope; when it differs, a new watch begins. */
	scope: string;
	/** When the trigger was activated for the first time. */
	begunAt: number;
	/** When a poll last read the list of surveys; absent before the first one. */
	listedAt?: number;
	/** When all surveys were last read. */
	checkedAt: number;
	/** The ID of the survey with which the next poll begins; empty: the first one. */
	next: string;
	surveys: Record<string, SurveyMemory>;
}

export const newWatch = (scope: string, begunAt: number): State => ({
	scope,
	begunAt,
	checkedAt: begunAt,
	next: '',
	surveys: {},
});

/**
 * The version of a saved state: it counts up when a name or a meaning in `State` changes. From the package's version
 * 1.0.0 on, each version also reads the one before.
 */
const VERSION = 6;

/** A state as n8n keeps it. */
interface Saved {
	/** Counts up: each saved state of a trigger has a higher number. */
	number: number;
	/** The state as JSON, without `listedAt`: n8n need not save it only because a poll has read the list. */
	text: string;
	listedAt?: number;
}

/** The newest state of a trigger that this process has seen or saved. */
interface NewestState extends Saved {
	scope: string;
	/** By a clock that nobody sets. */
	savedAt: number;
	/** n8n is known to have it. Otherwise it may have discarded it, together with the events that came with it. */
	isCertain: boolean;
	/** The newest state before it that is certain. */
	lastCertain?: Saved;
}

/**
 * The newest state of each trigger. n8n may hand back an older one, when polls or executions overlap, or before it has
 * saved that of an activation. Then this one is valid, unless n8n may have discarded it.
 */
const newestStates = new Map<string, NewestState>();
/** n8n saves within this time. A state that it does not have by then was discarded. */
const SAVE_TIME_MS = 60_000;

/** What there is of a watch when a poll begins. */
export type Loaded =
	| { kind: 'state'; state: State; isFromN8n: boolean }
	/** The watch begins. */
	| { kind: 'none' }
	/** What was saved is damaged or of another version, so the watch begins anew. */
	| { kind: 'damaged' }
	/** n8n may still be saving a newer state, so this poll must wait for the next one. */
	| { kind: 'notYet' };

/**
 * Where n8n keeps the state. The default engine saves the workflow's data with an execution; a node's own data is under
 * its name there, which people change. The durable engine commits the node's data, but not what an activation writes to
 * it, so that goes through the workflow's data. Of two states the one with the higher number is valid.
 */
export class Storage {
	private readonly nodeData: IDataObject;
	private readonly workflowData: IDataObject;
	private readonly key: string;
	private readonly isDurableEngine: boolean;
	private loaded?: Saved;
	/** n8n itself has returned what was loaded, so it need not be saved again. */
	private isLoadedFromN8n = false;

	/** @param trigger the ids of workflow and node */
	constructor(
		context: IPollFunctions,
		private readonly trigger: string,
		private readonly scope: string,
	) {
		this.nodeData = context.getWorkflowStaticData('node');
		this.workflowData = context.getWorkflowStaticData('global');
		this.isDurableEngine = isDurable(context);
		this.key = `surveyInterviewTrigger:${context.getNode().id}`;
	}

	/** @param isTest for a test event, which takes any state and waits for none */
	load({ isTest }: { isTest: boolean }): Loaded {
		const found = [this.nodeData, this.workflowData[this.key]].flatMap(
			(data) => savedIn(data) ?? [],
		);
		const ofScope = found.filter(({ state }) => state?.scope === this.scope);
		const [fromN8n] = ofScope.toSorted((a, b) => b.number - a.number);
		const valid = this.validState(fromN8n, isTest);
		if (valid === 'notYet') return { kind: 'notYet' };
		if (!valid) return { kind: found.some(({ state }) => !state) ? 'damaged' : 'none' };
		this.loaded = valid;
		this.isLoadedFromN8n = valid === fromN8n;
		const state = valid === fromN8n ? fromN8n.state : parseState(valid.text);
		// This process may have noted a later time than n8n has (`noteListedAt`).
		const { listedAt } = this.newest?.number === valid.number ? this.newest : valid;
		return {
			kind: 'state',
			state: { ...(state as State), listedAt },
			isFromN8n: this.isLoadedFromN8n,
		};
	}

	/** The newest state that n8n has not discarded; `notYet` while nobody can know that. */
	private validState(fromN8n: Saved | undefined, isTest: boolean): Saved | 'notYet' | undefined {
		const { newest } = this;
		if (!newest) return fromN8n;
		if (newest.number <= (fromN8n?.number ?? 0)) {
			// n8n has returned it, or a later one, so it was not discarded.
			newest.isCertain = true;
			return fromN8n;
		}
		if (newest.isCertain) return newest;
		const wasDiscarded = performance.now() >= newest.savedAt + SAVE_TIME_MS;
		if (wasDiscarded) return newest.lastCertain ?? fromN8n;
		return isTest ? newest : 'notYet';
	}

	private get newest(): NewestState | undefined {
		const state = newestStates.get(this.trigger);
		return state?.scope === this.scope ? state : undefined;
	}

	/**
	 * The last step of a poll.
	 *
	 * @param hasEvents n8n may discard the state together with them, so it is not certain (`NewestState`)
	 */
	save(
		{ listedAt, ...state }: State,
		{
			isActivation = false,
			hasEvents = false,
		}: { isActivation?: boolean; hasEvents?: boolean } = {},
	): void {
		const text = JSON.stringify(state);
		const { loaded, newest, scope } = this;
		if (loaded && this.isLoadedFromN8n && text === loaded.text) {
			this.noteListedAt(loaded, listedAt);
			return;
		}
		const number = Math.max(loaded?.number ?? 0, newest?.number ?? 0) + 1;
		const saved: Saved = { number, text, listedAt };
		this.giveToN8n(saved, isActivation);
		newestStates.set(this.trigger, {
			...saved,
			scope,
			savedAt: performance.now(),
			isCertain: !hasEvents,
			// The state before this one, if it is certain; otherwise the certain one before that.
			lastCertain: newest?.isCertain === false ? newest.lastCertain : loaded,
		});
	}

	/** Nothing else has changed, so n8n need not save it; only this process notes when the list was read. */
	private noteListedAt(loaded: Saved, listedAt: number | undefined): void {
		const { newest, scope } = this;
		const unchanged =
			newest?.number === loaded.number
				? newest
				: { ...loaded, scope, isCertain: true, savedAt: performance.now() };
		newestStates.set(this.trigger, { ...unchanged, listedAt });
	}

	private giveToN8n(saved: Saved, isActivation: boolean): void {
		const data = { version: VERSION, ...saved } as unknown as IDataObject;
		if (!this.isDurableEngine || isActivation) {
			this.workflowData[this.key] = data;
			return;
		}
		// n8n has committed the loaded state in the node's data, so the copy that an activation left is not needed.
		if (this.nodeData.number === this.loaded?.number) delete this.workflowData[this.key];
		Object.assign(this.nodeData, data);
	}
}

/** A saved state with its text read; without `state` where that is damaged or of another version. */
function savedIn(data: unknown): (Saved & { state?: State }) | undefined {
	if (!isObject(data) || data.version === undefined) return undefined;
	const { version, number, text, listedAt } = data as unknown as Saved & { version: unknown };
	const state = version === VERSION ? parseState(text) : undefined;
	return { number: Number(number) || 0, text, listedAt, state };
}

function parseState(text: unknown): State | undefined {
	try {
		const state: unknown = JSON.parse(String(text));
		return isObject(state) && isObject(state.surveys) ? (state as unknown as State) : undefined;
	} catch {
		return undefined;
	}
}
