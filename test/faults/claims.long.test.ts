/**
 * Does the node ever claim what is not true, when a 200 or a 201 brings an answer that is not the record?
 * Between the node and the reference service stands a party that lies: about each operation of the
 * contract, in each shape, with the work done behind it or not, and with the reads afterwards true or not.
 *
 * - `done` without the work is a false claim, a failure without `maybeDone` after it a false denial.
 * - What cannot be told from the truth by docs/interface.md (verdict.ts) may be believed.
 * - True answers in other forms (truths.ts) have to be believed.
 */
import { contractRows } from '../contract/contract';
import { createEngine, type Engine } from '../harness/engine';
import { extent, seededSample } from '../extent';
import type { Deed } from '../laboratory/oracle/deed';
import { DEEDS } from '../laboratory/oracle/deeds';
import { DIALECT_NAMES } from '../harness/service';
import { aboutOf, type About } from './about';
import { playClaims, type ClaimScene } from './claimScene';
import { LIED, playSyncs, SYNCS, type SyncScene } from './claimsOfSync';
import { LIES, madeUpLies, type Lie } from './lies';
import { truthsFor } from './truths';

const MADE_UP = madeUpLies(extent({ quick: 20, all: 40 }), 1);
const SHAPES = [...LIES, ...MADE_UP];
const BOTH = [true, false];
const CONTINUES = { onError: 'continueRegularOutput' } as const;
const REPEATS = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const deeds = DEEDS.filter(({ operation }) => operation !== 'invitation.sync');
const writes = deeds.filter(({ retryClass }) => retryClass !== 'read');
const reads = deeds.filter(({ retryClass }) => retryClass === 'read');

/** Takes turns, so that each of the one meets each of the other. */
const turn = <T>(all: readonly T[], count: number): T => all[count % all.length] as T;

const settingsOf = ({ retryClass }: Deed, count: number) =>
	turn(
		retryClass === 'irreversible' ? [undefined, CONTINUES, REPEATS] : [undefined, CONTINUES],
		count,
	);

const lieScenes: ClaimScene[] = writes.flatMap((deed, at) =>
	SHAPES.flatMap((lie, place) =>
		// One that is made up meets one of the four fates only: there are more of them instead.
		BOTH.flatMap((does) => BOTH.map((goesOn) => ({ does, goesOn })))
			.filter((_, fate) => !MADE_UP.includes(lie) || fate === (at + place) % 4)
			.map(({ does, goesOn }, fate) => ({
				deed,
				dialect: turn(DIALECT_NAMES, at + place + fate),
				manner: { lie, does, goesOn, status: turn([undefined, 200, 201], place + fate) },
				node: settingsOf(deed, place + 2 * at + fate),
			})),
	),
);

const readScenes: ClaimScene[] = reads.flatMap((deed, at) =>
	SHAPES.map((lie, place) => ({
		deed,
		dialect: turn(DIALECT_NAMES, at + place),
		manner: { lie, does: false, goesOn: true },
		node: turn([undefined, CONTINUES], place),
		output: turn([undefined, 'simplified' as const], at + Math.floor(place / 2)),
	})),
);

const aboutDeed = ({ method, path }: Deed) => aboutOf(method, `/api${path}`) as About;

const truthScenes: ClaimScene[] = deeds.flatMap((deed, at) => {
	const { operation, kind } = aboutDeed(deed);
	const all = truthsFor({ operation, kind });
	// Find and some Get Many look for something in the answer of another operation's endpoint.
	const forms = deed.operation === deed.asked ? all : all.slice(-2);
	return forms.flatMap((lie, place) =>
		DIALECT_NAMES.map((dialect, more) => ({
			deed,
			dialect,
			isTrue: true as const,
			manner: { lie, does: true, goesOn: false },
			output: turn([undefined, 'simplified' as const], at + place + more),
		})),
	);
});

const syncScenes: SyncScene[] = SYNCS.flatMap((deed, at) =>
	LIES.flatMap((lie, place) =>
		BOTH.flatMap((does) => BOTH.map((goesOn) => ({ does, goesOn }))).flatMap((fate, more) =>
			([1, 5] as const).map((contacts, count) => ({
				deed,
				contacts,
				lied: turn(Object.keys(LIED) as Array<keyof typeof LIED>, place + more + count),
				dialect: turn(DIALECT_NAMES, at + place + more),
				manner: { lie, ...fate },
				continues: (at + place + count) % 2 === 0,
			})),
		),
	),
);

