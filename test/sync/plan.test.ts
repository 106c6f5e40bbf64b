/** What is done about each contact, and what is not. */
import { Wording } from '../harness/support/wording';
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import { fieldsOf, inShort, invitation, OPTIONS, planAtOnce, planFor, type Who } from './examples';

const wording = new Wording();

const a = 'a@x.com';
const b = 'b@x.com';

it('creates, updates, leaves alone, and keeps the order of the input', () => {
	const list = [
		invitation('I1', { email: a, name: 'Ada' }),
		invitation('I2', { email: b, name: 'Bob' }),
	];
	const contacts = [
		{ email: b, name: 'Bob' },
		{ email: 'c@x.com' },
		{},
		{ email: a, name: 'Ada L.' },
	];
	expect(inShort(planFor(contacts, list))).toEqual([
		'unchanged I2',
		'created',
		'failed',
		'updated I1 recipient_name',
	]);
});

it('does the same again for the same, and nothing once it is done', () => {
	const contacts = [{ email: a, id: '1', properties: { x: '1' } }];
	const before = planFor(contacts, []);
	expect(planFor(contacts, [])).toEqual(before);
	expect(inShort(planFor(contacts, [invitation('I1', contacts[0] ?? {})]))).toEqual([
		'unchanged I1',
	]);
});

it('changes nothing where Update Existing is off', () => {
	const plan = planFor([{ email: a, name: 'New' }], [invitation('I1', { email: a })], {
		updateExisting: false,
	});
	expect(inShort(plan)).toEqual(['unchanged I1']);
});

it('an opt-out is still found in the next run, because an invitation of the person keeps its ID', () => {
	const list = [invitation('I1', { email: a, id: '1' })];
	const contacts = [
		{ email: 'moved@x.com', id: '1' },
		{ email: a, id: '7' },
	];
	const plan = planFor(contacts, list, { matchBy: 'email', neverCreateFor: [a] });
	expect(inShort(plan)).toEqual(['skipped', 'unchanged I1']);
	const withoutOptOut = planFor(contacts, list, { matchBy: 'email' });
	expect(inShort(withoutOptOut)[1]).toBe('updated I1 recipient_external_id');
});

describe('what looks like an exchange of two people', () => {
	const list = [invitation('I1', { email: a, id: '1' }), invitation('I2', { email: b, id: '2' })];
	const c = 'c@x.com';

	it.each<[string, Who[], string[]]>([
		[
			'two have each other’s ID',
			[
				{ email: b, id: '1' },
				{ email: a, id: '2' },
			],
			['failed I2', 'failed I1'],
		],
		[
			'a column of IDs that has moved by a row',
			[
				{ email: a, id: '2' },
				{ email: b, id: '3' },
				{ email: c, id: '1' },
			],
			['failed I1', 'duplicate I2', 'failed I1'],
		],
		[
			'somebody has the address that another gives up',
			[
				{ email: a, id: '9' },
				{ email: 'new@x.com', id: '1' },
			],
			['duplicate I1', 'failed I1'],
		],
		[
			'somebody without an ID is where the ID of another was',
			[{ email: b }, { email: 'c@x.com', id: '2' }],
			['unchanged I2', 'duplicate I2 of 1'],
		],
	])('%s: nothing is changed, and a sentence says so', (name, contacts, expected) => {
		for (const updateExisting of [true, false]) {
			const plan = planFor(contacts, list, { updateExisting });
			expect(inShort(plan)).toEqual(expected);
			const reasons = plan.steps.map(({ reason }) => reason ?? null);
			wording.note(reasons, name);
		}
	});

	it('nobody is invited in the place of somebody whose invitation it might be', () => {
		const contacts = [{ email: 'new@x.com', id: '1' }];
		expect(inShort(planFor(contacts, list))).toEqual(['updated I1 recipient_email']);
		const used = [{ ...list[0], status: 'used' }];
		const plan = planFor(contacts, used);
		expect(inShort(plan)).toEqual(['duplicate I1']);
		wording.note(plan.steps[0]?.reason, 'a used invitation');
	});

	it('an ID of several rows with different addresses takes no invitation', () => {
		const contacts = [
			{ email: 'new@x.com', id: '1' },
			{ email: 'other@x.com', id: '1' },
		];
		const plan = planFor(contacts, list);
		expect(inShort(plan)).toEqual(['duplicate I1', 'duplicate of 1']);
		wording.note(plan.steps[0]?.reason, 'a shared ID');
	});

	it('who has an invitation with both keys is not exchanged, in whatever order the service lists others', () => {
		const contacts = [
			{ email: a, id: '7', name: 'Ada' },
			{ email: b, id: '8', name: 'Bob' },
		];
		const own = invitation('I2', { email: a, id: '7', name: 'Ada' });
		const others = invitation('I1', { email: b, id: '7', name: 'Bob' });
		const fates = [
			[own, others],
			[others, own],
		].map((listed) => inShort(planFor(contacts, listed))[0]);
		expect(fates).toEqual(['unchanged I2', 'unchanged I2']);
	});

	it('who gets a mailbox of their own is no exchange', () => {
		const shared = [
			invitation('I1', { email: a, id: '1' }),
			invitation('I2', { email: a, id: '2' }),
		];
		const contacts = [
			{ email: 'own@x.com', id: '1' },
			{ email: a, id: '2' },
		];
		expect(inShort(planFor(contacts, shared))).toEqual([
			'updated I1 recipient_email',
			'unchanged I2',
		]);
	});
});

