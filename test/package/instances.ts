/** An instance with a word in place of each of its functions, in own properties as in those of its class. */
export function withFunctionsNamed(instance: object): unknown {
	const copy = (value: unknown): unknown => {
		if (typeof value === 'function') return `a function: ${value.constructor.name}`;
		if (Array.isArray(value)) return value.map(copy);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
	};
	return copy(instance);
}

/** Where the functions of an instance are, those of its class included. */
export function functionPaths(instance: object): string[][] {
	const own = (value: unknown, path: string[]): string[][] => {
		if (typeof value === 'function') return [path];
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
		return Object.entries(value).flatMap(([key, one]) => own(one, [...path, key]));
	};
	const ofClass = Object.getOwnPropertyNames(Object.getPrototypeOf(instance) as object);
	return [
		...own(instance, []),
		...ofClass.filter((key) => key !== 'constructor').map((key) => [key]),
	];
}

/** The function at such a place. */
export function functionAt(
	value: object,
	path: readonly string[],
): (...given: unknown[]) => unknown {
	return path.reduce<unknown>((of, key) => (of as Record<string, unknown>)[key], value) as never;
}

/** Empties every array and object, as deep as they go. */
export function spoil(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	for (const inner of Object.values(value)) spoil(inner);
	for (const key of Object.keys(value)) {
		if (Array.isArray(value)) value.length = 0;
		else if (typeof (value as Record<string, unknown>)[key] !== 'function') {
			delete (value as Record<string, unknown>)[key];
		}
	}
}
