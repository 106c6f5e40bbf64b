/** Which invitation is a contact's, and which contacts are one person. */
import { inShort, invitation, planFor, type Who } from './examples';
import type { MatchBy } from '../../nodes/SurveyInterview/sync/syncOptions';

const match = (
	contacts: Who[],
	invitations: Array<Record<string, unknown>>,
	matchBy: MatchBy = 'emailThenExternalId',
) => inShort(planFor(contacts, invitations, { matchBy, updateExisting: false }));

describe('a contact finds its invitation', () => {
	const one = invitation('I1', { email: 'ada@example.com', id: '1' });

	it.each<[string, Who, MatchBy, string]>([
		[
			'by external id, whatever the address',
			{ id: '1', email: 'new@x.com' },
			'externalId',
			'unchanged I1',
		],
		['by address, in any case', { email: 'ADA@Example.COM' }, 'email', 'unchanged I1'],
		['by address, whatever the id', { id: '2', email: 'ada@example.com' }, 'email', 'unchanged I1'],
		[
			'by external id, where no invitation has the address',
			{ id: '1', email: 'new@x.com' },
			'emailThenExternalId',
			'unchanged I1',
		],
		['by address first', { email: 'ada@example.com' }, 'emailThenExternalId', 'unchanged I1'],
		[
			'but not what has another external id',
			{ id: '2', email: 'ada@example.com' },
			'emailThenExternalId',
			'duplicate I1',
		],
		['ids in their own case', { id: 'a1' }, 'externalId', 'created'],
		['not without the key', { email: 'ada@example.com' }, 'externalId', 'failed'],
		['not without any key', { name: 'Ada' }, 'emailThenExternalId', 'failed'],
	])('%s', (_, contact, matchBy, expected) => {
		expect(match([contact], [one], matchBy)).toEqual([expected]);
	});

	it('in the form that DNS knows', () => {
		const found = match(
			[{ email: 'ada@xn--mnchen-3ya.de' }],
			[invitation('I1', { email: 'Ada@MÜNCHEN.de' })],
		);
		expect(found).toEqual(['unchanged I1']);
	});

	it('by external id, also where its address is that of somebody else in the list, unless its name differs', () => {
		const list = [invitation('I1', { email: 'ada@x.com', id: '1', name: 'Ada' })];
		const other = { id: '2', email: 'ada@x.com' };
		const byId = (contacts: Who[]) => match(contacts, list, 'externalId')[0];
		expect(byId([{ id: '1', email: 'new@x.com' }, other])).toBe('unchanged I1');
		expect(byId([{ id: '1', email: 'new@x.com', name: 'Bob' }, other])).toBe('failed I1');
		expect(byId([{ id: '1', email: 'ada@x.com', name: 'Ada King' }])).toBe('unchanged I1');
	});

	it('by external id, also where several people move in a chain, in whatever order the list has them', () => {
		const list = [
			invitation('I1', { email: 'first@x.com', id: '1' }),
			invitation('I2', { email: 'second@x.com', id: '2' }),
		];
		// The second one leaves the address that the first one gets.
		const moves = [
			{ email: 'second@x.com', id: '1' },
			{ email: 'new@x.com', id: '2' },
		];
		const byId = (contacts: Who[]) =>
			inShort(planFor(contacts, list, { matchBy: 'externalId' })).toSorted();
		expect(byId(moves)).toEqual(byId(moves.toReversed()));
		expect(byId(moves)).toEqual(['updated I1 recipient_email', 'updated I2 recipient_email']);
	});

	it('whose id is a number in the service', () => {
		const numbered = invitation('I1', {}, { recipient_external_id: 42 });
		expect(match([{ id: '42' }], [numbered])).toEqual(['unchanged I1']);
	});

	it('nobody without an id by the id “undefined”, which an export may have left there', () => {
		const list = [invitation('I1', { id: 'undefined', email: 'x@x.com' })];
		const plan = planFor([{ email: 'y@x.com' }], list, { matchBy: 'emailThenExternalId' });
		expect(inShort(plan)).toEqual(['created']);
	});

	it('by its ID, also a used one, where one of the two has no address', () => {
		const used = (who: Who) => invitation('I1', who, { status: 'used' });
		expect(match([{ id: '1', email: 'new@x.com' }], [used({ id: '1' })])).toEqual(['unchanged I1']);
		expect(match([{ id: '1' }], [used({ id: '1', email: 'a@x.com' })])).toEqual(['unchanged I1']);
	});

	it('by its ID alone the preferred one, with an address or without', () => {
		const list = [
			invitation('I1', { id: '1' }, { status: 'used' }),
			invitation('I2', { id: '1', email: 'a@x.com' }),
		];
		expect(match([{ id: '1' }], list)).toEqual(['unchanged I2 beside I1']);
	});

	it('the one with its address, although another has its ID', () => {
		const list = [
			invitation('I1', { email: 'a@x.com' }),
			invitation('I2', { id: '1', email: 'b@x.com' }),
		];
		expect(match([{ id: '1', email: 'a@x.com' }], list)[0]).toMatch(/^unchanged I1/);
	});

	it.each<[name: string | undefined, shown: string | undefined, expected: string]>([
		['Ada King', 'Ada Lovelace', 'unchanged I1'],
		['Ada King', 'Bob Berg', 'failed I1'],
		['D. King', 'Dana Berg', 'unchanged I1'],
		['Dana Berg', 'D. King', 'unchanged I1'],
		['King, Ada', 'Ada Berg', 'unchanged I1'],
		['Réne King', 'RENE Berg', 'unchanged I1'],
		['Ada!', 'Bob', 'failed I1'],
		['Ada', 'Bob!', 'failed I1'],
		[undefined, 'Bob', 'unchanged I1'],
		['Ada', undefined, 'unchanged I1'],
		['!', 'Bob', 'unchanged I1'],
	])('%s with a new address, by the ID of %s: %s', (name, shown, expected) => {
		const list = [invitation('I1', { id: '1', email: 'old@x.com', name: shown })];
		expect(match([{ id: '1', email: 'new@x.com', name }], list)).toEqual([expected]);
	});

	it.each<[what: string, second: Who, expected: string]>([
		['another address', { id: '1', email: 'other@x.com' }, 'duplicate I1'],
		['the same in another case', { id: '1', email: 'NEW@x.com' }, 'unchanged I1'],
		['none', { id: '1' }, 'unchanged I1'],
	])('by the ID of two rows, where the second has %s', (_what, second, expected) => {
		const list = [invitation('I1', { id: '1', email: 'old@x.com' })];
		expect(match([{ id: '1', email: 'new@x.com' }, second], list)).toEqual([
			expected,
			'duplicate of 1',
		]);
	});

	it('with the address of somebody in the list it is theirs, unless only IDs count', () => {
		const list = [
			invitation('I1', { email: 'b@x.com', id: '1' }),
			invitation('I2', { email: 'a@x.com', id: '2' }),
		];
		const contacts = [
			{ id: '1', email: 'a@x.com' },
			{ id: '2', email: 'a@x.com' },
		];
		expect(match(contacts, list)).toEqual(['failed I2', 'unchanged I2']);
		expect(match(contacts, list, 'externalId')).toEqual(['unchanged I1', 'unchanged I2']);
	});

	it('its own stays, unless the one with its ID is of somebody else in the list', () => {
		const list = [
			invitation('I9', { email: 'c@x.com' }),
			invitation('I2', { email: 'b@x.com', id: '2' }),
			invitation('I5', { id: '5' }),
		];
		const contact = { email: 'c@x.com', id: '2' };
		expect(match([contact], list)[0]).toMatch(/^unchanged I9/);
		expect(match([contact, { email: 'b@x.com' }], list)).toEqual(['failed I9', 'unchanged I2']);
		expect(match([contact, { email: 'b@x.com', id: '5' }], list)).toEqual([
			'failed I9',
			'unchanged I5',
		]);
	});

	it('in the first run what it would find in the second, when another has got its ID', () => {
		const moved = invitation('I2', { email: 'may@x.com', id: '2', name: 'May' });
		const contacts = [
			{ id: '1', email: 'may@x.com', name: 'Bob' },
			{ id: '2', email: 'new@x.com', name: 'May' },
		];
		const expected = ['unchanged I1', 'unchanged I2'];
		for (const id of [undefined, '1']) {
			const own = invitation('I1', { email: 'may@x.com', id, name: 'Bob' });
			expect(match(contacts, [own, moved])).toEqual(expected);
		}
	});

	it('each their own, where people share a mailbox', () => {
		const list = ['I1', 'I2', 'I3'].map((id) => invitation(id, { email: 'shared@x.com' }));
		const contacts = ['1', '2', '3'].map((id) => ({ id, email: 'shared@x.com' }));
		expect(match(contacts, list)).toEqual(['unchanged I1', 'unchanged I2', 'unchanged I3']);
	});

	it('nobody what another contact of the list has', () => {
		const list = [invitation('I1', { email: 'shared@x.com', id: '2' })];
		const contacts = [
			{ id: '1', email: 'shared@x.com' },
			{ id: '2', email: 'two@x.com' },
		];
		expect(match(contacts, list)).toEqual(['duplicate I1', 'failed I1']);
	});
});

