/** In which order the steps of a plan are sent, after which errors the run goes on, and what is told where it stops. */
import { NodeOperationError } from 'n8n-workflow';
import { SurveyInterviewError } from '../../nodes/SurveyInterview/http/errors';
import { InputError } from '../../nodes/SurveyInterview/input/problem';
import { applySteps, withSummary } from '../../nodes/SurveyInterview/sync/apply';
import { contactOf } from '../../nodes/SurveyInterview/sync/contact';
import type { Step } from '../../nodes/SurveyInterview/sync/step';
import { sendStep, type WriteContext } from '../../nodes/SurveyInterview/sync/write';
import { invitation, planFor } from './examples';

jest.mock('../../nodes/SurveyInterview/sync/write', () => ({
	...jest.requireActual<object>('../../nodes/SurveyInterview/sync/write'),
	sendStep: jest.fn(),
	failIfForNobody: jest.fn(),
}));

const node = { name: 'Sync' } as never;
/** A refusal by its status; with the service's own code, such as `404 not_found`, or a gateway's without one. */
const refusal = (answer: string) => {
	const [status, code] = answer.split(' ');
	const facts = { message: 'Refused.', ...(code ? { code, isFromService: true } : {}) };
	if (status === 'input') return new InputError('Wrong.');
	if (status === 'bug') return new TypeError('A mistake of ours.');
	return new SurveyInterviewError(
		node,
		Number(status) ? { ...facts, status: Number(status) } : facts,
	);
};

/** `updates`, `creates` and `revocations` of a survey, in the order of the list. */
function stepsOf(updates: number, creates: number, revocations: number): Step[] {
	const contacts = Array.from({ length: updates + creates }, (_, n) => ({ email: `p${n}@x.com` }));
	const list = [
		...contacts.slice(0, updates).map((who, n) => invitation(`U${n}`, who)),
		...Array.from({ length: revocations }, (_, n) => invitation(`R${n}`, { email: `r${n}@x.com` })),
	];
	const named = contacts.map((who) => ({ ...who, name: 'Ada' }));
	return planFor(named, list, { whenMissing: 'revoke' }).steps;
}

/**
 * Applies steps. `answers` says how the service answers each kind, one after the other; without one, it takes the step.
 *
 * @returns what was sent, how many side by side at most, and the stop
 */
async function apply(
	steps: Step[],
	answers: { [write: string]: string[] } = {},
	{ concurrency = 1, existsAlready = false, abortAfter = Infinity } = {},
) {
	const sent: Step[] = [];
	const inFlight: string[] = [];
	const counts: { [write: string]: number } = {};
	const signal = { aborted: false };
	let underWay = 0;
	jest.mocked(sendStep).mockImplementation(async (_context, step) => {
		const { write = '' } = step;
		const answer = answers[write]?.[counts[write] ?? 0];
		counts[write] = (counts[write] ?? 0) + 1;
		sent.push(step);
		underWay++;
		inFlight.push(`${write} ${underWay}`);
		await Promise.resolve();
		underWay--;
		if (sent.length >= abortAfter) signal.aborted = true;
		if (answer) return void Object.assign(step, { fate: 'refused', error: refusal(answer) });
		step.fate = step.write ?? 'unchanged';
		step.answer = {};
		if (write === 'created' && existsAlready) step.fate = 'duplicate';
	});
	const context = { session: { signal }, concurrency, createWith: 'public' };
	const stop = await applySteps(context as unknown as WriteContext, steps);
	return { sent: sent.map(({ write }) => write), inFlight, stop };
}
const fatesOf = (steps: Step[]) => steps.map(({ fate }) => fate);

it('updates come first, then creates, then revocations, each once', async () => {
	const steps = stepsOf(1, 2, 1);
	const { sent, stop } = await apply(steps);
	expect(sent).toEqual(['updated', 'created', 'created', 'revoked']);
	expect(stop).toBeUndefined();
	expect(fatesOf(steps)).toEqual(sent);
});

