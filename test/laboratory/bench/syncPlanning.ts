import { contactOf } from '../../../nodes/SurveyInterview/sync/contact';
import { OPTIONS, type Plan, planAtOnce } from '../../sync/examples';

/** Of ten contacts eight are invited, one of them under another name; one row in a hundred is there twice. */
export function planning(contacts: number): { plan: () => Plan } {
	const people = Array.from({ length: contacts }, (_, n) => fieldsOf(n % 100 === 99 ? n - 1 : n));
	const invitations = Array.from({ length: contacts * 0.8 }, (_, n) => ({
		...fieldsOf(n),
		...(n % 8 === 0 ? { recipient_name: 'Old' } : {}),
		id: `I${n}`,
		type: 'api',
		status: n % 3 === 0 ? 'used' : 'open',
		created_at: new Date(1_700_000_000_000 + n).toISOString(),
	}));
	const optedOut = Array.from({ length: contacts / 10 }, (_, n) => `person.${n * 11}@example.com`);
	const options = { ...OPTIONS, whenMissing: 'revoke' as const, neverCreateFor: optedOut };
	return {
		plan: () =>
			planAtOnce(
				people.map((fields, item) => contactOf(item, fields, options.matchBy)),
				invitations,
				options,
			),
	};
}

function fieldsOf(n: number) {
	return {
		recipient_email: `Person.${n}@example.com`,
		// Some have none, and are found by their address.
		...(n % 5 === 0 ? {} : { recipient_external_id: `crm-${n}` }),
		recipient_name: `Person ${n}`,
		properties: { team: `Team ${n % 7}` },
	};
}
