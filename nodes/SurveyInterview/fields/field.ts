import type { RecordName } from '../records/identifiers';
import type { PeriodName, TimeRange } from './periods';

/** What every field has. UI control and check both follow from it. */
interface FieldBase {
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

export interface Choice {
	value: string;
	label: string;
	help?: string;
}

/** What the texts of a row of key and value say in the editor. */
interface RowText {
	help: string;
	placeholder: string;
}

/** The kinds of field: what each has besides, and the type of its value once it is checked. */
interface Kinds {
	/** `maxLength` in characters. */
	text: { maxLength?: number; format?: 'email' | 'uuid'; rows?: number };
	/** `max` is absent where the specification gives no upper bound. */
	integer: {
		min: number;
		max?: number;
		/** What is above `max` counts as `max`: n8n keeps a value when somebody chooses another operation. */
		clamped?: true;
		default: number;
	};
	/** With or without a fraction; of any sign where there is no `min`. */
	number: { min?: number; default: number };
	/** In ISO 8601; without an offset it is in the workflow's time zone. */
	dateTime: {
		/** It ends a range: a date without a time means all of that day. */
		endsRange?: true;
	};
	/**
	 * A relative period, checked as its range. `ends` names the fields of the same form that hold the two ends of a
	 * custom one, and stand for any of them in what is read.
	 */
	period: { default: PeriodName; ends?: readonly [start: string, end: string] };
	/** One of the specification's values; `open` where it does not name them all, which adds "Other…". */
	choice: { choices: readonly Choice[]; default: string; open?: true };
	/** Several of the specification's values, at least one; `open` takes other values by expression too. */
	choices: { choices: readonly Choice[]; open?: true };
	/** On or off: mostly what the node itself does, for the specification has no such field. */
	toggle: { default: boolean };
	/** An array of strings. */
	list: {
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
	};
	/** An object of string to string. `ofProperties`: by the survey's properties, which can be chosen from a list. */
	map: { ofProperties?: true };
	/** One key with its value, both text, in n8n's row of this name; neither may be empty. */
	pair: { row: string; entry: string; ofProperties?: true; key: RowText; value: RowText };
	/** The key of a property of the survey, from a list or by hand. */
	propertyKey: object;
	/** The id of a record that a picker can list. */
	record: { record: RecordName };
}

export type FieldKind = keyof Kinds;

/** A field of one kind, or of one of several. */
export type FieldOf<K extends FieldKind> = {
	[Each in K]: FieldBase & Kinds[Each] & { kind: Each };
}[K];

export type Field = FieldOf<FieldKind>;

/** What fields of a kind give once they are checked; a choice gives its words. */
interface Values {
	text: string;
	integer: number;
	number: number;
	dateTime: string;
	period: TimeRange;
	toggle: boolean;
	list: string[];
	map: Record<string, string>;
	pair: Record<string, string>;
	propertyKey: string;
	record: string;
}

type WordOf<F> = F extends { open: true }
	? string
	: F extends { choices: ReadonlyArray<{ value: infer Word }> }
		? Word
		: never;

/** What a field gives once it is checked. */
export type ValueOf<F extends Field> = F['kind'] extends 'choice'
	? WordOf<F>
	: F['kind'] extends 'choices'
		? Array<WordOf<F>>
		: F['kind'] extends keyof Values
			? Values[F['kind']]
			: never;

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

export const otherNameOf = ({ name }: FieldOf<'choice'>): string => `${name}_other`;

/** Name of the control that lists the fields to send as null; it is never sent itself. */
export const CLEAR_FIELDS = 'clearFields';

/** Said of a field whose record the specification does not show (docs/interface.md, Hints from a public service). */
export const ASSUMED = 'Undocumented.';

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
export const period = maker('period');
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
