/** What reading a key gives, and calling what was read. */
import { either, FREE, holdsOurs, list, NONE, PLAIN, type List, type Shape } from './shape';

/** Says what is wrong, or what cannot be followed, which is wrong as well. */
export type Report = (problem: string) => void;

export const called = (call: (args: Shape[]) => Shape): Shape => ({ kind: 'function', call });

/** Of a function that is not followed: it may be given anything but an item as a whole. */
export function unfollowed(name: string, report: Report, result: Shape = FREE): Shape {
	return called((args) => {
		for (const arg of args) {
			if (holdsOurs(arg)) report(`${name} is given an item as a whole`);
			callWith(arg, FREE, report);
		}
		return result;
	});
}

/** Calls a function that is handed to another, with that in every place. */
function callWith(given: Shape | undefined, value: Shape, report: Report): Shape {
	return given?.kind === 'function' ? call(given, [value, value, value], report) : PLAIN;
}

export function call(shape: Shape, args: Shape[], report: Report): Shape {
	switch (shape.kind) {
		case 'function':
			return shape.call(args);
		case 'either':
			return either(shape.of.map((one) => call(one, args, report)));
		case 'none':
			return NONE;
		case 'free':
			return call(unfollowed('A function', report), args, report);
		default:
			report('what is called is no function');
			return FREE;
	}
}

export function member(shape: Shape, key: string, report: Report): Shape {
	switch (shape.kind) {
		case 'free':
		case 'none':
			return shape;
		case 'either':
			return either(shape.of.map((one) => member(one, key, report)));
		case 'fields': {
			const found = shape.fields.get(key);
			if (!found && !shape.isOpen) report(`${shape.of} has no ${key}`);
			return found ?? FREE;
		}
		case 'list':
			return listMember(shape, key, report);
		case 'function':
			report(`${key} of a function is not followed`);
			return FREE;
		case 'json':
		case 'plain':
			return plainMember(key, report);
	}
}

const LISTS = new Set(['split', 'match', 'matchAll']);

function plainMember(key: string, report: Report): Shape {
	if (key === 'length') return PLAIN;
	if (key === 'toDateTime') return called(() => FREE);
	const isKnown = [String.prototype, Number.prototype, RegExp.prototype].some((one) => key in one);
	if (!isKnown) {
		report(`a value has no ${key}`);
		return FREE;
	}
	return called((args) => {
		for (const arg of args) callWith(arg, PLAIN, report);
		return LISTS.has(key) ? list(PLAIN) : PLAIN;
	});
}

/** Of each kind of member of a list, what it gives. */
function listMember(given: List, key: string, report: Report): Shape {
	const each = (args: Shape[], of = given.of) =>
		args[0] ? call(args[0], [of, PLAIN, given], report) : PLAIN;
	const flat = (shape: Shape): Shape =>
		shape.kind === 'list'
			? either(shape.items ?? [shape.of])
			: shape.kind === 'either'
				? either(shape.of.map(flat))
				: shape;
	if (/^\d+$/.test(key)) return given.items?.[Number(key)] ?? either([given.of, NONE]);
	switch (key) {
		case 'length':
			return PLAIN;
		case 'map':
			return called((args) => {
				const items = given.items?.map((one) => each(args, one));
				return list(items ? either(items) : each(args), items);
			});
		case 'flatMap':
			return called((args) =>
				list(either((given.items ?? [given.of]).map((one) => flat(each(args, one))))),
			);
		case 'flat':
			return called(() => list(flat(given.of)));
		case 'filter':
		case 'slice':
		case 'reverse':
		case 'toReversed':
			return called((args) => {
				callWith(args[0], given.of, report);
				return list(given.of);
			});
		case 'sort':
		case 'toSorted':
			return called((args) => {
				callWith(args[0], given.of, report);
				return list(given.of);
			});
		case 'find':
		case 'findLast':
			return called((args) => {
				each(args);
				return either([given.of, NONE]);
			});
		case 'some':
		case 'every':
		case 'forEach':
		case 'findIndex':
			return called((args) => {
				each(args);
				return PLAIN;
			});
		case 'reduce':
			return called((args) => {
				const [reducer = NONE, start = given.of] = args;
				const once = call(reducer, [start, given.of, PLAIN, given], report);
				const twice = call(reducer, [either([start, once]), given.of, PLAIN, given], report);
				return either([start, once, twice]);
			});
		case 'at':
		case 'pop':
		case 'shift':
		case 'first':
		case 'last':
			return called(() => either([given.of, NONE]));
		case 'concat':
			return called((args) => list(either([given.of, ...args.map(flat)])));
		case 'push':
			return called((args) => {
				given.of = either([given.of, ...args]);
				given.items = undefined;
				return PLAIN;
			});
		case 'join':
		case 'includes':
		case 'indexOf':
		case 'isEmpty':
		case 'isNotEmpty':
			return called(() => PLAIN);
		default:
			report(`${key} of a list is not followed`);
			return FREE;
	}
}

/** The elements of what is spread, iterated or taken apart. */
export function elements(shape: Shape, report: Report): List {
	switch (shape.kind) {
		case 'list':
			return shape;
		case 'either': {
			const all = shape.of.filter((one) => one.kind !== 'none');
			const both = either(all.map((one) => elements(one, report)));
			return both.kind === 'list' ? both : list(FREE);
		}
		case 'fields':
			report(`${shape.of} is no list`);
			return list(FREE);
		case 'free':
			return list(FREE);
		default:
			return list(PLAIN);
	}
}
