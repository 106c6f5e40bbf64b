/** What the check says of an area besides the facts in it. */
import { FactFinder } from '../facts/fact';
import { linkPattern, missingLink } from '../facts/invitation';
import { RECORD_KINDS } from '../facts/kinds';
import { interviewOf, RESPONDENT } from '../facts/respondent';
import { mayBeRestricted } from '../facts/token';
import { checkedParticipantLink } from '../http/credential';
import type { JsonObject } from '../records/json';
import { counted } from '../records/words';
import type { AreaRemarks, Scene } from './area';

type Records = readonly JsonObject[];

const DAY_MS = 86_400_000;
/** The two scopes that the interface names (docs/interface.md, Authentication). */
const NAMED_SCOPES = {
	'invitations:write': 'managing invitations',
	'mailings:write': 'sending email',
};

/** What the token may do, and until when. */
export function ofToken([record = {}]: Records): AreaRemarks {
	const facts = new FactFinder(RECORD_KINDS.token.facts).in(record);
	const { expires_at: expires, survey_id: only } = facts;
	const scopes = facts.scopes as string[] | null;
	const isOpen = only === null && !mayBeRestricted(record);
	return {
		notes: [
			'The token is accepted.',
			expires === null ? 'It does not say when it expires.' : expiry(String(expires)),
			only !== null
				? 'It is restricted to one survey.'
				: isOpen
					? 'It shows no restriction to one survey.'
					: 'It may be restricted to some surveys.',
			...(scopes ? namedScopes(scopes) : []),
			'Write access was not checked, because this check only reads.',
		],
		details: {
			...(scopes ? { scopes } : {}),
			...(expires === null ? {} : { expires_at: expires }),
		},
	};
}

function namedScopes(scopes: readonly string[]): string[] {
	const named = Object.entries(NAMED_SCOPES).map(([scope, use]) =>
		scopes.includes(scope)
			? `${scope}, for ${use}, is among them.`
			: `${scope}, which ${use} needs, is not among them.`,
	);
	return [`It lists ${counted(scopes.length, 'scope')}.`, ...named];
}

function expiry(at: string): string {
	const days = Math.floor((Date.parse(at) - Date.now()) / DAY_MS);
	return `It expires ${days > 0 ? `in ${counted(days, 'day')}` : 'within a day'}.`;
}

export function ofSurveys(records: Records): AreaRemarks {
	const finder = new FactFinder(RECORD_KINDS.survey.facts);
	const hasAnswers = records.some((one) => Number(finder.in(one).response_count) > 0);
	return { excused: hasAnswers ? [] : ['latest_completed_at'] };
}

/** Whether participants' links can be had, and what to enter for them. */
export function ofInvitations(records: Records, scene: Scene): AreaRemarks {
	const [noLink] = records.flatMap((one) => missingLink(one, scene) ?? []);
	const [pattern = '', ...others] = new Set(records.flatMap((one) => linkPattern(one) ?? []));
	const isProposed = pattern !== '' && others.length === 0 && checkedParticipantLink(pattern).ok;
	return {
		problems: noLink ? [noLink] : [],
		details: isProposed ? { participant_link: pattern } : {},
	};
}

/** A service has a few words for a status; more would be something else. */
const MAX_WORDS = 20;
/** What the statuses of this package mean is known; another may be the service's word for completed. */
const KNOWN = ['completed', 'started', 'erased', 'null'];

export const NONE_RECOGNISED =
	'The survey counts completed interviews, but none was recognised: add their status to the trigger’s option Completed Status Values.';

/** Who has completed, for the outputs and the trigger. */
export function ofRespondents(
	records: Records,
	{ isAnonymous, completed = 0 }: Scene,
): AreaRemarks {
	const interviews = records.map(interviewOf);
	const done = interviews.filter((one) => one.completed).length;
	const erased = interviews.filter((one) => one.erased).length;
	const words = new Set(interviews.map(({ status }) => status).filter(Boolean));
	const read = RESPONDENT.reader();
	// Who was erased had completed, and is no advice.
	const isUnrecognised =
		done === 0 &&
		completed > erased &&
		records.some((one) => !KNOWN.includes(String(read(one, {}).status)));
	return {
		notes: [
			done > 0 ? `${counted(done)} of them completed.` : 'None of them is recognised as completed.',
			...(isAnonymous
				? ['The survey is anonymous, so it correctly does not show who answered.']
				: []),
		],
		problems: isUnrecognised ? [NONE_RECOGNISED] : [],
		details: words.size > 0 ? { status_words: [...words].slice(0, MAX_WORDS) } : {},
		excused: [
			...(isAnonymous ? ['name', 'email', 'external_id', 'id'] : []),
			...(done === 0 ? ['completed_at', 'score'] : []),
		],
	};
}

export function ofOverview([record = {}]: Records, { isAnonymous, completed }: Scene): AreaRemarks {
	const { score, distribution } = new FactFinder(RECORD_KINDS.overview.facts).in(record);
	const isBare = score === null && (!Array.isArray(distribution) || distribution.length === 0);
	const isHidden = isBare && (isAnonymous === true || completed === 0);
	return { excused: isHidden ? ['score', 'distribution'] : [] };
}
