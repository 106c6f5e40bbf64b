/** The names that stand for something in every expression and in every Code node. */
import { called, elements, unfollowed, type Report } from './members';
import { either, FREE, holdsOurs, list, madeOf, NONE, PLAIN, type Shape } from './shape';

/** Made by n8n or JavaScript, and no part of any item. */
const FOREIGN =
	'$now $today $execution $prevNode $workflow $runIndex $itemIndex $vars $fromAI $tool DateTime Math Date RegExp Infinity NaN';
const UNFOLLOWED = 'String Number Array Map parseInt parseFloat encodeURIComponent isNaN';

export function globalsFor(report: Report): Map<string, Shape> {
	const whole = (what: string, shape: Shape) => {
		if (holdsOurs(shape)) report(`${what} reads an item as a whole`);
	};
	const values = ([shape = NONE]: Shape[], what: string): Shape => {
		whole(what, shape);
		return shape.kind === 'fields' && !shape.isOpen ? either([...shape.fields.values()]) : FREE;
	};
	return new Map<string, Shape>([
		...FOREIGN.split(' ').map((name) => [name, FREE] as const),
		...UNFOLLOWED.split(' ').map((name) => [name, unfollowed(name, report)] as const),
		['undefined', NONE],
		['Boolean', called(() => PLAIN)],
		['Set', called(([of = NONE]) => list(elements(of, report).of))],
		[
			'JSON',
			madeOf({
				stringify: called(([of = NONE]) => {
					whole('JSON.stringify', of);
					return { kind: 'json', of };
				}),
				parse: called(([text = NONE]) => (text.kind === 'json' ? text.of : FREE)),
			}),
		],
		[
			'Object',
			madeOf({
				entries: called((args) => {
					const value = values(args, 'Object.entries');
					return list(list(either([PLAIN, value]), [PLAIN, value]));
				}),
				values: called((args) => list(values(args, 'Object.values'))),
				keys: called((args) => {
					values(args, 'Object.keys');
					return list(PLAIN);
				}),
				fromEntries: unfollowed('Object.fromEntries', report),
				assign: unfollowed('Object.assign', report),
			}),
		],
	]);
}
