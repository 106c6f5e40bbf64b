/** What the answer to a create tells, beyond that it was accepted. */
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import { bodyOf, readCreated, invitationIn } from '../../nodes/SurveyInterview/sync/write';
import { fieldsOf, invitation, planFor } from './examples';

const who = { email: 'Ada@x.com', id: '1', name: 'Ada', properties: { team: 'North' } };
const contact = contactOf(0, fieldsOf(who), 'email');
const LIST = { knownIds: new Set<unknown>(['I1']) };
const NOBODY = { knownIds: new Set<unknown>() };
const told = (answer: Record<string, unknown>, list = LIST) => readCreated(answer, contact, list);
const fresh = { ...invitation('I2', who), created_at: '2026-01-02T00:00:01Z' };

it('nothing, when it is new and as asked for', () => {
	expect(told(fresh)).toEqual({ answer: fresh });
	expect(told({ ...fresh, recipient_email: 'ada@X.com', extra: true })).toEqual({
		answer: expect.anything(),
	});
});

it('nothing, when it shows no more than a link: its record is not specified', () => {
	const answer = { url: 'https://…' };
	expect(told(answer)).toEqual({ answer });
	const withoutIds = { knownIds: new Set<unknown>([undefined]) };
	expect(told(answer, withoutIds)).toEqual({ answer });
});

it('that there was one, when the list had it', () => {
	expect(told({ ...fresh, id: 'I1' })).toMatchObject({
		isExisting: true,
		remark: expect.stringContaining('(I1) instead of a new one. Check whose it is.'),
	});
});

it('or when the answer says that none was created', () => {
	const answer = invitationIn({ invitation_id: 'I7', created: false });
	expect(told(answer, NOBODY)).toMatchObject({
		isExisting: true,
		remark: expect.stringContaining('(I7) instead of a new one'),
	});
	const nameless = told(invitationIn({ created: false }), NOBODY);
	expect(nameless.remark).toContain('an existing invitation instead of a new one');
	expect(told(invitationIn({ invitation_id: 'I7', created: true }))).toEqual({
		answer: { id: 'I7', invitation_id: 'I7', created: true },
	});
	expect(told(invitationIn({ invitation_id: 'I1' })).isExisting).toBe(true);
	const beside = invitationIn({ created: false, invitation: { id: 'I7' } });
	expect(told(beside, NOBODY).isExisting).toBe(true);
});

it('not by that word, when a try before it, whose answer was lost, may have created it', () => {
	const answer = { ...fresh, created: false };
	expect(readCreated(answer, contact, NOBODY, true)).toEqual({ answer });
	const known = { ...answer, id: 'I1' };
	expect(readCreated(known, contact, LIST, true).isExisting).toBe(true);
});

it('that it differs, and in what', () => {
	const { remark, isExisting } = told({ ...fresh, recipient_name: 'Bob', properties: {} });
	expect(isExisting).toBeUndefined();
	expect(remark).toContain('differ in name, properties:');
});

it('finds the invitation inside the answer, and keeps what stands beside it', () => {
	const answer = { link: 'https://…', invitation: { id: 'I2', type: 'api' } };
	expect(invitationIn(answer)).toEqual({ ...answer, id: 'I2', type: 'api' });
	expect(invitationIn({ link: 'x' })).toEqual({ link: 'x' });
});

const survey = { id: 'S1', created_at: '2020-01-01T00:00:00Z' };
it.each<[string, Record<string, unknown>, unknown]>([
	['under invitation', { survey, invitation: { id: 'I2' }, link: 'x' }, 'I2'],
	['under invitation, by invitation_id', { survey, invitation: { invitation_id: 'I2' } }, 'I2'],
	['under invitation, before an id above', { id: 'R1', invitation: { id: 'I2' } }, 'I2'],
	['beside its id', { id: 'R1', invitation_id: 'I2', invitation: { token: 't' } }, 'I2'],
	[
		'by a token',
		{ company: { id: 'C' }, author: { id: 'U' }, data: { id: 'I2', token: 't' } },
		'I2',
	],
	['by its recipient', { author: { id: 'U' }, data: { id: 'I2', recipient_email: null } }, 'I2'],
	['by its id alone', { survey, data: { id: 'I2' } }, 'I2'],
	['as the answer itself', { survey, author: { id: 'U' }, id: 'I2', token: 't' }, 'I2'],
	['by a token without id', { token: 't', author: { id: 'U' } }, undefined],
	['nowhere', { survey, link: 'x' }, undefined],
])('finds it %s', (_name, answer, id) => {
	const found = invitationIn(answer);
	expect(found.id).toBe(id);
	expect(found.created_at).toBeUndefined();
});

it('the public create skips who is there; a personal one has no such word', () => {
	const { steps } = planFor([who], []);
	const [open, personal] = (['public', 'personal'] as const).map((way) =>
		steps.map((step) => bodyOf(step, way)),
	);
	expect(open).toEqual([{ ...fieldsOf(who), on_duplicate: 'skip' }]);
	expect(personal).toEqual([fieldsOf(who)]);
});
