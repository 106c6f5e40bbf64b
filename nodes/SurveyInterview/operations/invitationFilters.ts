import { personOfInvitation, readInvitation } from '../service/invitations';
import { choice, choicesOf, dateTime, text } from './field';
import { emailKey } from '../service/person';
import { endsBelow, type NodeFilter } from './filter';

/** The service's own filter by status is not enough: an invitation for several people may be used and still open. */
const used = {
	fields: [choice('used', 'Yes: used at least once. No: never used.', choicesOf('yes', 'no'))],
	passes:
		({ used }) =>
		(record) => {
			const { used_count: count } = readInvitation(record, {});
			return typeof count === 'number' && count > 0 === (used === 'yes');
		},
} satisfies NodeFilter<{ used?: string }>;

const expiry = {
	fields: [
		dateTime(
			'expiresBefore',
			'Only invitations that expire before this time, or on this date. Invitations without an expiry do not match.',
			{ endsRange: true },
		),
	],
	passes: ({ expiresBefore = '' }) => {
		const before = endsBelow(expiresBefore);
		// Without an expiry this is NaN, which is before no time.
		return (record) => Date.parse(String(readInvitation(record, {}).expires_at)) < before;
	},
} satisfies NodeFilter<{ expiresBefore?: string }>;

const recipient = {
	fields: [
		text('recipientEmail', 'Only invitations to exactly this address; case does not matter.', {
			format: 'address',
			placeholder: 'e.g. name@email.com',
		}),
	],
	passes: ({ recipientEmail }) => {
		const wanted = emailKey(recipientEmail);
		return (record) => wanted !== undefined && personOfInvitation(record).emails.includes(wanted);
	},
} satisfies NodeFilter<{ recipientEmail?: string }>;

export const invitationFilters: NodeFilter[] = [used, expiry, recipient];
