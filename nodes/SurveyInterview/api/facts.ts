import { readErrorBody } from '../records/errorBody';
import { isTooDeep } from '../records/json';
import type { ReadBody } from './body';
import { failureFor, messageFor, type ProblemFacts } from './errors';
import { hintFor, type Refused } from './hints';
import type { Outcome } from './outcome';
import { retryAfterMs } from './retryAfter';

/** What is needed of a request to explain its refusal. */
type Asked = Pick<Refused, 'path' | 'api' | 'hints' | 'refused'>;

/** Puts into words how a request ended that was not accepted. */
export async function factsOf(asked: Asked, outcome: Outcome): Promise<ProblemFacts> {
	switch (outcome.kind) {
		case 'cancelled':
			return { message: 'The execution was canceled before this was answered' };
		case 'notSent':
			return {
				message: `The service could not be reached: ${outcome.reason}`,
				hint: 'Check the Base URL in the credential, and whether n8n may reach that address.',
				failure: { cause: 'temporarily-unavailable' },
			};
		case 'unclear':
			return {
				message: `The service gave no answer: ${outcome.reason}`,
				hint: 'If it goes on, check the Base URL in the credential, and what stands between n8n and the service.',
				failure: { cause: 'temporarily-unavailable' },
			};
		case 'answer':
			return await factsOfRefusal(asked, outcome.status, outcome);
	}
}

async function factsOfRefusal(
	asked: Asked,
	status: number,
	{ headers, body }: { headers: Record<string, unknown>; body: ReadBody },
): Promise<ProblemFacts> {
	if (status < 400) return notFollowed(status, headers.location);
	const { z } = await import('zod');
	const isReadable = body.kind === 'json' && !isTooDeep(body.value);
	const said = isReadable ? readErrorBody(z, body.value) : undefined;
	const isSaid = said?.message !== undefined || said?.code !== undefined || !!said?.details.length;
	return {
		message: messageFor(
			status,
			said ?? { details: [] },
			body.kind === 'unreadable' ? body.reason : undefined,
		),
		hint: hintFor({ ...asked, status, said: isSaid ? said : undefined }),
		status,
		code: said?.code,
		isOfService: said?.isOfService,
		failure: failureFor(status, retryAfterMs(headers['retry-after'], Date.now())),
	};
}

/** A redirect, of which only the host is named: the rest of the address may hold anything. */
function notFollowed(status: number, location: unknown): ProblemFacts {
	const target = typeof location === 'string' && URL.canParse(location) ? new URL(location) : null;
	const where = target?.host ? ` to ${target.host}` : '';
	const message =
		location === undefined
			? `The address answered ${status} instead of a record`
			: `The address answered ${status} with a redirect${where}, which was not followed`;
	return {
		message,
		hint:
			location === undefined
				? 'If it goes on, tell the support of the service, or whoever runs what stands before it.'
				: 'Enter the address of the service itself as Base URL in the credential.',
		status,
		failure: { cause: 'configuration-invalid' },
	};
}
