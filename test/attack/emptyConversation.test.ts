/** docs/facts.md, Conversation: `transcript` "is null if no message has a text". */
import type { Engine } from '../harness/engine';
import { byId, useEngine, useForEach } from '../harness/support';
import { go, RECORD, startAttacker, SURVEY, type Attacker } from './attacker';

let engine: Engine;
let attacker: Attacker;
let answer: unknown;
useEngine((made) => (engine = made));
useForEach(
	(started: Attacker) => (attacker = started),
	() => startAttacker(() => ({ json: answer })),
);

it.each([[{ messages: [] }], [{ transcript: [] }]])(
	'has no transcript where it has no message: %j',
	async (said) => {
		answer = said;
		const run = await go(engine, attacker, 'respondent.getConversation', {
			surveyId: byId(SURVEY),
			respondentId: byId(RECORD),
		});
		expect(run.items[0]?.json.transcript).toBeNull();
	},
);
