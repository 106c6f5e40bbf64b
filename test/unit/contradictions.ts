export const shown = (value: unknown) => JSON.stringify(value);
/** Ten are enough to see what they have in common. */
export const expectNone = (contradictions: string[]) =>
	expect({ count: contradictions.length, first: contradictions.slice(0, 10) }).toEqual({
		count: 0,
		first: [],
	});
