import type { EndpointOperation } from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';
import { isEmptyMap } from './map';
import { InputError, display } from './problem';

/**
 * Refuses a filter or a part of an audience without a value, whether it was left empty or its expression
 * gave nothing: the service would take it for none, and everybody would be meant.
 */
export function refuseEmptyFilter(label: string, value: unknown): void {
	const problem = emptyFilterProblem(label, value);
	if (problem !== undefined) throw new InputError(problem);
}

/** Why a filter that was added cannot be without a value: one sentence. */
export function emptyFilterProblem(label: string, value: unknown): string | undefined {
	const what = emptinessOf(value);
	return what === undefined
		? undefined
		: `${label} is ${what}, and an empty filter would match everything: enter a value or correct its expression, or remove the filter.`;
}

/** The same for an audience in Additional Fields (JSON); null stays where the service takes it. */
export function refuseEmptyAudience(
	json: unknown,
	free: JsonObject,
	{ nested }: EndpointOperation,
): void {
	if (!nested) return;
	if (json === undefined || json === null || typeof json === 'string') {
		const what = emptinessOf(json);
		if (what !== undefined) {
			throw new InputError(
				`Additional Fields (JSON) is ${what}, and without an audience the mailing would go to everyone: correct its expression, or enter {} for no extra fields.`,
			);
		}
	}
	if (!(nested.key in free)) return;
	const audience = free[nested.key];
	const refuse = (path: string, value: unknown, nullable?: true) => {
		if (value === null && nullable) return;
		refuseEmptyFilter(`Additional Fields (JSON) → ${display(path)}`, value);
	};
	if (!isObject(audience)) refuse(nested.key, audience, nested.nullable);
	else {
		for (const [name, value] of Object.entries(audience)) {
			const field = nested.fields.find((one) => one.name === name);
			refuse(`${nested.key}.${name}`, value, field?.nullable);
		}
	}
}

/** Whether there is neither a value nor a text. An empty list or object is a value. */
export const isNothing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** `null`, `undefined` or `empty` for a control that was added and has no value; undefined where it has one. */
export function emptinessOf(value: unknown): string | undefined {
	if (value === undefined || value === null) return String(value);
	if (isObject(value) && '__rl' in value) return emptinessOf(value.value);
	const isEmpty = Array.isArray(value) ? value.length === 0 : isNothing(value) || isEmptyMap(value);
	return isEmpty ? 'empty' : undefined;
}
