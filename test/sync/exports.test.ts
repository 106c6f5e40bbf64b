/** Rows in, plan out: lists as HubSpot, Mailchimp, Outlook and others export them, and as nodes of n8n give them. */
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, useEngine } from '../harness/support';
import { EXPORTS, parametersOf } from './exports';
import { useEmptySurvey, writesIn } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
let surveyId: string;
useEmptySurvey((started) => ({ service, surveyId } = started));

it.each(EXPORTS)('$from', async (one) => {
	const parameters = { ...parametersOf(one), surveyId: byId(surveyId), dryRun: true };
	const run = await act(engine, service, {
		operation: 'invitation.sync',
		items: one.rows,
		parameters,
	});
	expect(writesIn(service)).toEqual([]);
	if (one.refused) {
		expect(failureOf(run)?.message).toMatch(one.refused);
		return;
	}
	expect(failureOf(run)?.message).toBeUndefined();
	const properties = Object.keys(one.mapped.properties ?? {});
	const said = run.items.map(({ json }) => {
		const columns = json.action === 'wouldCreate' ? properties : ['reason'];
		return ['action', 'name', 'email', 'external_id', ...columns].map((name) => json[name] ?? null);
	});
	const planned = one.planned.map((cells) => {
		const [action, name = null, email = null, id = null, ...rest] = cells;
		const told = rest.map((cell) => (cell instanceof RegExp ? expect.stringMatching(cell) : cell));
		return [action, name, email, id, ...told] as unknown[];
	});
	expect(said).toEqual(planned);
});
