/**
 * Whether a parameter, as the user left it, holds an expression anywhere: only then can it have another
 * value for each item, and only then is it worth the time to evaluate it for each.
 */
export function hasExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	if (typeof parameter !== 'object' || parameter === null) return false;
	return Object.values(parameter).some(hasExpression);
}

/** Whether the expressions in it may give something else for another item. */
export function namesItsItem(parameter: unknown): boolean {
	return /\$(json|item|input|binary|position|data)|\.item\b|itemMatching|pairedItem|[Rr]andom/.test(
		JSON.stringify(parameter),
	);
}
