/** What the answer to a create tells, beyond that it was accepted. */
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import { createBody, givenBack, invitationIn } from '../../nodes/SurveyInterview/sync/creating';
import { fieldsOf, invitation, OPTIONS } from './examples';

const who = { email: 'Ada@x.com', id: '1', name: 'Ada', properties: { team: 'North' } };
const contact = contactOf(0, fieldsOf(who), 'email');
const NEWEST = Date.parse('2026-01-02T00:00:00Z');
const told = (answer: Record<string, unknown>) => {
	if ('problem' in contact) throw new Error(contact.problem);
	return givenBack(answer, contact, { known: new Set(['I1']), newest: NEWEST });
};
const fresh = { ...invitation('I2', who), created_at: '2026-01-02T00:00:01Z' };

it('nothing, when it is new and as asked for', () => {
	expect(told(fresh)).toEqual({ answer: fresh });
	expect(told({ ...fresh, recipient_email: 'ada@X.com', extra: true })).toEqual({
		answer: expect.anything(),
	});
});

it('nothing, when it shows no more than a link: its record is not specified', () => {
	expect(told({ url: 'https://…' })).toEqual({ answer: { url: 'https://…' } });
});

it('that there was one, when the list had it', () => {
	expect(told({ ...fresh, id: 'I1' })).toMatchObject({
		isGivenBack: true,
		remark: expect.stringContaining('(I1), and created none: look whose it is.'),
	});
});

it('or when it is older than the list, but for clocks that differ', () => {
	const aged = (created_at: string) => told({ ...fresh, created_at }).isGivenBack;
	expect(aged('2026-01-01T12:00:00Z')).toBe(true);
	expect(aged('2026-01-01T23:59:30Z')).toBeUndefined();
	expect(aged('no date')).toBeUndefined();
});

it('that it differs, and in what', () => {
	const { remark, isGivenBack } = told({ ...fresh, recipient_name: 'Bob', properties: {} });
	expect(isGivenBack).toBeUndefined();
	expect(remark).toContain('has another recipient_name, properties than the contact');
});

it('finds the invitation inside the answer, and keeps what stands beside it', () => {
	const answer = { link: 'https://…', invitation: { id: 'I2', type: 'api' } };
	expect(invitationIn(answer)).toEqual({ ...answer, id: 'I2', type: 'api' });
	expect(invitationIn({ link: 'x' })).toEqual({ link: 'x' });
});

it('the public create skips who is there; a personal one has no such word', () => {
	if ('problem' in contact) throw new Error(contact.problem);
	expect(createBody(contact, OPTIONS).on_duplicate).toBe('skip');
	expect(createBody(contact, { ...OPTIONS, createWith: 'personal' })).toEqual(fieldsOf(who));
});
