/**
 * docs/faults.md: an answer counts only if it does not say "that it is for somebody else". The
 * specification shows the answer of Create Shared Link (InvitationRead), and says that shared links carry
 * no recipient data. Here it is the personal invitation of somebody, with another label than was sent.
 */
import type { Engine } from '../harness/engine';
import { byId, useEngine, useForEach } from '../harness/support';
import { go, invitation, OTHER, startAttacker, SURVEY, type Attacker } from './attacker';

let engine: Engine;
let attacker: Attacker;
useEngine((made) => (engine = made));
useForEach(
	(started: Attacker) => (attacker = started),
	() =>
		startAttacker(() => ({
			status: 201,
			json: invitation({ id: OTHER, label: 'Old', link: 'https://x.example/i/secret-part' }),
		})),
);

it('does not hand out a person’s own link as a shared one', async () => {
	const run = await go(engine, attacker, 'invitation.createSharedLink', {
		surveyId: byId(SURVEY),
		label: 'For the poster',
	});
	expect(run.error).toMatchObject({ maybeDone: true });
});
