/**
 * Whether records that are made in large numbers share one hidden class, also in a process as full as n8n.
 *
 * @compiledAnew
 */
import { RecordReader } from '../../../nodes/SurveyInterview/service/reader';
import { factsOf } from '../../../nodes/SurveyInterview/service/simplified';
import { setFlagsFromString } from 'node:v8';
import { aNumber } from '../../../nodes/SurveyInterview/service/values';
import { blankObject } from '../../../nodes/SurveyInterview/service/json';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (
	one: object,
	other: object,
) => boolean;

/** As many objects that begin with different keys as V8 tells apart, and some more. */
const others = Array.from({ length: 2_000 }, (_unused, place) => {
	const object: Record<string, number> = {};
	object[`key ${place}`] = place;
	return object;
});

const NAMES = ['in no other object', 'score'];

function filled(): object {
	const object: Record<string, unknown> = {};
	for (const name of NAMES) object[name] = null;
	return object;
}

/** Whether the last two of many do; V8 finds out with the first ones. */
function lastOnesShareClass(make: (place: number) => object): boolean {
	const made = Array.from({ length: 1_000 }, (_unused, place) => make(place));
	return haveSameClass(made.at(-1) ?? {}, made.at(-2) ?? {});
}

it('objects that are filled key by key do not, so this process is full', () => {
	expect(lastOnesShareClass(filled)).toBe(false);
	expect(others).toHaveLength(2_000);
});

it('the facts of records and the items made of them do', () => {
	const facts = Object.fromEntries(NAMES.map((name) => [name, aNumber('score')]));
	const finder = new RecordReader({ name: 'score', facts });
	expect(lastOnesShareClass((score) => finder.in({ score }))).toBe(true);
	const item = (score: number) => factsOf((record) => record, { score }, {}, NAMES);
	expect(lastOnesShareClass(item)).toBe(true);
	expect(item(1)).toEqual({ 'in no other object': null, score: 1 });
});

it('a blank object is nobody else’s', () => {
	blankObject(NAMES).score = 1;
	expect(blankObject(NAMES)).toEqual({ 'in no other object': null, score: null });
});
