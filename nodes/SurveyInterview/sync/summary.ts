import type { RunSentence } from '../operations/operation';
import { groupedBy } from '../service/json';
import { counted, firstOf, oneLine, withAnd } from '../service/scalars';
import { harmless } from '../service/harmless';
import { ACTION_OF, type Fate } from './step';

/** What the summary needs of a step. */
export interface SummaryStep {
	fate: Fate;
	/** The row of the contact; absent where the person of the invitation is not in the list. */
	row?: number;
	name?: string | null;
	reason?: string;
}

/** What a run says beside its steps. */
export interface SyncRemarks {
	/** Columns of the list that fill no property. */
	unusedColumns?: readonly string[];
	/** External IDs of several people, which are not used. */
	unusableIds?: readonly string[];
	/** The sentence why invitations have no link. */
	withoutLink?: string;
}

/** Makes a text that others wrote fit for a sentence: cuts it and, for the summary, makes it harmless. */
type CleanText = (text: string, maxLength: number) => string;

/**
 * What a sync did, or would do, in a few sentences. The summary may be sent as a message, so texts of others in it
 * are made harmless. The hint is for the editor, which shows any text as text, and adds what to do next.
 */
export function syncSummary(
	steps: readonly SummaryStep[],
	dryRun: boolean,
	{ unusedColumns = [], unusableIds = [], withoutLink }: SyncRemarks = {},
): { summary: string; hint: RunSentence } {
	const sentences = (clean: CleanText) =>
		[
			actionSentence(steps, dryRun),
			...exceptionSentences(steps, dryRun, clean),
			...sharedIdSentence(unusableIds, clean),
			...unusedSentence(unusedColumns, clean),
		].join(' ');
	const hint = [sentences(oneLine), nextStep(steps, dryRun), withoutLink].filter(Boolean).join(' ');
	return {
		summary: sentences(harmless),
		hint: { sentence: hint, isWarning: steps.some(({ fate }) => ACTION_OF[fate] === 'failed') },
	};
}

/** What a run does, in the words of a real run and of a dry one. */
const ACTIONS: Array<{ fate: Fate; did: string; would: string; noun: [string, string?] }> = [
	{ fate: 'created', did: 'invited', would: 'invite', noun: ['person', 'people'] },
	{ fate: 'updated', did: 'corrected', would: 'correct', noun: ['invitation'] },
	{ fate: 'revoked', did: 'revoked', would: 'revoke', noun: ['invitation'] },
	{ fate: 'unchanged', did: 'unchanged', would: 'leave alone', noun: ['invitation'] },
];

/**
 * `4 invited, 2 corrected, 94 unchanged.`, or
 * `Nothing was changed. It would ask the service to invite 4 people, and leave alone 94 invitations.`
 */
function actionSentence(steps: readonly SummaryStep[], dryRun: boolean): string {
	const counts = ACTIONS.map((action) => ({
		...action,
		count: steps.filter(({ fate }) => fate === action.fate).length,
	})).filter(({ count }) => count > 0);
	if (!dryRun) {
		const done = counts.map(({ did, count }) => `${counted(count)} ${did}`);
		return `${done.join(', ') || 'Nothing was changed'}.`;
	}
	const phrasesOf = (actions: typeof counts) =>
		actions.map(({ would, count, noun }) => `${would} ${counted(count, ...noun)}`);
	const requests = phrasesOf(counts.filter(({ fate }) => fate !== 'unchanged'));
	const leftAlone = phrasesOf(counts.filter(({ fate }) => fate === 'unchanged'));
	const asked = requests.length > 0 ? [`ask the service to ${withAnd(requests)}`] : [];
	const parts = [...asked, ...leftAlone];
	if (parts.length === 0) return 'Nothing was changed, and a real run would change nothing.';
	return `Nothing was changed. It would ${parts.join(', and ')}.`;
}

/** The words about steps with a fate, after their number; with `why`, the rows and their reasons follow. */
type Exception = { fate: Fate; words: string; wordsOfOne?: string; why?: true };

/** What was not done or may not be done. */
const exceptionsOf = (dryRun: boolean): Exception[] => [
	...(dryRun ? [{ fate: 'created', words: 'may be refused', why: true } as const] : []),
	{ fate: 'duplicate', words: 'left out as duplicates', wordsOfOne: 'left out as a duplicate' },
	{ fate: 'optedOut', words: 'left out because of Never Create For' },
	{ fate: 'emptyRow', words: 'empty rows left out', wordsOfOne: 'empty row left out' },
	{
		fate: 'invitedLately',
		words: 'left out, because another survey invited them lately',
		why: true,
	},
	{ fate: 'notApproved', words: 'not approved, so not done' },
	{ fate: 'notRevoked', words: 'not revoked, because it is not certain who is in the list' },
	dryRun
		? {
				fate: 'unusable',
				words: 'contacts cannot be used',
				wordsOfOne: 'contact cannot be used',
				why: true,
			}
		: { fate: 'unusable', words: 'could not be used', why: true },
	{ fate: 'refused', words: 'failed', why: true },
	{ fate: 'maybeDone', words: 'may have been done', why: true },
	{ fate: 'notStarted', words: 'not started: run it again' },
];

