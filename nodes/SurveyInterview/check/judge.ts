/** The areas of a check: which operation asks for each, and who judges the answer. */
import { findOperation } from '../operations';
import type { EndpointOperation } from '../operations/operation';
import { withoutAnswer, type Area, type Scene } from './area';
import { recordIn, type Asked } from './ask';
import { conversationArea } from './conversation';
import { respondentsArea, shownArea } from './people';
import { conclusionArea, overTimeArea, overviewArea, rangeArea, scoresArea } from './results';
import { surveyArea, surveysArea } from './surveys';
import { tableIn } from './table';
import { quotesArea, topicsArea } from './topics';

/** The operations whose requests are made, and what a scope would let the token read. */
export const LOOKS = {
	surveys: ['survey', 'getAll', 'surveys'],
	survey: ['survey', 'get', 'a survey'],
	invitations: ['invitation', 'getAll', 'invitations'],
	mailings: ['mailing', 'getAll', 'mailings'],
	respondents: ['respondent', 'getAll', 'respondents'],
	conversation: ['respondent', 'getConversation', 'conversations'],
	overview: ['result', 'getOverview', 'results'],
	suggestedRange: ['result', 'getSuggestedRange', 'results'],
	overTime: ['result', 'getOverTime', 'results'],
	scores: ['result', 'getScores', 'results'],
	conclusion: ['result', 'getConclusion', 'results'],
	topics: ['result', 'getTopics', 'results'],
	quotes: ['result', 'getQuotes', 'results'],
} as const;
export type Look = keyof typeof LOOKS;

/** The operation whose request is made for an area. */
export function operationOf(look: Look): EndpointOperation {
	const [resource, name] = LOOKS[look];
	return findOperation(resource, name) as EndpointOperation;
}

/** Names of the array of records, as the operation looks for it. */
export function likelyIn(look: Look): string[] {
	const { items } = operationOf(look);
	return items && 'likely' in items ? (items.likely ?? []) : [];
}

/** What is said of an area. */
export function judgedArea(one: Look, asked: Asked, scene: Scene): Area {
	if (asked.kind !== 'answer') return withoutAnswer(one, asked, LOOKS[one][2]);
	const { body } = asked;
	const likely = likelyIn(one);
	const single = recordIn(asked, operationOf(one).simplified);
	switch (one) {
		case 'surveys':
			return surveysArea(body, tableIn(body, likely));
		case 'survey':
			return surveyArea(single);
		case 'invitations':
		case 'mailings':
			return shownArea(one, body, tableIn(body, likely), scene);
		case 'respondents':
			return respondentsArea(body, tableIn(body, likely), scene);
		case 'conversation':
			return conversationArea(single, scene);
		case 'overview':
			return overviewArea(single, scene);
		case 'suggestedRange':
			return rangeArea(single, scene);
		case 'overTime':
			return overTimeArea(body, scene);
		case 'scores':
			return scoresArea(body, likely, scene);
		case 'conclusion':
			return conclusionArea(single, scene);
		case 'topics':
			return topicsArea(body, likely, scene);
		case 'quotes':
			return quotesArea(body, likely, scene);
	}
}
