import { harmless } from '../facts/message';
import { oneLine } from '../records/scalars';
import { counted, firstOf, withAnd } from '../records/words';
import type { RunSentence } from '../run/remarks';

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
	/** `Ada Lovelace <ada@example.com>`, or as much of it as is known. */
	recipient?: string;
	reason?: string;
}

export interface SyncSummary {
	/** Plain text that may stand in a message: what others wrote is made harmless. */
	summary: string;
	/** The same for the editor, which shows any text as text, with what to do next. */
	hint: RunSentence;
}

const TROUBLE: readonly Fate[] = ['unusable', 'refused', 'maybeDone', 'notStarted'];

/** What a sync did, or would do, in a few sentences. `withoutLink`: why invitations that were found have no link. */
export function syncSummary(
	fates: readonly ToldFate[],
	dryRun: boolean,
	unusedColumns: readonly string[] = [],
	withoutLink?: string,
): SyncSummary {
	const next = nextStep(fates, dryRun);
	const sentences = (written: Written) =>
		[sentenceOf(fates, dryRun, written), ...unusedSentence(unusedColumns, written)].join(' ');
	const shown = sentences(oneLine);
	return {
		summary: sentences(harmless),
		hint: {
			sentence: [shown, next, withoutLink].filter(Boolean).join(' '),
			isWarning: fates.some(({ fate }) => TROUBLE.includes(fate)),
		},
	};
}

/** `Columns that fill no property of the survey: company and country.` */
function unusedSentence(columns: readonly string[], written: Written): string[] {
	const shown = columns.map((name) => written(name, MAX_NAME_LENGTH)).filter(Boolean);
	if (shown.length === 0) return [];
	const start = shown.length === 1 ? 'A column that fills' : 'Columns that fill';
	return [`${start} no property of the survey: ${firstOf(shown, MAX_COLUMNS)}.`];
}

const MAX_COLUMNS = 5;

/** What people ask themselves when they read the sentence. */
function nextStep(fates: readonly ToldFate[], dryRun: boolean): string | undefined {
	const has = (...some: Fate[]) => fates.some(({ fate }) => some.includes(fate));
	if (dryRun)
		return has('created', 'updated', 'revoked')
			? 'Turn off Dry Run to make these changes.'
			: undefined;
	return has('created')
		? 'No email was sent. To send one, use Invitation > Send Email or Mailing > Send.'
		: undefined;
}

/** How a text of others is written: cut, or also made harmless. */
type Written = (text: string, maxLength: number) => string;

function sentenceOf(fates: readonly ToldFate[], dryRun: boolean, written: Written): string {
	const of = (fate: Fate) => fates.filter((one) => one.fate === fate);
	const count = (fate: Fate) => of(fate).length;
	const some = (fate: Fate, text: (n: string, isOne: boolean) => string) =>
		count(fate) > 0 ? [text(counted(count(fate)), count(fate) === 1)] : [];
	const which = (fate: Fate, text: (n: string, isOne: boolean) => string) =>
		some(fate, (n, isOne) => `${text(n, isOne)}: ${named(of(fate), written)}`);
	// In a dry run, only those have a reason whom the service may refuse.
	const doubtful = dryRun ? of('created').filter(({ reason }) => reason !== undefined) : [];
	const sentences = [
		dryRun ? wouldDo(count) : wasDone(count),
		...(doubtful.length > 0
			? [`${counted(doubtful.length)} may be refused: ${named(doubtful, written)}`]
			: []),
		...some('duplicate', (n, isOne) => `${n} left out as ${isOne ? 'a duplicate' : 'duplicates'}.`),
		...some('optedOut', (n) => `${n} left out because of Never Create For.`),
		...some('notApproved', (n) => `${n} not approved, so not done.`),
		...some('notRevoked', (n) => `${n} not revoked, because it is not certain who is in the list.`),
		...which('unusable', (n, isOne) =>
			dryRun ? `${n} ${isOne ? 'contact' : 'contacts'} cannot be used` : `${n} could not be used`,
		),
		...which('refused', (n) => `${n} failed`),
		...which('maybeDone', (n) => `${n} may have been done`),
		...some('notStarted', (n) => `${n} not started: run it again.`),
	];
	return sentences.join(' ');
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

/** `Nothing was changed. It would ask the service to invite 4 people and correct 2 invitations, and leave 94 alone.` */
function wouldDo(count: (fate: Fate) => number): string {
	const some = (fate: Fate, verb: string, ...noun: [string, string?]) =>
		count(fate) > 0 ? [`${verb} ${counted(count(fate), ...noun)}`] : [];
	const asked = [
		...some('created', 'invite', 'person', 'people'),
		...some('updated', 'correct', 'invitation'),
		...some('revoked', 'revoke', 'invitation'),
	];
	const parts = [
		...(asked.length > 0 ? [`ask the service to ${withAnd(asked)}`] : []),
		...some('unchanged', 'leave alone', 'invitation'),
	];
	if (parts.length === 0) return 'Nothing was changed, and a real run would change nothing.';
	return `Nothing was changed. It would ${parts.join(', and ')}.`;
}

/** How many of those that failed are named, and how long a reason may be. */
const MAX_NAMED = 3;
const MAX_REASON_LENGTH = 160;

function named(fates: readonly ToldFate[], written: Written): string {
	// What is the same for several is said once.
	const byReason = new Map<string, ToldFate[]>();
	for (const fate of fates) {
		const alike = byReason.get(fate.reason ?? '');
		if (alike) alike.push(fate);
		else byReason.set(fate.reason ?? '', [fate]);
	}
	const groups = [...byReason].slice(0, MAX_NAMED);
	const shown = groups.map(([reason, alike]) => {
		const text = written(reason, MAX_REASON_LENGTH).replace(/\.$/, '');
		return `${placesOf(alike, written)}${alike.length > 1 ? ':' : ','} ${text}`;
	});
	const more = fates.length - groups.reduce((sum, [, alike]) => sum + alike.length, 0);
	const text = [...shown, ...(more > 0 ? [`and ${counted(more)} more`] : [])].join('; ');
	return /[!?…]$/.test(text) ? text : `${text}.`;
}

/** `item 3 (Ada)`; `items 3, 4 and 5`; `items 3, 4, 5 and 7 more`. */
function placesOf(fates: readonly ToldFate[], written: Written): string {
	const items = fates.flatMap(({ item }) => item ?? []);
	if (items.length === 0)
		return fates.length === 1 ? 'an invitation' : counted(fates.length, 'invitation');
	const [first] = fates;
	if (fates.length === 1 && first) {
		const name = nameOf(first.recipient ?? '');
		return `item ${items[0]}${name === undefined ? '' : ` (${written(name, MAX_NAME_LENGTH)})`}`;
	}
	return `items ${firstOf(items.map(String), MAX_NAMED)}`;
}

const MAX_NAME_LENGTH = 40;

/** The name in `Ada Lovelace <ada@example.com>`; without one the reason says more than the address would. */
const nameOf = (recipient: string): string | undefined => /^(.+) <[^<>]*>$/.exec(recipient)?.[1];
