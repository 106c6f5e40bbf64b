/** Where the state of a trigger is kept, and which of two states counts. */
import type { IPollFunctions } from 'n8n-workflow';

import {
	type Loaded,
	newWatch,
	type State,
	Storage,
} from '../../../nodes/SurveyInterview/trigger/state';

type Data = Record<string, unknown>;
const KEY = 'surveyInterviewTrigger:node';
const copy = (data: Data): Data => JSON.parse(JSON.stringify(data)) as Data;

let now = 1_000_000;
let count = 0;
beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => jest.restoreAllMocks());

/** The data of a trigger in n8n, and polls that read and write it. */
class Saved {
	ofNode: Data = {};
	ofWorkflow: Data = {};
	private readonly trigger = `workflow ${count++}`;

	constructor(
		readonly engine: 'default' | 'durable',
		readonly scope = 'scope',
	) {}

	storage(scope = this.scope): Storage {
		const ofNode =
			this.engine === 'default' ? { ...this.ofNode, __dataChanged: false } : this.ofNode;
		const context = {
			getWorkflowStaticData: (kind: string) => (kind === 'node' ? ofNode : this.ofWorkflow),
			getNode: () => ({ id: 'node' }),
		} as unknown as IPollFunctions;
		return new Storage(context, this.trigger, scope);
	}

	load(isTest = false) {
		return this.storage().load({ isTest });
	}

	/** @returns what the next poll loads */
	poll(change: Partial<State>, { isActivation = false, hasEvents = false } = {}) {
		const storage = this.storage();
		const loaded = storage.load({ isTest: false });
		const before = loaded.kind === 'state' ? loaded.state : newWatch(this.scope, 0);
		storage.save({ ...before, ...change }, { isActivation, hasEvents });
	}
}
const nextOf = (loaded: Loaded) => (loaded.kind === 'state' ? loaded.state.next : loaded.kind);

describe.each(['default', 'durable'] as const)('in the %s engine', (engine) => {
	it('nothing is loaded at first, and then what was saved', () => {
		const saved = new Saved(engine);
		expect(saved.load()).toEqual({ kind: 'none' });
		saved.poll({ next: 'a' }, { isActivation: true });
		expect(nextOf(saved.load())).toBe('a');
		saved.poll({ next: 'b' }, { hasEvents: true });
		expect(nextOf(saved.load())).toBe('b');
	});

	it('an older state that n8n returns does not replace the newest one', () => {
		const saved = new Saved(engine);
		saved.poll({ next: 'a' });
		const older = [copy(saved.ofNode), copy(saved.ofWorkflow)] as const;
		saved.poll({ next: 'b' });
		[saved.ofNode, saved.ofWorkflow] = older;
		expect(nextOf(saved.load())).toBe('b');
	});

	it('a state that came with events is valid for a minute; then n8n has discarded it, and the older one is valid', () => {
		const saved = new Saved(engine);
		saved.poll({ next: 'a' });
		const older = [copy(saved.ofNode), copy(saved.ofWorkflow)] as const;
		saved.poll({ next: 'b' }, { hasEvents: true });
		[saved.ofNode, saved.ofWorkflow] = [copy(older[0]), copy(older[1])];
		expect([saved.load(), saved.load(true)].map(nextOf)).toEqual(['notYet', 'b']);
		now += 60_000;
		expect(nextOf(saved.load())).toBe('a');
		// And if n8n has nothing at all, the last one that is certain.
		[saved.ofNode, saved.ofWorkflow] = [{}, {}];
		expect(nextOf(saved.load())).toBe('a');
	});

	it('the time of the list is remembered without being saved', () => {
		const saved = new Saved(engine);
		saved.poll({ listedAt: 1 });
		const data = [copy(saved.ofNode), copy(saved.ofWorkflow)];
		saved.poll({ listedAt: 2 });
		expect([saved.ofNode, saved.ofWorkflow]).toEqual(data);
		expect(saved.load()).toMatchObject({ kind: 'state', state: { listedAt: 2 } });
	});

	it.each<[string, (data: Data) => Data]>([
		['cut off', (data) => ({ ...data, text: String(data.text).slice(0, 30) })],
		['of another version', (data) => ({ ...data, version: 4 })],
		['without surveys', (data) => ({ ...data, text: '{"scope":"scope"}' })],
		['nothing', (data) => ({ ...data, text: null })],
	])('a state that is %s is damaged', (_name, damage) => {
		const saved = new Saved(engine);
		saved.poll({ next: 'a' });
		const restarted = new Saved(engine);
		restarted.ofNode = saved.ofNode.version ? damage(copy(saved.ofNode)) : {};
		restarted.ofWorkflow = saved.ofWorkflow[KEY]
			? { [KEY]: damage(saved.ofWorkflow[KEY] as Data) }
			: {};
		expect(restarted.load()).toEqual({ kind: 'damaged' });
	});

	it('another scope begins a new watch, also when the first one comes back', () => {
		const saved = new Saved(engine);
		saved.poll({ next: 'a' });
		const other = saved.storage('another');
		expect(other.load({ isTest: false })).toEqual({ kind: 'none' });
		other.save(newWatch('another', 0));
		expect(saved.load()).toEqual({ kind: 'none' });
	});
});

it("in the durable engine an activation saves to the workflow's data, until the node has the state", () => {
	const saved = new Saved('durable');
	saved.poll({ next: 'a' }, { isActivation: true });
	expect([Object.keys(saved.ofNode), Object.keys(saved.ofWorkflow)]).toEqual([[], [KEY]]);
	saved.poll({ next: 'b' });
	expect(Object.keys(saved.ofWorkflow)).toEqual([KEY]);
	saved.poll({ next: 'c' });
	expect(Object.keys(saved.ofWorkflow)).toEqual([]);
	saved.poll({ next: 'd' }, { isActivation: true });
	expect(nextOf(saved.load())).toBe('d');
});