describe('a key that somebody else has', () => {
	const other = invitation('I1', { email: a });
	const contact = { email: a, id: '5' };

	it('creates nothing through the public endpoint, which would give that one back', () => {
		const plan = planFor([contact], [other], { matchBy: 'externalId', createWith: 'public' });
		expect(inShort(plan)).toEqual(['duplicate I1']);
		expect(plan.steps[0]).toMatchObject({
			reason: expect.stringContaining(`Its email address belongs to invitation I1, of ${a}.`),
		});
	});

	it('is no hindrance for Create Personal, where the match does not look at it', () => {
		const plan = planFor([contact], [other], { matchBy: 'externalId', createWith: 'personal' });
		expect(inShort(plan)).toEqual(['created']);
	});

	it('holds between new contacts too', () => {
		const contacts = [contact, { email: b, id: '5' }];
		expect(inShort(planFor(contacts, [], { matchBy: 'email' }))).toEqual([
			'created',
			'duplicate of 1',
		]);
	});
});

describe('who opted out', () => {
	it('is never invited, by address or id, and keeps an invitation that is there', () => {
		const contacts = [
			{ email: a },
			{ email: b, id: '7' },
			{ email: 'c@x.com' },
			{ email: 'd@x.com' },
		];
		const list = [invitation('I1', { email: 'c@x.com' })];
		const neverCreateFor = [' A@X.com ', '7', 'c@x.com'];
		const plan = planFor(contacts, list, { neverCreateFor });
		expect(inShort(plan)).toEqual(['skipped', 'skipped', 'unchanged I1', 'created']);
		expect(plan.steps[0]).toMatchObject({
			reason: 'This person is listed under Never Create For.',
		});
	});
});

describe('a label that no update takes', () => {
	const long = 'l'.repeat(121);
	const list = [
		invitation('I1', { email: a, id: '1' }),
		invitation('I2', { email: b, label: long }),
	];

	it('fails alone where it would change an invitation, and nothing else of that contact is changed', () => {
		const contacts = [{ email: 'new@x.com', id: '1', label: long }];
		const plan = planFor(contacts, list, { whenMissing: 'revoke' });
		expect(inShort(plan)).toEqual(['failed', 'revoked I2']);
		expect(plan.steps[0]).toMatchObject({ contact: { item: 0 } });
		expect(plan.steps[0]?.reason).toMatch(/^Label has 121 characters, /);
		wording.note(plan.steps[0]?.reason);
	});

	it('is no hindrance where it is there already, or the invitation is new: no bound is given for those', () => {
		const contacts = [
			{ email: b, label: long },
			{ email: 'c@x.com', label: long },
		];
		expect(inShort(planFor(contacts, list))).toEqual(['unchanged I2', 'created']);
	});
});

it('who has a used or expired invitation gets no other, and is told about Reissue', () => {
	const list = [
		invitation('I1', { email: a }, { status: 'used' }),
		invitation('I2', { email: b }, { status: 'expired' }),
	];
	const plan = planFor([{ email: a }, { email: b }], list);
	expect(inShort(plan)).toEqual(['unchanged I1', 'unchanged I2']);
	const [used, expired] = plan.steps.map(({ reason }) => reason);
	expect(used).toBeUndefined();
	expect(expired).toContain('Reissue');
	wording.note(expired);
});

it('who has an invitation that the list shows without its ID is not invited again', () => {
	const nameless = invitation('I1', { email: a }, { id: null });
	expect(inShort(planFor([{ email: a }], [nameless]))).toEqual(['unchanged ']);
});

