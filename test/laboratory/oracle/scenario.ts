import type { INode } from 'n8n-workflow';
import type { DialectName, Fault, Random } from '../../harness/service';
import type { Deed } from './deeds';

/** Which requests a fault strikes: all, those of the operation, or those that only look. */
export type Struck = 'all' | 'own' | 'looks';

/** The normal answer with another body, which is not the record; the work is done. */
interface Lie {
	kind: 'lie';
	body: string;
}

export interface Rule {
	fault: Fault | Lie;
	struck: Struck;
	times: number;
	skip: number;
}

/** One run of the action node in trouble; plain data, so that it can be printed and played again. */
export interface Scenario {
	dialect: DialectName;
	/** The name of the deed. */
	deed: string;
	/** At most, where there are as many records. */
	items: number;
	node: Pick<INode, 'retryOnFail' | 'maxTries' | 'waitBetweenTries' | 'onError'>;
	options: { timeout: number; maxWait: number; concurrency?: number };
	rules: Rule[];
}

/** Where redirects point to; the player puts the address of a stranger there. */
export const STRANGER = 'http://stranger';

/** Retry On Fail as hasty as n8n allows. */
export const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export function scenario(random: Random, dialect: DialectName, deed: Deed): Scenario {
	const maybe = (share: number) => random.below(100) < share;
	const onError = random.pick([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const);
	return {
		dialect,
		deed: deed.name,
		items: 1 + random.below(5),
		node: {
			...(maybe(50) ? RETRY_ON_FAIL : {}),
			...(onError ? { onError } : {}),
		},
		options: {
			timeout: 3,
			maxWait: 1 + random.below(3),
			...(maybe(30) ? { concurrency: 1 + random.below(5) } : {}),
		},
		rules: Array.from({ length: 1 + random.below(3) }, () => ({
			fault: anyFault(random, deed),
			struck: random.pick<Struck>(['all', 'own', 'own', 'looks']),
			times: random.pick([1, 1, 2, 3, 20]),
			skip: random.pick([0, 0, 0, 1, 2, 3]),
		})),
	};
}

/** Statuses with which a service or a proxy says that nothing was done: a lie about them nobody can notice. */
const REFUSALS = [
	400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 417, 418, 421, 422, 423,
	424, 425, 426, 428, 429, 431, 451,
];
/** Statuses that leave open what became of the request. */
const UNCLEAR = [
	200, 201, 202, 203, 205, 206, 207, 208, 226, 299, 408, 499, 500, 501, 502, 503, 504, 505, 507,
	508, 511, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 598, 599,
];
const MOMENTS = ['before', 'after'] as const;

/** A success of a proxy, a login page or an error handler, of which nobody can think that it is what was asked for. */
const LIES = [
	'{"error":{"code":"internal","message":"No."}}',
	'{"errors":[{"message":"Not allowed"}]}',
	'{"success":false,"message":"Please log in"}',
	'{"statusCode":502,"message":"Bad Gateway"}',
	'{"message":"Please log in"}',
	'{"status":"error"}',
	'{"detail":[{"loc":["body"],"msg":"Field required"}]}',
	'<html><body>Sign in</body></html>',
	'{"success":true}{"success":true}',
	'"ok"',
	'null',
	'7',
];
/** Of a write also an answer that names no record. A read may find nothing. */
const LIES_OF_WRITES = ['{}', '[]', '[{}]', '{"data":null}'];
/** What an email result holds is not known, so there it could be one. */
const NO_RECORD = '{"request":{"id":7}}';
/** Where the path names the record: that of somebody else. */
const STRANGE_RECORD = '{"id":"f0f0f0f0-0000-4000-8000-000000000001","name":"Another"}';

function anyLie(random: Random, { retryClass, operation }: Deed): Lie {
	const isWrite = retryClass !== 'read';
	const isEmail = operation.endsWith('sendEmail');
	const namesRecord = isWrite && retryClass !== 'create' && !isEmail && !/create/.test(operation);
	const bodies = [
		...LIES,
		...(isWrite ? LIES_OF_WRITES : []),
		...(isWrite && !isEmail ? [NO_RECORD] : []),
		...(namesRecord ? [STRANGE_RECORD] : []),
	];
	return { kind: 'lie', body: random.pick(bodies) };
}

function anyFault(random: Random, deed: Deed): Rule['fault'] {
	const when = random.pick(MOMENTS);
	const seed = random.next();
	const unclear = () => {
		const status = random.below(4) === 0 ? 500 + random.below(100) : random.pick(UNCLEAR);
		return { status, when };
	};
	const faults: Array<() => Rule['fault']> = [
		() => ({ kind: 'status', ...unclear() }),
		() => ({ kind: 'status', ...unclear() }),
		() => ({ kind: 'status', status: random.pick(REFUSALS) }),
		() => ({ kind: 'status', status: 204, when }),
		() => ({ kind: 'status', status: 429, retryAfter: random.pick([undefined, 0, 1, 2, 60]) }),
		() => ({ kind: 'status', status: 503, when, retryAfter: random.pick([0, 1, 60]) }),
		() => ({
			kind: 'redirect',
			status: random.pick([300, 301, 302, 303, 304, 305, 306, 307, 308]),
			to: random.pick([STRANGER, STRANGER, '']),
			when,
		}),
		() => ({ kind: 'drip', ms: random.pick([0, 1, 60, 250]) }),
		() => ({ kind: 'reset', when }),
		() => ({ kind: 'slow', ms: random.pick([50, 700, 1600]), when }),
		() => ({ kind: 'hang', when }),
		() => ({ kind: 'truncated body' }),
		() => ({ kind: 'truncated json' }),
		() => ({ kind: 'html', status: random.pick([200, 500, 502, 503]), when }),
		() => ({ kind: 'html', status: random.pick([400, 403, 404]) }),
		() => ({ kind: 'empty', status: random.pick([200, 201, 500, 502]), when }),
		() => ({ kind: 'echo authorization', status: random.pick([500, 502]), when }),
		() => ({ kind: 'extra fields', seed }),
		() => ({ kind: 'wrong types', seed }),
		...Array.from({ length: 4 }, () => () => anyLie(random, deed)),
	];
	return random.pick(faults)();
}
