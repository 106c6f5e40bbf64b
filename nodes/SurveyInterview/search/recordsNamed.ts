import { isObject } from '../records/json';

/**
 * Finds a list of records by what its key says, as deep as three levels: for the themes and properties
 * of SurveyDetailRead, whose keys the specification does not show.
 */
export function recordsNamed(pattern: RegExp): (answer: unknown) => unknown[] | undefined {
	const find = (value: unknown, depth: number): unknown[] | undefined => {
		if (!isObject(value) || depth === 0) return undefined;
		const entries = Object.entries(value);
		const named = entries.find(
			([key, inner]) => pattern.test(key) && Array.isArray(inner) && inner.every(isObject),
		);
		if (named) return named[1] as unknown[];
		// `{themes: {items: [...]}}`: the key says what is in it, whatever the array inside is called.
		const wrapper = entries.find(([key, inner]) => pattern.test(key) && isObject(inner));
		if (wrapper) {
			const arrays = Object.values(wrapper[1] as object).filter(
				(inner): inner is unknown[] => Array.isArray(inner) && inner.every(isObject),
			);
			if (arrays.length === 1) return arrays[0];
		}
		for (const [, inner] of entries) {
			const found = find(inner, depth - 1);
			if (found) return found;
		}
		return undefined;
	};
	return (answer) => find(answer, 3);
}