describe('a row that cannot be used', () => {
	const row = (item: number, who: Who, more: object = {}) => ({
		...contactOf(item, fieldsOf(who), 'emailThenExternalId'),
		...more,
	});
	const broken = row(0, { email: a }, { problem: 'Why.' });
	const REVOKE = { ...OPTIONS, whenMissing: 'revoke' } as const;

	it('is nobody’s duplicate, and has none', () => {
		for (const [first, second] of [
			[broken, row(1, { email: a })],
			[row(0, { email: a }), { ...broken, item: 1 }],
		]) {
			const plan = planAtOnce([first as never, second as never], [], OPTIONS);
			expect(inShort(plan).sort()).toEqual(['created', 'failed']);
		}
	});

	it('still shows that its person is in the list', () => {
		const list = [invitation('I1', { email: a }), invitation('I2', { email: b })];
		expect(inShort(planAtOnce([broken], list, REVOKE))).toEqual(['failed', 'skipped I2']);
	});

	it('still shows that its ID may be of two people', () => {
		const other = row(1, { email: 'no address', id: '1' }, { problem: 'Why.' });
		const contacts = [row(0, { email: 'new@x.com', id: '1' }), other];
		const list = [invitation('I1', { email: a, id: '1' })];
		expect(inShort(planAtOnce(contacts, list, OPTIONS))).toEqual(['duplicate I1', 'failed']);
	});

	it('hinders no revocation where it is empty', () => {
		const empty = row(1, {}, { problem: 'Why.', isEmptyRow: true });
		const plan = planAtOnce(
			[row(0, { email: a }), empty],
			[invitation('I2', { email: b })],
			REVOKE,
		);
		expect(inShort(plan)).toEqual(['created', 'skipped', 'revoked I2']);
	});

	it('only for a create, fails alone there', () => {
		const rows = [a, b].map((email, item) => row(item, { email }, { problemIfNew: 'Why.' }));
		const plan = planAtOnce(rows, [invitation('I2', { email: b })], OPTIONS);
		expect(inShort(plan)).toEqual(['failed', 'unchanged I2']);
		expect(plan.steps[0]?.reason).toBe('Why.');
	});

	it('an ID that is not used still opts out', () => {
		const options = { ...OPTIONS, neverCreateFor: ['crm-'] };
		const rows = [row(0, { email: a }, { unusedId: 'crm-' }), row(1, { email: b })];
		expect(inShort(planAtOnce(rows, [], options))).toEqual(['skipped', 'created']);
	});
});

describe('a key that an invitation gives up', () => {
	it('is free for a new address', () => {
		const contacts = [
			{ id: '1', email: 'new@x.com' },
			{ id: '2', email: a },
		];
		const list = [invitation('I1', { email: a, id: '1' })];
		expect(inShort(planFor(contacts, list, { matchBy: 'externalId' }))).toEqual([
			'updated I1 recipient_email',
			'created',
		]);
	});

	it('is free for a new ID', () => {
		const contacts = [
			{ id: '2', email: a },
			{ id: '1', email: b },
		];
		const list = [invitation('I1', { email: a, id: '1' })];
		expect(inShort(planFor(contacts, list, { matchBy: 'email' }))).toEqual([
			'updated I1 recipient_external_id',
			'created',
		]);
	});

	it('is taken by an invitation that stays', () => {
		const contacts = [{ email: b, id: '1' }];
		const list = [invitation('I1', { email: a, id: '1' })];
		expect(inShort(planFor(contacts, list, { matchBy: 'email' }))).toEqual(['duplicate I1']);
	});
});

it('rows of one person with two addresses are not two people', () => {
	const contacts = [
		{ email: 'new@x.com', id: '1' },
		{ email: b, id: '1' },
	];
	const plan = planFor(contacts, [invitation('I1', { email: b, id: '1' })]);
	expect(inShort(plan)).toEqual(['duplicate I1', 'duplicate of 1']);
});

it('other invitations of a person are named, and those that are open as too many', () => {
	const of = (id: string, status: string, who: Who = { email: a }) =>
		invitation(id, who, { status });
	const reasonFor = (...list: Array<ReturnType<typeof invitation>>) => {
		const { steps } = planFor([{ email: a, id: '1' }], list, { updateExisting: false });
		return [steps[0]?.reason, steps[0]?.otherInvitationIds];
	};
	expect(reasonFor(of('I1', 'open'))).toEqual([undefined, undefined]);
	expect(reasonFor(of('I1', 'open'), of('I2', 'used'))).toEqual([undefined, ['I2']]);
	const [reason, others] = reasonFor(of('I1', 'open'), of('I2', 'open'), of('I3', 'used'));
	expect(reason).toContain(' 1 other open invitation (I2)');
	expect(others).toEqual(['I2', 'I3']);
	const [both] = reasonFor(of('I1', 'expired', { email: a, id: '1' }), of('I2', 'open'));
	expect(both).toMatch(/Reissue .+\. The same person has 1 other/);
});

it('only what differs is written', () => {
	const list = [invitation('I1', { email: a }), invitation('I2', { email: b })];
	const { steps } = planFor([{ email: a }, { email: b, name: 'Bob' }, { email: 'c@x.com' }], list);
	expect(steps.map(({ write }) => write)).toEqual([undefined, 'updated', 'created']);
	expect(steps[2]?.changes).toEqual([{ key: 'recipient_email', from: null, to: 'c@x.com' }]);
});

it.each([
	['personal', { id: '1' }, true],
	['personal', { id: '1', email: a }, false],
	['public', { id: '1' }, false],
] as const)(
	'of a %s create of %j, says that it may be refused: %s',
	(createWith, who, isDoubtful) => {
		const { steps } = planFor([who], [], { createWith });
		expect([steps[0]?.fate, steps[0]?.reason !== undefined]).toEqual(['created', isDoubtful]);
	},
);

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
