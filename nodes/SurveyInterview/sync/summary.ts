import { harmless } from '../facts/harmless';
import { counted } from '../records/words';
import type { RunSentence } from '../run/hints';

/** What became of a contact, or of an invitation whose person is not in the list. */
export type Fate =
	| 'created'
	| 'updated'
	| 'revoked'
	| 'unchanged'
	| 'duplicate'
	| 'optedOut'
	| 'notApproved'
	| 'notRevoked'
	| 'unusable'
	| 'refused'
	| 'maybeDone'
	| 'notStarted';

/** The fate of one item of the output, as far as its sentence needs it. */
export interface ToldFate {
	fate: Fate;
	/** Index of the input item; none where it is about an invitation of nobody in the list. */
	item?: number;
	reason?: string;
}

/** The fates that a person must look at. */
const TROUBLE: readonly Fate[] = ['unusable', 'refused', 'maybeDone', 'notStarted'];

/**
 * What a sync did, or would do, in a few sentences of plain text that may stand in a message: what others
 * wrote is cut and made harmless.
 */
export function syncSummary(fates: readonly ToldFate[], dryRun: boolean): RunSentence {
	const of = (fate: Fate) => fates.filter((one) => one.fate === fate);
	const count = (fate: Fate) => of(fate).length;
	const some = (fate: Fate, text: (n: string, isOne: boolean) => string) =>
		count(fate) > 0 ? [text(counted(count(fate)), count(fate) === 1)] : [];
	const which = (fate: Fate, text: (n: string, isOne: boolean) => string) =>
		some(fate, (n, isOne) => `${text(n, isOne)}: ${named(of(fate))}`);
	const sentences = [
		dryRun ? wouldDo(count) : wasDone(count),
		...some('duplicate', (n, isOne) => `${n} left out as ${isOne ? 'a duplicate' : 'duplicates'}.`),
		...some('optedOut', (n) => `${n} left out, because of Never Create For.`),
		...some('notApproved', (n) => `${n} not approved, so not done.`),
		...some('notRevoked', (n) => `${n} not revoked, because it is not certain who is in the list.`),
		...which('unusable', (n, isOne) =>
			dryRun ? `${n} ${isOne ? 'contact' : 'contacts'} cannot be used` : `${n} could not be used`,
		),
		...which('refused', (n) => `${n} failed`),
		...which('maybeDone', (n) => `${n} may have been done`),
		...some('notStarted', (n) => `${n} not started: run it again.`),
	];
	return {
		sentence: sentences.join(' '),
		isWarning: fates.some(({ fate }) => TROUBLE.includes(fate)),
	};
}

/** `4 invited, 2 corrected, 94 unchanged.` */
function wasDone(count: (fate: Fate) => number): string {
	const words = { created: 'invited', updated: 'corrected', revoked: 'revoked' } as const;
	const done = (Object.keys(words) as Array<keyof typeof words>)
		.filter((fate) => count(fate) > 0)
		.map((fate) => `${counted(count(fate))} ${words[fate]}`);
	const unchanged = count('unchanged') > 0 ? [`${counted(count('unchanged'))} unchanged`] : [];
	const parts = [...done, ...unchanged];
	return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing was changed.';
}

/** `Nothing was changed. It would invite 4 people, correct 2 and leave 94 alone.` */
function wouldDo(count: (fate: Fate) => number): string {
	const deeds = (['created', 'updated', 'revoked', 'unchanged'] as const).filter(
		(fate) => count(fate) > 0,
	);
	const parts = deeds.map((fate, place) => {
		const people = counted(count(fate), 'person', 'people');
		// Only the first says of what it is a number.
		const invitations = counted(count(fate), ...(place === 0 ? (['invitation'] as const) : []));
		if (fate === 'created') return `invite ${people}`;
		if (fate === 'updated') return `correct ${invitations}`;
		return fate === 'revoked' ? `revoke ${invitations}` : `leave ${invitations} alone`;
	});
	const last = parts.pop();
	if (last === undefined) return 'Nothing was changed, and nothing would be.';
	const all = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
	return `Nothing was changed. It would ${all}.`;
}

/** How many of those that failed are named, and how long a reason may be. */
const MAX_NAMED = 3;
const MAX_REASON_LENGTH = 160;

function named(fates: readonly ToldFate[]): string {
	const shown = fates.slice(0, MAX_NAMED).map(({ item, reason = '' }) => {
		const where = item === undefined ? 'an invitation' : `item ${item}`;
		return `${where}, ${harmless(reason, MAX_REASON_LENGTH).replace(/\.$/, '')}`;
	});
	const more = fates.length - shown.length;
	const text = [...shown, ...(more > 0 ? [`and ${counted(more)} more`] : [])].join('; ');
	return /[!?…]$/.test(text) ? text : `${text}.`;
}
