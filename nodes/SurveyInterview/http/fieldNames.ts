/** The field Field Names of the credential: JSON of places that a person confirmed. */
import { DEEPEST_FACT } from '../facts/fact';
import { kindNamed, RECORD_KINDS } from '../facts/kinds';
import type { FieldNames } from '../records/fieldNames';
import { isObject } from '../records/json';
import type { Checked } from './credential';

/**
 * Reads Field Names; empty ones are none. Nothing of what was entered is in the sentence: it may be a token in
 * the wrong field.
 */
export function checkedFieldNames(text: string): Checked<FieldNames | undefined> {
	if (text.trim() === '') return { ok: true, value: undefined };
	const names = parsed(text);
	if (!isObject(names)) return invalid('must be a JSON object');
	for (const [kind, places] of Object.entries(names)) {
		const facts = kindNamed(kind)?.facts.map(({ name }) => name);
		if (!facts) {
			return invalid(
				`may name only these kinds of record: ${Object.keys(RECORD_KINDS).join(', ')}`,
			);
		}
		if (!isObject(places) || Object.keys(places).some((fact) => !facts.includes(fact))) {
			return invalid(`may name only these facts under ${kind}: ${facts.join(', ')}`);
		}
		const wrong = Object.keys(places).find((fact) => !isPath(places[fact]));
		if (wrong !== undefined) {
			return invalid(
				`must give for ${wrong} under ${kind} the keys that lead to it, at most ${DEEPEST_FACT}, with dots between them`,
			);
		}
	}
	return { ok: true, value: names as FieldNames };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Keys with a letter or a digit each, with dots between them. */
function isPath(path: unknown): boolean {
	const keys = typeof path === 'string' ? path.split('.') : [];
	const isKey = (key: string) => /[\p{L}\p{N}]/u.test(key);
	return keys.length > 0 && keys.length <= DEEPEST_FACT && keys.every(isKey);
}

const invalid = (what: string) => ({
	ok: false as const,
	problem: `Field Names ${what}: paste what Token > Check Service gives as field_names, such as {"respondent": {"score": "result.value"}}, or leave it empty.`,
});
