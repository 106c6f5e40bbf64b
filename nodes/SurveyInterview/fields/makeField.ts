import type { FieldOf, FieldKind } from './field';

/** Said of a field whose record the specification does not show (docs/interface.md, Hints from a public service). */
export const ASSUMED = 'Not documented by the service.';

/** What may be said of a field besides its kind, name, label and help. */
type Extra<K extends FieldKind> = Omit<FieldOf<K>, 'kind' | 'name' | 'label' | 'help'>;

/** A field as it was declared, so that the type of its value follows (`ValueOf`). */
type Made<K extends FieldKind, Name extends string, E> = FieldOf<K> & { name: Name } & Pick<
		E,
		keyof E & ('whenAbsent' | 'open' | 'default' | 'choices')
	>;

/** Makes the function that declares fields of a kind: their name, label, help, and what else is said of them. */
const maker =
	<K extends FieldKind>(kind: K) =>
	<const Name extends string, const E extends Extra<K>>(
		name: Name,
		label: string,
		help: string,
		...[extra]: object extends Extra<K> ? [extra?: E] : [extra: E]
	) =>
		({ kind, name, label, help, ...extra }) as unknown as Made<K, Name, E>;

export const text = maker('text');
export const integer = maker('integer');
export const number = maker('number');
export const dateTime = maker('dateTime');
export const list = maker('list');
export const map = maker('map');
export const pair = maker('pair');
export const propertyKey = maker('propertyKey');
export const record = maker('record');

/** The same for a kind of which one thing must be said: it stands before the rest. */
const makerWith =
	<K extends FieldKind, Key extends keyof FieldOf<K>>(
		kind: K,
		said: (value: FieldOf<K>[Key]) => Partial<FieldOf<K>>,
	) =>
	<const Name extends string, const V extends FieldOf<K>[Key], const E extends Partial<Extra<K>>>(
		name: Name,
		label: string,
		help: string,
		value: V,
		extra?: E,
	) =>
		({ kind, name, label, help, ...said(value), ...extra }) as unknown as Made<
			K,
			Name,
			E & Record<Key, V>
		>;

/** One of several values, the first being the default unless said otherwise. */
export const choice = makerWith<'choice', 'choices'>('choice', (of) => ({
	choices: of,
	default: of[0]?.value ?? '',
}));
export const choices = makerWith<'choices', 'choices'>('choices', (of) => ({ choices: of }));

/** On or off; the help begins with "Whether". */
export const toggle = makerWith<'toggle', 'default'>('toggle', (isOn) => ({ default: isOn }));

/** A choice whose label is its value, capitalised. */
export const choicesOf = <const V extends string>(
	...values: V[]
): Array<{ value: V; label: string }> => values.map((value) => ({ value, label: titleOf(value) }));

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function titleOf(value: string): string {
	return value
		.split('_')
		.map((word) => (/^(id|nps)$/.test(word) ? word.toUpperCase() : capitalized(word)))
		.join(' ');
}