it('creates go side by side once the first has shown its recipient', async () => {
	const checked = await apply(stepsOf(0, 4, 0), {}, { concurrency: 3 });
	expect(checked.inFlight).toEqual(['created 1', 'created 1', 'created 2', 'created 3']);
	const existing = await apply(stepsOf(0, 4, 0), {}, { concurrency: 3, existsAlready: true });
	expect(existing.inFlight).toEqual(Array.from({ length: 4 }, () => 'created 1'));
});

it('a create that may be refused goes after the others', async () => {
	const steps = stepsOf(0, 3, 0);
	if (steps[0]) steps[0].reason = 'It may be refused.';
	const { stop } = await apply(steps, { created: ['', '', '400'] }, { existsAlready: true });
	expect(stop).toBeUndefined();
	expect(fatesOf(steps)).toEqual(['refused', 'duplicate', 'duplicate']);
});

it.each<[what: string, answers: { [write: string]: string[] }, sent: number]>([
	['an update that every record would meet', { updated: ['401'] }, 1],
	['a create that every record would meet', { created: ['', '401'] }, 4],
	['a revocation that every record would meet', { revoked: ['401'] }, 6],
])('after %s, nothing is sent', async (_what, answers, count) => {
	const steps = stepsOf(2, 3, 2);
	const { sent, stop } = await apply(steps, answers);
	expect(sent).toHaveLength(count);
	expect(stop?.step).toMatchObject({ fate: 'refused' });
	expect(stop).not.toHaveProperty('advice');
	expect(fatesOf(steps).filter((fate) => fate === 'notStarted')).toHaveLength(7 - count);
});

it('no revocation is sent after an update that stopped the run, also without creates', async () => {
	const steps = stepsOf(2, 0, 1);
	const { sent, stop } = await apply(steps, { updated: ['401'] });
	expect([sent, stop?.step]).toEqual([['updated'], steps[0]]);
	expect(fatesOf(steps)).toEqual(['refused', 'notStarted', 'notStarted']);
});

it('nothing is sent once the execution is canceled', async () => {
	const steps = stepsOf(2, 2, 1);
	const { sent, stop } = await apply(steps, {}, { abortAfter: 1 });
	expect([sent, stop]).toEqual([['updated'], undefined]);
});

it.each<[answer: string, write: string, goesOn: boolean]>([
	['400', 'updated', true],
	['403', 'updated', true],
	['403 insufficient_scope', 'updated', false],
	['404 not_found', 'updated', true],
	['404', 'updated', false],
	['409', 'updated', true],
	['410 gone', 'updated', true],
	['413', 'updated', true],
	['422', 'updated', true],
	['451', 'updated', true],
	['500', 'updated', true],
	['401', 'updated', false],
	['429', 'updated', false],
	['502', 'updated', false],
	['none', 'updated', false],
	['input', 'updated', true],
	['bug', 'updated', false],
	['400', 'created', true],
	['404 not_found', 'created', false],
	['410 gone', 'created', false],
	['404 not_found', 'revoked', true],
	['404', 'revoked', false],
])('%s of one that is %s: the run goes on: %s', async (answer, write, goesOn) => {
	const steps = stepsOf(3, 3, 3);
	const { sent } = await apply(steps, { [write]: ['', answer] });
	expect(sent.length === 9).toBe(goesOn);
});

it.each<[what: string, answers: string[], goesOn: boolean]>([
	['four errors of the service', Array(4).fill('500') as string[], true],
	['five', Array(5).fill('500') as string[], false],
	['five refusals of a firewall', ['403', '451', '500', '403', '451'], false],
	['five with one between that was taken', ['500', '500', '', '500', '500', '500'], true],
	['five about single records', Array(5).fill('400') as string[], true],
])('%s in a row: the run goes on: %s', async (_what, updated, goesOn) => {
	const { sent } = await apply(stepsOf(7, 0, 0), { updated });
	expect(sent.length === 7).toBe(goesOn);
});

