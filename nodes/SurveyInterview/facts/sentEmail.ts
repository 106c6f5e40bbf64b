/** What became of an email with an invitation. */
import { isSomething } from '../records/denial';
import { isObject } from '../records/json';
import { FactFinder, ofKind } from './fact';
import type { Simplified } from './simplified';
import { toEmail, toId, toText, toTime } from './values';

const SENT =
	/^(sent|sending|submitted|dispatched|pending|processing|queued|accepted|delivered|notified|scheduled|ok|success|y|yes|true)$/i;
/** As words of their own: `sending_failed` says so, and `notified` does not. */
const NOT_SENT =
	/(^|[ _-])(not|unsent|failed|failure|rejected|error|exception|skipped|excluded|omitted|suppressed|blocked|bounced|cancell?ed|simulated|undeliver(ed|able))([ _-]|$)/i;

/** Whether an email went out: as it says, as a number of emails, or as a word that says that it did not. */
export function wasSent(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	// A number is one of emails, or an HTTP status.
	if (typeof value === 'number') return value < 100 ? value > 0 : undefined;
	const word = toText(value)?.trim() ?? '';
	if (/^(n|no|false)$/i.test(word)) return false;
	return SENT.test(word) || (NOT_SENT.test(word) ? false : undefined);
}

/** What is said of an email, also in what it came in; of its record alone `ok` says something else. */
const sentAt = (names: string) =>
	new RegExp(`^((delivery|result|data|payload|response|email)\\.)?(${names})$`);

/** SendInviteEmailResult, which the interface does not show. */
export const SENT_EMAIL_FACTS = ofKind('sentEmail', [
	{
		name: 'sent',
		at: [sentAt('(is|was)?sent'), sentAt('accepted|success|ok'), sentAt('status')],
		read: wasSent,
	},
	{
		name: 'recipient_email',
		at: [
			sentAt('recipiente?mail(address)?'),
			sentAt('(recipient|to|e?mail)(\\.e?mail(address)?)?'),
			/^delivery\.(to|recipient)$/,
		],
		read: (value) => toEmail(Array.isArray(value) && value.length === 1 ? value[0] : value),
	},
	{
		name: 'sent_at',
		at: [sentAt('(e?mail)?sent(at|on)'), sentAt('(queued|accepted)(at|on)'), /^delivery\.at$/],
		read: toTime,
	},
	{ name: 'id', at: [/^invitationid$/, /^invitation\.id$/], read: toId },
]);

/**
 * An email with an invitation. An accepted request is sent, unless its answer says otherwise; where something in
 * it that nobody knows may say so, it is open.
 */
export const SENT_EMAIL: Simplified = {
	fields: {
		sent: 'boolean?',
		recipient_email: 'string?',
		sent_at: 'string?',
		id: 'string?',
	},
	reader() {
		const finder = new FactFinder(SENT_EMAIL_FACTS);
		return (record) => {
			const facts = finder.in(record);
			const places = finder.placesIn(record);
			const place = places.get('sent');
			// That the request went well says less of the email than anything in its record.
			const isOfRequest = /(^|\.)(ok|success)$/i.test(place?.path ?? 'ok');
			const isOpen = facts.sent_at === null && (places.has('sent_at') || mayDeny(record));
			const isSent = isOfRequest && (place === undefined || facts.sent === true);
			const sent = isSent ? !isOpen || null : facts.sent;
			return { ...facts, sent };
		};
	},
};

/** A status that nobody knows (`held`), and what says that it was only tried. */
const isUnclear = (key: string, value: unknown) =>
	(/^(status|state)$/i.test(key) && typeof value === 'string' && wasSent(value) === undefined) ||
	(/^(dry_?run|preview|would_\w+)$/i.test(key) && Boolean(value));

const mayDeny = (value: unknown): boolean =>
	isObject(value)
		? Object.entries(value).some(
				([key, inner]) =>
					isUnclear(key, inner) || (NOT_SENT.test(key) ? isSomething(inner) : mayDeny(inner)),
			)
		: /^(false|no?|0)$/i.test(String(value)) || NOT_SENT.test(String(value));
