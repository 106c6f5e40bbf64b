/** A number as people write it, with its noun: `1,240 respondents`. */
export function counted(count: number, one?: string, several = `${one}s`): string {
	const number = count.toLocaleString('en-US');
	return one === undefined ? number : `${number} ${count === 1 ? one : several}`;
}

/** `a`; `a and b`; `a, b and c`. */
export function withAnd(parts: readonly string[]): string {
	const rest = [...parts];
	const last = rest.pop() ?? '';
	return rest.length > 0 ? `${rest.join(', ')} and ${last}` : last;
}

/** The first of many, and how many there are besides: `a, b, c and 7 more`. */
export function firstOf(parts: readonly string[], max: number): string {
	const more = parts.length - max;
	return withAnd([...parts.slice(0, max), ...(more > 0 ? [`${counted(more)} more`] : [])]);
}
