import { emailKey, hasNoRecipient } from '../records/person';
import { millis } from '../records/scalars';
import { choice, dateTime, text, choicesOf } from '../fields/makeField';
import { defineFilter, type NodeFilter } from './filter';

/** Not the status, by which the service filters: an invitation for several people is used and open. */
const used = defineFilter({
	fields: [
		choice('used', 'Used', 'Yes: used at least once. No: never used.', choicesOf('yes', 'no')),
	],
	passes:
		({ used }) =>
		({ used_count: count }) =>
			typeof count === 'number' && count > 0 === (used === 'yes'),
});

const expiry = defineFilter({
	fields: [
		dateTime(
			'expiresBefore',
			'Expires Before',
			'Only invitations that expire before this time, or on this date, including expired ones. Invitations without an expiry do not match.',
			{ endsRange: true },
		),
	],
	passes: ({ expiresBefore = '' }) => {
		const before = Date.parse(expiresBefore);
		return (record) => (millis(record.expires_at) ?? Infinity) < before;
	},
});

const recipient = defineFilter({
	fields: [
		text(
			'recipientEmail',
			'Recipient Email',
			'Only invitations to exactly this address; case does not matter.',
			{ format: 'email', placeholder: 'name@email.com' },
		),
	],
	problem: ({ recipientEmail }) =>
		emailKey(recipientEmail) === undefined
			? `Recipient Email is not an email address: ${JSON.stringify(recipientEmail)}. Correct it or remove the filter.`
			: undefined,
	passes: ({ recipientEmail }) => {
		const wanted = emailKey(recipientEmail);
		return ({ type, recipient_email: email }) =>
			!hasNoRecipient(type) && wanted !== undefined && emailKey(email) === wanted;
	},
});

export const invitationFilters: NodeFilter[] = [used, expiry, recipient];
