import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { OTHER, otherNameOf, type Choice, type Field, type FieldOf } from '../fields/field';
import { pickerOf, propertyKeyPicker, type TextOfRow } from './recordPickers';

/** What n8n shows for a field; a choice with "Other…" is two controls. */
export function controlsOf(field: Field, required: boolean): INodeProperties[] {
	const base = {
		displayName: field.label,
		name: field.name,
		description: sentence(field.help),
		...(required ? { required: true } : {}),
		...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
		...(field.shownFor === undefined ? {} : { displayOptions: { show: field.shownFor } }),
	};
	switch (field.kind) {
		case 'text': {
			const rows = field.rows === undefined ? {} : { typeOptions: { rows: field.rows } };
			return [{ ...base, type: 'string', default: '', ...rows }];
		}
		case 'integer': {
			const { min: minValue, max: maxValue } = field;
			const bounds = maxValue === undefined ? { minValue } : { minValue, maxValue };
			const typeOptions = { ...bounds, numberPrecision: 0 };
			return [{ ...base, type: 'number', typeOptions, default: field.default }];
		}
		case 'number': {
			const bounds = field.min === undefined ? {} : { typeOptions: { minValue: field.min } };
			return [{ ...base, type: 'number', ...bounds, default: field.default }];
		}
		case 'dateTime':
			return [{ ...base, type: 'dateTime', default: '' }];
		case 'choice':
			return choiceControls(base, field);
		case 'choices':
			return [{ ...base, type: 'multiOptions', options: field.choices.map(optionOf), default: [] }];
		case 'toggle':
			return [{ ...base, type: 'boolean', default: field.default }];
		case 'list':
			return [
				{
					...base,
					type: 'string',
					typeOptions: {
						multipleValues: true,
						multipleValueButtonText: `Add ${field.entry ?? field.label}`,
					},
					default: [...(field.default ?? [])],
				},
			];
		case 'map':
		case 'pair':
			return [rowControl(base, field)];
		case 'record':
			return [{ ...pickerOf(field.record, field.label), ...base }];
	}
}

type Base = Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'required' | 'placeholder' | 'displayOptions'
>;

function choiceControls(base: Base, field: FieldOf<'choice'>): INodeProperties[] {
	const options = field.choices.map(optionOf);
	if (!field.open) return [{ ...base, type: 'options', options, default: field.default }];
	const other = {
		name: 'Other…',
		value: OTHER,
		description: `Enter another value under ${field.label} (Other)`,
	};
	return [
		{ ...base, type: 'options', options: byAlphabet([...options, other]), default: field.default },
		{
			displayName: `${field.label} (Other)`,
			name: otherNameOf(field),
			type: 'string',
			default: '',
			description: `Value to send as ${field.name}, in the form that the service expects`,
			displayOptions: { show: { [field.name]: [OTHER] } },
		},
	];
}

/** n8n's lint wants five options or more by the alphabet. */
function byAlphabet(options: INodePropertyOptions[]): INodePropertyOptions[] {
	if (options.length < 5) return options;
	return options.sort((a, b) => alphabetical(a.name, b.name));
}

function optionOf({ value, label, help }: Choice): INodePropertyOptions {
	return { name: label, value, ...(help === undefined ? {} : { description: help }) };
}

/** Rows of a key and its value: any number of them, or one. */
function rowControl(base: Base, field: FieldOf<'map' | 'pair'>): INodeProperties {
	const { entry, row, key, value } = field.kind === 'pair' ? field : ROW_OF_MAP;
	return {
		...base,
		type: 'fixedCollection',
		...(field.kind === 'map' ? { typeOptions: { multipleValues: true } } : {}),
		placeholder: `Add ${entry}`,
		default: {},
		options: [
			{
				displayName: entry,
				name: row,
				values: [
					field.ofProperties ? propertyKeyPicker(key) : rowText('Key', 'key', key),
					rowText('Value', 'value', value),
				],
			},
		],
	};
}

const ROW_OF_MAP = {
	entry: 'Value',
	row: 'values',
	key: { help: 'Key of the property' },
	value: { help: 'Value of the property' },
};

const rowText = (displayName: string, name: string, { help, ...text }: TextOfRow) =>
	({ displayName, name, type: 'string', default: '', ...text, description: help }) as const;

/** Help as n8n writes it: one sentence has no full stop, several have. */
export function sentence(help: string): string {
	const several = /[.!?] \S/.test(help);
	return several ? `${help.replace(/\.$/, '')}.` : help.replace(/\.$/, '');
}

/**
 * Compares labels for a list in alphabetical order. Not `localeCompare`: what is built must not depend on
 * the language of the machine.
 */
export function alphabetical(left: string, right: string): number {
	const [a, b] = [left.toLowerCase(), right.toLowerCase()];
	return a < b ? -1 : a > b ? 1 : 0;
}
