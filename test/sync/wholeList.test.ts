/** An opt-out, and an invitation of lately, hold in every survey of a list for whoever shares an address or ID. */
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import { ACTION_OF } from '../../nodes/SurveyInterview/sync/step';
import { OPTIONS, planAtOnce } from './examples';

/** Each row is about a survey of its own. */
const list = [
	{ recipient_email: 'may@x.org', recipient_external_id: '1' },
	{ recipient_email: 'new@x.org', recipient_external_id: '1' },
	{ recipient_email: 'new@x.org', recipient_external_id: '2' },
	{ recipient_email: 'bob@x.org', recipient_external_id: '3' },
].map((fields, item) => contactOf(item, fields, 'emailThenExternalId'));

const [SKIPPED, CREATED] = ['skipped', 'created'];

it.each([
	['may@x.org', [SKIPPED, SKIPPED, SKIPPED, CREATED]],
	['3', [CREATED, CREATED, CREATED, SKIPPED]],
	['cid@x.org', [CREATED, CREATED, CREATED, CREATED]],
])('%s: %j', (entry, actions) => {
	const optOut = { ...OPTIONS, neverCreateFor: [entry] };
	const person = entry.includes('@') ? { email: entry } : { externalId: entry };
	const lately = [{ ...person, reason: 'Invited to “Another” by this list.' }];
	const optedOut = list.map((contact) => planAtOnce([contact], [], optOut, [], list));
	const invited = list.map((contact) => planAtOnce([contact], [], OPTIONS, lately, list));
	for (const plans of [optedOut, invited]) {
		const fates = plans.flatMap(({ steps }) => steps.map(({ fate }) => ACTION_OF[fate]));
		expect(fates).toEqual(actions);
	}
});
