import type { RecordName } from '../records/identifiers';
import type {
	Choice,
	ChoiceField,
	ChoicesField,
	DateTimeField,
	Field,
	FieldBase,
	IntegerField,
	ListField,
	MapField,
	NumberField,
	TextField,
} from './field';

/** Said of a field whose record the specification does not show. */
export const ASSUMED =
	'The service’s description does not show this record, so the field’s name is an assumption.';

type Extra<T extends FieldBase> = Omit<T, 'kind' | 'name' | 'label' | 'help'>;

/** Text. */
export const text = (
	name: string,
	label: string,
	help: string,
	extra: Extra<TextField> = {},
): Field => ({
	kind: 'text',
	name,
	label,
	help,
	...extra,
});

/** Whole number with bounds. */
export const integer = (
	name: string,
	label: string,
	help: string,
	extra: Extra<IntegerField>,
): Field => ({ kind: 'integer', name, label, help, ...extra });

/** Any number. */
export const number = (
	name: string,
	label: string,
	help: string,
	extra: Extra<NumberField>,
): Field => ({ kind: 'number', name, label, help, ...extra });

/** Date and time. */
export const dateTime = (
	name: string,
	label: string,
	help: string,
	extra: Extra<DateTimeField> = {},
): Field => ({ kind: 'dateTime', name, label, help, ...extra });

/** One of several words, the first being the default unless said otherwise. */
export const choice = (
	name: string,
	label: string,
	help: string,
	choices: Choice[],
	extra: Partial<Extra<ChoiceField>> = {},
): Field => ({
	kind: 'choice',
	name,
	label,
	help,
	choices,
	default: choices[0]?.value ?? '',
	...extra,
});

/** Several of several words. */
export const choices = (
	name: string,
	label: string,
	help: string,
	of: Choice[],
	extra: Partial<Extra<ChoicesField>> = {},
): Field => ({ kind: 'choices', name, label, help, choices: of, ...extra });

/** On or off; the help begins with "Whether". */
export const toggle = (
	name: string,
	label: string,
	help: string,
	defaultValue: boolean,
): Field => ({
	kind: 'toggle',
	name,
	label,
	help,
	default: defaultValue,
});

/** Any number of texts. */
export const list = (
	name: string,
	label: string,
	help: string,
	extra: Extra<ListField> = {},
): Field => ({
	kind: 'list',
	name,
	label,
	help,
	...extra,
});

/** Keys and values, both text. */
export const map = (
	name: string,
	label: string,
	help: string,
	extra: Extra<MapField> = {},
): Field => ({
	kind: 'map',
	name,
	label,
	help,
	...extra,
});

/** A record chosen from a list or by its id. */
export const record = (name: string, of: RecordName, label: string, help: string): Field => ({
	kind: 'record',
	name,
	record: of,
	label,
	help,
});

/** A choice whose label is its value, capitalised. */
export const choicesOf = (...values: string[]): Choice[] =>
	values.map((value) => ({ value, label: titleOf(value) }));

function titleOf(value: string): string {
	return value
		.split('_')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');
}
