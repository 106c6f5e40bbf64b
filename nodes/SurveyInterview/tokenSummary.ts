import { isObject } from './records/json';
import { oneLine } from './records/text';

/**
 * Who a token is for, in one line. TokenIdentity is named ("the workspace of the token, its scopes, the
 * survey it is restricted to, and its expiry") but not shown, so keys are recognised by what they say.
 *
 * @returns undefined where nothing of it is found: something else has answered
 */
export function tokenSummary(identity: unknown): string | undefined {
	const facts = flatten(identity);
	const workspace =
		factOf(facts, /(workspace|company|organi[sz]ation).*name/) ??
		factOf(facts, /workspace|company|organi[sz]ation/);
	const survey = factOf(facts, /survey.*(name|title)/) ?? factOf(facts, /survey/);
	const scopes = factOf(facts, /scope|permission/);
	const expiry = factOf(facts, /expir|valid_until/);
	if ([workspace, survey, scopes, expiry].every((fact) => fact === undefined)) return undefined;
	const parts = [
		workspace === undefined ? 'The token works' : `The token is for the workspace ${workspace}`,
		survey === undefined ? undefined : `restricted to the survey ${survey}`,
		scopes === undefined ? undefined : `scopes: ${scopes}`,
		expiry === undefined ? undefined : `expires ${expiry}`,
	];
	return parts.filter((part) => part !== undefined).join('; ');
}

type Fact = { path: string; value: string };

function flatten(value: unknown, path = ''): Fact[] {
	if (Array.isArray(value)) {
		const words = value.flatMap((item) => flatten(item).slice(0, 1)).map((fact) => fact.value);
		return words.length > 0 ? [{ path, value: words.join(', ') }] : [];
	}
	if (isObject(value)) {
		return Object.entries(value).flatMap(([key, inner]) =>
			flatten(inner, `${path} ${key.toLowerCase()}`.trim()),
		);
	}
	const shown = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
	return shown === '' ? [] : [{ path, value: oneLine(shown, 200) }];
}

function factOf(facts: Fact[], pattern: RegExp): string | undefined {
	return facts.find(({ path }) => pattern.test(path))?.value;
}
