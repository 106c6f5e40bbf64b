/**
 * docs/development/architecture.md, Concurrency: "Equal reads of a run are one request, and each item gets a copy of
 * its answer". Two items of one Find get the same object in `match`, so a node that changes one changes both.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { byId, useEngine, useForEach } from '../harness/support';
import { go, invitation, RECORD, startAttacker, SURVEY, type Attacker } from './attacker';

let engine: Engine;
let attacker: Attacker;
useEngine((made) => (engine = made));
useForEach(
	(started: Attacker) => (attacker = started),
	() =>
		startAttacker(({ path }) => {
			if (path.endsWith('/invitations')) return { json: [invitation()] };
			if (path.endsWith('/respondents')) {
				const properties = { department: 'Care' };
				return { json: [{ id: RECORD, email: 'ada@x.example', status: 'completed', properties }] };
			}
			return { json: { id: SURVEY, name: 'S', metric_type: 'nps' } };
		}),
);

it.each([
	['invitation.find', 'simplified'],
	['invitation.find', 'everything'],
	['respondent.find', 'simplified'],
	['respondent.find', 'everything'],
])('%s, %s: no item holds an object of another', async (operation, output) => {
	const run = await go(
		engine,
		attacker,
		operation,
		{ surveyId: byId(SURVEY), findBy: 'email', email: 'ada@x.example', output },
		{ items: [{}, {}] },
	);
	const [first, second] = run.items.map(({ json }) => json.match as IDataObject);
	expect(first?.properties).toEqual({ department: 'Care' });

	(first?.properties as IDataObject).department = 'changed by the next node';
	expect(second?.properties).toEqual({ department: 'Care' });
});
