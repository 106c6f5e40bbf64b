/**
 * docs/interface.md, Mailings: "a word that an operation does not lead to (`unsent` or `failed` after Send,
 * `sent` after Pause) proves nothing, and any other word is inconclusive"; then "the mailing is read". The
 * specification leads from paused to sending (Resume) and from sending to paused (Pause), never to these.
 */
import type { Engine } from '../harness/engine';
import { byId, useEngine, useForEach } from '../harness/support';
import { go, mailing, RECORD, startAttacker, type Attacker } from './attacker';

let engine: Engine;
let attacker: Attacker;
let answered = '';
let before = '';
useEngine((made) => (engine = made));
useForEach(
	(started: Attacker) => (attacker = started),
	() =>
		startAttacker(({ method }) => ({
			// It does nothing, so a read shows the state before.
			json: mailing({ status: method === 'GET' ? before : answered }),
		})),
);

it.each([
	['resume', 'paused', 'unsent'],
	['resume', 'paused', 'draft'],
	['resume', 'paused', 'scheduled'],
	['pause', 'sending', 'unsent'],
	['pause', 'sending', 'draft'],
	['pause', 'sending', 'scheduled'],
])('%s of a mailing that stays %s is not done by the word %s', async (name, state, word) => {
	[before, answered] = [state, word];
	const run = await go(engine, attacker, `mailing.${name}`, { mailingId: byId(RECORD) });
	expect(run.error).toMatchObject({ maybeDone: true });
});
