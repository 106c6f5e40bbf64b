import type { RecordName } from '../records/identifiers';
import type { PeriodName, TimeRange } from './periods';

/** What every field has; its control and its check follow from it. */
interface FieldBase {
	/** The specification's name of the body or query key, and the name of the n8n parameter. */
	name: string;
	label: string;
	help: string;
	/** The specification allows null: the field can be chosen under Clear Fields. */
	nullable?: true;
	placeholder?: string;
	/** It decides what else is sent, and is not sent itself. */
	unsent?: true;
	/** Shown only while another parameter has one of these values; `@tool` is true if the node is a tool. */
	shownFor?: { [name: string]: Array<string | boolean> };
	/**
	 * If the field was not added, there is no limit or filter: its default is only what the editor proposes. So a field
	 * that was added without a value is refused. `unfiltered`: it is a filter.
	 */
	whenAbsent?: 'unset' | 'unfiltered';
}

export interface Choice {
	value: string;
	label: string;
	help?: string;
}

interface RowText {
	help: string;
	placeholder: string;
}

/** What each kind of field has besides. */
interface Kinds {
	/** `maxLength` in characters. */
	text: { maxLength?: number; format?: 'email' | 'uuid'; rows?: number };
	/** `max` is absent if the specification gives no upper bound. */
	integer: {
		min: number;
		max?: number;
		/** A larger value counts as `max`, because n8n keeps a value when somebody chooses another operation. */
		clamped?: true;
		default: number;
	};
	/** With or without a fraction; without `min` it may be negative. */
	number: { min?: number; default: number };
	/** In ISO 8601; without an offset in the workflow's time zone. */
	dateTime: {
		/** It ends a range, so midnight, as of a date without a time, includes that day. */
		endsRange?: true;
	};
	/**
	 * A relative period, which becomes a range. `ends` names the two fields of the same form that hold the ends of a
	 * custom period; the ends of any period are read under these names.
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
		/** An entry may have a comma, so that entries are taken as typed; of all other lists a text is split there. */
		mayHaveCommas?: true;
		/**
		 * Blank entries do not count. An empty list is refused even if there is a default: it would mean that nothing is
		 * wanted.
		 */
		atLeastOne?: true;
		/** A reader that takes more ways of writing (`LIST_READERS`); an empty list is a value for it. */
		reader?: 'stepIds' | 'optOuts';
	};
	/** Texts by key. `ofProperties`: the keys of the survey's properties can be chosen from a list. */
	map: { ofProperties?: true };
	/** One key with its value, in n8n's row of this name; neither may be empty. */
	pair: { row: string; entry: string; ofProperties?: true; key: RowText; value: RowText };
	/** The key of one of the survey's properties. */
	propertyKey: object;
	/** The ID of a record that a picker can list. */
	record: { record: RecordName };
}

export type FieldKind = keyof Kinds;

export type FieldOf<K extends FieldKind> = {
	[Each in K]: FieldBase & Kinds[Each] & { kind: Each };
}[K];

export type Field = FieldOf<FieldKind>;

/** The checked value of each kind of field; a choice gives one of its values. */
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

/** The checked value of a field. */
export type ValueOf<F extends Field> = F['kind'] extends 'choice'
	? WordOf<F>
	: F['kind'] extends 'choices'
		? Array<WordOf<F>>
		: F['kind'] extends keyof Values
			? Values[F['kind']]
			: never;

/** The values of options by the names of their fields; only a field with a default that counts is never undefined. */
export type OptionValues<Fields extends readonly Field[]> = {
	[F in Fields[number] as F['name']]: F extends { whenAbsent: string }
		? ValueOf<F> | undefined
		: F extends { default: unknown }
			? ValueOf<F>
			: ValueOf<F> | undefined;
};

/** The choice that opens a text field, for values that the specification does not name. */
export const OTHER = 'other';

export const otherNameOf = ({ name }: FieldOf<'choice'>): string => `${name}_other`;

/** The control that lists the fields to send as null. */
export const CLEAR_FIELDS = 'clearFields';

/** In the help of a field that the specification does not show (docs/interface.md, Hints from a public service). */
export const ASSUMED = 'Undocumented.';

type Extra<K extends FieldKind> = Omit<FieldOf<K>, 'kind' | 'name' | 'label' | 'help'> & {
	label?: string;
};

/** The type of a declared field, from which the type of its value follows (`ValueOf`). */
type Made<K extends FieldKind, Name extends string, E> = FieldOf<K> & { name: Name } & Pick<
		E,
		keyof E & ('whenAbsent' | 'open' | 'default' | 'choices')
	>;

/** Makes the function that declares fields of a kind. A label is the name in words, unless the field has another one. */
const maker =
	<K extends FieldKind>(kind: K) =>
	<const Name extends string, const E extends Extra<K>>(
		name: Name,
		help: string,
		...[extra]: object extends Extra<K> ? [extra?: E] : [extra: E]
	) =>
		({ kind, name, label: wordsOf(name), help, ...extra }) as unknown as Made<K, Name, E>;

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

/** The same for a kind with one more argument, which the field must have. */
const makerWith =
	<K extends FieldKind, Key extends keyof FieldOf<K>>(
		kind: K,
		said: (value: FieldOf<K>[Key]) => Partial<FieldOf<K>>,
	) =>
	<const Name extends string, const V extends FieldOf<K>[Key], const E extends Partial<Extra<K>>>(
		name: Name,
		help: string,
		value: V,
		extra?: E,
	) =>
		maker(kind)(name, help, { ...said(value), ...extra } as never) as unknown as Made<
			K,
			Name,
			E & Record<Key, V>
		>;

/** The first choice is the default unless `extra` has another. */
export const choice = makerWith<'choice', 'choices'>('choice', (of) => ({
	choices: of,
	default: of[0]?.value ?? '',
}));
export const choices = makerWith<'choices', 'choices'>('choices', (of) => ({ choices: of }));

export const toggle = makerWith<'toggle', 'default'>('toggle', (isOn) => ({ default: isOn }));

/** Choices whose labels are their values in title case. */
export const choicesOf = <const V extends string>(
	...values: V[]
): Array<{ value: V; label: string }> => values.map((value) => ({ value, label: titleOf(value) }));

/** `expires_at` is Expires At, and `maxWait` is Max Wait. */
const wordsOf = (name: string): string => titleOf(name.replace(/[A-Z]/g, ' $&'));

const titleOf = (value: string): string =>
	value
		.replaceAll('_', ' ')
		.replace(/\b(?:(?:api|csv|id|nps)\b|[a-z])/g, (start) => start.toUpperCase());