describe('where the first creates are refused', () => {
	const refused = (count: number) => ({ created: Array(count).fill('400') as string[] });

	it('five of them end the run, before anything else is sent', async () => {
		const steps = stepsOf(1, 7, 1);
		const { sent, stop } = await apply(steps, refused(7));
		expect(sent).toHaveLength(6);
		expect(stop?.advice).toContain('The first 5 creates were all refused');
		expect(stop?.advice).toContain('correct row 2, or choose Create With: Create Personal.');
		expect(stop?.step).toBe(steps[1]);
		expect(fatesOf(steps).slice(6)).toEqual(['notStarted', 'notStarted', 'notStarted']);
	});

	it('four do not, where one is taken or others are invited', async () => {
		const taken = await apply(stepsOf(0, 7, 0), refused(4));
		expect([taken.sent.length, taken.stop]).toEqual([7, undefined]);
		const others = await apply(stepsOf(1, 4, 1), refused(4));
		expect([others.sent.length, others.stop]).toEqual([6, undefined]);
		const unchanged = stepsOf(1, 4, 0).map((step, n) =>
			n === 0 ? { ...step, write: undefined, fate: 'unchanged' as const } : step,
		);
		expect((await apply(unchanged, refused(4))).stop).toBeUndefined();
		const inDoubt = unchanged.map((step) => ({
			...step,
			fate: step.write ? step.fate : ('duplicate' as const),
		}));
		expect((await apply(inDoubt, refused(4))).stop).toBeUndefined();
	});

	it('all of them end it, where nobody else is invited', async () => {
		const { stop } = await apply(stepsOf(0, 2, 0), refused(2));
		expect(stop?.advice).toContain('The first 2 creates were all refused');
		const only = await apply(stepsOf(0, 1, 0), refused(1));
		expect(only.stop?.advice).toContain('The only create was refused');
	});
});

describe('the error of a run that stopped', () => {
	const steps = (...fates: Array<[Step['write'], Step['fate'], object?]>) =>
		fates.map(([write, fate, more]) => ({ write, fate, ...more }) as unknown as Step);
	const said = (all: Step[], stop: object = {}) => {
		const error = new NodeOperationError(node, 'Why.', { description: 'Before.' });
		return withSummary(error, { error, ...stop }, all).description;
	};
	const AGAIN = 'Run it again';
	const error = new Error('Why.');

	it('counts what was done of each kind', () => {
		const all = steps(
			['updated', 'updated'],
			['updated', 'notApproved'],
			['created', 'created'],
			['created', 'refused', { error }],
			['created', 'maybeDone', { error }],
			['created', 'notStarted'],
			[undefined, 'unchanged'],
		);
		const description = said(all);
		expect(description).toMatch(
			/^Before\. .+: 1 of 1 updated, 1 of 4 created\. 1 failed\. 1 more /,
		);
		expect(description).toContain(AGAIN);
	});

	it('names the row or the invitation at which it stopped, and no person', () => {
		const contact = contactOf(2, { recipient_email: 'ada@x.com' }, 'email');
		const all = steps(['created', 'created']);
		expect(said(all, { step: { contact } })).toContain('stopped at row 3: 1 of 1 created.');
		expect(said(all, { step: { recipient: { id: 'I1' } } })).toContain('stopped at invitation I1:');
	});

	it('advises another thing than to run it again, where that would invite people twice', () => {
		const created = steps(['created', 'maybeDone', { error, answer: {} }]);
		expect(said(created)).toContain('1 created without a recipient.');
		expect(said(created)).not.toMatch(/may have been done|Run it again|0 failed/);
		const refused = steps(['created', 'refused', { error }]);
		expect(said(refused, { advice: 'Correct row 3.' })).toMatch(/ 1 failed\. Correct row 3\.$/);
	});
});
