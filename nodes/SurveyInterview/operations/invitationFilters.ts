import { personOfInvitation, readInvitation } from '../service/invitations';
import { choice, choicesOf, dateTime, text } from './field';
import { emailKey } from '../service/person';
import { exclusiveEnd, type NodeFilter } from './filter';

/** The service filters by status, but an invitation that several people can use may be used and still open. */
const usedFilter = {
	fields: [choice('used', 'Yes: used at least once. No: never used.', choicesOf('yes', 'no'))],
	makePredicate:
		({ used }) =>
		(record) => {
			const { used_count: count } = readInvitation(record);
			if (typeof count !== 'number') return false;
			return used === 'yes' ? count > 0 : count === 0;
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
	makePredicate: ({ expiresBefore = '' }) => {
		const end = exclusiveEnd(expiresBefore);
		// Without an expiry this is NaN, for which every comparison is false.
		return (record) => Date.parse(String(readInvitation(record).expires_at)) < end;
	},
} satisfies NodeFilter<{ expiresBefore?: string }>;

const recipientFilter = {
	fields: [
		text('recipientEmail', 'Only invitations to exactly this address; case does not matter.', {
			format: 'address',
			placeholder: 'e.g. name@email.com',
		}),
	],
	makePredicate: ({ recipientEmail }) => {
		const wanted = emailKey(recipientEmail);
		return (record) => wanted !== undefined && personOfInvitation(record).emails.includes(wanted);
	},
} satisfies NodeFilter<{ recipientEmail?: string }>;

export const invitationFilters: NodeFilter[] = [usedFilter, expiryFilter, recipientFilter];
