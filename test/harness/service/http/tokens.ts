import type { Clock } from '../clock';
import type { Random } from '../random';
import { Refusal } from '../refusal';

/**
 * What an operation may need. Only invitations:write and mailings:write are named by the specification;
 * a dialect has its own words for the others.
 */
export const SCOPES = [
	'surveys:read',
	'surveys:write',
	'invitations:read',
	'invitations:write',
	'respondents:read',
	'respondents:write',
	'results:read',
	'mailings:read',
	'mailings:write',
] as const;
export type Scope = (typeof SCOPES)[number];

export interface TokenRecord {
	token: string;
	name: string;
	workspaceId: string;
	scopes: ReadonlySet<Scope>;
	/** The one survey that the token may see, or null. */
	surveyId: string | null;
	expiresAt: number | null;
}

export interface TokenDraft {
	name?: string;
	scopes?: readonly Scope[];
	surveyId?: string | null;
	expiresAt?: Date | null;
	workspaceId?: string;
}

/** The tokens that a workspace administrator has made. */
export class Tokens {
	private readonly byText = new Map<string, TokenRecord>();

	constructor(
		private readonly clock: Clock,
		private readonly random: Random,
		private readonly workspaceId: string,
	) {}

	issue(draft: TokenDraft = {}): string {
		const name = draft.name ?? `token${this.byText.size + 1}`;
		const token = `sit_${name}_${this.random.secret(20)}`;
		this.byText.set(token, {
			token,
			name,
			workspaceId: draft.workspaceId ?? this.workspaceId,
			scopes: new Set(draft.scopes ?? SCOPES),
			surveyId: draft.surveyId ?? null,
			expiresAt: draft.expiresAt?.getTime() ?? null,
		});
		return token;
	}

	revoke(token: string): void {
		this.byText.delete(token);
	}

	/** The token named by an Authorization header, whether it is still valid or not. */
	named(authorization: string | undefined): TokenRecord | undefined {
		return this.byText.get(bearer(authorization) ?? '');
	}

	/** The valid token of the header; refuses a missing, an unknown and an expired one. */
	accept(authorization: string | undefined): TokenRecord {
		if (bearer(authorization) === null) {
			throw new Refusal('missing token', 'Send a workspace API token as a bearer token.');
		}
		const record = this.named(authorization);
		if (!record) throw new Refusal('invalid token', 'The token is not known.');
		if (record.expiresAt !== null && record.expiresAt <= this.clock.now()) {
			throw new Refusal('expired token', 'The token has expired.');
		}
		return record;
	}
}

function bearer(authorization: string | undefined): string | null {
	return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
