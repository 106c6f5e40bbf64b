import { contactMessage, harmless } from '../service/messages';
import { groupedBy, type JsonObject } from '../records/json';
import { oneLine, counted, firstOf, withAnd } from '../records/scalars';
import type { RunSentence } from '../operations/operation';

/** What may become of a contact, or of an invitation whose person is not in the list, with the action of its item. */
export const ACTION_OF = {
	created: 'created',
	updated: 'updated',
	revoked: 'revoked',
	unchanged: 'unchanged',
	duplicate: 'duplicate',
	optedOut: 'skipped',
	emptyRow: 'skipped',
	invitedLately: 'skipped',
	notApproved: 'skipped',
	notRevoked: 'skipped',
	unusable: 'failed',
	refused: 'failed',
	maybeDone: 'failed',
	notStarted: 'failed',
} as const;
export type Fate = keyof typeof ACTION_OF;

/** How a message begins: in a dry run, and after a real one. */
const VERBS: Record<(typeof ACTION_OF)[Fate], readonly [string, string]> = {
	created: ['Invite', 'Invited'],
	updated: ['Correct', 'Corrected'],
	revoked: ['Revoke the invitation of', 'Revoked the invitation of'],
	unchanged: ['Leave alone', 'Left alone'],
	duplicate: ['Leave out', 'Left out'],
	skipped: ['Leave out', 'Left out'],
	failed: ['Cannot use', 'Failed:'],
};

/** A line about one item: `Correct Kim Berg, kim@example.com: name: Kim → Kim Berg.` */
export const rowMessage = (
	fate: Fate,
	dryRun: boolean,
	...of: [who: JsonObject, row: number | undefined, details: string | null | undefined]
): string => contactMessage(VERBS[ACTION_OF[fate]][dryRun ? 0 : 1], ...of);

/** The fate of one item of the output, with what the summary says of it. */
export interface ToldFate {
	fate: Fate;
	/** The row of the contact; absent where the person of the invitation is not in the list. */
	row?: number;
	name?: string | null;
	reason?: string;
}

/**
 * What a sync did, or would do, in a few sentences. The summary may be sent as a message, so texts of others in it
 * are made harmless. The hint is for the editor, which shows any text as text, and adds what to do next.
 *
 * @param withoutLink the sentence why invitations have no link
 */
export function syncSummary(
	fates: readonly ToldFate[],
	dryRun: boolean,
	unusedColumns: readonly string[] = [],
	withoutLink?: string,
	sharedIds: readonly string[] = [],
): { summary: string; hint: RunSentence } {
	const next = nextStep(fates, dryRun);
	const sentences = (written: Written) =>
		[
			sentenceOf(fates, dryRun, written),
			...sharedIdSentence(sharedIds, written),
			...unusedSentence(unusedColumns, written),
		].join(' ');
	const shown = sentences(oneLine);
	return {
		summary: sentences(harmless),
		hint: {
			sentence: [shown, next, withoutLink].filter(Boolean).join(' '),
			isWarning: fates.some(({ fate }) => ACTION_OF[fate] === 'failed'),
		},
	};
}

/** `The external ID crm- is that of several people, so it identifies nobody and is not used: correct its expression.` */
function sharedIdSentence(ids: readonly string[], written: Written): string[] {
	if (ids.length === 0) return [];
	const shown = firstOf(
		ids.map((id) => written(id, MAX_NAME_LENGTH)),
		MAX_COLUMNS,
	);
	const [start, end] =
		ids.length === 1
			? ['The external ID', 'is that of several people, so it identifies nobody and is not used']
			: ['The external IDs', 'are each those of several people, so they are not used'];
	return [`${start} ${shown} ${end}: correct the expression.`];
}

/** `Columns that fill no property of the survey: company and country.` */
function unusedSentence(columns: readonly string[], written: Written): string[] {
	const shown = columns.map((name) => written(name, MAX_NAME_LENGTH)).filter(Boolean);
	if (shown.length === 0) return [];
	const start = shown.length === 1 ? 'A column that fills' : 'Columns that fill';
	return [`${start} no property of the survey: ${firstOf(shown, MAX_COLUMNS)}.`];
}

