import { toTime } from '../facts/values';
import type { JsonObject } from '../records/json';
import { isTokenKey, tokenFacts, type TokenFacts } from '../records/tokenIdentity';
import { isUuid } from '../records/identifiers';
import { counted, type Area } from './area';
import { shownPath, UnreadKeys } from './keys';

const DAY_MS = 86_400_000;
/** The two scopes that the interface names (docs/interface.md, Authentication). */
const NAMED_SCOPES = {
	'invitations:write': 'managing invitations',
	'mailings:write': 'sending e-mail',
};

/** What the token may do, and until when. */
export function tokenArea(body: JsonObject, now: number): Area {
	const facts = tokenFacts(body);
	const places = Object.entries(facts).map(([fact, { path }]) => [fact, shownPath(path)]);
	const scopes = scopesOf(facts);
	const { sentence: expiry, isUnread, at } = expiryOf(facts, now);
	const problems = [
		...(isUnread ? [expiry] : []),
		...(scopes
			? []
			: ['Its scopes were not found: what it may not do shows only when it is tried.']),
	];
	const unread = new UnreadKeys();
	unread.add('', [body], isTokenKey);
	const isKnown = places.length > 0;
	return {
		area: 'token',
		status: !isKnown ? 'notUnderstood' : problems.length > 0 ? 'limited' : 'fine',
		sentence: isKnown
			? [
					'The token is accepted.',
					...(isUnread ? [] : [expiry]),
					isUuid(facts.survey?.value)
						? 'It is restricted to one survey.'
						: 'It shows no restriction to one survey.',
					...(scopes ? namedScopes(scopes) : []),
					...problems,
					'Whether it may write was not tried, because this only reads.',
				].join(' ')
			: 'The token is accepted, but nothing in the answer says what it is for.',
		details: {
			...(scopes ? { scopes } : {}),
			...(at === undefined ? {} : { expires_at: at }),
			found: Object.fromEntries(places),
			not_found: ['workspace', 'survey', 'scopes', 'expiry'].filter((fact) => !(fact in facts)),
		},
		unread,
	};
}

/** The scopes, where all of them can be told. */
function scopesOf({ scopes }: TokenFacts): string[] | undefined {
	const words = scopes?.value.split(/[\s,]+/).filter(Boolean) ?? [];
	return words.length > 0 && !words.at(-1)?.endsWith('…') ? words : undefined;
}

function namedScopes(scopes: readonly string[]): string[] {
	const named = Object.entries(NAMED_SCOPES).map(([scope, use]) =>
		scopes.includes(scope)
			? `${scope}, for ${use}, is among them.`
			: `${scope}, which ${use} needs, is not among them.`,
	);
	return [`It lists ${counted(scopes.length, 'scope')}.`, ...named];
}

function expiryOf({ expiry }: TokenFacts, now: number) {
	if (!expiry) return { sentence: 'It shows no expiry.', isUnread: false };
	const at = toTime(/^\d+$/.test(expiry.value) ? Number(expiry.value) : expiry.value);
	if (at === undefined) {
		return { sentence: 'Its expiry is written in a way that is not understood.', isUnread: true };
	}
	const days = Math.floor((Date.parse(at) - now) / DAY_MS);
	const when = days > 1 ? `in ${days} days` : days === 1 ? 'in 1 day' : 'within a day';
	return { sentence: `It expires ${when}.`, isUnread: false, at };
}

/** A scope as services write them, which may stand in a public text. */
export const looksLikeScope = (word: string): boolean =>
	/^[a-z]{1,20}([_-][a-z]{1,20})*([:.][a-z]{1,20}([_-][a-z]{1,20})*){1,2}$/.test(word);
