/** The guards against a wrong list. */
import { guardRefusal } from '../../nodes/SurveyInterview/sync/guards';
import type { SyncOptions } from '../../nodes/SurveyInterview/sync/syncOptions';
import { DEFAULTS, invitation, OPTIONS, planFor, type Who } from './examples';

const REVOKE = { whenMissing: 'revoke' } as const;
const people = (count: number, from = 0): Who[] =>
	Array.from({ length: count }, (_, n) => ({ email: `p${from + n}@x.com` }));
const open = people(10).map((who, n) => invitation(`I${n}`, who));
const refusal = (
	contacts: Who[],
	list: Array<Record<string, unknown>>,
	options: Partial<SyncOptions>,
) => guardRefusal(planFor(contacts, list, options).steps, { ...OPTIONS, ...options });

it('Max Creates: so many, and not one more', () => {
	expect(refusal(people(3), [], { maxCreates: 3 })).toBeUndefined();
	expect(refusal(people(3), [], { maxCreates: 2 })).toBe(
		'3 invitations would be created, and Max Creates is 2: check the list, or raise Max Creates.',
	);
	expect(refusal(people(1), [], { maxCreates: 0 })).toBeDefined();
	expect(refusal([], [], { maxCreates: 0 })).toBeUndefined();
});

it('Max Creates counts nobody who is invited already', () => {
	expect(refusal(people(10), open, { maxCreates: 0 })).toBeUndefined();
});

it.each<[what: string, options: Partial<SyncOptions>, isRefused: boolean]>([
	['in a real run', { dryRun: false }, true],
	['in a dry run', { dryRun: true }, true],
	['in a dry run with approved steps', { dryRun: true, approvedSteps: [] }, true],
	['not in a real run of approved steps', { dryRun: false, approvedSteps: [] }, false],
])('Max Revoke limits %s', (_what, options, isRefused) => {
	const told = refusal(people(7), open, { ...REVOKE, maxRevokePercent: 20, ...options });
	expect(told !== undefined).toBe(isRefused);
});

it('Max Creates holds for all surveys of a run together', () => {
	const steps = [planFor(people(2), []), planFor(people(2), [])].flatMap((plan) => plan.steps);
	expect(guardRefusal(steps, { ...OPTIONS, maxCreates: 3 })).toContain(
		'4 invitations would be created',
	);
});

it('Max Revoke: such a share of the open ones, and not one more', () => {
	const used = open.map((one) => ({ ...one, id: `${one.id} used`, status: 'used' }));
	const list = [...open, ...used];
	expect(refusal(people(8), list, { ...REVOKE, maxRevokePercent: 20 })).toBeUndefined();
	expect(refusal(people(7), list, { ...REVOKE, maxRevokePercent: 29 })).toBe(
		'3 of 10 open invitations would be revoked, and Max Revoke is 29 %: check the list (in a loop, Sync sees only a part of it), or raise Max Revoke.',
	);
	expect(refusal(people(9), list, { ...REVOKE, maxRevokePercent: 0 })).toBeDefined();
	expect(refusal(people(10), list, { ...REVOKE, maxRevokePercent: 0 })).toBeUndefined();
});

it('Max Revoke does not count what is never revoked', () => {
	const others = open.map((one) => ({ ...one, id: `${one.id} new`, type: 'popup' }));
	const list = [...open, ...others];
	const options = { ...REVOKE, maxRevokePercent: 29 };
	expect(refusal(people(7), list, options)).toContain('3 of 10 open invitations');
});

it('never when the list is empty or cannot be read, whatever share is allowed', () => {
	for (const contacts of [[], [{}]]) {
		expect(refusal(contacts, open, { ...REVOKE, maxRevokePercent: 100 })).toMatch(
			/^The list has no contact that could be read, so nothing is revoked/,
		);
	}
	expect(refusal([], open, {})).toBeUndefined();
	expect(refusal([], open, REVOKE)).toMatch(/No Longer in the List\.$/);
	// What is wrong with the contacts may not be in the list.
	expect(refusal([{}], open, REVOKE)).toMatch(/ Row 1: The contact has neither .+\.$/);
});

it('name the survey where there are several', () => {
	const options = { ...OPTIONS, ...REVOKE, maxRevokePercent: 10 };
	const steps = [people(10), people(5)].flatMap((contacts, n) => {
		const plan = planFor(contacts, open, options);
		for (const { survey } of plan.steps) survey.id = `S${n}`;
		return plan.steps;
	});
	expect(guardRefusal(steps, options)).toContain('5 of 10 open invitations of survey S1 would');
});

it('none but Max Revoke limits a list when its option was not added', () => {
	const invited = people(500);
	const list = invited.map((who, n) => invitation(`I${n}`, who));
	const contacts = [...invited.map((who) => ({ ...who, name: 'Ada' })), ...people(500, 500)];
	const plan = planFor(contacts, list, DEFAULTS);
	const count = (wanted: string) => plan.steps.filter(({ fate }) => fate === wanted).length;
	expect([count('updated'), count('created')]).toEqual([500, 500]);
	expect(guardRefusal(plan.steps, DEFAULTS)).toBeUndefined();
});
