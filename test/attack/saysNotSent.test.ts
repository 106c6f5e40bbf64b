/**
 * docs/facts.md, Email with an invitation: `sent` is null "if something else in the answer may say that it
 * was not sent". The service skips the email and says so; the item says `sent: true`.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { byId, useEngine, useForEach } from '../harness/support';
import { go, RECORD, startAttacker, type Attacker } from './attacker';

let engine: Engine;
let attacker: Attacker;
let answer: IDataObject = {};
useEngine((made) => (engine = made));
useForEach(
	(started: Attacker) => (attacker = started),
	() => startAttacker(() => ({ json: answer })),
);

it.each<IDataObject>([
	{ skipped: true, reason: 'opted_out' },
	// The word of MailingRecipientRead.
	{ skipped_reason: 'unsubscribed' },
	{ suppressed: true },
	{ bounced: true },
	{ blocked: true },
	{ cancelled: true },
	{ simulated: true },
	{ delivery: { skipped: true } },
	{ data: [{ status: 'failed' }] },
	{ exception: 'SMTPException' },
])('does not say that an email was sent for %j', async (said) => {
	answer = { id: RECORD, ...said };
	const run = await go(engine, attacker, 'invitation.sendEmail', { invitationId: byId(RECORD) });
	expect(run.items.map(({ json }) => json.sent)).not.toEqual([true]);
});
