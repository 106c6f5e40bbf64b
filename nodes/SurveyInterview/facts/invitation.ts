import { isObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import type { Simplified } from './simplified';
import { toCount, toId, toText, toTime } from './values';

/** As the interface shows it, and as an answer that is not shown may have it around or inside. */
const within = (name: string, others = name): RegExp[] => [
	new RegExp(`^${name}$`),
	new RegExp(`^${others}$`),
	new RegExp(`^(invitation|recipient)\\.(${name}|${others})$`),
];
const EXTERNAL_ID = 'external(id|identifier|ref|reference|key)';
const LINK = '(participant|invitation|invite|interview|survey|personal)?(link|url)';

export const INVITATION_FACTS: readonly Fact[] = [
	{ name: 'recipient_name', at: within('recipientname', '(full)?name'), read: toText },
	{ name: 'recipient_email', at: within('recipientemail', 'e?mail(address)?'), read: toText },
	{ name: 'recipient_external_id', at: within('recipientexternalid', EXTERNAL_ID), read: toId },
	{
		// Only the answers that make a link carry it; the secret alone is none.
		name: 'link',
		at: [
			new RegExp(`^${LINK}$`),
			new RegExp(`^${LINK}\\.(href|url|link)$`),
			/^links?\.(participant|invitation|interview|self)(\.(href|url))?$/,
			new RegExp(`^invitation\\.${LINK}(\\.(href|url))?$`),
		],
		read: (value) => (/^https?:\/\//i.test(toText(value) ?? '') ? value : undefined),
	},
	{ name: 'status', at: within('status'), read: (value) => toText(value)?.trim().toLowerCase() },
	{ name: 'type', at: within('type', 'invitationtype'), read: toText },
	{ name: 'label', at: within('label'), read: toText },
	{
		name: 'properties',
		at: within('properties'),
		read: (value) => (isObject(value) ? value : undefined),
	},
	{ name: 'used_count', at: within('usedcount'), read: toCount },
	{ name: 'max_uses', at: within('maxuses'), read: toCount },
	{ name: 'expires_at', at: within('expiresat'), read: toTime },
	{ name: 'created_at', at: within('createdat'), read: toTime },
	{ name: 'id', at: within('id', '(invitationid|uuid)'), read: toId },
	{ name: 'survey_id', at: within('surveyid', 'survey\\.id'), read: toId },
];

/** An invitation: a part of InvitationRead (docs/interface.md, Invitations), and the participant's link. */
export const INVITATION: Simplified = {
	fields: {
		recipient_name: 'string?',
		recipient_email: 'string?',
		recipient_external_id: 'string?',
		link: 'string?',
		status: 'string?',
		type: 'string?',
		label: 'string?',
		properties: 'object?',
		used_count: 'integer?',
		max_uses: 'integer?',
		expires_at: 'string?',
		created_at: 'string?',
		id: 'string?',
		survey_id: 'string?',
	},
	reader() {
		const finder = new FactFinder(INVITATION_FACTS);
		return (record) => {
			const facts = finder.in(record);
			const { id, status } = facts;
			// Without a status it is open: that is the default (docs/interface.md, Invitations).
			const isOpen = status === null && id !== null && !('status' in record);
			return { ...facts, status: isOpen ? 'open' : status };
		};
	},
};

/** SendInviteEmailResult, which the interface does not show. */
const SENT_EMAIL_FACTS: readonly Fact[] = [
	{
		name: 'sent',
		at: [/^(is)?(sent|accepted|queued|success|ok)$/, /^delivery\.(sent|accepted|success)$/],
		read: (value) => (typeof value === 'boolean' ? value : undefined),
	},
	{
		name: 'recipient_email',
		at: [
			/^recipiente?mail(address)?$/,
			/^(recipient|to|e?mail)(\.e?mail(address)?)?$/,
			/^delivery\.(to|recipient)$/,
		],
		read: (value) => toText(Array.isArray(value) && value.length === 1 ? value[0] : value),
	},
	{
		name: 'sent_at',
		at: [
			/^sent(at|on)$/,
			/^(queued|accepted)(at|on)$/,
			/^delivery\.((sent|queued|accepted)(at|on)|at)$/,
		],
		read: toTime,
	},
	{ name: 'id', at: [/^invitationid$/, /^invitation\.id$/], read: toId },
];

/** An e-mail with an invitation. An accepted request is sent, unless its answer says otherwise. */
export const SENT_EMAIL: Simplified = {
	fields: {
		sent: 'boolean',
		recipient_email: 'string?',
		sent_at: 'string?',
		id: 'string?',
	},
	reader() {
		const finder = new FactFinder(SENT_EMAIL_FACTS);
		return (record) => {
			const facts = finder.in(record);
			return { ...facts, sent: facts.sent ?? true };
		};
	},
};
