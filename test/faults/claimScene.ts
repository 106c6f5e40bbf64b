/** One run of the node behind a party that answers 200 or 201 with something, and what is wrong with its claim. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Engine, Run } from '../harness/engine';
import type { Deed } from '../laboratory/oracle/deed';
import { itemsFor } from '../laboratory/oracle/deeds';
import { SEED } from '../laboratory/oracle/furnish';
import { toldBy } from '../laboratory/oracle/told';
import { startService, type DialectName, type Service } from '../harness/service';
import { act, sideBySide } from '../harness/support';
import type { About } from './about';
import { startParty, type Manner, type Party, type Passed } from './party';

export interface ClaimScene {
	deed: Deed;
	dialect: DialectName;
	manner: Manner;
	/** Whether the answer is true, so that the node has to believe it. */
	isTrue?: true;
	node?: Partial<INode>;
	/** Everything, unless it is said. */
	output?: 'simplified';
}

/** So many scenes share a service, each with a thing of its own. */
const TOGETHER = 5;

/** Plays all, each with what is wrong; null: nobody could tell what was answered from the truth. */
export async function playClaims(
	engine: Engine,
	scenes: readonly ClaimScene[],
): Promise<Map<ClaimScene, string[] | null>> {
	const found = new Map<ClaimScene, string[] | null>();
	await sideBySide(batchesOf(scenes), 8, async (batch) => {
		const { deed, dialect } = batch[0] as ClaimScene;
		const service = await startService({ dialect, seed: SEED });
		const items = itemsFor(deed, service, batch.length);
		for (const [place, scene] of batch.entries()) {
			found.set(scene, await playClaim(engine, service, scene, items[place] as IDataObject));
		}
		await service.stop();
	});
	return found;
}

/** Scenes of one operation and one dialect. */
function batchesOf(scenes: readonly ClaimScene[]): ClaimScene[][] {
	const open = new Map<string, ClaimScene[]>();
	const batches: ClaimScene[][] = [];
	for (const scene of scenes) {
		const key = `${scene.deed.name} ${scene.dialect}`;
		let batch = open.get(key);
		if (!batch || batch.length === TOGETHER) {
			batches.push((batch = []));
			open.set(key, batch);
		}
		batch.push(scene);
	}
	return batches;
}

async function playClaim(
	engine: Engine,
	service: Service,
	scene: ClaimScene,
	item: IDataObject,
): Promise<string[] | null> {
	const { deed, manner, node } = scene;
	const isRead = deed.retryClass === 'read';
	const about = ({ operation }: About) => operation === deed.asked;
	const party = await startParty(service, isRead ? { ...manner, about } : manner);
	const run = await runBehind(engine, party, service, scene, [item], node);
	await party.stop();
	await service.idle();
	if (scene.isTrue) return judgeTruth(run, party.requests);
	return isRead
		? judgeRead(deed, run, party.requests)
		: judgeWrite(scene, run, party.requests, service, item);
}

/** Runs the node against the party; nothing is waited for, so a back-off cannot make it long. */
export async function runBehind(
	engine: Engine,
	party: Party,
	service: Service,
	{ deed, output }: Pick<ClaimScene, 'deed' | 'output'>,
	items: IDataObject[],
	node?: Partial<INode>,
): Promise<Run> {
	const options = { ...(deed.parameters.options as INodeParameters), maxWait: 0 };
	const parameters = { ...deed.parameters, ...(output ? { output } : {}), options };
	const behind = { url: party.url, token: service.token } as Service;
	return await act(engine, behind, { operation: deed.operation, items, parameters, node });
}

/** The one claim of a run; a run without an error that hands out nothing says that there is nothing. */
function claimOf(run: Run): { claim: string; text: string } {
	const { fates, texts, outputs } = toldBy(run, 1);
	const shown = JSON.stringify(outputs[0])?.slice(0, 160);
	return { claim: fates[0]?.join(' and ') || 'done', text: texts[0] ?? shown ?? 'nothing' };
}

function judgeTruth(run: Run, requests: Passed[]): string[] {
	const { claim, text } = claimOf(run);
	const isMet = requests.some(({ lied }) => lied !== null);
	return [
		...(isMet ? [] : ['the scene is void: nothing was asked']),
		...(claim === 'done' ? [] : [`refused: ${claim}: ${text}`]),
	];
}

function judgeRead(deed: Deed, run: Run, requests: Passed[]): string[] | null {
	const { claim, text } = claimOf(run);
	const own = requests.filter(({ about }) => about?.operation === deed.asked);
	// Whoever cannot tell may show what came: where nothing of it is understood, a hint says so.
	if (!own.some(({ lied }) => lied === 'a lie')) return null;
	return claim === 'done' ? [`a false claim: it shows ${text}`] : [];
}

function judgeWrite(
	{ deed, manner }: ClaimScene,
	run: Run,
	requests: Passed[],
	service: Service,
	item: IDataObject,
): string[] | null {
	const own = requests.filter(({ about }) => about?.operation === deed.asked);
	if (!manner.does && own.length > 0 && !own.some(({ lied }) => lied)) return null;
	const mark = deed.mark?.(item) ?? '';
	const worked = service.log.some(
		({ operation, url, rawBody, done }) =>
			done && operation === deed.asked && `${url} ${rawBody}`.includes(mark),
	);
	const { claim, text } = claimOf(run);
	const others = requests.filter((one) => one.method !== 'GET' && !own.includes(one));
	return [
		...(own.length === 0 || worked !== manner.does ? [`the scene is void: ${text}`] : []),
		...(claim === 'done' && !worked
			? [`a false claim: it was not done, and is shown as ${text}`]
			: []),
		...(/^(failed|not started)$/.test(claim) && worked ? [`a false denial: ${text}`] : []),
		...(deed.retryClass !== 'idempotent' && own.length > 1 ? [`sent ${own.length} times`] : []),
		...others.map(({ method, url }) => `another request: ${method} ${url}`),
	];
}
