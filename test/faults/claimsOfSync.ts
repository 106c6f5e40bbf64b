/** Invitation → Sync behind a lying party: every row and every count is a claim. */
import { toldBy } from '../laboratory/oracle/told';
import { DEEDS, itemsFor } from '../laboratory/oracle/deeds';
import type { Deed } from '../laboratory/oracle/deed';
import { SEED } from '../laboratory/oracle/furnish';
import type { Engine, Run } from '../harness/engine';
import {
	startService,
	type DialectName,
	type LoggedRequest,
	type Service,
} from '../harness/service';
import { sideBySide } from '../harness/support';
import type { About } from './about';
import { runBehind } from './claimScene';
import { startParty, type Manner, type Passed } from './party';

export interface SyncScene {
	deed: Deed;
	/** One contact, who is created; five, of whom two are created and two updated. Two more are revoked. */
	contacts: 1 | 5;
	/** The writes that are lied about. */
	lied: keyof typeof LIED;
	dialect: DialectName;
	manner: Manner;
	/** Whether each contact has a row of its own, or the sync stops at the first that fails. */
	continues: boolean;
}

export const LIED = {
	creates: ({ method }: About) => method === 'POST',
	updates: ({ method }: About) => method === 'PATCH',
	revocations: ({ method }: About) => method === 'DELETE',
	everything: ({ method }: About) => method !== 'GET',
};

export const SYNCS = DEEDS.filter(({ operation }) => operation === 'invitation.sync');

export async function playSyncs(
	engine: Engine,
	scenes: readonly SyncScene[],
): Promise<Map<SyncScene, string[] | null>> {
	const found = new Map<SyncScene, string[] | null>();
	await sideBySide(scenes, 8, async (scene) => {
		const { deed, contacts, lied, dialect, continues } = scene;
		const service = await startService({ dialect, seed: SEED });
		const items = itemsFor(deed, service, contacts);
		const party = await startParty(service, { ...scene.manner, about: LIED[lied] });
		const node = continues ? { onError: 'continueRegularOutput' as const } : undefined;
		const run = await runBehind(engine, party, service, scene, items, node);
		await party.stop();
		await service.idle();
		const isMet = party.requests.some(({ lied: verdict }) => verdict !== null);
		found.set(scene, isMet ? judgeSync(scene, items, run, service, party.requests) : null);
		await service.stop();
	});
	return found;
}

/** The oracle compares each row with the log of the service; what is left are the sentences and the repeats. */
function judgeSync(
	{ deed, contacts }: SyncScene,
	items: Parameters<NonNullable<Deed['judge']>>[0],
	run: Run,
	service: Service,
	requests: Passed[],
): string[] {
	const contradictions = deed.judge?.(items, run, service) ?? [];
	const writes = requests.filter(({ method }) => method !== 'GET');
	const inFull = ({ method, url, body }: Passed) => `${method} ${url} ${body}`;
	// A public create that skips duplicates may be repeated; every other create may not.
	const repeated = writes.filter(
		(one, at) =>
			one.about?.operation === 'invitation.createPersonal' &&
			writes.findIndex((other) => inFull(other) === inFull(one)) < at,
	);
	return [
		...contradictions.map(({ kind, says }) => `${kind}: ${says}`),
		...judgeSummary(run, service.log),
		...repeated.map((one) => `sent twice: ${inFull(one)}`),
		...(toldBy(run, contacts).fates.flat().length > 0 || run.error ? [] : ['nothing is said']),
	];
}

/** The words of the summary, each with the requests that it speaks of. */
const METHODS: Record<string, string> = {
	'(?:created|invited)': 'POST',
	'(?:updated|corrected)': 'PATCH',
	revoked: 'DELETE',
};

/** `2 created, 1 updated.` at the begin of the summary: each has to be in the log of the service. */
function judgeSummary(run: Run, log: readonly LoggedRequest[]): string[] {
	const summary = String(run.items.find(({ json }) => 'summary' in json)?.json.summary ?? '');
	const [begin = ''] = summary.split(/may have been done|failed|not started/);
	const open = Number(/(\d+) may have been done/.exec(summary)?.[1] ?? 0);
	let missing = 0;
	const tooMany = Object.entries(METHODS).flatMap(([action, method]) => {
		const counted = Number(new RegExp(`(\\d+) ${action}`).exec(begin)?.[1] ?? 0);
		const done = new Set(
			log
				.filter((one) => one.method === method && one.done)
				.map(({ url, rawBody }) => url + rawBody),
		).size;
		missing += done - counted;
		return counted > done ? [`a false claim: ${done} by ${method}: ${summary}`] : [];
	});
	if (run.error || summary === '' || missing <= open) return tooMany;
	return [...tooMany, `a false denial: ${missing} more were done: ${summary}`];
}