const fateOf = ({ manner }: ClaimScene | SyncScene) =>
	`${manner.does ? 'done' : 'not done'} behind it, reads ${manner.goesOn ? 'lie' : 'are true'}`;
const groupOf = ({ deed, manner }: ClaimScene) => {
	const { kind, fresh } = aboutDeed(deed);
	return `${kind} ${fresh} ${manner.lie.name.replace(/^made up.*/, 'made up')}`;
};

/** Each value of each column, and so many rows: all of them take seven minutes. */
const some = <Row>(
	rows: readonly Row[],
	size: { quick: number; all: number },
	columns: Array<(row: Row) => unknown>,
) => seededSample(rows, extent(size), columns, 1);

const lies = some(lieScenes, { quick: 150, all: 450 }, [
	groupOf,
	(scene) => `${scene.deed.name} ${fateOf(scene)}`,
]);
const lookedAt = some(readScenes, { quick: 100, all: 300 }, [
	({ manner }) => manner.lie.name,
	({ deed, dialect }) => `${deed.name} ${dialect}`,
]);
const truths = some(truthScenes, { quick: 60, all: 180 }, [
	({ deed, manner }) => `${deed.name} ${manner.lie.name}`,
]);
const syncs = some(syncScenes, { quick: 40, all: 120 }, [
	({ manner }) => manner.lie.name,
	(scene) => `${scene.deed.name} ${scene.contacts} ${scene.lied} ${fateOf(scene)}`,
]);

let engine: Engine;
let found: Map<ClaimScene, string[] | null>;
let foundInSyncs: Map<SyncScene, string[] | null>;

beforeAll(async () => {
	engine = await createEngine();
	// The log of so many runs would only fill the memory.
	engine.close();
	found = await playClaims(engine, [...lies, ...lookedAt, ...truths]);
	foundInSyncs = await playSyncs(engine, syncs);
}, 900_000);

const byName = <T extends { deed: Deed; manner: { lie: Lie } }>(scenes: readonly T[]) => {
	const names = [...new Set(scenes.map(({ deed, manner }) => `${deed.name}: ${manner.lie.name}`))];
	return names.map((name): [string, T[]] => [
		name,
		scenes.filter(({ deed, manner }) => `${deed.name}: ${manner.lie.name}` === name),
	]);
};

const wrongIn = (scenes: readonly ClaimScene[]) =>
	scenes.flatMap((scene) =>
		(found.get(scene) ?? []).map((what) => `${fateOf(scene)}, ${scene.dialect}: ${what}`),
	);

describe('a lie about a write', () => {
	it.each(byName(lies))('%s', (_name, scenes) => expect(wrongIn(scenes)).toEqual([]));
});

describe('a lie about a read', () => {
	it.each(byName(lookedAt))('%s', (_name, scenes) => expect(wrongIn(scenes)).toEqual([]));
});

describe('a true answer', () => {
	it.each(byName(truths))('%s', (_name, scenes) => expect(wrongIn(scenes)).toEqual([]));
});

describe('a lie about what a sync writes', () => {
	it.each(byName(syncs))('%s', (_name, scenes) => {
		const wrong = scenes.flatMap((scene) =>
			(foundInSyncs.get(scene) ?? []).map(
				(what) => `${scene.contacts}, ${scene.lied}, ${fateOf(scene)}, ${scene.dialect}: ${what}`,
			),
		);
		expect(wrong).toEqual([]);
	});
});

describe('what is played', () => {
	it('has every endpoint of the contract', () => {
		const played = new Set([...writes, ...reads].map(({ operation }) => operation));
		const missing = contractRows().filter(
			({ resource, operation }) => !played.has(`${resource}.${operation}`),
		);
		expect(missing).toEqual([]);
	});

	it('tells most lies, with the work done and without', () => {
		for (const does of BOTH) {
			const told = lies.filter((scene) => scene.manner.does === does && found.get(scene) !== null);
			expect(told.length).toBeGreaterThan(lies.length / 4);
		}
	});
});
