/**
 * What a run may send again, written from the pages of `docs/` and from nothing else; like `decisionTable`. Where
 * the pages do not say something, the part is absent and `notSaid` says what is missing.
 */
export type Said = 'done' | 'may have been done' | 'error' | 'sent afresh';

export interface Expected {
	/** Further requests to the operation's endpoint, after what went before the way. */
	sent?: 0 | 1;
	says?: Said;
	/** The page and the heading. */
	why: string;
	notSaid?: string;
}

/** One operation of each kind; `once`: it is in the list of docs/faults.md, What cannot be undone. */
export const operations = {
	'invitation.sendEmail': { kind: 'irreversible', once: true },
	'mailing.send': { kind: 'irreversible', once: true },
	'respondent.erase': { kind: 'irreversible', once: true },
	'invitation.reissue': { kind: 'create', once: true },
	'invitation.createPersonal': { kind: 'create', once: false },
	'mailing.delete': { kind: 'delete', once: true },
	'invitation.update': { kind: 'idempotent', once: false },
	'invitation.get': { kind: 'read', once: false },
} as const;
/** How the first execution's request ended. */
export const ends = {
	done: 'done',
	'refused for certain': 'not done',
	'500 before the work': 'may have been',
	'500 after the work': 'may have been',
	'answer lost': 'may have been',
	'never left': 'not done',
	'canceled before the answer': 'may have been',
	'n8n killed before the answer': 'forgotten',
} as const;
export const ways = [
	'Retry On Fail',
	'retry',
	'second retry',
	'new execution',
	'tool again',
] as const;

export interface Case {
	operation: keyof typeof operations;
	end: keyof typeof ends;
	way: (typeof ways)[number];
}

const keys = <Name extends string>(of: Record<Name, unknown>) => Object.keys(of) as Name[];
export const cases: Case[] = keys(operations).flatMap((operation) =>
	keys(ends).flatMap((end) => ways.map((way) => ({ operation, end, way }))),
);

/** Why there is no such case. */
export function impossible({ end, way }: Case): string | undefined {
	const isOver = end.startsWith('canceled') || end.startsWith('n8n killed');
	if (isOver && (way === 'Retry On Fail' || way === 'tool again')) return 'the execution is over';
	return undefined;
}

const RETRY = 'docs/faults.md, Retry and Retry On Fail';
const afresh = (why: string): Expected => ({ sent: 1, says: 'sent afresh', why });
const known: Expected = { sent: 0, says: 'done', why: `${RETRY}: returns its first answer` };

export function expected({ operation, end, way }: Case): Expected {
	const { kind, once } = operations[operation];
	const was = ends[end];
	if (way === 'new execution') return afresh(`${RETRY}: to send it again, start a new execution`);
	if (kind === 'read') return afresh('truth.md: what cannot be undone is recorded; a read is not');
	if (way === 'tool again' && kind === 'delete')
		return afresh(`${RETRY}: a second Delete changes nothing`);
	if (way === 'tool again' && kind !== 'idempotent') return toldTool(once, was);
	if (kind === 'idempotent') {
		if (way !== 'Retry On Fail' || was === 'not done') {
			return afresh(`${RETRY}: updates are sent again by a retry`);
		}
		const notSaid =
			'Whether Retry On Fail is a retry that sends updates again, or keeps what is done.';
		return { why: RETRY, notSaid };
	}
	// Nothing is known of it; so a first retry sends it, and a second one knows that of the first.
	if (was === 'not done' || was === 'forgotten') {
		// Two retries of an execution that was killed do not know of each other.
		return way === 'second retry' && was !== 'forgotten'
			? known
			: afresh(`${RETRY}: what it cannot know; or nothing is done`);
	}
	if (was === 'done') return known;
	if (kind === 'delete') {
		const notSaid =
			'What cannot be undone: deletes are repeated. Retry: what may have been done is not.';
		return { why: RETRY, notSaid };
	}
	const why = `${RETRY}: what may have been done is reported and not repeated`;
	return { sent: 0, says: 'may have been done', why };
}

function toldTool(once: boolean, was: (typeof ends)[keyof typeof ends]): Expected {
	const why = `${RETRY}: a tool does what cannot be undone once for each record in an execution`;
	if (was === 'not done') return afresh(`${why}; nothing was done`);
	if (!once)
		return { why, notSaid: 'What a tool does that is asked for the same new record again.' };
	if (was === 'done') return { sent: 0, says: 'error', why };
	const notSaid = 'Whether the second call says that it is refused, or that it may have been done.';
	return { sent: 0, why, notSaid };
}
