import { forbiddenKeyIn, isDeeperThan, isPlainObject, type JsonObject } from '../records/json';
import { duplicateKey } from './map';
import { InputError, display } from './problem';
import { unfitCharacter, unfitDigits, unfitJson } from './unfit';

/** Deeper than any request; a circular object from an expression is deeper still. */
const MAX_DEPTH = 50;

/**
 * Reads Additional Fields (JSON): an object that is sent as it is. Keys that would change a prototype are
 * refused.
 */
export function freeFields(value: unknown): JsonObject {
	if (value === undefined || value === null) return {};
	if (typeof value === 'string' && value.trim() === '') return {};
	const parsed = typeof value === 'string' ? parsedJson(value) : value;
	if (!isPlainObject(parsed)) {
		throw refusal(`must be a JSON object such as {"key": "value"}, but it is ${display(parsed)}.`);
	}
	if (isDeeperThan(parsed, MAX_DEPTH)) throw refusal('is nested too deeply: make it flatter.');
	const forbidden = forbiddenKeyIn(parsed);
	if (forbidden !== undefined) {
		throw refusal(`must not contain the key "${forbidden}": remove it.`);
	}
	const unfit = typeof value === 'string' ? unfitJsonText(value) : unfitJson(parsed);
	if (unfit !== undefined) throw refusal(unfit);
	return parsed;
}

function refusal(why: string): InputError {
	return new InputError(`Additional Fields (JSON) ${why}`);
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** The strings, numbers and punctuation of a text that is valid JSON. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]:]/g;

/** What reading a JSON text would lose: digits of a number, and all but the last value of a duplicate key. */
function unfitJsonText(json: string): string | undefined {
	const tokens = json.match(TOKENS) ?? [];
	/** The keys of the objects that are open; undefined stands for a list. */
	const open: Array<Set<string> | undefined> = [];
	for (const [place, token] of tokens.entries()) {
		if (token === '{') open.push(new Set());
		else if (token === '[') open.push(undefined);
		else if (token === '}' || token === ']') open.pop();
		else if (token.startsWith('"')) {
			const text = JSON.parse(token) as string;
			const unfit = unfitCharacter(text);
			if (unfit !== undefined) return unfit;
			if (tokens[place + 1] !== ':') continue;
			if (open.at(-1)?.has(text)) return duplicateKey(text);
			open.at(-1)?.add(text);
		} else if (token !== ':') {
			const unfit = unfitDigits(token);
			if (unfit !== undefined) return `contains ${unfit}: write it as text, in quotes.`;
		}
	}
	return undefined;
}