describe('of several', () => {
	const of = (id: string, status: string | undefined, day: number) =>
		invitation(id, { email: 'ada@x.com' }, { status, created_at: `2026-01-0${day}T00:00:00Z` });

	it('open before used before expired before a word that nobody knows, then the newest', () => {
		const all = [
			of('odd', 'paused', 9),
			of('expired', 'Expired', 8),
			of('used', 'used', 7),
			of('old', 'open', 1),
			of('new', undefined, 2),
		];
		expect(match([{ email: 'ada@x.com' }], all)).toEqual([
			'unchanged new beside old used expired odd',
		]);
	});

	it('the list’s order decides nothing', () => {
		const all = [of('b', 'open', 1), of('a', 'open', 1)];
		const either = [all, [...all].reverse()].map((list) => match([{ email: 'ada@x.com' }], list));
		expect(either).toEqual([['unchanged a beside b'], ['unchanged a beside b']]);
	});

	it('those that another contact has, or another person, are no others', () => {
		const all = [
			invitation('I1', { email: 'shared@x.com', id: '1' }),
			invitation('I2', { email: 'shared@x.com', id: '2' }),
			invitation('I3', { email: 'shared@x.com' }),
			invitation('I9', { email: 'shared@x.com', id: '9' }),
		];
		const shared = (id: string) => ({ id, email: 'shared@x.com' });
		expect(match([shared('1'), shared('2')], all)).toEqual([
			'unchanged I1 beside I3',
			'unchanged I2 beside I3',
		]);
		expect(match([shared('7'), shared('8'), shared('1')], all.slice(0, 3))).toEqual([
			'unchanged I3',
			'duplicate I3 of 1',
			'unchanged I1',
		]);
	});

	it('a hundred at most are named', () => {
		const all = Array.from({ length: 130 }, (_, n) => of(`I${n}`, 'open', 1));
		const { steps } = planFor([{ email: 'ada@x.com' }], all);
		expect(steps[0]?.otherInvitationIds).toHaveLength(100);
	});

	it('one that the list shows twice is one', () => {
		const one = of('a', 'open', 1);
		expect(match([{ email: 'ada@x.com' }], [one, one])).toEqual(['unchanged a']);
	});
});