function exceptionSentences(
	steps: readonly SummaryStep[],
	dryRun: boolean,
	clean: CleanText,
): string[] {
	// The reason of a create is why the service may refuse it (step.ts); without one it is as usual.
	const isException = ({ fate, reason }: SummaryStep) => fate !== 'created' || reason !== undefined;
	return exceptionsOf(dryRun).flatMap(({ fate, words, wordsOfOne = words, why }) => {
		const found = steps.filter((step) => step.fate === fate && isException(step));
		if (found.length === 0) return [];
		const start = `${counted(found.length)} ${found.length === 1 ? wordsOfOne : words}`;
		return why ? `${start}: ${rowsByReason(found, clean)}` : `${start}.`;
	});
}

const MAX_NAMED = 3;
const MAX_REASON_LENGTH = 160;
const MAX_NAME_LENGTH = 40;
const MAX_COLUMNS = 5;

/** `row 3 (Ada), why; rows 4 and 5: why; and 7 more.` */
function rowsByReason(steps: readonly SummaryStep[], clean: CleanText): string {
	const byReason = groupedBy(steps, ({ reason = '' }) => reason);
	const groups = [...byReason].slice(0, MAX_NAMED);
	const shown = groups.map(([reason, alike]) => {
		const text = clean(reason, MAX_REASON_LENGTH).replace(/\.$/, '');
		return `${rowsOf(alike, clean)}${alike.length > 1 ? ':' : ','} ${text}`;
	});
	const more = steps.length - groups.reduce((sum, [, alike]) => sum + alike.length, 0);
	const text = [...shown, ...(more > 0 ? [`and ${counted(more)} more`] : [])].join('; ');
	return /[!?…]$/.test(text) ? text : `${text}.`;
}

/** `row 3 (Ada)`; `rows 3, 4 and 5`; `rows 3, 4, 5 and 7 more`. */
function rowsOf(steps: readonly SummaryStep[], clean: CleanText): string {
	const rows = steps.flatMap(({ row }) => row ?? []);
	if (rows.length === 0)
		return steps.length === 1 ? 'an invitation' : counted(steps.length, 'invitation');
	if (steps.length > 1) return `rows ${firstOf(rows.map(String), MAX_NAMED)}`;
	// Where there is no name, the row is enough: the reason tells more than the address would.
	const name = clean(steps[0]?.name ?? '', MAX_NAME_LENGTH);
	return `row ${rows[0]}${name && ` (${name})`}`;
}

/** `The external ID crm- identifies nobody, so it is not used: correct the expression.` */
function sharedIdSentence(ids: readonly string[], clean: CleanText): string[] {
	if (ids.length === 0) return [];
	const [start, end] =
		ids.length === 1
			? ['The external ID', 'identifies nobody, so it is not used']
			: ['The external IDs', 'identify nobody, so they are not used'];
	return [`${start} ${namesIn(ids, clean)} ${end}: correct the expression.`];
}

/** `Columns that fill no property of the survey: company and country.` */
function unusedSentence(columns: readonly string[], clean: CleanText): string[] {
	const shown = columns.filter((name) => clean(name, MAX_NAME_LENGTH) !== '');
	if (shown.length === 0) return [];
	const start = shown.length === 1 ? 'A column that fills' : 'Columns that fill';
	return [`${start} no property of the survey: ${namesIn(shown, clean)}.`];
}

const namesIn = (names: readonly string[], clean: CleanText): string =>
	firstOf(
		names.map((name) => clean(name, MAX_NAME_LENGTH)),
		MAX_COLUMNS,
	);

/** What a person may want to do after the run. */
function nextStep(steps: readonly SummaryStep[], dryRun: boolean): string | undefined {
	const has = (...fates: Fate[]) => steps.some(({ fate }) => fates.includes(fate));
	if (dryRun && has('created', 'updated', 'revoked'))
		return 'Turn off Dry Run to make these changes.';
	return !dryRun && has('created')
		? 'No email was sent. To send one, use Invitation > Send Email or Mailing > Send.'
		: undefined;
}
