/** What the trigger remembers from one poll to the next, and where n8n keeps it. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../service/json';
import { isDurable } from './engine';
import type { KnownCompletions } from './whatIsNew';

/** What the trigger knows of one survey. */
export interface SurveyMemory extends KnownCompletions {
	/** Of its entry in the list of surveys when everything in it was settled; empty: read it again. */
	entryHash: string;
	/** It was taken out of the choice, so it begins anew when it comes back. */
	isOut?: true;
	/** How many polls have tried in vain, by `score <identity>` and `conversation <identity>` of a completion. */
	tries?: Record<string, number>;
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

/** Of the states that `save` writes, under the names of `State`. From 1.0.0 on, each version reads the one before. */
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
	load(isTest: boolean): Loaded {
		const found = [this.nodeData, this.workflowData[this.key]].flatMap(
			(data) => savedIn(data) ?? [],
		);
		const ofScope = found.filter(({ state }) => state?.scope === this.scope);
		const [fromN8n] = ofScope.toSorted((a, b) => b.number - a.number);
		const fromProcess = this.newest;
		let loaded: Saved | undefined = fromN8n;
		if (fromProcess && fromProcess.number > (fromN8n?.number ?? 0)) {
			const mayBeOnItsWay = performance.now() < fromProcess.savedAt + SAVE_TIME_MS;
			if (!fromProcess.isCertain && mayBeOnItsWay && !isTest) return { kind: 'notYet' };
			if (fromProcess.isCertain || mayBeOnItsWay) loaded = fromProcess;
			// n8n has discarded it.
			else loaded = fromProcess.lastCertain ?? fromN8n;
		} else if (fromProcess) {
			// n8n has returned it, or a newer one.
			fromProcess.isCertain = true;
		}
		if (!loaded) return { kind: found.some(({ state }) => !state) ? 'damaged' : 'none' };
		this.loaded = loaded;
		this.isLoadedFromN8n = loaded === fromN8n;
		const { listedAt } = fromProcess?.number === loaded.number ? fromProcess : loaded;
		const state = loaded === fromN8n ? fromN8n.state : parseState(loaded.text);
		return {
			kind: 'state',
			state: { ...(state as State), listedAt },
			isFromN8n: this.isLoadedFromN8n,
		};
	}

	private get newest(): NewestState | undefined {
		const state = newestStates.get(this.trigger);
		return state?.scope === this.scope ? state : undefined;
	}

	/** The last step of a poll. With events, n8n may discard the state, so it is not certain (`NewestState`). */
	save(
		{ listedAt, ...state }: State,
		{
			isActivation = false,
			hasEvents = false,
		}: { isActivation?: boolean; hasEvents?: boolean } = {},
	): void {
		const text = JSON.stringify(state);
		const { loaded, scope } = this;
		const fromProcess = this.newest;
		const savedAt = performance.now();
		// Nothing has changed, so n8n need not save it; only this process notes when the list was read.
		if (loaded && this.isLoadedFromN8n && text === loaded.text) {
			const unchanged =
				fromProcess?.number === loaded.number
					? fromProcess
					: { ...loaded, scope, isCertain: true, savedAt };
			newestStates.set(this.trigger, { ...unchanged, listedAt });
			return;
		}
		const number = Math.max(loaded?.number ?? 0, fromProcess?.number ?? 0) + 1;
		const saved: Saved = { number, text, listedAt };
		const data = { version: VERSION, ...saved } as unknown as IDataObject;
		if (this.isDurableEngine && !isActivation) {
			// n8n has committed the loaded state in the node's data, so the copy that an activation left is not needed.
			if (this.nodeData.number === loaded?.number) delete this.workflowData[this.key];
			Object.assign(this.nodeData, data);
		} else this.workflowData[this.key] = data;
		const lastCertain = fromProcess?.isCertain === false ? fromProcess.lastCertain : loaded;
		newestStates.set(this.trigger, {
			...saved,
			scope,
			savedAt,
			isCertain: !hasEvents,
			lastCertain,
		});
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
