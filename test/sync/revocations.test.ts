/** Whose invitation ends, and the guards against a wrong list. */
import { guardRefusal } from '../../nodes/SurveyInterview/sync/guards';
import type { SyncOptions } from '../../nodes/SurveyInterview/sync/options';
import { inShort, invitation, OPTIONS, planFor, type Who } from './examples';

const REVOKE = { whenMissing: 'revoke' } as const;
const revoked = (contacts: Who[], list: unknown[], options: Partial<SyncOptions> = {}) => {
	const { revocations, ...plan } = planFor(contacts, list, { ...REVOKE, ...options });
	return inShort({ ...plan, steps: [], revocations });
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

	it.each(['shared_link', 'popup', 'test', 'sms'])('nor one of type %s', (type) => {
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
		expect(plan.revocations[0]).toMatchObject({
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
});

describe('guards', () => {
	const people = (count: number, from = 0): Who[] =>
		Array.from({ length: count }, (_, n) => ({ email: `p${from + n}@x.com` }));
	const open = people(10).map((who, n) => invitation(`I${n}`, who));
	const refusal = (contacts: Who[], list: unknown[], options: Partial<SyncOptions>) =>
		guardRefusal([planFor(contacts, list, options)], { ...OPTIONS, ...options });

	it('Max Creates: so many, and not one more', () => {
		expect(refusal(people(3), [], { maxCreates: 3 })).toBeUndefined();
		expect(refusal(people(3), [], { maxCreates: 2 })).toBe(
			'3 invitations would be created, and Max Creates is 2: check the list, or raise Max Creates.',
		);
		expect(refusal(people(1), [], { maxCreates: 0 })).toBeDefined();
		expect(refusal([], [], { maxCreates: 0 })).toBeUndefined();
	});

	it('Max Creates holds for all surveys of a run together', () => {
		const plans = [planFor(people(2), []), planFor(people(2), [])];
		expect(guardRefusal(plans, { ...OPTIONS, maxCreates: 3 })).toContain(
			'4 invitations would be created',
		);
	});

	it('Max Revoke: such a share of the open ones, and not one more', () => {
		const used = open.map((one) => ({ ...one, id: `${one.id} used`, status: 'used' }));
		const list = [...open, ...used];
		expect(refusal(people(8), list, { ...REVOKE, maxRevokePercent: 20 })).toBeUndefined();
		expect(refusal(people(7), list, { ...REVOKE, maxRevokePercent: 29 })).toBe(
			'3 of 10 open invitations would be revoked, and Max Revoke is 29 %: check the list, or raise Max Revoke.',
		);
		expect(refusal(people(9), list, { ...REVOKE, maxRevokePercent: 0 })).toBeDefined();
		expect(refusal(people(10), list, { ...REVOKE, maxRevokePercent: 0 })).toBeUndefined();
	});

	it('Max Revoke does not count what is never revoked', () => {
		const others = open.map((one) => ({ ...one, id: `${one.id} new`, type: 'kiosk' }));
		const list = [...open, ...others];
		const options = { ...REVOKE, maxRevokePercent: 29 };
		expect(refusal(people(7), list, options)).toContain('3 of 10 open invitations');
	});

	it('never when the list is empty or cannot be read, whatever share is allowed', () => {
		for (const contacts of [[], [{}]]) {
			expect(refusal(contacts, open, { ...REVOKE, maxRevokePercent: 100 })).toMatch(
				/^The list holds no contact that could be read, so nobody is revoked/,
			);
		}
		expect(refusal([], open, {})).toBeUndefined();
	});

	it('name the survey where there are several', () => {
		const options = { ...OPTIONS, ...REVOKE, maxRevokePercent: 10 };
		const plans = [people(10), people(5)].map((contacts, n) => ({
			surveyId: `S${n}`,
			...planFor(contacts, open, options),
		}));
		expect(guardRefusal(plans, options)).toContain('5 of 10 open invitations of survey S1 would');
	});
});
