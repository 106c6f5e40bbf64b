/** Saved workflows of stored versions still give what they gave (`test/contract/outputs`). */
import { outputShapeOf } from '../../nodes/SurveyInterview/form/outputSchemas';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { EVENTS } from '../../nodes/SurveyInterview/trigger/events/allEvents';
import { version } from '../../package.json';
import type { Engine } from '../harness/engine';
import { useEngine } from '../harness/support';
import { lostOf, newestVersion, play, stored, storedVersions } from './outputs/play';

let engine: Engine;
useEngine((started) => (engine = started));

/** What is to be done where saved workflows miss a field; a field that is new breaks none of them. */
function complaint(
	{ name, typeVersion, of }: { name: string; typeVersion: number; of: string },
	lost: string[],
): string | undefined {
	if (lost.length === 0) return undefined;
	const next = newestVersion(engine, name) + 1;
	return `${name}: saved workflows of ${of} (typeVersion ${typeVersion}) miss ${lost.join(', ')}. Keep it there, and add version ${next} to the node for the new output (CONTRIBUTING.md, "Versions of a node").`;
}

it('this version has its file, with every operation and event', () => {
	const today = [
		...RESOURCES.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value}/${operation.value}`),
		),
		...EVENTS.map(({ value }) => `event/${value}`),
	];
	// If something is missing: npm run docs
	expect(storedVersions()).toContain(version);
	const names = stored(version).map(({ name }) => name);
	expect([...names].sort()).toEqual(today.sort());
});

it('the schema of an operation has each field that came out of it', () => {
	const saved = new Map(stored(version).map(({ name, fields }) => [name, Object.keys(fields)]));
	for (const { value, operations } of RESOURCES) {
		for (const operation of operations) {
			const paths = saved.get(`${value}/${operation.value}`) ?? [];
			const names = paths.map((path) => path.replace(/[.[].*/, ''));
			expect(Object.keys(outputShapeOf(operation))).toEqual(expect.arrayContaining(names));
		}
	}
});

describe.each(storedVersions())('saved workflows of %s', (of) => {
	it.each(stored(of).map((saved) => [saved.name, saved] as const))('%s', async (_name, saved) => {
		const now = await play(engine, saved);
		expect(complaint({ ...saved, of }, lostOf(saved.fields, now))).toBeUndefined();
	});
});

it('says which version is to be added', () => {
	const node = { name: 'survey/get', typeVersion: 1, of: '0.9.0' };
	const before = { id: 'string', name: 'string', 'topics[].id': 'string', note: 'null' };
	const said = (now: Record<string, string>) => complaint(node, lostOf(before, now));
	const kept = { id: 'null', name: 'string', 'topics[].id': 'string', note: 'string' };
	expect(said(kept)).toBeUndefined();
	expect(said({ ...kept, name: 'number' })).toBe(
		'survey/get: saved workflows of 0.9.0 (typeVersion 1) miss name. Keep it there, and add version 2 to the node for the new output (CONTRIBUTING.md, "Versions of a node").',
	);
	expect(said({ ...kept, email: 'string' })).toBeUndefined();
});
