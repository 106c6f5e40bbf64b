import { InputError, display } from '../input/problem';
import { emailKey, externalIdKey, isAddressAlone } from '../records/person';
import type { PersonKeys } from './contact';

/** Who opted out, by e-mail addresses and external ids in one list. */
export class OptedOut {
	private readonly emails: Set<string | undefined>;
	private readonly externalIds: Set<string | undefined>;

	constructor(entries: string[]) {
		this.emails = new Set(entries.map(emailKey));
		this.externalIds = new Set(entries.map(externalIdKey));
	}

	has({ email, externalId }: PersonKeys): boolean {
		const isHere = email !== undefined && this.emails.has(email);
		return isHere || (externalId !== undefined && this.externalIds.has(externalId));
	}
}

/**
 * Entries of Never Create For, however they are given: one by one, in an expression's array, or with
 * commas between. An entry that could match nobody as it is written is refused, not passed over.
 *
 * @throws {InputError}
 */
export function readOptedOut(given: unknown): string[] {
	const all: unknown[] = Array.isArray(given) ? given.flat(3) : [given];
	const isNothing = (entry: unknown) => entry === undefined || entry === null;
	if (Array.isArray(given) && all.length > 0 && all.every(isNothing)) {
		throw refusal('has no value', 'its expression gave nothing');
	}
	return all
		.filter((entry) => !isNothing(entry))
		.flatMap((entry) => (typeof entry === 'string' ? parts(entry) : [entry]))
		.map(optedOutEntry)
		.filter((entry) => entry !== '');
}

/** What stands between separators, each way to take them, for an external ID may hold some of them itself. */
function parts(entry: string): string[] {
	const coarser = [/$^/, /\n/, /[;\n]/].flatMap((separator) => entry.split(separator));
	const ids = coarser.filter((part) => !part.includes('@'));
	return [...new Set([...entry.split(/[,;\n]/), ...ids])];
}

function optedOutEntry(given: unknown): string {
	const key = externalIdKey(given);
	if (typeof given === 'string' && key === undefined) return '';
	if (key === undefined) {
		throw refusal(
			`holds ${display(given)}`,
			'it must hold e-mail addresses or external IDs as text',
		);
	}
	const isBroken = key.includes('@') && !isAddressAlone(key);
	if (!isBroken) return key;
	throw refusal(`holds ${display(key)}`, 'it must be the e-mail address alone, or the external ID');
}

function refusal(what: string, why: string): InputError {
	return new InputError(
		`Never Create For ${what}: ${why}; correct it, so that nobody who opted out is invited.`,
	);
}
