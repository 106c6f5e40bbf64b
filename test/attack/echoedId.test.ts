/**
 * docs/interface.md, Conventions: an answer is proved by an ID "in the answer itself, in a container such
 * as `data`, or under the kind’s own name". `query` is none of these: a gateway that is in maintenance
 * repeats what was asked.
 */
import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { byId, useEngine, useForEach } from '../harness/support';
import { go, RECORD, startAttacker, type Attacker } from './attacker';

let engine: Engine;
let attacker: Attacker;
useEngine((made) => (engine = made));
useForEach(
	(started: Attacker) => (attacker = started),
	() => startAttacker(() => ({ json: { message: 'maintenance', query: { id: RECORD } } })),
);

it.each<[string, INodeParameters]>([
	['invitation.sendEmail', { invitationId: byId(RECORD) }],
	['respondent.erase', { respondentId: byId(RECORD) }],
	['theme.archive', { categoryId: byId(RECORD) }],
])('%s is not proved by an ID that repeats the request', async (operation, parameters) => {
	const run = await go(engine, attacker, operation, parameters);
	expect(run.error).toMatchObject({ maybeDone: true });
});
