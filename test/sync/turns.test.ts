import { skipUnapproved } from '../../nodes/SurveyInterview/sync/approval';
import { indexedByPerson, contactOf, type Contact } from '../../nodes/SurveyInterview/sync/contact';
import { surveyOf } from '../../nodes/SurveyInterview/sync/invitations';
import { planSync } from '../../nodes/SurveyInterview/sync/plan';
import { OPTIONS } from './examples';

const COUNT = 3_000;
const places = Array.from({ length: COUNT }, (_unused, place) => place);

/** What was looked at since the work yielded. */
const touched = new Set<object>();

/** An object that notes when its address or external ID is looked at. */
function noting<T extends object>(object: T, keys: ReadonlyArray<keyof T & string>): T {
	for (const key of keys) {
		const value = object[key];
		const get = () => (touched.add(object), value);
		Object.defineProperty(object, key, { get, enumerable: true });
	}
	return object;
}

/** Does work that yields, and counts how many records it looks at in one piece at most. */
function inPieces<Result>(work: Generator<void, Result>): { most: number; result: Result } {
	let most = 0;
	for (;;) {
		touched.clear();
		const step = work.next();
		most = Math.max(most, touched.size);
		if (step.done) return { most, result: step.value };
	}
}

it('a long list is planned in pieces of a few people', () => {
	const contacts = places.map((place) => {
		const fields = { recipient_email: `p${place}@example.com`, recipient_name: `Person ${place}` };
		const contact = contactOf(place, fields, 'emailThenExternalId') as Contact;
		return noting(contact, ['email', 'externalId']);
	});
	const invitations = places.map((place) =>
		noting(
			{
				id: `i-${place}`,
				type: 'api',
				status: 'open',
				recipient_email: `p${place + COUNT / 2}@example.com`,
				recipient_external_id: null,
				created_at: '2026-01-01T00:00:00Z',
			},
			['recipient_email', 'recipient_external_id'],
		),
	);
	const options = { ...OPTIONS, whenMissing: 'revoke' as const };
	const listed = inPieces(surveyOf('survey', invitations));
	expect(listed.most).toBeLessThanOrEqual(2);
	const everybody = inPieces(indexedByPerson(contacts));
	expect(everybody.most).toBeLessThanOrEqual(2);
	const planned = inPieces(planSync(listed.result, contacts, options, [], everybody.result));
	expect(planned.result).toHaveLength(COUNT + COUNT / 2);
	expect(planned.result.filter(({ fate }) => fate === 'revoked')).toHaveLength(COUNT / 2);
	expect(planned.most).toBeLessThanOrEqual(2);
	const approved = inPieces(skipUnapproved(planned.result, new Set()));
	expect(planned.result.some(({ fate }) => fate === 'notApproved')).toBe(true);
	expect(approved.most).toBeLessThanOrEqual(2);
});
