/** What the node advises when the service refuses, and the service's own words in it. */
import type { Engine } from '../harness/engine';
import { useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { refusal, runsIn } from './oneAnswer';
import type { RawAnswer } from './rawService';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

const run = runsIn(() => engine);

describe('what an operation knows of its refusals', () => {
	const hintOf = async (operation: string, answer: RawAnswer) =>
		(await run(operation, answer)).failure?.description ?? '';

	it.each([
		['theme.delete', 'archive it instead'],
		['mailing.delete', 'Only an unsent mailing'],
		['mailing.update', 'can no longer be changed'],
	])('%s says when it is refused', async (operation, said) => {
		const hint = await hintOf(operation, refusal(409, 'refused'));
		expect(hint).toContain(said);
		wording.note(hint);
	});

	it('a scope is named only where the specification names it', async () => {
		const lacking = refusal(403, 'insufficient_scope');
		expect(await hintOf('invitation.sendEmail', lacking)).toContain('mailings:write');
		expect(await hintOf('mailing.resume', lacking)).not.toContain('mailings:write');
	});

	it('an erasure that may have happened: the record may stay', async () => {
		const { failure } = await run('respondent.erase', { status: 502 });
		expect(failure?.description).toContain('After an erasure, the record may remain');
		expect(failure?.description).not.toContain('still there');
	});
});

describe('the service’s own words', () => {
	it.each([
		[{ loc: ['body', 'label'], msg: 'too long' }, 'label: too long'],
		[{ label: ['too long'] }, '{"label":["too long"]}'],
		[{ message: 'The label is too long' }, 'The label is too long'],
	])('a detail that is an object is told: %j', async (detail, told) => {
		const { failure } = await run('survey.get', { status: 422, body: { detail } });
		expect(failure?.message).toContain(told);
	});

	it('stand on one line, without control characters, and are cut', async () => {
		const message = `\u001b[31mLine one\r\nline two\u0007 ${'x'.repeat(5000)}`;
		const { failure } = await run('survey.get', refusal(409, `c\n${'d'.repeat(300)}`, message));
		expect(failure?.message).toMatch(/^Line one line two x{482}…$/);
		expect(failure?.code).toHaveLength(101);
		const details = Array.from({ length: 50 }, (_, n) => ({
			loc: [`f${n}`],
			msg: `bad\n${'y'.repeat(500)}`,
		}));
		const many = await run('survey.get', { status: 422, body: { detail: details } });
		expect(many.failure?.message.length).toBeLessThan(520);
		expect(many.failure?.message).not.toContain('\n');
	});

	it('and in a list that is not one', async () => {
		const body = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key_${n}`, n]));
		const { failure } = await run('result.getQuotes', { body });
		expect(failure?.message).toMatch(
			/^The answer has no list of records .* Its keys: key_0, key_1/,
		);
		expect(failure?.message.length).toBeLessThan(320);
	});

	it('and a key that is data, such as an address, is not shown', async () => {
		const { failure } = await run('result.getQuotes', { body: { 'ann.low@example.com': 1 } });
		expect(failure?.message).not.toContain('ann.low');
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
