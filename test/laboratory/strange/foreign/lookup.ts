/** What must be there: a look-up that finds nothing is a mistake of the generator, and throws. */
export function nth<T>(list: readonly T[], index: number): T {
	const found = list[index];
	if (found === undefined) throw new Error(`Nothing at ${index} of ${list.length}`);
	return found;
}

export function entry<T>(record: Readonly<Record<string, T>>, name: string): T {
	const found = record[name];
	if (found === undefined) throw new Error(`Nothing under ${name}`);
	return found;
}
