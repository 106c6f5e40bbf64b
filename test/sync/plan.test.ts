/** What is done about each contact, and what is not. */
import { Wording } from '../harness/support/wording';
import { inShort, invitation, planFor } from './examples';

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

describe('people who swap addresses', () => {
	const list = [invitation('I1', { email: a, id: '1' }), invitation('I2', { email: b, id: '2' })];

	it('each keep their invitation', () => {
		const contacts = [
			{ email: b, id: '1' },
			{ email: a, id: '2' },
		];
		expect(inShort(planFor(contacts, list))).toEqual([
			'updated I1 recipient_email',
			'updated I2 recipient_email',
		]);
	});

	it('an address that one gives up is free for a new one', () => {
		const contacts = [
			{ email: a, id: '9' },
			{ email: 'new@x.com', id: '1' },
		];
		expect(inShort(planFor(contacts, [list[0]]))).toEqual([
			'created',
			'updated I1 recipient_email',
		]);
	});

	it('but not where nothing is updated', () => {
		const contacts = [
			{ email: a, id: '9' },
			{ email: 'new@x.com', id: '1' },
		];
		const plan = planFor(contacts, [list[0]], { updateExisting: false });
		expect(inShort(plan)).toEqual(['duplicate I1 of 1', 'unchanged I1']);
		expect(plan.steps[0]).toMatchObject({
			reason: expect.stringMatching(
				/^Its email address belongs to new@x\.com \(row 2\)\. To invite both, choose Match By/,
			),
		});
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
			'duplicate of 0',
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
		const contacts = [
			{ email: 'new@x.com', id: '1', label: long },
			{ email: a, id: '9' },
		];
		const plan = planFor(contacts, list, { whenMissing: 'revoke' });
		expect(inShort(plan)).toEqual(['failed', 'duplicate I1 of 0', 'revoked I2']);
		expect(plan.steps[0]).toMatchObject({ contact: { item: 0 } });
		expect(plan.steps[0]?.reason).toMatch(/^Label has 121 characters, /);
		wording.note(plan.steps[0]?.reason);
		// The address is still that of I1, for it is not changed.
		expect(plan.steps[1]?.reason).toContain('belongs to new@x.com (row 1)');
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

it('what is no record is passed over', () => {
	expect(
		inShort(planFor([{ email: a }], [null, 'I1', {}, { id: null, recipient_email: a }])),
	).toEqual(['created']);
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
