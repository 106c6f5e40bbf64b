/** The ID by which a person approves a step, and what is skipped where nobody approved it. */
import { skipUnapproved, stepIdOf } from '../../nodes/SurveyInterview/sync/approval';
import type { Step } from '../../nodes/SurveyInterview/sync/step';
import { atOnce, invitation, planFor, type Who } from './examples';

const ada: Who = { email: 'ada@x.com', id: '1' };
const step = (planned = planFor([{ ...ada, name: 'Ada' }], [invitation('I1', ada)])) =>
	planned.steps[0] as Step;
const change = (key: string, to: unknown, from: unknown = null) => ({
	changes: [{ key, from, to }],
});

it('the same step has the same short ID in every run', () => {
	expect(stepIdOf(step())).toBe(stepIdOf(step()));
	expect(stepIdOf(step())).toMatch(/^[\da-f]{24}$/);
	const expiring = ['2030-01-01', '2030-01-02'].map((to) => change('expires_at', to));
	expect(new Set(expiring.map((more) => stepIdOf({ ...step(), ...more }))).size).toBe(1);
});

it('another step has another ID', () => {
	const { survey, recipient, ...more } = step();
	const other = (differing: object): Step => ({ ...more, survey, ...differing });
	const toPerson = (differing: object) => other({ recipient: { ...recipient, ...differing } });
	const all = [
		step(),
		other({ recipient, survey: { ...survey, id: 'other' } }),
		other({ recipient, write: 'revoked' }),
		other({}),
		toPerson({ id: 'I2' }),
		toPerson({ email: 'bob@x.com' }),
		toPerson({ externalId: '2' }),
		toPerson({ facts: { status: 'used' } }),
		other({ recipient, changes: [] }),
		other({ recipient, ...change('label', 'Ada') }),
		other({ recipient, ...change('label', 'Bob') }),
		other({ recipient, ...change('label', 'Bob', 'Ada') }),
		other({ recipient, ...change('expires_at', '2030-01-01') }),
	];
	expect(new Set(all.map(stepIdOf)).size).toBe(all.length);
});

describe('of a plan in which people move on', () => {
	const list = [
		invitation('I1', { email: 'a@x.com', id: '1' }),
		invitation('I2', { email: 'b@x.com', id: '2' }),
	];
	const fatesOf = (contacts: Who[], matchBy: 'email' | 'externalId', ...approved: number[]) => {
		const { steps } = planFor(contacts, list, { matchBy });
		const ids = approved.map((index) => stepIdOf(steps[index] as Step));
		// In any order: a step may free the key of one before it.
		atOnce(skipUnapproved(steps.toReversed(), new Set(ids)));
		return steps.map(({ fate }) => fate);
	};

	it('who would get an address that a skipped step keeps is skipped, and so on', () => {
		const contacts = [
			{ id: '1', email: 'new@x.com' },
			{ id: '2', email: 'a@x.com' },
			{ id: '3', email: 'b@x.com' },
			{ id: '9', email: 'c@x.com' },
		];
		const all = ['updated', 'updated', 'created', 'created'];
		expect(fatesOf(contacts, 'externalId', 0, 1, 2, 3)).toEqual(all);
		const kept = 'notApproved';
		expect(fatesOf(contacts, 'externalId', 1, 2, 3)).toEqual([kept, kept, kept, 'created']);
		expect(fatesOf(contacts, 'externalId', 0, 1)).toEqual(['updated', 'updated', kept, kept]);
	});

	it('who would get an ID that a skipped step keeps is skipped', () => {
		const contacts = [
			{ id: '1', email: 'c@x.com' },
			{ id: '5', email: 'a@x.com' },
			{ id: '6', email: 'b@x.com' },
		];
		expect(fatesOf(contacts, 'email', 0, 1, 2)).toEqual(['created', 'updated', 'updated']);
		expect(fatesOf(contacts, 'email', 0, 2)).toEqual(['notApproved', 'notApproved', 'updated']);
	});

	it('what needs no request stays as it is', () => {
		expect(fatesOf([{ email: 'a@x.com', id: '1' }, {}], 'email')).toEqual([
			'unchanged',
			'unusable',
		]);
	});
});
