import { Memory } from '../../../nodes/SurveyInterview/trigger/storage';
import type { State } from '../../../nodes/SurveyInterview/trigger/state';
import { emptyAt, HOUR, MINUTE, START } from './make';

const T = 'workflow\nnode';
const now = START;

const state = (number: number, scope = 'scope'): State => ({ ...emptyAt(START), number, scope });

/** A memory that saved this state just now. */
function after(saved: State, withEvents: boolean): Memory {
	const memory = new Memory();
	memory.saved(T, saved, now, withEvents);
	return memory;
}

describe('the state to go on from', () => {
	it('is what n8n hands over, where nothing is remembered', () => {
		const handed = state(3);
		expect(new Memory().choose(T, 'scope', handed, now)).toEqual(handed);
		expect(new Memory().choose(T, 'scope', undefined, now)).toEqual(undefined);
		expect(new Memory().choose(T, 'scope', state(3, 'other'), now)).toEqual(undefined);
	});

	it.each([true, false])('is what n8n hands back, with events %p', (withEvents) => {
		const memory = after(state(4), withEvents);
		const handed = state(4);
		expect(memory.choose(T, 'scope', handed, now)).toBe(handed);
	});

	it('is a newer one that another process has saved', () => {
		const memory = after(state(4), true);
		const newer = state(6);
		expect(memory.choose(T, 'scope', newer, now)).toBe(newer);
		// And that one is certain now: an older one is late.
		expect(memory.choose(T, 'scope', state(5), now + HOUR)).toEqual(newer);
	});

	it.each([state(3), undefined])('is the one that was saved without events, not %j', (older) => {
		const saved = state(4);
		const memory = after(saved, false);
		expect(memory.choose(T, 'scope', older, now + 1000)).toEqual(saved);
		expect(memory.choose(T, 'scope', older, now + HOUR)).toEqual(saved);
	});

	it('is the one with events, once n8n has handed it back', () => {
		const memory = after(state(4), true);
		memory.choose(T, 'scope', state(4), now + 1000);
		expect(memory.choose(T, 'scope', state(3), now + HOUR)).toMatchObject({ number: 4 });
	});

	it.each([state(3), undefined])('after events is waited for, a minute long, with %j', (older) => {
		const memory = after(state(4), true);
		const choose = (at: number) => memory.choose(T, 'scope', older, at);
		expect(choose(now)).toBe('not yet');
		expect(choose(now + 59_999)).toBe('not yet');
		// Its events never went out: they come again with the older state.
		expect(choose(now + MINUTE)).toEqual(older);
		expect(choose(now + MINUTE)).toEqual(older);
	});

	it('is the last certain one, a minute later, where n8n has lost what it had', () => {
		const memory = after(state(4), false);
		memory.saved(T, state(5), now, true);
		memory.saved(T, state(6), now, true);
		const choose = (at: number) => memory.choose(T, 'scope', undefined, at);
		expect(choose(now + 1000)).toBe('not yet');
		expect(choose(now + MINUTE)).toMatchObject({ number: 4 });
		expect(choose(now + HOUR)).toMatchObject({ number: 4 });
	});

	it('after events is taken when it arrives within that minute', () => {
		const memory = after(state(4), true);
		memory.choose(T, 'scope', state(3), now + 1000);
		expect(memory.choose(T, 'scope', state(4), now + 2000)).toMatchObject({ number: 4 });
	});

	it('counts what comes after an older one that was taken up as newer again', () => {
		const memory = after(state(4), true);
		const older = state(3);
		memory.choose(T, 'scope', older, now + MINUTE);
		memory.saved(T, state(4), now + MINUTE, true);
		expect(memory.choose(T, 'scope', state(4), now + MINUTE)).toMatchObject({ number: 4 });
	});

	it('is none of another scope, whatever was remembered of it', () => {
		const memory = after(state(9, 'other'), false);
		expect(memory.choose(T, 'scope', undefined, now)).toEqual(undefined);
		const again = after(state(9, 'other'), true);
		const mine = state(2);
		expect(again.choose(T, 'scope', mine, now)).toEqual(mine);
	});

	it('is forgotten when its trigger was not polled for more than a day, and another is', () => {
		const memory = after(state(4), false);
		const newest = (at: number) => memory.choose(T, 'scope', undefined, at);
		const another = (at: number) => memory.choose('another', 'scope', undefined, at);
		another(now + 25 * HOUR);
		expect(newest(now + 25 * HOUR)).toMatchObject({ number: 4 });
		another(now + 50 * HOUR);
		expect(newest(now + 50 * HOUR)).toMatchObject({ number: 4 });
		another(now + 76 * HOUR);
		expect(newest(now + 76 * HOUR)).toBeUndefined();
	});

	it('is not forgotten by its own poll, however seldom that comes', () => {
		const memory = after(state(4), false);
		expect(memory.choose(T, 'scope', undefined, now + 7 * 24 * HOUR)).toMatchObject({ number: 4 });
	});

	it('is each trigger’s own', () => {
		const memory = after(state(4), false);
		expect(memory.choose('workflow\nother', 'scope', undefined, now)).toEqual(undefined);
		expect(memory.choose(T, 'scope', undefined, now)).toMatchObject({ number: 4 });
	});
});
