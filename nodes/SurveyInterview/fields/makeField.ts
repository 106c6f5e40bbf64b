import type { RecordName } from '../records/identifiers';
import type {
	Choice,
	ChoiceField,
	ChoicesField,
	DateTimeField,
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

/** Text. */
export const text = <const Name extends string, const E extends Extra<TextField> = object>(
	name: Name,
	label: string,
	help: string,
	extra?: E,
) => ({ kind: 'text', name, label, help, ...extra }) as unknown as Made<TextField, Name, E>;

/** Whole number with bounds. */
export const integer = <const Name extends string, const E extends Extra<IntegerField>>(
	name: Name,
	label: string,
	help: string,
	extra: E,
) => ({ kind: 'integer', name, label, help, ...extra }) as unknown as Made<IntegerField, Name, E>;

/** Any number. */
export const number = <const Name extends string, const E extends Extra<NumberField>>(
	name: Name,
	label: string,
	help: string,
	extra: E,
) => ({ kind: 'number', name, label, help, ...extra }) as unknown as Made<NumberField, Name, E>;

/** Date and time. */
export const dateTime = <const Name extends string, const E extends Extra<DateTimeField> = object>(
	name: Name,
	label: string,
	help: string,
	extra?: E,
) => ({ kind: 'dateTime', name, label, help, ...extra }) as unknown as Made<DateTimeField, Name, E>;

/** One of several values, the first being the default unless said otherwise. */
export const choice = <
	const Name extends string,
	const C extends readonly Choice[],
	const E extends Partial<Extra<ChoiceField>> = object,
>(
	name: Name,
	label: string,
	help: string,
	choices: C,
	extra?: E,
) =>
	({
		kind: 'choice',
		name,
		label,
		help,
		choices,
		default: choices[0]?.value ?? '',
		...extra,
	}) as unknown as Made<ChoiceField, Name, E & { choices: C }>;

/** Several of several values. */
export const choices = <
	const Name extends string,
	const C extends readonly Choice[],
	const E extends Partial<Extra<ChoicesField>> = object,
>(
	name: Name,
	label: string,
	help: string,
	of: C,
	extra?: E,
) =>
	({ kind: 'choices', name, label, help, choices: of, ...extra }) as unknown as Made<
		ChoicesField,
		Name,
		E & { choices: C }
	>;

/** On or off; the help begins with "Whether". */
export const toggle = <
	const Name extends string,
	const E extends Omit<Extra<ToggleField>, 'default'> = object,
>(
	name: Name,
	label: string,
	help: string,
	defaultValue: boolean,
	extra?: E,
) =>
	({ kind: 'toggle', name, label, help, default: defaultValue, ...extra }) as unknown as Made<
		ToggleField,
		Name,
		E
	>;

/** Any number of texts. */
export const list = <const Name extends string, const E extends Extra<ListField> = object>(
	name: Name,
	label: string,
	help: string,
	extra?: E,
) => ({ kind: 'list', name, label, help, ...extra }) as unknown as Made<ListField, Name, E>;

/** Keys and values, both text. */
export const map = <const Name extends string, const E extends Extra<MapField> = object>(
	name: Name,
	label: string,
	help: string,
	extra?: E,
) => ({ kind: 'map', name, label, help, ...extra }) as unknown as Made<MapField, Name, E>;

/** One key with its value, both text. */
export const pair = <const Name extends string, const E extends Extra<PairField>>(
	name: Name,
	label: string,
	help: string,
	extra: E,
) => ({ kind: 'pair', name, label, help, ...extra }) as unknown as Made<PairField, Name, E>;

/** A record chosen from a list or by its id. */
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
