import { personOfInvitation, readInvitation } from '../service/invitations';
import { emailKey } from '../service/person';
import { choice, choicesOf, dateTime, text } from './field';
import { exclusiveEnd, type NodeFilter, passesIf } from './filter';

/**
 * The service has a filter by status, but that does not tell this: an invitation that several people can use may be used
 * and still open.
 */
const usedFilter = {
	fields: [choice('used', 'Yes: used at least once. No: never used.', choicesOf('yes', 'no'))],
	makeVerdict:
		({ used }) =>
		(record) => {
			const { used_count: count } = readInvitation(record);
			if (typeof count !== 'number') return 'rejected';
			return passesIf(used === 'yes' ? count > 0 : count === 0);
		},
} satisfies NodeFilter<{ used?: string }>;

const expiryFilter = {
	fields: [
		dateTime(
			'expiresBefore',
			'Only invitations that expire before this time, or on this date. Invitations without an expiry do not match.',
			{ endsRange: true },
		),
	],
	makeVerdict: ({ expiresBefore = '' }) => {
		const end = exclusiveEnd(expiresBefore);
		// Without an expiry this is NaN, for which every comparison is false.
		return (record) => passesIf(Date.parse(String(readInvitation(record).expires_at)) < end);
	},
} satisfies NodeFilter<{ expiresBefore?: string }>;

const recipientFilter = {
	fields: [
		text('recipientEmail', 'Only invitations to exactly this address; case does not matter.', {
			format: 'address',
			placeholder: 'e.g. name@email.com',
		}),
	],
	makeVerdict: ({ recipientEmail }) => {
		const wanted = emailKey(recipientEmail);
		return (record) =>
			passesIf(wanted !== undefined && personOfInvitation(record).emails.includes(wanted));
	},
} satisfies NodeFilter<{ recipientEmail?: string }>;

export const invitationFilters: NodeFilter[] = [usedFilter, expiryFilter, recipientFilter];
