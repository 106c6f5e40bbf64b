import type { IDataObject } from 'n8n-workflow';
import {
	createInstallation,
	type EngineKind,
	type Installation,
} from '../../harness/engine/polling';
import { credentialsFor } from '../../harness/support/names';
import { NODE_ID, triggerNode } from '../../harness/stage/trigger';
import { barePoll } from './barePoll';
import type { ServiceProcess } from './serviceProcess';

const BARE = 'bench.barePoll';
const IDS = { full: 'full', empty: 'empty', bare: 'bare' } as const;
/** Under which the trigger keeps its state in the workflow's data. */
const KEY = `surveyInterviewTrigger:${NODE_ID}`;

/**
 * An n8n with three active workflows: the trigger with everybody in its state (`full`), an equal one with
 * nobody in it (`empty`), and a node that reads what the trigger reads and does nothing else (`bare`).
 */
export interface Stage {
	n8n: Installation;
	/** How many respondents the bare node got last. */
	bareRead: () => number;
}

/** Activates all three; they are idle afterwards, unless somebody completes. */
export async function setStage(service: ServiceProcess, engine: EngineKind): Promise<Stage> {
	const { url, token, surveyId } = service;
	let respondents = 0;
	const urls = [`${url}/api/surveys`, `${url}/api/surveys/${surveyId}/respondents`];
	const bare = barePoll(urls, ([, list]) => {
		respondents = (list as unknown[]).length;
	});
	const n8n = createInstallation({
		engine,
		credentials: credentialsFor({ url, token }),
		extraNodes: { [BARE]: bare },
	});
	await n8n.boot();
	const trigger = triggerNode();
	await n8n.save({ id: IDS.full, nodes: [trigger] });
	await n8n.save({ id: IDS.empty, nodes: [trigger] });
	await n8n.save({ id: IDS.bare, nodes: [{ id: NODE_ID, name: 'Bare', type: BARE }] });
	for (const id of Object.values(IDS)) {
		const { error, polls } = await n8n.publish(id);
		const failure = error ?? polls[NODE_ID]?.error;
		if (failure) throw failure;
		await n8n.tick(id);
	}
	return { n8n, bareRead: () => respondents };
}

/** The state as n8n stores it, of the node in the durable engine and in the workflow's data in the other. */
export function storedState({ n8n: { database } }: Stage, id: string) {
	const { cursor } = database.cursorRow(id, NODE_ID) ?? {};
	const { staticData } = database.workflow(id);
	const ofNode = JSON.parse(cursor ?? '{}') as IDataObject;
	const { global } = JSON.parse(staticData) as { global?: IDataObject };
	const ofWorkflow = global?.[KEY] as IDataObject | undefined;
	return {
		text: cursor ?? staticData,
		characters: (cursor?.length ?? 0) + staticData.length,
		state: cursor === undefined ? (ofWorkflow ?? {}) : ofNode,
	};
}

/**
 * Makes the second trigger's state the same as the first one's, with nobody in it. n8n starts again, for
 * the default engine has the state in memory.
 */
export async function forgetEverybody(stage: Stage): Promise<void> {
	const { n8n } = stage;
	const { scope, number } = storedState(stage, 'empty').state;
	const state = { ...storedState(stage, 'full').state, scope, number, seen: {} };
	const isDurable = n8n.database.advanceCursor('empty', NODE_ID, state);
	n8n.database.saveStaticData('empty', isDurable ? {} : { global: { [KEY]: state } });
	await n8n.boot();
}
