/** What the node advises when the service refuses, and the service's own words in it. */
import type { Engine } from '../harness/engine';
import { byId, CREDENTIAL, failureOf, useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { ID, refusal, runsIn, TOKEN } from './oneAnswer';
import { withRawService, type RawAnswer } from './rawService';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

const run = runsIn(() => engine);

describe('what to do', () => {
	const hintOf = async (operation: string, answer: RawAnswer) =>
		(await run(operation, answer)).failure?.description ?? '';

	it('422 with what is wrong, and without', async () => {
		const named = { status: 422, body: { detail: [{ loc: ['body', 'label'], msg: 'too long' }] } };
		expect(await hintOf('invitation.update', named)).toContain(
			'Correct the values that the service names',
		);
		const silent = { status: 422, body: {} };
		expect(await hintOf('invitation.update', silent)).toContain(
			'does not say which value it refuses',
		);
		expect(await hintOf('invitation.update', refusal(422))).not.toContain('named above');
	});

	it('404: the record, the address, or both, as far as the answer tells', async () => {
		const ofRecord = await hintOf('survey.get', refusal(404, 'survey_not_found'));
		expect(ofRecord).toContain('The record does not exist');
		expect(ofRecord).not.toContain('Base URL');
		const page = {
			status: 404,
			body: '<!doctype html><p>Not found',
			headers: { 'content-type': 'text/html' },
		};
		for (const answer of [page, { status: 404 }, { status: 404, body: {} }]) {
			const hint = await hintOf('survey.get', answer);
			expect(hint).toContain('Check the Base URL in the credential');
			expect(hint).not.toContain('The record does not exist');
		}
		// A path without an ID can only be missing because the address is wrong.
		const ofList = await hintOf('survey.getAll', refusal(404, 'not_found'));
		expect(ofList).toContain('Check the Base URL in the credential');
		expect(ofList).not.toContain('The record does not exist');
		const framework = await hintOf('survey.get', { status: 404, body: { detail: 'Not Found' } });
		expect(framework).toContain('The record does not exist');
		expect(framework).toContain('Base URL');
		const { failure, baseUrl } = await run('survey.get', page);
		expect(failure?.description).toContain(`The request was for ${baseUrl}/api/surveys/${ID}.`);
	});

	it.each([
		['theme.delete', 'archive it instead'],
		['mailing.delete', 'Only an unsent mailing'],
		['mailing.update', 'can no longer be changed'],
	])('%s: with whatever status it is refused', async (operation, said) => {
		for (const status of [400, 403, 405, 409, 412, 422, 423]) {
			const hint = await hintOf(operation, refusal(status, 'refused'));
			expect(hint).toContain(said);
			wording.note(hint, `${operation}, refused with ${status}`);
		}
		for (const status of [401, 402, 404]) {
			expect(await hintOf(operation, refusal(status))).not.toContain(said);
		}
		expect(await hintOf(operation, refusal(403, 'insufficient_scope'))).not.toContain(said);
	});

	it.each([406, 413, 415, 418, 423])('%i has some advice as well', async (status) => {
		expect(await hintOf('survey.get', refusal(status))).toContain(
			'The service refused this request.',
		);
	});

	it('a 202 does not blame the address', async () => {
		for (const headers of [undefined, { location: 'https://example.com/jobs/1' }])
			expect(await hintOf('invitation.sendEmail', { status: 202, headers })).not.toContain(
				'Base URL',
			);
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

	it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
		'the code %s is a code like others',
		async (code) => {
			const { failure } = await run('invitation.update', refusal(409, code));
			expect(failure?.description).toContain(` 409 ${code}.`);
			wording.note(failure?.description);
		},
	);
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
		const [resource, operation] = ['result', 'getQuotes'];
		const { failure } = await withRawService(
			() => ({ body }),
			async (baseUrl) => {
				const parameters = { resource, operation, surveyId: byId(ID), topicId: byId(ID) };
				const credentials = { [CREDENTIAL]: { baseUrl, token: TOKEN } };
				return { failure: failureOf(await engine.runNode({ parameters, credentials })) };
			},
		);
		expect(failure?.message).toMatch(
			/^The answer has no list of records .* Its keys: key_0, key_1/,
		);
		expect(failure?.message.length).toBeLessThan(320);
	});

	it('and a key that is data, such as an address, is not shown', async () => {
		const { failure } = await withRawService(
			() => ({ body: { 'ann.low@example.com': 1 } }),
			async (baseUrl) => {
				const parameters = {
					...{ resource: 'result', operation: 'getQuotes' },
					...{ surveyId: byId(ID), topicId: byId(ID) },
				};
				const credentials = { [CREDENTIAL]: { baseUrl, token: TOKEN } };
				return { failure: failureOf(await engine.runNode({ parameters, credentials })) };
			},
		);
		expect(failure?.message).not.toContain('ann.low');
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
