import type { RecordName } from '../records/identifiers';
import type {
	ChoiceField,
	ChoicesField,
	DateTimeField,
	Field,
	FieldBase,
	IntegerField,
	ListField,
	MapField,
	NumberField,
	PairField,
	RecordField,
	TextField,
	ToggleField,
} from './field';

/** Said of a field whose record the specification does not show (docs/interface.md, Hints from a public service). */
export const ASSUMED = 'Not documented by the service.';

/** What may be said of a field besides its kind, name, label and help. */
type Extra<T extends FieldBase> = Omit<T, 'kind' | 'name' | 'label' | 'help'>;

/** A field as it was declared, so that the type of its value follows (`ValueOf`). */
type Made<T extends FieldBase, Name extends string, E> = T & { name: Name } & Pick<
		E,
		keyof E & ('whenAbsent' | 'open' | 'default' | 'choices')
	>;

/** Makes the function that declares fields of a kind: their name, label, help, and what else is said of them. */
const maker =
	<T extends Field>(kind: T['kind']) =>
	<const Name extends string, const E extends Extra<T>>(
		name: Name,
		label: string,
		help: string,
		...[extra]: object extends Extra<T> ? [extra?: E] : [extra: E]
	) =>
		({ kind, name, label, help, ...extra }) as unknown as Made<T, Name, E>;

export const text = maker<TextField>('text');
export const integer = maker<IntegerField>('integer');
export const number = maker<NumberField>('number');
export const dateTime = maker<DateTimeField>('dateTime');
export const list = maker<ListField>('list');
export const map = maker<MapField>('map');
export const pair = maker<PairField>('pair');

/** The same for a kind of which one thing must be said: it stands before the rest. */
const makerWith =
	<T extends Field, Key extends keyof T>(kind: T['kind'], said: (value: T[Key]) => Partial<T>) =>
	<const Name extends string, const V extends T[Key], const E extends Partial<Extra<T>>>(
		name: Name,
		label: string,
		help: string,
		value: V,
		extra?: E,
	) =>
		({ kind, name, label, help, ...said(value), ...extra }) as unknown as Made<
			T,
			Name,
			E & Record<Key, V>
		>;

/** One of several values, the first being the default unless said otherwise. */
export const choice = makerWith<ChoiceField, 'choices'>('choice', (of) => ({
	choices: of,
	default: of[0]?.value ?? '',
}));
export const choices = makerWith<ChoicesField, 'choices'>('choices', (of) => ({ choices: of }));

/** On or off; the help begins with "Whether". */
export const toggle = makerWith<ToggleField, 'default'>('toggle', (isOn) => ({ default: isOn }));

export const record = <const Name extends string>(
	name: Name,
	of: RecordName,
	label: string,
	help: string,
): RecordField & { name: Name } => ({ kind: 'record', name, record: of, label, help });

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
