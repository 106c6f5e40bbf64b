/** Whose invitation ends. */
import type { SyncOptions } from '../../nodes/SurveyInterview/sync/syncOptions';
import { inShort, invitation, planFor, revocationsIn, type Who } from './examples';

const REVOKE = { whenMissing: 'revoke' } as const;
const revoked = (
	contacts: Who[],
	list: Array<Record<string, unknown>>,
	options: Partial<SyncOptions> = {},
) => {
	const plan = planFor(contacts, list, { ...REVOKE, ...options });
	return inShort({ steps: revocationsIn(plan) });
};

describe('people no longer in the list', () => {
	const gone = invitation('I2', { email: 'gone@x.com', id: '2' });
	const list = [invitation('I1', { email: 'a@x.com', id: '1' }), gone];
	const a = { email: 'a@x.com', id: '1' };

	it('are left, or revoked', () => {
		expect(revoked([a], list, { whenMissing: 'leave' })).toEqual([]);
		expect(revoked([a], list)).toEqual(['revoked I2']);
	});

	it.each(['used', 'expired', 'paused'])('not one that is %s', (status) => {
		expect(revoked([a], [{ ...gone, status }])).toEqual([]);
	});

	it.each(['shared_link', 'popup', 'test'])('nor one of type %s', (type) => {
		expect(revoked([a], [{ ...gone, type }])).toEqual([]);
	});

	it('not who is in the list by either key, whatever the match looks at', () => {
		const contacts = [{ email: 'GONE@x.com', id: '9' }];
		expect(revoked(contacts, [gone], { matchBy: 'externalId' })).toEqual([]);
		expect(revoked([{ email: 'n@x.com', id: '2' }], [gone], { matchBy: 'email' })).toEqual([]);
	});

	it('not a second invitation of who is in the list', () => {
		expect(revoked([a], [...list.slice(0, 1), { ...list[0], id: 'I3' }])).toEqual([]);
	});

	it('nobody, where a contact could not be read: it may be one of them', () => {
		const plan = planFor([a, {}], list, REVOKE);
		expect(inShort(plan)).toEqual(['unchanged I1', 'failed', 'skipped I2']);
		expect(revocationsIn(plan)[0]).toMatchObject({
			reason: expect.stringMatching(/^Not revoked: some contacts .* could not be read/),
		});
	});

	it('nobody whose key the list lacks', () => {
		const byEmail = invitation('I3', { email: 'only@x.com' });
		const byId = invitation('I4', { id: '4' });
		expect(revoked([{ id: '1' }], [byEmail, byId])).toEqual(['skipped I3', 'revoked I4']);
		expect(revoked([{ email: 'a@x.com' }], [byEmail, byId])).toEqual(['revoked I3', 'skipped I4']);
		expect(revoked([{ id: '1' }, { email: 'b@x.com' }], [byEmail, byId])).toEqual([
			'skipped I3',
			'skipped I4',
		]);
	});

	it('by the key that the fewest contacts lack', () => {
		const both = invitation('I9', { email: 'only@x.com', id: '9' });
		expect(revoked([{ email: 'a@x.com' }, { email: 'b@x.com', id: '1' }], [both])).toEqual([
			'revoked I9',
		]);
		expect(revoked([{ id: '1' }, { email: 'b@x.com', id: '2' }], [both])).toEqual(['revoked I9']);
		const byId = invitation('I4', { id: '4' });
		expect(revoked([a, { email: 'b@x.com', id: '2' }], [byId])).toEqual(['revoked I4']);
	});

	it('nobody who may share the mailbox of a row without an ID, also where a later row has one', () => {
		const contacts = [{ email: 'a@x.com' }, { email: 'a@x.com', id: '3' }];
		expect(revoked(contacts, [invitation('I4', { id: '4' })])).toEqual(['skipped I4']);
	});

	it('nobody whose key the list lacks: the reason names the contacts that lack it', () => {
		const list = [invitation('I3', { email: 'only@x.com', id: '3' })];
		const reasons = (contacts: Who[]) =>
			revocationsIn(planFor(contacts, list, REVOKE)).map(({ reason }) => reason);
		const mixed: Who[] = [{ id: '1' }, { id: '2' }, { email: 'b@x.com' }];
		const many: Who[] = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ email: `${name}@x.com` }));
		const told = {
			one: reasons(mixed),
			many: reasons([...many, { id: '1' }, ...many.map((_unused, at) => ({ id: `9${at}` }))]),
		};
		expect([told.one.length, told.many.length]).toEqual([1, 1]);
		expect(told.one[0]).toContain('b@x.com (row 3).');
		expect(told.many[0]).toContain('c@x.com (row 3) and 2 more.');
		expect(told).toMatchSnapshot();
	});
});
