/**
 * Every retry class against every fault: how often the service saw the request, how often the work was
 * done, and what the user reads. The back-offs are really waited, so all cases are played side by side.
 */
import { createEngine, type Engine } from '../harness/engine';
import { DIALECTS } from '../everywhere';
import { sample } from '../extent';
import { dialectNamed } from '../harness/service';
import { sideBySide } from '../harness/support';
import { DEEDS, type Deed } from './deeds';
import { FAULT_CASES, type Fate, type FaultCase } from './faultTable';
import { play, type Played, type Scene } from './play';

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };
const irreversible = DEEDS.filter(({ retryClass }) => retryClass === 'irreversible');

/** All but a service that is not there, for which each of n8n's five tries would wait 15 seconds. */
const again = FAULT_CASES.filter(({ service }) => service === undefined);

const everyScene: Scene[] = DIALECTS.flatMap((dialect) => [
	...DEEDS.flatMap((deed) => FAULT_CASES.map((fault) => ({ deed, fault, dialect }))),
	...irreversible.flatMap((deed) =>
		again.map((fault) => ({ deed, fault, dialect, node: RETRY_ON_FAIL })),
	),
]);

/** Each retry class meets each fault, with Retry On Fail and without. */
const scenes = sample(everyScene, 0, [
	({ deed, fault, node }) => `${deed.retryClass} ${fault.name} ${Boolean(node)}`,
	({ deed, dialect, node }) => `${deed.operation} ${dialect} ${Boolean(node)}`,
]);

/** Of actions that bring a record into a state, some dialects refuse the repeat, and that does not say that it is done. */
function fateOf({ deed, fault, dialect }: Scene): Fate {
	const fate = fault.fates[deed.retryClass];
	const { repeatedAction } = dialectNamed(dialect).choices;
	const isRefused =
		(deed.operation === 'theme.archive' && repeatedAction === 'refused') ||
		(/mailing\.(pause|unschedule)/.test(deed.operation) && repeatedAction !== 'answered');
	const isRepeated = fate.sent > 1 && /after|a slow answer|truncated/.test(fault.name);
	return isRefused && isRepeated && fate.told === 'done' ? { ...fate, told: 'maybe' } : fate;
}

const key = ({ deed, fault, dialect, node }: Scene) =>
	[dialect, deed.operation, fault.name, node ? 'with Retry On Fail' : ''].join(' | ');

let engine: Engine;
const played = new Map<string, Played>();

beforeAll(async () => {
	engine = await createEngine();
	// The log of so many runs would only fill the memory.
	engine.close();
	// The long waits first, so that nothing is left to wait for at the end.
	const order = [...scenes].sort((a, b) => Number(isLong(b.fault)) - Number(isLong(a.fault)));
	// Not many more: each starts a service, and time-outs pass meanwhile.
	await sideBySide(order, 40, async (scene) => {
		played.set(key(scene), await play(engine, scene));
	});
}, 300_000);

const isLong = ({ name }: FaultCase) => /for good|nobody|slow|ever/.test(name);

function outcomeOf(scene: Scene): Played {
	const outcome = played.get(key(scene));
	if (!outcome) throw new Error(`Not played: ${key(scene)}`);
	return outcome;
}

describe.each(DIALECTS)('dialect %s', (dialect) => {
	describe.each(
		DEEDS.map((deed): [string, Deed] => [`${deed.operation} (${deed.retryClass})`, deed]),
	)('%s', (_title, deed) => {
		it.each(titled((scene) => scene.dialect === dialect && scene.deed === deed && !scene.node))(
			'%s',
			(_name, scene) => {
				const { text, worked, strayed, ...fate } = outcomeOf(scene);
				const expected = fateOf(scene);

				// A read leaves nothing behind that could be counted.
				const done = deed.retryClass === 'read' ? 0 : expected.done;
				expect({ ...fate, text }).toEqual({ ...expected, done, text });
				expect(strayed).toBe(0);
				if (deed.retryClass === 'irreversible') expect(worked).toBe(expected.done);
				checkText(text, expected, scene);
			},
		);
	});
});

describe.each(DIALECTS)('dialect %s, with Retry On Fail of five tries', (dialect) => {
	describe.each(irreversible.map((deed): [string, Deed] => [deed.operation, deed]))(
		'%s',
		(_operation, deed) => {
			it.each(titled((scene) => scene.dialect === dialect && scene.deed === deed && !!scene.node))(
				'%s',
				(_name, scene) => {
					const { text, worked, strayed, ...fate } = outcomeOf(scene);
					const expected = fateOf(scene);

					expect({ ...fate, text }).toEqual({ ...expected, text });
					expect(worked).toBeLessThanOrEqual(1);
					expect(strayed).toBe(0);
					checkText(text, expected, scene);
				},
			);
		},
	);
});

/** Scenes with the name of their fault, as titles of tests. */
function titled(which: (scene: Scene) => boolean): Array<[string, Scene]> {
	return scenes.filter(which).map((scene) => [scene.fault.name, scene]);
}

function checkText(text: string, { told }: Fate, { deed, fault }: Scene): void {
	if (told === 'done') return expect(text).toBe('');
	if (fault.says && fateOfClass(deed, fault) === told) expect(text).toMatch(fault.says);
	const unrepeated = deed.retryClass === 'idempotent' ? '' : ', and was not repeated';
	expect(text.startsWith(`This may have been ${deed.word}${unrepeated}. `)).toBe(told === 'maybe');
}

const fateOfClass = (deed: Deed, fault: FaultCase) => fault.fates[deed.retryClass].told;
