import type { INodeProperties } from 'n8n-workflow';

import type { ComposedOperation } from '../operations/composed';
import { IDENTIFIERS } from '../records/identifiers';
import { alphabetical } from './alphabetical';
import { controlsOf, pickerOf } from './controls';
import { noticeWith } from './operationFields';
import { optionsWith } from './options';

/** The controls of an operation that is made of several requests, in the sections of the others. */
export function composedSections(operation: ComposedOperation): INodeProperties[][] {
	const { parameter, label } = IDENTIFIERS.survey_id;
	const { collection } = operation;
	const survey: INodeProperties = {
		...pickerOf('survey', label),
		name: parameter,
		required: true,
		description: `The ${label.toLowerCase()}, from the list or by its ID`,
	};
	const fields = collection.fields.flatMap((field) => controlsOf(field, false));
	const options = operation.options.flatMap((field) => controlsOf(field, false));
	return [
		noticeWith(operation.notice),
		[survey],
		operation.parameters.flatMap((field) => controlsOf(field, false)),
		[],
		[
			{
				displayName: collection.label,
				name: collection.name,
				type: 'collection',
				description: collection.help,
				placeholder: 'Add Field',
				default: {},
				options: fields.sort((a, b) => alphabetical(a.displayName, b.displayName)),
			},
		],
		[],
		[],
		[optionsWith(operation.concurrency, options)],
	];
}
