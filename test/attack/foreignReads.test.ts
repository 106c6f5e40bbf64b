/**
 * docs/faults.md, Success is proved: "A read whose answer is an error or another record fails." With
 * `respondent_id`, `survey_id`, `topic_id` or `mailing_id` of another record it does. With the same ID in an
 * object, where docs/facts.md looks for it too (`respondent.id`, `survey.id`, `topic.id`), the conversation
 * of another person is handed out as that of this one.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { byId, useEngine, useForEach } from '../harness/support';
import { go, OTHER, RECORD, startAttacker, SURVEY, type Attacker } from './attacker';

let engine: Engine;
let attacker: Attacker;
let answer: IDataObject = {};
useEngine((made) => (engine = made));
useForEach(
	(started: Attacker) => (attacker = started),
	() =>
		startAttacker(({ path }) => ({
			json: path === `/surveys/${SURVEY}` ? { id: SURVEY, metric_type: 'nps' } : answer,
		})),
);

const surveyId = byId(SURVEY);

it.each<[operation: string, owner: string, parameters: INodeParameters, fields: IDataObject]>([
	[
		'respondent.getConversation',
		'respondent',
		{ surveyId, respondentId: byId(RECORD) },
		{ messages: [{ role: 'participant', text: 'Mine alone' }] },
	],
	['result.getOverview', 'survey', { surveyId }, { score: 5 }],
	[
		'result.getQuotes',
		'topic',
		{ surveyId, topicId: byId(RECORD), returnAll: true },
		{ items: [{ text: 'x' }], total: 1 },
	],
	['mailing.getStats', 'mailing', { mailingId: byId(RECORD) }, { sent: 5 }],
])('%s fails when its answer names another %s', async (operation, owner, parameters, fields) => {
	answer = { [`${owner}_id`]: OTHER, ...fields };
	expect((await go(engine, attacker, operation, parameters)).error).toBeDefined();

	answer = { [owner]: { id: OTHER }, ...fields };
	expect((await go(engine, attacker, operation, parameters)).error).toBeDefined();
});
