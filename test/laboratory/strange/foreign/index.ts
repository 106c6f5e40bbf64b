/** Strange services: answers that nobody has promised, with the truth of what they say. */
import { Dialect } from './dialect';
import { makeConclusion } from './kinds/conclusion';
import { makeConversation } from './kinds/conversation';
import { makePublicInvitation, makeSentEmail } from './kinds/invitation';
import { makeOverTime } from './kinds/overTime';
import { makeOverview } from './kinds/overview';
import { makeProperty, makeTheme } from './kinds/parts';
import { makeQuotes } from './kinds/quotes';
import { makeRange } from './kinds/range';
import { makeRespondents } from './kinds/respondents';
import { makeScores } from './kinds/scores';
import { makeSurvey } from './kinds/survey';
import { makeToken } from './kinds/token';
import { makeTopics } from './kinds/topics';
import { nth } from './lookup';
import { Random } from './random';
import { KINDS, type Generated, type Kind, type Made } from './types';

export { compare, judge, type Verdict } from './judge';
export * from './types';

const MAKERS: Record<Kind, (dialect: Dialect) => Made> = {
	survey: makeSurvey,
	respondents: makeRespondents,
	conversation: makeConversation,
	overview: makeOverview,
	scores: makeScores,
	topics: makeTopics,
	quotes: makeQuotes,
	overTime: makeOverTime,
	range: makeRange,
	conclusion: makeConclusion,
	token: makeToken,
	property: makeProperty,
	theme: makeTheme,
	publicInvitation: makePublicInvitation,
	sentEmail: makeSentEmail,
};

/** One answer of one imaginary service. The kinds take turns, so any run covers all of them. */
export function generate(seed: number, index: number): Generated {
	const kind = nth(KINDS, ((index % KINDS.length) + KINDS.length) % KINDS.length);
	const dialect = new Dialect(new Random(seed, index));
	const { answer, truth, note } = MAKERS[kind](dialect);
	return { kind, answer, truth, note: `${kind}: ${dialect.describe()}, ${note.join(' ')}` };
}
