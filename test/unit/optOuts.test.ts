/** An opt-out holds in every survey of a list for whoever shares an address or external ID with it. */
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import { optOutsInList } from '../../nodes/SurveyInterview/sync/optOuts';

const contacts = [
	{ recipient_email: 'may@x.org', recipient_external_id: '1' },
	{ recipient_email: 'new@x.org', recipient_external_id: '1' },
	{ recipient_email: 'new@x.org', recipient_external_id: '2' },
	{ recipient_email: 'bob@x.org', recipient_external_id: '3' },
].map((fields, item) => contactOf(item, fields, 'emailThenExternalId'));

it.each([
	['may@x.org', ['may@x.org', '1', 'new@x.org', '2']],
	['3', ['3', 'bob@x.org']],
	['cid@x.org', ['cid@x.org']],
])('%s opts out %j', (entry, all) => {
	expect(optOutsInList([entry], contacts)).toEqual(all);
});