describe('two contacts are one person', () => {
	const a = 'a@x.com';

	it.each<[string, Who, Who]>([
		['with the same address', { email: a }, { email: 'A@X.com' }],
		['with the same id', { id: '1', email: a }, { id: '1', email: 'b@x.com' }],
		['the second without an id', { id: '1', email: a }, { email: a }],
		['the first without one', { email: a }, { id: '1', email: a }],
	])('%s', (_, first, second) => {
		expect(match([first, second], [])).toEqual(['created', 'duplicate of 1']);
	});

	it('who has two ids, where only addresses count', () => {
		const contacts = [
			{ id: '1', email: a },
			{ id: '2', email: a },
		];
		expect(match(contacts, [], 'email')).toEqual(['created', 'duplicate of 1']);
		const list = [invitation('I1', { email: a })];
		expect(match(contacts, list, 'email')).toEqual(['unchanged I1', 'duplicate of 1']);
	});

	it('and says which, and by what', () => {
		const { steps } = planFor([{ email: 'z@x.com' }, { email: a }, { email: a }], []);
		expect(steps[2]?.duplicateOf).toBe(2);
		expect(steps[2]?.reason).toContain(`${a} (row 2)`);
		expect(steps[2]?.reason).toMatchSnapshot();
	});

	it('two ids in one mailbox are two persons, also when a third row has no id', () => {
		const rows = [{ id: '1', email: a }, { email: a }, { id: '3', email: a }];
		const { steps } = planFor(rows, [invitation('I1', { id: '1' }), invitation('I3', { id: '3' })]);
		expect(steps.map((step) => [step.fate, step.duplicateOf])).toEqual([
			['updated', undefined],
			['duplicate', 1],
			['updated', undefined],
		]);
	});
});

it('shared links, popups and tests name nobody, whatever they carry', () => {
	const others = ['shared_link', 'popup', 'test'].map((type) =>
		invitation(type, { email: 'ada@x.com', label: 'Ada' }, { type }),
	);
	expect(match([{ email: 'ada@x.com', label: 'Ada' }], others)).toEqual(['created']);
});
