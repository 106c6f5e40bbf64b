import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { OTHER, otherNameOf, type Choice, type Field, type FieldOf } from '../operations/field';
import { periodChoices } from '../operations/periodFields';
import { withoutUndefined } from '../service/json';
import { propertyKeyPicker } from './propertyPickers';
import { pickerOf } from './recordPickers';

/** n8n's controls for a field; a choice with "Other…" has two. */
export function controlsOf(field: Field, required: boolean): INodeProperties[] {
	const base = withoutUndefined({
		displayName: field.label,
		name: field.name,
		description: sentence(field.help),
		required: required || undefined,
		placeholder: field.placeholder,
		displayOptions: field.shownFor && { show: field.shownFor },
	});
	// `base` is at the start, because n8n's lint wants the display name first. It is at the end as well, because a picker
	// brings a display name, a name and a description of its own, which those of the field must replace.
	const control = { ...base, ...settingsOf(field), ...base };
	const isOpen = field.kind === 'choice' && field.open;
	return isOpen ? [control, otherControl(field)] : [control];
}

/** What a control has besides its names. */
type ControlSettings = Omit<INodeProperties, 'displayName' | 'name'>;

function settingsOf(field: Field): ControlSettings {
	switch (field.kind) {
		case 'text': {
			const { rows, format } = field;
			const type = format === 'color' ? 'color' : 'string';
			return { type, default: '', ...(rows !== undefined && { typeOptions: { rows } }) };
		}
		case 'integer': {
			const bounds = withoutUndefined({ minValue: field.min, maxValue: field.max });
			const typeOptions = { ...bounds, numberPrecision: 0 };
			return { type: 'number', typeOptions, default: field.default };
		}
		case 'number': {
			const typeOptions = field.min === undefined ? {} : { minValue: field.min };
			return { type: 'number', typeOptions, default: field.default };
		}
		case 'dateTime':
			return { type: 'dateTime', default: '' };
		case 'period': {
			const options = periodChoices(field).map(optionOf);
			return { type: 'options', options, default: field.default };
		}
		case 'choice': {
			const options = field.choices.map(optionOf);
			return {
				type: 'options',
				options: field.open ? withOther(field, options) : options,
				default: field.default,
			};
		}
		case 'choices':
			return { type: 'multiOptions', options: field.choices.map(optionOf), default: [] };
		case 'toggle':
			return { type: 'boolean', default: field.default };
		case 'list': {
			const multipleValueButtonText = `Add ${field.entry ?? field.label}`;
			const typeOptions = { multipleValues: true, multipleValueButtonText };
			return { type: 'string', typeOptions, default: [...(field.default ?? [])] };
		}
		case 'map':
			return rowsOf(field);
		case 'propertyKey':
			return propertyKeyPicker(field.help);
		case 'record':
			return pickerOf(field.record, field.label);
	}
}

function withOther({ label }: Field, options: INodePropertyOptions[]): INodePropertyOptions[] {
	const description = `Enter another value under ${label} (Other)`;
	const allOptions = [...options, { name: 'Other…', value: OTHER, description }];
	// n8n's lint wants five or more options in alphabetical order.
	return allOptions.length < 5
		? allOptions
		: allOptions.sort((a, b) => alphabetical(a.name, b.name));
}

const otherControl = (field: FieldOf<'choice'>): INodeProperties => ({
	displayName: `${field.label} (Other)`,
	name: otherNameOf(field),
	type: 'string',
	default: '',
	description: `Value to send as ${field.name}, in the form that the service expects`,
	displayOptions: { show: { [field.name]: [OTHER] } },
});

const optionOf = ({ value, label, help }: Choice): INodePropertyOptions =>
	withoutUndefined({ name: label, value, description: help });

/** Any number of rows of a key and its value. */
function rowsOf({ ofProperties }: FieldOf<'map'>): ControlSettings {
	const help = 'Key of the property';
	const key = ofProperties ? propertyKeyPicker(help) : rowText('Key', 'key', help);
	const values = [key, rowText('Value', 'value', 'Value of the property')];
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Value',
		default: {},
		options: [{ displayName: 'Value', name: 'values', values }],
	};
}

const rowText = (displayName: string, name: string, description: string) =>
	({ displayName, name, type: 'string', default: '', description }) as const;

/** A help in n8n's style: a single sentence has no full stop at its end, several have one. */
export function sentence(help: string): string {
	const hasSeveralSentences = /[.!?] \S/.test(help);
	return hasSeveralSentences ? `${help.replace(/\.$/, '')}.` : help.replace(/\.$/, '');
}

/** Compares labels without `localeCompare`, because the build must not depend on the machine's language. */
export function alphabetical(left: string, right: string): number {
	const [a, b] = [left.toLowerCase(), right.toLowerCase()];
	return a < b ? -1 : a > b ? 1 : 0;
}
