import type { RecordName } from '../service/identifiers';
import type { PeriodName } from './periodFields';

/** What every field has. Its control in n8n and the check of its value follow from this. */
interface FieldBase {
	/** The specification's name of the body or query key, and the name of the n8n parameter. */
	name: string;
	label: string;
	help: string;
	/** The specification allows null: the field can be chosen under Clear Fields. */
	nullable?: true;
	placeholder?: string;
	/** The field itself is not sent, as it only decides about others: `period` of Over Time decides its two ends. */
	unsent?: true;
	/** Shown only while another parameter has one of these values; `@tool` is true if the node is a tool. */
	shownFor?: { [name: string]: Array<string | boolean> };
	/**
	 * The default is only what the editor proposes when somebody adds the field. A field that is not added has no value,
	 * and one that was added and is empty is refused.
	 */
	defaultOnlyProposed?: true;
}

export interface Choice {
	value: string;
	label: string;
	help?: string;
}

/**
 * Texts about a person, which `input/people.ts` reads. An `address` is to be searched for; a `recipientAddress` is to
 * be written to, so it must be deliverable.
 */
type PersonFormat = 'address' | 'recipientAddress' | 'externalId' | 'name' | 'aboutPerson';

/** What each kind of field has besides `FieldBase`. */
interface SettingsByKind {
	text: {
		/** In characters. */
		maxLength?: number;
		format?: 'uuid' | 'color' | PersonFormat;
		/** The height of the control. */
		rows?: number;
	};
	integer: {
		min: number;
		/** Absent if the specification gives no upper bound. */
		max?: number;
		/** A larger value counts as `max`, because n8n keeps a value when somebody chooses another operation. */
		clamped?: true;
		default: number;
	};
	/** With or without a fraction; without `min` it may be negative. */
	number: { min?: number; default: number };
	/** In ISO 8601; without an offset in the workflow's time zone. */
	dateTime: {
		/** It ends a range: a date without a time, or its midnight, includes that day. */
		endsRange?: true;
		/** A time in the past is refused. */
		inFuture?: true;
	};
	/**
	 * A relative period, which becomes a range. With `ends`, the form also offers a custom period, whose ends are the two
	 * fields with these names, such as `range_start` and `range_end`. The ends of any other period are returned under the
	 * same names.
	 */
	period: { default: PeriodName; ends?: readonly [start: string, end: string] };
	/** One of the specification's values; `open` if it does not name them all, which adds "Other…". */
	choice: { choices: readonly Choice[]; default: string; open?: true };
	/** At least one of the specification's values; `open` takes other values by expression too. */
	choices: { choices: readonly Choice[]; open?: true };
	toggle: { default: boolean };
	list: {
		default?: readonly string[];
		/** What the editor calls one entry; the field's label if absent. */
		entry?: string;
		/** An entry may contain a comma, so a text is not split. In all other lists it is split at commas. */
		mayHaveCommas?: true;
		/** A reader that takes more ways of writing (`LIST_READERS`); an empty list is a value for it. */
		reader?: 'stepIds' | 'optOuts';
	};
	/** Texts by key. */
	map: {
		/** The keys of the survey's properties can be chosen from a list. */
		ofProperties?: true;
		/** The values are a person's, so one that only says "nothing", such as `n/a`, is left out. */
		ofPerson?: true;
	};
	/** The key of one of the survey's properties. */
	propertyKey: object;
	/** The ID of a record that a picker can list. */
	record: { record: RecordName };
}

export type FieldKind = keyof SettingsByKind;

export type FieldOf<K extends FieldKind> = {
	[Kind in K]: FieldBase & SettingsByKind[Kind] & { kind: Kind };
}[K];

export type Field = FieldOf<FieldKind>;

/** The choice that opens a text field, for values that the specification does not name. */
export const OTHER = 'other';

export const otherNameOf = ({ name }: FieldOf<'choice'>): string => `${name}_other`;

/** The control that lists the fields to send as null. */
export const CLEAR_FIELDS = 'clearFields';

/** In the help of a field that the specification does not show (docs/interface.md, Hints from a public service). */
export const UNDOCUMENTED = 'Undocumented.';

/** What a field has besides its name and help. Its label is the name in words, unless another one is here. */
type OtherSettings<K extends FieldKind> = Omit<FieldOf<K>, 'kind' | 'name' | 'label' | 'help'> & {
	label?: string;
};

const fieldOf = <K extends FieldKind>(
	kind: K,
	name: string,
	help: string,
	more: OtherSettings<K>,
) => ({ kind, name, label: wordsOf(name), help, ...more }) as FieldOf<K>;

export const text = (name: string, help: string, more: OtherSettings<'text'> = {}) =>
	fieldOf('text', name, help, more);
export const integer = (name: string, help: string, more: OtherSettings<'integer'>) =>
	fieldOf('integer', name, help, more);
export const number = (name: string, help: string, more: OtherSettings<'number'>) =>
	fieldOf('number', name, help, more);
export const dateTime = (name: string, help: string, more: OtherSettings<'dateTime'> = {}) =>
	fieldOf('dateTime', name, help, more);
export const period = (name: string, help: string, more: OtherSettings<'period'>) =>
	fieldOf('period', name, help, more);
export const list = (name: string, help: string, more: OtherSettings<'list'> = {}) =>
	fieldOf('list', name, help, more);
export const map = (name: string, help: string, more: OtherSettings<'map'> = {}) =>
	fieldOf('map', name, help, more);
export const propertyKey = (name: string, help: string) => fieldOf('propertyKey', name, help, {});
export const record = (name: string, help: string, more: OtherSettings<'record'>) =>
	fieldOf('record', name, help, more);

/** The first choice is the default, unless `more` has another. */
export const choice = (
	name: string,
	help: string,
	options: readonly Choice[],
	more: Partial<OtherSettings<'choice'>> = {},
) => fieldOf('choice', name, help, { choices: options, default: options[0]?.value ?? '', ...more });

export const choices = (
	name: string,
	help: string,
	options: readonly Choice[],
	more: Partial<OtherSettings<'choices'>> = {},
) => fieldOf('choices', name, help, { choices: options, ...more });

export const toggle = (
	name: string,
	help: string,
	isOn: boolean,
	more: Partial<OtherSettings<'toggle'>> = {},
) => fieldOf('toggle', name, help, { default: isOn, ...more });

/** Choices whose labels are their values in title case. */
export const choicesOf = (...values: string[]): Choice[] =>
	values.map((value) => ({ value, label: titleOf(value) }));

/** `expires_at` is Expires At, and `maxWait` is Max Wait. */
const wordsOf = (name: string): string => titleOf(name.replace(/[A-Z]/g, ' $&'));

/** In title case, with abbreviations in capitals: `external_id` is External ID. */
const titleOf = (value: string): string =>
	value
		.replaceAll('_', ' ')
		.replace(/\b(?:(?:api|csv|id|nps)\b|[a-z])/g, (start) => start.toUpperCase());
