/**
 * A value as it comes from an expression. n8n itself refuses some bad values that are typed in; what
 * comes from another node's data reaches the node as it is.
 */
export function given(value: unknown): string {
	return `={{ ${JSON.stringify(value)} }}`;
}
