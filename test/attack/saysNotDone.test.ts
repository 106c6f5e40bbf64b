/**
 * docs/faults.md: "an answer counts only if it holds the ID of the record, or a new one, or what was sent,
 * and does not say that it failed, that it is for somebody else or that nothing has changed". The attacker
 * does nothing and says so beside the ID; the node reports it as done and does not look at the record.
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
		startAttacker(({ method, path }) => {
			if (method !== 'GET') return { json: answer };
			// Nothing was done: the theme is as it was, and so is the respondent.
			if (path.endsWith('/respondents')) {
				return { json: [{ id: OTHER, name: 'Ada', status: 'completed' }] };
			}
			const themes = [{ id: RECORD, name: 'Old', is_archived: false }];
			return { json: { id: SURVEY, name: 'Old', metric_type: 'nps', themes } };
		}),
);

const WRITES: Array<[operation: string, id: string, parameters: INodeParameters]> = [
	['respondent.erase', RECORD, { respondentId: byId(RECORD) }],
	['theme.archive', RECORD, { surveyId: byId(SURVEY), categoryId: byId(RECORD) }],
	['survey.update', SURVEY, { surveyId: byId(SURVEY), updateFields: { name: 'New' } }],
];
const NOTHING_CHANGED: IDataObject[] = [
	{ changed: false },
	{ updated: false },
	{ modified: 0 },
	{ unchanged: true },
	{ status: 'unchanged' },
	{ status: 'not_modified' },
];
const FAILED: IDataObject[] = [
	{ status: 'not_found' },
	{ result: { error: 'locked' } },
	{ done: false },
	// The body that the specification shows for refused input.
	{ detail: [{ loc: ['body'], msg: 'refused' }] },
];

describe.each(WRITES)('%s', (operation, id, parameters) => {
	it.each([...NOTHING_CHANGED, ...FAILED])('is not done by %j', async (said) => {
		answer = { id, ...said };
		const run = await go(engine, attacker, operation, parameters);
		expect(run.error).toMatchObject({ maybeDone: true });
	});
});
