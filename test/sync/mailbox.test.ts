/** People who share a mailbox, people who stand in the list twice, and people who opted out. */
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import type { SyncOptions } from '../../nodes/SurveyInterview/sync/syncOptions';
import { fieldsOf, inShort, invitation, OPTIONS, planAtOnce, planFor, type Who } from './examples';

const HOME = 'home@x.com';
const plan = (
	contacts: Who[],
	invitations: Array<Record<string, unknown>>,
	options: Partial<SyncOptions> = {},
) => inShort(planFor(contacts, invitations, options));

describe('an invitation with another external id is another person’s', () => {
	const adas = invitation('I1', { email: HOME, id: '1', name: 'Ada' });
	const bob = { email: HOME, id: '2', name: 'Bob' };

	it('also while its own contact cannot be read', () => {
		const ada = {
			item: 0,
			row: 1,
			fields: { recipient_name: 'Ada' },
			problem: 'Her label is too long.',
		};
		const contacts = [ada, contactOf(1, fieldsOf(bob), OPTIONS.matchBy)];
		expect(inShort(planAtOnce(contacts, [adas], OPTIONS))).toEqual(['failed', 'duplicate I1']);
	});

	it('also of somebody who has used it', () => {
		expect(plan([bob], [{ ...adas, status: 'used' }])).toEqual(['duplicate I1']);
	});

	it('one without an id is taken over, once', () => {
		const free = invitation('I3', { email: HOME });
		expect(plan([bob, { ...bob, id: '4' }], [adas, free])).toEqual([
			'updated I3 recipient_external_id recipient_name',
			'duplicate I3 of 1',
		]);
	});
});

describe('a person who stands in the list twice', () => {
	const old = invitation('I1', { email: 'old@x.com', id: '1', name: 'Ada' });

	it.each<[string, Who[]]>([
		['first without the id', [{ email: 'ada@x.com' }, { email: 'ada@x.com', id: '1' }]],
		['first with it', [{ email: 'ada@x.com', id: '1' }, { email: 'ada@x.com' }]],
	])('keeps the one invitation: %s', (_, rows) => {
		expect(plan(rows, [old])).toEqual(['updated I1 recipient_email', 'duplicate of 1']);
	});

	it('is not taken for the other person of the mailbox', () => {
		const both = [
			invitation('I2', { email: HOME, id: '2', name: 'Bob' }),
			invitation('I1', { email: HOME, id: '1', name: 'Ada' }, { status: 'used' }),
		];
		const rows = [
			{ email: HOME, name: 'Ada L' },
			{ email: HOME, id: '1', name: 'Ada L' },
			{ email: HOME, id: '2', name: 'Bob' },
		];
		expect(plan(rows, both)).toEqual([
			'updated I1 recipient_name',
			'duplicate of 1',
			'unchanged I2',
		]);
	});

	it('is invited with the id that the second row has', () => {
		const { steps } = planFor([{ email: 'ada@x.com' }, { email: 'ada@x.com', id: '1' }], []);
		expect(steps[0]).toMatchObject({
			fate: 'created',
			contact: { fields: { recipient_external_id: '1', recipient_email: 'ada@x.com' } },
		});
	});
});

describe('who opted out', () => {
	const out = { neverCreateFor: ['9'] };

	it('takes over nobody’s invitation', () => {
		const adas = invitation('I1', { email: HOME, id: '1', name: 'Ada' });
		expect(plan([{ email: HOME, id: '9' }], [adas], out)).toEqual(['skipped']);
	});

	it.each([['emailThenExternalId'], ['email']] as const)('in any row (%s)', (matchBy) => {
		const rows = [{ email: 'ada@x.com' }, { email: 'ada@x.com', id: '9' }];
		expect(plan(rows, [], { ...out, matchBy })).toEqual(['skipped', 'duplicate of 1']);
	});
});

it.each([['public'], ['personal']] as const)(
	'who changes address is not invited again by it (%s)',
	(createWith) => {
		const options = { createWith, matchBy: 'email' } as const;
		const known = invitation('I1', { email: 'old@x.com', id: '1' });
		expect(plan([{ email: 'new@x.com', id: '1' }], [known], options)).toEqual(['duplicate I1']);
	},
);

it('a placeholder for an address names no more invitations than one can read', () => {
	const all = Array.from({ length: 3000 }, (_, nth) => invitation(`I${nth}`, { email: HOME }));
	const { steps } = planFor([{ email: HOME, id: '1' }], all);
	expect(steps[0]).toMatchObject({ fate: 'updated' });
	expect(steps[0]?.otherInvitationIds).toHaveLength(100);
});
