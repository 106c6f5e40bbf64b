/** Invitations: whose link, id and status it is. */
import {
	INVITATION,
	missingLinkHint,
	PUBLIC_INVITATION,
	SENT_EMAIL,
} from '../../../nodes/SurveyInterview/service/invitations';
import { withoutEnvelope } from '../../../nodes/SurveyInterview/service/simplified';

const read = (record: object) => INVITATION.read({ ...record }, {});
const LINK = 'https://s.example/i/s%2Fecret';
const SHOWN = { id: 'inv', token: 's/ecret', recipient_email: 'lena@x.example' };

it.each<[object, string | null]>([
	[{ link: LINK }, LINK],
	[{ link: LINK, url: 'https://s.example/app/invitations/inv' }, LINK],
	[{ participant_link: LINK, survey_url: 'https://s.example/app/surveys/1' }, LINK],
	[{ links: { self: { href: 'https://s.example/api/invitations/inv' } } }, null],
	[{ url: 'https://s.example/api/invitations/inv' }, null],
])("%j: the participant's link is %j", (beside, link) => {
	expect(read({ ...SHOWN, ...beside })).toMatchObject({ link });
	expect(read({ invitation: { ...SHOWN, ...beside } })).toMatchObject({ link });
});

it('without its secret, a link is found by its name', () => {
	expect(read({ id: 'inv', link: LINK })).toMatchObject({ link: LINK });
	expect(
		read({ invitation_id: 'inv', participant_url: LINK, url: 'https://s.example/a' }),
	).toMatchObject({ link: LINK });
	expect(read({ id: 'inv', url: 'https://s.example/api/invitations/inv' })).toMatchObject({
		link: null,
	});
});

it.each<[object, string | null]>([
	[SHOWN, 'https://x.example/i/s%2Fecret/nl'],
	[{ ...SHOWN, token: "$& $' {token}" }, 'https://x.example/i/%24%26%20%24%27%20%7Btoken%7D/nl'],
	// The record's own link counts, and only if it is one.
	[{ ...SHOWN, link: LINK }, LINK],
	[{ ...SHOWN, link: 'https://s.example/app' }, 'https://x.example/i/s%2Fecret/nl'],
	[
		{ ...SHOWN, token: "a'b/c", link: "https://s.example/i/a'b%2Fc" },
		"https://s.example/i/a'b%2Fc",
	],
	// No address can have half of an emoji.
	[{ ...SHOWN, token: 'half \ud83d', link: LINK }, LINK],
	// Without a secret there is nothing to make one of.
	[{ id: 'inv' }, null],
])('%j with a Participant Link: the link is %j', (record, link) => {
	const known = { participantLink: 'https://x.example/i/{token}/nl' };
	for (const shown of [{ ...record }, { invitation: { ...record } }]) {
		expect(INVITATION.read({ ...shown }, known)).toMatchObject({ link });
		expect(INVITATION.read({ ...shown }, known)).not.toHaveProperty('token');
		expect(missingLinkHint({ ...shown }, known)).toBeUndefined();
	}
});

it.each<[object, boolean]>([
	[SHOWN, true],
	[{ ...SHOWN, link: 'https://s.example/app' }, true],
	[{ ...SHOWN, link: LINK }, false],
	[{ id: 'inv' }, false],
])('%j shows a secret without a link: %j', (record, isMissing) => {
	expect(missingLinkHint({ ...record }, {}) !== undefined).toBe(isMissing);
});

it("the recipient's own id, status and times are not the invitation's", () => {
	const recipient = {
		id: 'person',
		email: 'lena@x.example',
		status: 'bounced',
		created_at: '2026-01-01T00:00:00Z',
	};
	expect(read({ ...SHOWN, recipient })).toMatchObject({
		id: 'inv',
		status: 'open',
		created_at: null,
	});
	expect(read({ link: LINK, recipient })).toMatchObject({
		id: null,
		status: null,
		email: 'lena@x.example',
	});
});

it.each<[object, object]>([
	[
		{ status: 'existing', invitation: { id: 'inv', status: 'used' } },
		{ id: 'inv', status: 'used' },
	],
	[
		{ status: 'created', invitation_id: 'inv' },
		{ id: 'inv', status: null },
	],
	[
		{ id: 'request', invitation_id: 'inv' },
		{ id: 'inv', status: 'open' },
	],
	[
		{
			id: 'request',
			created_at: '2026-02-01T00:00:00Z',
			invitation: { id: 'inv', created_at: '2026-01-01T00:00:00Z' },
		},
		{ id: 'inv', created_at: '2026-01-01T00:00:00.000Z' },
	],
	[{ ...SHOWN, status: 'revoked' }, { status: 'revoked' }],
	[withoutEnvelope({ status: 'success', data: { id: 'inv' } }), { id: 'inv', status: 'open' }],
	[
		withoutEnvelope({ id: 'inv', status: 'used', data: { id: 'crm', status: 'lead' } }),
		{ id: 'inv', status: 'used' },
	],
])('%j is about %j', (record, facts) => {
	expect(read(record)).toMatchObject(facts);
});

it.each<[object, string | null]>([
	[{ id: 'inv' }, null],
	[{ ...SHOWN, used_count: 1, max_uses: 1 }, null],
	[{ ...SHOWN, status: 'Used' }, 'used'],
	[{ status: 'existing', invitation: { id: 'inv' } }, null],
	[{ status: 'existing', invitation: { id: 'inv', status: 'expired' } }, 'expired'],
	[{ id: 'inv', status: 'created_by_hand' }, 'created_by_hand'],
])('%j, whose form is not shown, has the status %j', (record, status) => {
	expect(PUBLIC_INVITATION.read({ ...record }, {})).toMatchObject({ status });
});

it.each<[object, boolean]>([
	[{}, true],
	[{ status: 'Queued' }, true],
	[{ delivery: { to: ['lena@x.example'] } }, true],
	[{ sent: false }, false],
	[{ success: false }, false],
	[{ delivery: { ok: false } }, false],
	[{ skipped_reason: 'unsubscribed' }, false],
	[{ accepted: true, skipped_reason: null }, true],
	[{ status: 'failed' }, false],
	[{ status: 'sending_failed' }, false],
	[{ delivery: { status: 'Suppressed' } }, false],
	[{ status: 'rejected' }, false],
	[{ status: 'skipped' }, false],
	[{ status: 'failed temporarily' }, false],
	[{ status: 'delivery-failed' }, false],
	[{ not_sent: true }, false],
	[{ email_sent: false }, false],
	[{ was_sent: 'no' }, false],
	[{ results: [{ sent: true }, { sent: false }] }, false],
	// Other words that begin or end like those.
	[{ status: 'unblocked' }, true],
	[{ status: 'failedover' }, true],
	[{ status_before: 'failed' }, true],
	[{ last_status: 'failed' }, true],
	[{ sent_copy: false }, true],
	[{ not_accepted: false }, true],
])('an email whose answer is %j was sent: %j', (answer, sent) => {
	expect(SENT_EMAIL.read({ ...answer }, {})).toMatchObject({ sent });
});

it('a name is no email address', () => {
	const answer = { recipient: 'Lena Low', to: 'lena@x.example' };
	expect(SENT_EMAIL.read(answer, {})).toMatchObject({ email: 'lena@x.example' });
});

it.each([{ survey_id: 's1' }, { survey: { id: 's1' } }, { invitation: { survey_id: 's1' } }])(
	'%j: it says of which survey it is',
	(beside) => {
		expect(read({ id: 'inv', ...beside })).toMatchObject({ survey_id: 's1' });
	},
);
