/** What the trigger remembers from one poll to the next, and where n8n keeps it. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../service/json';
import { isDurable } from './engine';
import type { Known } from './whatIsNew';

/** What the trigger knows of one survey. */
export interface SurveyMemory extends Known {
	/** Hash of its entry in the list of surveys when everything in it was settled; empty: read it again. */
	entry: string;
	/** It was taken out of the choice, so it is met anew when it comes back. */
	isOut?: true;
	/** How many polls have tried in vain to get what a completion lacks, by its identity. */
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
	/** Another workflow, node, address or event begins a new watch. */
	scope: string;
	/** When the trigger was activated for the first time. */
	begunAt: number;
	/** When a poll last read the list of surveys; absent before the first one. */
	listedAt?: number;
	/** When all surveys were last read. */
	checkedAt: number;
	/** The survey with which the next poll begins. */
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

/** Of the states that `save` writes. From 1.0.0 on, each version reads the one before. */
const VERSION = 6;

/** A state as n8n keeps it. */
interface Saved {
	/** Each saved state of a trigger has a higher one. */
	number: number;
	/** The state as JSON, without `listedAt`: n8n need not save it only because a poll has read the list. */
	text: string;
	listedAt?: number;
}

/** The newest state of a trigger that this process has seen or saved. */
interface Newest extends Saved {
	scope: string;
	/** By a clock that nobody sets. */
	savedAt: number;
	/** n8n has it. Otherwise it may have discarded it, together with the events that came with it. */
	isCertain: boolean;
	/** The last one that is certain. */
	before?: Saved;
}

/**
 * n8n may hand back an older state, when polls or executions overlap, or before it has saved that of an activation. Then
 * this one counts, unless n8n may have discarded it: that shows after a minute.
 */
const newest = new Map<string, Newest>();
const ON_ITS_WAY_MS = 60_000;

/**
 * Where n8n keeps the state. The default engine saves the workflow's data with an execution; a node's own data is under
 * its name there, which people change. The durable engine commits the node's data, but not what an activation writes to
 * it, so that goes through the workflow's data. Of two states the one with the higher number counts.
 */
export class Storage {
	private readonly ofNode: IDataObject;
	private readonly ofWorkflow: IDataObject;
	private readonly key: string;
	private readonly durable: boolean;
	private loaded?: Saved;
	/** n8n itself has handed over what was loaded, so it need not be saved again. */
	private isHandedOver = false;

	/** @param trigger the ids of workflow and node */
	constructor(
		context: IPollFunctions,
		private readonly trigger: string,
		private readonly scope: string,
	) {
		this.ofNode = context.getWorkflowStaticData('node');
		this.ofWorkflow = context.getWorkflowStaticData('global');
		this.durable = isDurable(context);
		this.key = `surveyInterviewTrigger:${context.getNode().id}`;
	}

	/**
	 * @returns undefined when the watch begins; `damaged` when it begins anew, because what was saved is damaged or of
	 * another version; `not yet` while n8n may still be saving a newer state
	 */
	load(isTest: boolean): State | undefined | 'damaged' | 'not yet' {
		const found = [this.ofNode, this.ofWorkflow[this.key]].flatMap((data) => savedIn(data) ?? []);
		const own = found.filter(({ state }) => state?.scope === this.scope);
		const [given] = own.toSorted((a, b) => b.number - a.number);
		const known = this.newest;
		const saved = known && known.number > (given?.number ?? 0) ? fromMemory(known) : given;
		const isOnItsWay = saved === 'not yet';
		if (isOnItsWay && !isTest) return saved;
		const loaded = isOnItsWay ? known : (saved ?? given);
		if (!loaded) return found.some(({ state }) => !state) ? 'damaged' : undefined;
		this.isHandedOver = loaded === given;
		if (known && this.isHandedOver) known.isCertain = true;
		this.loaded = loaded;
		const { listedAt } = known?.number === loaded.number ? known : loaded;
		const state = loaded === given ? given.state : stateIn(loaded.text);
		return { ...(state as State), listedAt };
	}

	private get newest(): Newest | undefined {
		const known = newest.get(this.trigger);
		return known?.scope === this.scope ? known : undefined;
	}

	/** The last step of a poll. */
	save({ listedAt, ...state }: State, isActivation: boolean, hasEvents: boolean): void {
		const text = JSON.stringify(state);
		const { loaded, scope } = this;
		const known = this.newest;
		const savedAt = performance.now();
		if (loaded && this.isHandedOver && text === loaded.text) {
			const same =
				known?.number === loaded.number ? known : { ...loaded, scope, isCertain: true, savedAt };
			newest.set(this.trigger, { ...same, listedAt });
			return;
		}
		const number = Math.max(loaded?.number ?? 0, known?.number ?? 0) + 1;
		const saved: Saved = { number, text, listedAt };
		const data = { version: VERSION, ...saved } as unknown as IDataObject;
		if (this.durable && !isActivation) {
			// What an activation handed over is in the state that the last poll has committed.
			if (this.ofNode.number === loaded?.number) delete this.ofWorkflow[this.key];
			Object.assign(this.ofNode, data);
		} else this.ofWorkflow[this.key] = data;
		const before = known?.isCertain === false ? known.before : loaded;
		newest.set(this.trigger, { ...saved, scope, savedAt, isCertain: !hasEvents, before });
	}
}

/** @returns undefined where n8n's own, older state counts, and there is none that is certain */
function fromMemory(known: Newest): Saved | undefined | 'not yet' {
	if (known.isCertain) return known;
	return performance.now() < known.savedAt + ON_ITS_WAY_MS ? 'not yet' : known.before;
}

/** A saved state, and what it says; without that where it is damaged. */
function savedIn(data: unknown): (Saved & { state?: State }) | undefined {
	if (!isObject(data) || data.version === undefined) return undefined;
	const { version, number, text, listedAt } = data as unknown as Saved & { version: unknown };
	const state = version === VERSION ? stateIn(text) : undefined;
	return { number: Number(number) || 0, text, listedAt, state };
}

function stateIn(text: unknown): State | undefined {
	try {
		const state: unknown = JSON.parse(String(text));
		return isObject(state) && isObject(state.surveys) ? (state as unknown as State) : undefined;
	} catch {
		return undefined;
	}
}
