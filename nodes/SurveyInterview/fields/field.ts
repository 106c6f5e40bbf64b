import type { RecordName } from '../records/identifiers';

/** What every field has. UI control and check both follow from it. */
export interface FieldBase {
	/** The specification's own name: of the body or query key, and of the n8n parameter. */
	name: string;
	label: string;
	help: string;
	/** The specification allows null: the field can be chosen under Clear Fields. */
	nullable?: true;
	placeholder?: string;
	/** It decides what else is sent, and is itself not sent. */
	unsent?: true;
	/** Shown only while another parameter has one of these values; `@tool` is true where the node is a tool. */
	shownFor?: { [name: string]: Array<string | boolean> };
	/**
	 * What was not added means nothing of the kind (no limit, no bound), not the default, which the editor only
	 * proposes. So one without a value is refused. `unfiltered`: an empty one would let everything through.
	 */
	whenAbsent?: 'unset' | 'unfiltered';
}

/** Text; `maxLength` in characters, `format` checked before anything is sent. */
export interface TextField extends FieldBase {
	kind: 'text';
	maxLength?: number;
	format?: 'email' | 'uuid';
	rows?: number;
}

export interface IntegerField extends FieldBase {
	kind: 'integer';
	min: number;
	/** Absent where the specification gives no upper bound. */
	max?: number;
	/** What is above `max` counts as `max`: n8n keeps a value when somebody chooses another operation. */
	clamped?: true;
	default: number;
}

/** A number, with or without a fraction; of any sign where there is no `min`. */
export interface NumberField extends FieldBase {
	kind: 'number';
	min?: number;
	default: number;
}

/** A date-time in ISO 8601. Without an offset it is in the workflow's time zone. */
export interface DateTimeField extends FieldBase {
	kind: 'dateTime';
	/** It ends a range: a date without a time means all of that day. */
	endsRange?: true;
}

export interface Choice {
	value: string;
	label: string;
	help?: string;
}

/** One of the specification's values; `open` where it does not name them all, which adds "Other…". */
export interface ChoiceField extends FieldBase {
	kind: 'choice';
	choices: readonly Choice[];
	default: string;
	open?: true;
}

/** Several of the specification's values, at least one; `open` takes other values by expression too. */
export interface ChoicesField extends FieldBase {
	kind: 'choices';
	choices: readonly Choice[];
	open?: true;
}

/** On or off: mostly what the node itself does, for the specification has no such field. */
export interface ToggleField extends FieldBase {
	kind: 'toggle';
	default: boolean;
}

/** An array of strings. */
export interface ListField extends FieldBase {
	kind: 'list';
	default?: readonly string[];
	/** What the editor calls one entry; the field's label where absent. */
	entry?: string;
	/**
	 * Text is split at commas and blank entries do not count. An empty list is refused, although there is a
	 * default: it would mean that nothing is wanted.
	 */
	atLeastOne?: true;
	/** A way to read the list that takes more spellings, and for which an empty list is a value. */
	reader?: 'stepIds' | 'optOuts';
}

/** An object of string to string. */
export interface MapField extends FieldBase {
	kind: 'map';
	/** Its keys are those of the survey's properties, which can be chosen from a list. */
	ofProperties?: true;
}

/** One key with its value, both text; neither may be empty. */
export interface PairField extends FieldBase {
	kind: 'pair';
	/** Name of n8n's row, in which `key` and `value` are. */
	row: string;
	entry: string;
	/** Its key is that of one of the survey's properties, which can be chosen from a list. */
	ofProperties?: true;
	key: { help: string; placeholder: string };
	value: { help: string; placeholder: string };
}

/** The id of a record that a picker can list. */
export interface RecordField extends FieldBase {
	kind: 'record';
	record: RecordName;
}

export type Field =
	| TextField
	| IntegerField
	| NumberField
	| DateTimeField
	| ChoiceField
	| ChoicesField
	| ToggleField
	| ListField
	| MapField
	| PairField
	| RecordField;

/** What a field gives once it is checked. */
export type ValueOf<F extends Field> = F extends ChoiceField
	? F extends { open: true }
		? string
		: F['choices'][number]['value']
	: F extends ChoicesField
		? Array<F['choices'][number]['value']>
		: F extends IntegerField | NumberField
			? number
			: F extends ToggleField
				? boolean
				: F extends ListField
					? string[]
					: F extends MapField | PairField
						? Record<string, string>
						: string;

/** The values of options, by the names of their fields; undefined for one that means nothing when absent. */
export type OptionValues<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: F extends { whenAbsent: string }
		? ValueOf<F> | undefined
		: F extends { default: unknown }
			? ValueOf<F>
			: ValueOf<F> | undefined;
};

/** The value of the choice that opens a text field for the values that the specification does not name. */
export const OTHER = 'other';

export const otherNameOf = (field: ChoiceField): string => `${field.name}_other`;

/** Name of the control that lists the fields to send as null; it is never sent itself. */
export const CLEAR_FIELDS = 'clearFields';
