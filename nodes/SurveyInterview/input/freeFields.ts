import { forbiddenKeyIn, isDeeperThan, isPlainObject, type JsonObject } from '../records/json';
import { keyTwice } from './map';
import { InputError, display } from './problem';
import { unfitCharacter, unfitDigits, unfitJson } from './unfit';

/** Deeper than any request; a circular object from an expression is deeper still. */
const MAX_DEPTH = 50;

/**
 * Additional Fields (JSON): an object that goes out as it was given, without keys that would reach into a
 * prototype.
 *
 * @param given JSON text, or an object from an expression
 * @throws {InputError} one sentence for a person
 */
export function freeFields(given: unknown): JsonObject {
	if (given === undefined || given === null) return {};
	if (typeof given === 'string' && given.trim() === '') return {};
	const parsed = typeof given === 'string' ? parsedJson(given) : given;
	if (!isPlainObject(parsed)) {
		throw refusal(`must be a JSON object such as {"key": "value"}, but it is ${display(parsed)}.`);
	}
	if (isDeeperThan(parsed, MAX_DEPTH)) throw refusal('is nested too deeply: make it flatter.');
	const forbidden = forbiddenKeyIn(parsed);
	if (forbidden !== undefined) {
		throw refusal(`must not contain the key "${forbidden}": remove it.`);
	}
	const unfit = typeof given === 'string' ? unfitJsonText(given) : unfitJson(parsed);
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

/** The texts, numbers and signs of JSON that is known to be right. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]:]/g;

/** What is lost when a JSON text is read: digits of a number, and all but the last of a key given twice. */
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
			if (open.at(-1)?.has(text)) return keyTwice(text);
			open.at(-1)?.add(text);
		} else if (token !== ':') {
			const unfit = unfitDigits(token);
			if (unfit !== undefined) return `holds ${unfit}: write it as text, in quotes.`;
		}
	}
	return undefined;
}
