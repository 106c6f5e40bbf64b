import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { OTHER, otherNameOf, type Choice, type Field, type FieldOf } from '../operations/field';
import { periodChoices } from '../operations/periodFields';
import { withoutGaps } from '../service/json';
import { propertyKeyPicker } from './propertyPickers';
import { pickerOf } from './recordPickers';

/** n8n's controls for a field; a choice with "Other…" has two. */
export function controlsOf(field: Field, required: boolean): INodeProperties[] {
	const base = withoutGaps({
		displayName: field.label,
		name: field.name,
		description: sentence(field.help),
		required: required || undefined,
		placeholder: field.placeholder,
		displayOptions: field.shownFor && { show: field.shownFor },
	});
	const controlWith = (settings: ControlSettings) => [withoutGaps({ ...base, ...settings })];
	switch (field.kind) {
		case 'text':
			return controlWith({
				type: field.format === 'color' ? 'color' : 'string',
				default: '',
				typeOptions: field.rows === undefined ? undefined : { rows: field.rows },
			});
		case 'integer': {
			const bounds = withoutGaps({ minValue: field.min, maxValue: field.max });
			const typeOptions = { ...bounds, numberPrecision: 0 };
			return controlWith({ type: 'number', typeOptions, default: field.default });
		}
		case 'number':
			return controlWith({
				type: 'number',
				typeOptions: field.min === undefined ? undefined : { minValue: field.min },
				default: field.default,
			});
		case 'dateTime':
			return controlWith({ type: 'dateTime', default: '' });
		case 'period': {
			const options = periodChoices(field).map(optionOf);
			return controlWith({ type: 'options', options, default: field.default });
		}
		case 'choice': {
			const options = field.choices.map(optionOf);
			const settings = { type: 'options' as const, options, default: field.default };
			if (!field.open) return controlWith(settings);
			return [
				...controlWith({ ...settings, options: withOther(field, options) }),
				otherControl(field),
			];
		}
		case 'choices':
			return controlWith({
				type: 'multiOptions',
				options: field.choices.map(optionOf),
				default: [],
			});
		case 'toggle':
			return controlWith({ type: 'boolean', default: field.default });
		case 'list':
			return controlWith({
				type: 'string',
				typeOptions: {
					multipleValues: true,
					multipleValueButtonText: `Add ${field.entry ?? field.label}`,
				},
				default: [...(field.default ?? [])],
			});
		case 'map':
			return controlWith(rowsOf(field));
		case 'propertyKey':
			return [{ ...propertyKeyPicker(field.help), ...base }];
		case 'record':
			return [{ ...pickerOf(field.record, field.label), ...base }];
	}
}

/** What a control has besides its names. */
type ControlSettings = Omit<INodeProperties, 'displayName' | 'name'>;

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
	withoutGaps({ name: label, value, description: help });

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
