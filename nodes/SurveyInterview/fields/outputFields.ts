import type { FieldOf } from './field';
import { choice, choices, choicesOf, integer } from './makeField';
import type { Shape } from '../records/json';

/** How much of a record to return. */
export const OUTPUT = outputField(
	'How much of each record to return',
	'The most useful fields, always under the same names; missing values are null',
	'The record as the service sent it',
);

/** How much to return of each item. */
export function outputField(help: string, simplified: string, everything: string) {
	return choice('output', 'Output', help, [
		{ value: 'simplified', label: 'Simplified', help: simplified },
		{ value: 'everything', label: 'Everything', help: everything },
		{
			value: 'selectedFields',
			label: 'Selected Fields',
			help: 'Only the fields of Simplified that you choose',
		},
	]);
}

/** Which fields of Simplified to return, for records of one kind. */
export function fieldsField(fields: Shape): FieldOf<'choices'> {
	// In the editor in alphabetical order, as n8n wants it; in the output in that of the fields.
	const of = choicesOf(...Object.keys(fields).sort());
	return choices('fields', 'Fields', 'Fields of Simplified to return', of, {
		shownFor: { [OUTPUT.name]: ['selectedFields'] },
	});
}

/** Where a conversation as text ends. Its default fits into a cell of a sheet, which holds 50,000. */
export const MAX_TRANSCRIPT = integer(
	'maxTranscript',
	'Max Transcript Length',
	'Maximum number of characters in transcript and participant_text. A longer text ends after a message and says how many messages are left out.',
	{ min: 100, default: 40_000 },
);
