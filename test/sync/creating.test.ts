/** What the answer to a create tells, beyond that it was accepted. */
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import { bodyOf, readCreated } from '../../nodes/SurveyInterview/sync/write';
import { fieldsOf, invitation, planFor } from './examples';

const who = { email: 'Ada@x.com', id: '1', name: 'Ada', properties: { team: 'North' } };
const contact = contactOf(0, fieldsOf(who), 'email');
const LIST = { knownIds: new Set<unknown>(['I1']) };
const NOBODY = { knownIds: new Set<unknown>() };
const told = (answer: Record<string, unknown>, list = LIST) => readCreated(answer, contact, list);
const fresh = { ...invitation('I2', who), created_at: '2026-01-02T00:00:01Z' };

it('nothing, when it is new and as asked for', () => {
	expect(told(fresh)).toEqual({});
	expect(told({ ...fresh, recipient_email: 'ada@X.com', extra: true })).toEqual({});
	expect(told({ link: 'https://…', invitation: fresh })).toEqual({});
});

it('nothing, when it shows no more than a link: its record is not specified', () => {
	const answer = { url: 'https://…' };
	expect(told(answer)).toEqual({});
	const withoutIds = { knownIds: new Set<unknown>([undefined]) };
	expect(told(answer, withoutIds)).toEqual({});
});

it('that there was one, when the list had it', () => {
	expect(told({ ...fresh, id: 'I1' })).toMatchObject({
		isExisting: true,
		remark: expect.stringContaining('(I1) instead of a new one. Check whose it is.'),
	});
});

it('or when the answer says that none was created', () => {
	const answer = { invitation_id: 'I7', created: false };
	expect(told(answer, NOBODY)).toMatchObject({
		isExisting: true,
		remark: expect.stringContaining('(I7) instead of a new one'),
	});
	const nameless = told({ created: false }, NOBODY);
	expect(nameless.remark).toContain('an existing invitation instead of a new one');
	expect(told({ invitation_id: 'I7', created: true })).toEqual({});
	expect(told({ invitation_id: 'I1' }).isExisting).toBe(true);
	const beside = { created: false, invitation: { id: 'I7' } };
	expect(told(beside, NOBODY).isExisting).toBe(true);
});

it('not by that word, when a try before it, whose answer was lost, may have created it', () => {
	const answer = { ...fresh, created: false };
	expect(readCreated(answer, contact, NOBODY, true)).toEqual({});
	const known = { ...answer, id: 'I1' };
	expect(readCreated(known, contact, LIST, true).isExisting).toBe(true);
});

it('that it differs, and in what', () => {
	const { remark, isExisting } = told({ ...fresh, recipient_name: 'Bob', properties: {} });
	expect(isExisting).toBeUndefined();
	expect(remark).toContain('differ in name, properties:');
});

it('the public create skips who is there; a personal one and an update have no such word', () => {
	const { steps } = planFor([who], []);
	const [open, personal] = (['public', 'personal'] as const).map((way) =>
		steps.map((step) => bodyOf(step, way)),
	);
	expect(open).toEqual([{ ...fieldsOf(who), on_duplicate: 'skip' }]);
	expect(personal).toEqual([fieldsOf(who)]);
	const changes = [{ key: 'recipient_name' as const, from: 'Bo', to: 'Bob' }];
	const update = { ...steps[0]!, write: 'updated' as const, changes };
	expect(bodyOf(update, 'public')).toEqual({ recipient_name: 'Bob' });
});
