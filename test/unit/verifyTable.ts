import { verify } from '../../nodes/SurveyInterview/http/verify';
import { SurveyInterviewError } from '../../nodes/SurveyInterview/http/errors';

/** What must follow when a record is looked at, written from the pages of `docs/`; like `decisionTable`. */
type Verify = Parameters<typeof verify>;
type Facts = Verify[2];
type Verdict = 'done' | 'notDone' | 'unknown';
type End = 'done' | 'not done' | 'may have been';

export interface Case {
	retryClass: 'idempotent' | 'irreversible';
	isDelete: boolean;
	/** The verification's path: the record's own, another, none; or there is no verification. */
	where: 'absent' | 'own' | 'other' | 'nowhere';
	facts: string;
	read: keyof typeof reads;
	verdict: Verdict;
}

export interface Run {
	end: End;
	result?: unknown;
	maybeDone?: boolean;
	judged: unknown[];
	asked: unknown[];
}

const node = {
	name: 'n',
	type: 't',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
	id: 'i',
};
const path = '/surveys/1';
/** The path of the verification. */
export const own = ({ where }: Case) =>
	({ own: path, other: '/surveys/2', absent: undefined, nowhere: undefined })[where];

const ofService = (status: number, code?: string): Facts => ({
	message: 'm',
	status,
	code,
	isOfService: true,
});
const ofGateway = (status: number): Facts => ({ message: 'm', status });

/** How the request ended. The pages name 404 only; 410 is taken for the same. */
export const allFacts: Record<string, Facts> = {
	'404 of the service': ofService(404),
	'410 of the service': ofService(410),
	'404 of a gateway': ofGateway(404),
	'410 of a gateway': ofGateway(410),
	'403': ofService(403),
	insufficient_scope: ofService(403, 'insufficient_scope'),
	'409': ofService(409),
	'422': ofService(422),
	'400': ofService(400),
	'500': ofService(500),
	'200': ofGateway(200),
	'no answer': { message: 'm' },
};
export const isRefusal = (facts: string) => !['500', '200', 'no answer'].includes(facts);

export const record = { id: '1', name: 'what was read' };
const throwing = (facts: Facts) => () => {
	throw new SurveyInterviewError(node, facts);
};
const reads = {
	"the service's 404": { is: 'gone', gives: throwing(ofService(404)) },
	"the service's 410": { is: 'gone', gives: throwing(ofService(410)) },
	"a gateway's 404": { is: 'unreadable', gives: throwing(ofGateway(404)) },
	"a gateway's 410": { is: 'unreadable', gives: throwing(ofGateway(410)) },
	'a failure': { is: 'unreadable', gives: throwing(ofService(500)) },
	'a missing scope': { is: 'unreadable', gives: throwing(ofService(403, 'insufficient_scope')) },
	'no answer': { is: 'unreadable', gives: throwing({ message: 'lost' }) },
	'a record': { is: 'record', gives: () => record },
} satisfies Record<string, { is: 'gone' | 'unreadable' | 'record'; gives: () => unknown }>;

const each = <Value, Result>(values: readonly Value[], make: (value: Value) => Result[]) =>
	values.flatMap(make);
export const cases: Case[] = each(['idempotent', 'irreversible'] as const, (retryClass) =>
	each([false, true], (isDelete) =>
		each(['absent', 'own', 'other', 'nowhere'] as const, (where) =>
			each(Object.keys(allFacts), (facts) =>
				each(Object.keys(reads) as Case['read'][], (read) =>
					each(['done', 'notDone', 'unknown'] as const, (verdict) => [
						{ retryClass, isDelete, where, facts, read, verdict },
					]),
				),
			),
		),
	),
);

export async function run(one: Case): Promise<Run> {
	const { retryClass, isDelete, where, facts, read, verdict } = one;
	const judged: unknown[] = [];
	const asked: unknown[] = [];
	// Open: the judge is asked, too, if nothing was read; the pages do not say what it may conclude from that.
	const judge = (seen: unknown) => {
		judged.push(seen);
		if (seen === undefined) return { is: 'unknown' };
		return verdict === 'done' ? { is: verdict, record } : { is: verdict };
	};
	const place = own(one);
	const verification = { ...(place === undefined ? {} : { path: place }), judge };
	const method = isDelete ? 'DELETE' : 'PATCH';
	const request = { retryClass, method, path, ...(where === 'absent' ? {} : { verification }) };
	const ask = async (at: unknown) => {
		asked.push(at);
		return reads[read].gives();
	};
	try {
		const all = [{ node }, request, allFacts[facts], ask] as unknown as Verify;
		return { end: 'done', result: (await verify(...all)).body, judged, asked };
	} catch (error) {
		const { maybeDone } = error as { maybeDone?: boolean };
		return { end: maybeDone === true ? 'may have been' : 'not done', maybeDone, judged, asked };
	}
}

/** What the record tells: docs/interface.md, Retry classes; Conventions: read where a path shows it. */
export function told(one: Case): End[] {
	const { is } = reads[one.read];
	if (one.where === 'absent' || one.where === 'nowhere') return ['may have been'];
	if (is === 'gone') return one.isDelete && one.where === 'own' ? ['done'] : ['may have been'];
	if (is === 'unreadable' || one.verdict === 'unknown') return ['may have been'];
	if (one.verdict === 'done') return ['done'];
	// Open: a try without a clear end may still be under way when the record is read; and no refusal of an
	// irreversible request is about a repeat.
	return isRefusal(one.facts) && one.retryClass === 'idempotent'
		? ['not done']
		: ['not done', 'may have been'];
}

export function expected(one: Case): End[] {
	const ends = told(one);
	// docs/interface.md, Authentication: a missing scope, which the first try lacked as well.
	// Open: whether the record is looked at all the same.
	if (one.facts === 'insufficient_scope')
		return ends.includes('done') ? ['done', 'not done'] : ['not done'];
	// docs/interface.md, Retry classes: or is gone after a delete; Errors: gone only if the service says so.
	// Open: whether the record is read all the same, and what it means if it is there. No delete is irreversible.
	if (one.isDelete && one.where !== 'absent' && one.facts.includes('of the service')) {
		const isOpen = one.retryClass === 'irreversible' || reads[one.read].is === 'record';
		return isOpen ? ['done', ...ends] : ['done'];
	}
	return ends;
}
