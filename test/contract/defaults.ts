/**
 * What an absent key means, read from the specification's tables by itself: `status` of an invitation
 * ("default open"), the keys of MailingDetail and MailingStats that have a default.
 */
const INVITATION = { status: 'open' };
const STATS = {
	queued: 0,
	sent: 0,
	delivered: 0,
	bounced: 0,
	complained: 0,
	failed: 0,
	total: 0,
};

const DEFAULTS: Record<string, object> = {
	'invitation/createPersonal': INVITATION,
	'invitation/createSharedLink': INVITATION,
	'invitation/get': INVITATION,
	'invitation/getAll': INVITATION,
	'invitation/reissue': INVITATION,
	'invitation/update': INVITATION,
	'mailing/get': { recipients_total: 0, is_test_send: false },
	'mailing/getStats': STATS,
};

/** The record that an answer means. */
export function withSpecifiedDefaults(operation: string, answered: object): object {
	return { ...DEFAULTS[operation], ...answered };
}
