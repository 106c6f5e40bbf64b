import { isObject } from './json';
import { oneLine } from './scalars';

/** Something that a token's identity says: the keys that lead to it, in lower case, and what stands there. */
export interface TokenFact {
	path: string[];
	/** As text on one line; the entries of a list with commas between them. */
	value: string;
}

/** Who a token is for. What the identity does not say is left out. */
export type TokenFacts = Partial<Record<'workspace' | 'survey' | 'scopes' | 'expiry', TokenFact>>;

/** What the keys that lead to a fact say, the surest first. */
const PATTERNS: Record<keyof TokenFacts, readonly RegExp[]> = {
	workspace: [/(workspace|company|organi[sz]ation).*name/, /workspace|company|organi[sz]ation/],
	survey: [/survey.*(name|title)/, /survey/],
	scopes: [/scope|permission/],
	expiry: [/expir|valid_until/],
};

/** Whether the keys lead to something that a token's identity says. */
export function isTokenKey(path: readonly string[]): boolean {
	const words = path.join(' ').toLowerCase();
	return Object.values(PATTERNS)
		.flat()
		.some((pattern) => pattern.test(words));
}

/**
 * Reads a token's identity. The interface does not show the keys of a TokenIdentity, so they are recognised by
 * their names.
 */
export function tokenFacts(identity: unknown): TokenFacts {
	const facts = flatten(identity, []);
	const at = (pattern: RegExp) => facts.find(({ path }) => pattern.test(path.join(' ')));
	return Object.fromEntries(
		Object.entries(PATTERNS).flatMap(([fact, patterns]) => {
			const [found] = patterns.flatMap((pattern) => at(pattern) ?? []);
			return found ? [[fact, found]] : [];
		}),
	);
}

function flatten(value: unknown, path: string[]): TokenFact[] {
	if (Array.isArray(value)) {
		const words = value.flatMap((item) => flatten(item, []).slice(0, 1)).map((fact) => fact.value);
		return words.length > 0 ? [{ path, value: words.join(', ') }] : [];
	}
	if (isObject(value)) {
		return Object.entries(value).flatMap(([key, inner]) =>
			flatten(inner, [...path, key.toLowerCase()]),
		);
	}
	const shown = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
	return shown === '' ? [] : [{ path, value: oneLine(shown, 200) }];
}
