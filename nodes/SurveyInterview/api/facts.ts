import { readErrorBody } from '../records/errorBody';
import type { ReadBody } from './body';
import { failureFor, hintFor, messageFor, type Hints, type ProblemFacts } from './errors';
import type { Outcome } from './outcome';
import { retryAfterMs } from './retryAfter';

/** What is needed of a request to explain its refusal. */
interface Asked {
	path: string;
	hints?: Hints;
}

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
	{ path, hints = {} }: Asked,
	status: number,
	{ headers, body }: { headers: Record<string, unknown>; body: ReadBody },
): Promise<ProblemFacts> {
	if (status >= 300 && status < 400) return redirected(status, headers.location);
	const { z } = await import('zod');
	const said = body.kind === 'json' ? readErrorBody(z, body.value) : { details: [] };
	const hint = hintFor(status, said.code, hints);
	return {
		message: messageFor(status, said, body.kind === 'unreadable' ? body.reason : undefined),
		// Which of several ids is wrong cannot be told, so the whole path is named.
		hint: status === 404 ? `${hint ?? ''} Asked for ${path}.`.trim() : hint,
		status,
		code: said.code,
		failure: failureFor(status, retryAfterMs(headers['retry-after'], Date.now())),
	};
}

function redirected(status: number, location: unknown): ProblemFacts {
	const target =
		typeof location === 'string' && URL.canParse(location) ? new URL(location).origin : 'elsewhere';
	return {
		message: `The address redirects to ${target} instead of answering`,
		hint: 'Nothing was sent there. Enter the address of the service itself as Base URL in the credential.',
		status,
		failure: { cause: 'configuration-invalid' },
	};
}
