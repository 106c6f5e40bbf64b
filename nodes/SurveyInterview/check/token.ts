import { FactFinder } from '../facts/fact';
import { mayBeRestricted, TOKEN_FACTS } from '../facts/token';
import { counted } from '../records/words';
import { judged, type Area } from './area';
import type { Single } from './ask';

const DAY_MS = 86_400_000;
/** The two scopes that the interface names (docs/interface.md, Authentication). */
const NAMED_SCOPES = {
	'invitations:write': 'managing invitations',
	'mailings:write': 'sending email',
};

const finder = new FactFinder(TOKEN_FACTS);

/** What the token may do, and until when. */
export function tokenArea({ record, at }: Single, now: number): Area {
	const { scopes: listed, expires_at: expires, survey_id: only } = finder.in(record);
	const scopes = listed as string[] | null;
	return judged(
		'token',
		[
			{
				at,
				records: [record],
				finder,
				needs: [
					['scopes', 'Scopes', 'you see what the token may not do only when you try it'],
					['workspace', 'Names of the workspace', 'that field stays empty'],
				],
			},
		],
		{},
		{
			count: [
				'The token is accepted.',
				expires === null ? 'It does not say when it expires.' : expiry(String(expires), now),
				only !== null
					? 'It is restricted to one survey.'
					: mayBeRestricted(record)
						? 'It may be restricted to some surveys.'
						: 'It shows no restriction to one survey.',
				...(scopes ? namedScopes(scopes) : []),
				'Write access was not checked, because this check only reads.',
			].join(' '),
			details: {
				...(scopes ? { scopes } : {}),
				...(expires === null ? {} : { expires_at: expires }),
			},
		},
	);
}

function namedScopes(scopes: readonly string[]): string[] {
	const named = Object.entries(NAMED_SCOPES).map(([scope, use]) =>
		scopes.includes(scope)
			? `${scope}, for ${use}, is among them.`
			: `${scope}, which ${use} needs, is not among them.`,
	);
	return [`It lists ${counted(scopes.length, 'scope')}.`, ...named];
}

function expiry(at: string, now: number): string {
	const days = Math.floor((Date.parse(at) - now) / DAY_MS);
	return `It expires ${days > 0 ? `in ${counted(days, 'day')}` : 'within a day'}.`;
}

/** A scope as services write them, which may stand in a public text. */
export const looksLikeScope = (word: string): boolean =>
	/^[a-z]{1,20}([_-][a-z]{1,20})*([:.][a-z]{1,20}([_-][a-z]{1,20})*){1,2}$/.test(word);
