import { SCOPES } from '../http/tokens';
import type { Tokens } from '../http/tokens';
import type { World } from '../world/world';

/** The tokens that every world has, by what is special about them. */
export interface StandardTokens {
	full: string;
	/** Expired a day before the service's clock started. */
	expired: string;
	/** Sees only the oldest survey; when there is none, no survey at all. */
	surveyRestricted: string;
	readOnly: string;
	/** All but mailings:write. */
	noMailings: string;
	/** All but invitations:write. */
	noInvitations: string;
	/** Of another workspace, which owns nothing. */
	otherWorkspace: string;
	/** Never issued. */
	invalid: string;
}

const DAY = 86_400_000;

export function standardTokens(tokens: Tokens, world: World): StandardTokens {
	const without = (left: string) => SCOPES.filter((scope) => scope !== left);
	const [oldest] = world.surveys.keys();
	return {
		full: tokens.issue({ name: 'full' }),
		expired: tokens.issue({ name: 'expired', expiresAt: new Date(world.now() - DAY) }),
		surveyRestricted: tokens.issue({
			name: 'surveyRestricted',
			surveyId: oldest ?? world.random.uuid(),
		}),
		readOnly: tokens.issue({
			name: 'readOnly',
			scopes: SCOPES.filter((scope) => scope.endsWith(':read')),
		}),
		noMailings: tokens.issue({ name: 'noMailings', scopes: without('mailings:write') }),
		noInvitations: tokens.issue({ name: 'noInvitations', scopes: without('invitations:write') }),
		otherWorkspace: tokens.issue({ name: 'otherWorkspace', workspaceId: world.random.uuid() }),
		invalid: `sit_invalid_${world.random.secret(20)}`,
	};
}