const MAX_COLUMNS = 5;

function nextStep(fates: readonly ToldFate[], dryRun: boolean): string | undefined {
	const has = (...some: Fate[]) => fates.some(({ fate }) => some.includes(fate));
	if (dryRun && has('created', 'updated', 'revoked'))
		return 'Turn off Dry Run to make these changes.';
	return !dryRun && has('created')
		? 'No email was sent. To send one, use Invitation > Send Email or Mailing > Send.'
		: undefined;
}

/** Cuts a text that others wrote, and makes it harmless where that is needed. */
type Written = (text: string, maxLength: number) => string;

function sentenceOf(fates: readonly ToldFate[], dryRun: boolean, written: Written): string {
	const of = (fate: Fate) => fates.filter((one) => one.fate === fate);
	const count = (fate: Fate) => of(fate).length;
	const some = (fate: Fate, text: string, textOfOne = text) =>
		count(fate) > 0 ? [`${counted(count(fate))} ${count(fate) === 1 ? textOfOne : text}`] : [];
	const which = (fate: Fate, text: string, textOfOne?: string) =>
		some(fate, text, textOfOne).map((said) => `${said}: ${named(of(fate), written)}`);
	const done = [
		...some('created', 'invited'),
		...some('updated', 'corrected'),
		...some('revoked', 'revoked'),
		...some('unchanged', 'unchanged'),
	];
	// A create has a reason only where the service may refuse it.
	const doubtful = dryRun ? of('created').filter(({ reason }) => reason !== undefined) : [];
	return [
		dryRun ? wouldDo(count) : done.length > 0 ? `${done.join(', ')}.` : 'Nothing was changed.',
		...(doubtful.length > 0
			? [`${counted(doubtful.length)} may be refused: ${named(doubtful, written)}`]
			: []),
		...some('duplicate', 'left out as duplicates.', 'left out as a duplicate.'),
		...some('optedOut', 'left out because of Never Create For.'),
		...some('emptyRow', 'empty rows left out.', 'empty row left out.'),
		...which('invitedLately', 'left out, because another survey invited them lately'),
		...some('notApproved', 'not approved, so not done.'),
		...some('notRevoked', 'not revoked, because it is not certain who is in the list.'),
		...(dryRun
			? which('unusable', 'contacts cannot be used', 'contact cannot be used')
			: which('unusable', 'could not be used')),
		...which('refused', 'failed'),
		...which('maybeDone', 'may have been done'),
		...some('notStarted', 'not started: run it again.'),
	].join(' ');
}

/** `Nothing was changed. It would ask the service to invite 4 people, and leave alone 94 invitations.` */
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

const MAX_NAMED = 3;
const MAX_REASON_LENGTH = 160;

function named(fates: readonly ToldFate[], written: Written): string {
	const byReason = groupedBy(fates, ({ reason = '' }) => reason);
	const groups = [...byReason].slice(0, MAX_NAMED);
	const shown = groups.map(([reason, alike]) => {
		const text = written(reason, MAX_REASON_LENGTH).replace(/\.$/, '');
		return `${placesOf(alike, written)}${alike.length > 1 ? ':' : ','} ${text}`;
	});
	const more = fates.length - groups.reduce((sum, [, alike]) => sum + alike.length, 0);
	const text = [...shown, ...(more > 0 ? [`and ${counted(more)} more`] : [])].join('; ');
	return /[!?…]$/.test(text) ? text : `${text}.`;
}

/** `row 3 (Ada)`; `rows 3, 4 and 5`; `rows 3, 4, 5 and 7 more`. */
function placesOf(fates: readonly ToldFate[], written: Written): string {
	const rows = fates.flatMap(({ row }) => row ?? []);
	if (rows.length === 0)
		return fates.length === 1 ? 'an invitation' : counted(fates.length, 'invitation');
	if (fates.length > 1) return `rows ${firstOf(rows.map(String), MAX_NAMED)}`;
	// Where there is no name, the row is enough: the reason tells more than the address would.
	const name = written(fates[0]?.name ?? '', MAX_NAME_LENGTH);
	return `row ${rows[0]}${name && ` (${name})`}`;
}

const MAX_NAME_LENGTH = 40;
