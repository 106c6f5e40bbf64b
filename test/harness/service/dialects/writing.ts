import { localDateTime } from '../localTime';
import type { ValidationIssue } from '../refusal';
import type { Choices } from './choices';
import type { Json, Writing } from './dialect';

export function writingFor(choices: Choices): Writing {
	return {
		choices,
		time: ((at: number | null) =>
			at === null ? null : dateTime(at, choices.timestamps)) as Writing['time'],
		optional: (values, defaults) => {
			switch (choices.optionalKeys) {
				case 'present':
					return { ...defaults, ...values };
				case 'absent':
					return unlessDefault(values, defaults);
				case 'absent when null':
					return unlessNull({ ...defaults, ...values });
			}
		},
	};
}

function dateTime(at: number, style: Choices['timestamps']): string {
	if (style === 'local') return localDateTime(at);
	const text = new Date(at).toISOString();
	return style === 'Z' ? text : text.replace('Z', '000+00:00');
}

function unlessDefault(values: Json, defaults: Json): Json {
	const kept = Object.entries(values).filter(
		([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]),
	);
	return Object.fromEntries(kept);
}

function unlessNull(values: Json): Json {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** One item of the `detail` list of a 422, whose fields the specification does not show. */
export function validationItem(choices: Choices, issue: ValidationIssue): unknown {
	const path = [issue.in, ...issue.path];
	switch (choices.validationItems) {
		case 'loc and msg':
			return { loc: path, msg: issue.message, type: issue.type };
		case 'path and message':
			return { path: path.join('.'), message: issue.message };
		case 'field and code':
			return {
				field: issue.path.join('.'),
				location: issue.in,
				code: issue.type,
				message: issue.message,
			};
		case 'text':
			return `${path.join('.')}: ${issue.message}`;
	}
}

/** The record without these keys. */
export function without(record: Json, keys: readonly string[]): Json {
	return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
