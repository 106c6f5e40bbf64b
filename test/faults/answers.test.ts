/**
 * What the node says of answers that are not what they should be: nothing that is not true, and what to do.
 */
import type { INode, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../engine';
import { byId, CREDENTIAL, failureOf, useEngine } from '../support';
import { withRawService, type RawAnswer } from './rawService';

const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
const TOKEN = 'token/of+the-answers';

let engine: Engine;
useEngine((started) => (engine = started));

/** Parameters of operations, by their names. */
const PARAMETERS: Record<string, INodeParameters> = {
	'survey.getAll': { returnAll: true },
	'survey.get': { surveyId: byId(ID) },
	'survey.create': { name: 'A', metric_type: 'nps', interview_locale: 'en' },
	'invitation.update': { invitationId: byId(ID), updateFields: { label: 'x' } },
	'invitation.revoke': { invitationId: byId(ID) },
	'invitation.sendEmail': { invitationId: byId(ID) },
	'mailing.resume': { mailingId: byId(ID) },
	'mailing.update': { mailingId: byId(ID), updateFields: { subject_override: 'x' } },
	'mailing.delete': { mailingId: byId(ID) },
	'respondent.find': { surveyId: byId(ID), findBy: 'email', email: 'a@b.com' },
	'invitation.find': { surveyId: byId(ID), findBy: 'email', email: 'a@b.com' },
	'survey.delete': { surveyId: byId(ID) },
	'theme.delete': { categoryId: byId(ID) },
	'respondent.erase': { respondentId: byId(ID) },
};

/** Runs an operation once against a service that gives one answer. */
async function run(
	operation: string,
	answer: RawAnswer | ((request: { method: string; path: string }) => RawAnswer),
	more: { node?: Partial<INode>; options?: INodeParameters; items?: object[] } = {},
) {
	const [resource = '', name = ''] = operation.split('.');
	const answerTo = typeof answer === 'function' ? answer : () => answer;
	return await withRawService(answerTo, async (baseUrl, requests) => {
		const ran = await engine.runNode({
			parameters: {
				resource,
				operation: name,
				...PARAMETERS[operation],
				options: more.options ?? {},
			},
			credentials: { [CREDENTIAL]: { baseUrl, token: TOKEN } },
			node: more.node,
			items: more.items?.map((item) => ({ ...item })),
		});
		const items = ran.items.map(({ json }) => json);
		return { items, failure: failureOf(ran), requests, baseUrl };
	});
}

const refusal = (status: number, code?: string, message = 'No.'): RawAnswer => ({
	status,
	body: { error: { code, message } },
});

describe('an answer that is no record', () => {
	it.each<[unknown, string]>([
		[null, 'null instead of a record'],
		['"ok"', 'a string instead of a record'],
		[7, 'a number instead of a record'],
		[{ error: { code: 'oops', message: 'No.' } }, 'an error instead of a record'],
		['', 'an empty body'],
	])('%j is no success', async (body, said) => {
		const read = await run('survey.get', { body });
		expect(read.failure).toMatchObject({
			message: `The address answered 200 with ${said}.`,
			maybeDone: false,
		});
		const write = await run('invitation.sendEmail', { body });
		expect(write.failure).toMatchObject({
			message: `This may have been sent, and was not repeated. The address answered 200 with ${said}.`,
			maybeDone: true,
		});
	});

	it('a 204 is no record for a read either', async () => {
		const { failure } = await run('survey.getAll', { status: 204 });
		expect(failure?.message).toBe('The address answered 204 with an empty body.');
	});

	it.each<[unknown, string]>([
		[null, 'null instead of a record'],
		['', 'an empty body'],
	])('a delete that is answered 200 with %j: the record tells', async (body, said) => {
		const revoke = async (record: RawAnswer) =>
			await run('invitation.revoke', ({ method }) => (method === 'DELETE' ? { body } : record));
		const gone = await revoke({ body: { id: ID, token: 'x', status: 'expired' } });
		expect(gone.failure).toBeUndefined();
		expect(gone.items).toEqual([{ success: true, id: ID }]);
		const there = await revoke({ body: { id: ID, token: 'x', status: 'open' } });
		expect(there.failure).toMatchObject({
			message: `The address answered 200 with ${said}.`,
			maybeDone: false,
		});
		const unknown = await revoke({ status: 404, body: '<!doctype html>' });
		expect(unknown.failure).toMatchObject({
			message: `This may have been revoked. The address answered 200 with ${said}.`,
			maybeDone: true,
		});
	});

	it('a 204 is how a delete is answered', async () => {
		const { items, failure } = await run('invitation.revoke', { status: 204 });
		expect(failure).toBeUndefined();
		expect(items).toEqual([{ success: true, id: ID }]);
	});

	it.each([202, 203, 206, 226, 299])('a %i is no success, whatever it brings', async (status) => {
		const read = await run('survey.get', { status, body: { id: ID } });
		expect(read.failure?.message).toBe(`The address answered ${status} instead of a record.`);
		const write = await run('invitation.sendEmail', { status, body: { id: ID } });
		expect(write.failure).toMatchObject({ maybeDone: true });
	});

	it('a list where a record is due, and the other way round', async () => {
		const list = await run('survey.get', { body: [{ id: ID }] });
		expect(list.failure?.message).toBe('The service answered with a list instead of a record.');
		const written = await run('invitation.update', { body: [] });
		expect(written.failure).toMatchObject({ maybeDone: true });
		const record = await run('survey.getAll', { body: { id: ID, name: 'A' } });
		expect(record.failure?.message).toBe(
			'The answer holds no list of records that could be handed on; it has: id, name.',
		);
	});

	it.each([
		{ error: { code: 'insufficient_scope', message: 'No.' }, request_id: 'r1' },
		{ detail: [{ loc: ['body'], msg: 'no' }] },
	])('an error with status 200 and more beside it is none: %j', async (body) => {
		const { failure } = await run('invitation.sendEmail', { body });
		expect(failure).toMatchObject({ maybeDone: true });
	});

	it.each([
		{ message: 'maintenance', errors: [] },
		{ message: 'maintenance', warnings: [{ id: 1 }] },
		[null, 'maintenance'],
		['maintenance'],
	])('a list of something else is no list: %j', async (body) => {
		for (const operation of ['survey.getAll', 'respondent.find', 'invitation.find']) {
			const { items, failure } = await run(operation, { body });
			expect(items).toEqual([]);
			expect(failure?.message).toMatch(
				/holds no list of records|holds something that is not a record/,
			);
		}
	});

	it('nor does a deep error say that a refused create may have been done', async () => {
		const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
		for (const body of [`{"detail":[${deep}]}`, `{"detail":[{"loc":${deep},"msg":"no"}]}`]) {
			const { failure } = await run('survey.create', { status: 422, body });
			expect(failure).toMatchObject({ status: 422, maybeDone: false });
		}
	});

	it('a list with something else among its records is no list', async () => {
		const { failure } = await run('survey.getAll', { body: [{ id: ID }, 'a text', { id: ID }] });
		expect(failure?.message).toBe(
			'The list holds something that is not a record, at place 1 of 3.',
		);
	});

	it('one that n8n could not keep is refused, and a write is not said to have failed', async () => {
		const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
		const read = await run('survey.get', { body: deep });
		expect(read.failure?.message).toMatch(
			/nested more than \d+ levels deep, which n8n cannot handle/,
		);
		const write = await run('survey.create', { status: 201, body: deep });
		expect(write.failure).toMatchObject({ maybeDone: true });
	});
});

describe('a 404 of a gateway', () => {
	it.each([
		{ code: 'rest_no_route', message: 'No route was found', data: { status: 404 } },
		{ detail: { code: 'no_route', message: 'x' } },
		{ message: 'no Route matched with those values' },
	])('does not say that a record is gone: %j', async (body) => {
		let asked = 0;
		const { failure } = await run('survey.delete', () =>
			asked++ === 0 ? { status: 503, body: {} } : { status: 404, body },
		);
		expect(failure).toMatchObject({ maybeDone: true, status: 404 });
	});
});

describe('redirects', () => {
	it.each([
		['https://login.example.com/x?token=1#y', ' to login.example.com'],
		['/login', ''],
		['mailto:x@y.z', ''],
	])('%s: the host alone is named', async (location, where) => {
		const { failure } = await run('survey.getAll', { status: 302, headers: { location } });
		expect(failure).toMatchObject({
			message: `The address answered 302 with a redirect${where}, which was not followed.`,
			maybeDone: false,
		});
	});

	it('a 3xx without an address is none', async () => {
		const { failure } = await run('mailing.resume', { status: 304 });
		expect(failure).toMatchObject({
			message:
				'This may have been resumed, and e-mail sent, and was not repeated. The address answered 304 instead of a record.',
			maybeDone: true,
		});
	});
});

describe('waits', () => {
	it('a limit without Retry-After is not said to have asked for a time', async () => {
		const { failure } = await run('survey.getAll', { status: 429 }, { options: { maxWait: 0 } });
		expect(failure?.message).toMatch(
			/^The service’s rate limit is reached; it does not say for how long; the next try would be in \d s\.$/,
		);
		expect(failure?.status).toBe(429);
	});

	it('an item that never left is not said to have been answered', async () => {
		const { items, requests } = await run(
			'survey.getAll',
			{ status: 429, headers: { 'retry-after': '60' } },
			{
				options: { maxWait: 1, concurrency: 1 },
				items: [{}, {}],
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(requests).toHaveLength(1);
		expect(items).toEqual([
			expect.objectContaining({
				error: expect.stringMatching(
					/^The service’s rate limit is reached; it asks to come back in 60 s, at /,
				),
				status: 429,
			}),
			{
				error: expect.stringMatching(
					/^This was not sent, because the service’s rate limit is reached; it asks to come back in (60|59) s, at /,
				),
				hint: expect.any(String),
				maybeDone: false,
			},
		]);
	});
});

describe('what to do', () => {
	const hintOf = async (operation: string, answer: RawAnswer) =>
		(await run(operation, answer)).failure?.description ?? '';

	it('422 with what is wrong, and without', async () => {
		const named = { status: 422, body: { detail: [{ loc: ['body', 'label'], msg: 'too long' }] } };
		expect(await hintOf('invitation.update', named)).toContain('Correct what the service names');
		const silent = { status: 422, body: {} };
		expect(await hintOf('invitation.update', silent)).toContain(
			'does not say which value it refuses',
		);
		expect(await hintOf('invitation.update', refusal(422))).not.toContain('named above');
	});

	it('404: the record, the address, or both, as far as the answer tells', async () => {
		const ofRecord = await hintOf('survey.get', refusal(404, 'survey_not_found'));
		expect(ofRecord).toContain('There is no such record');
		expect(ofRecord).not.toContain('Base URL');
		const page = {
			status: 404,
			body: '<!doctype html><p>Not found',
			headers: { 'content-type': 'text/html' },
		};
		for (const answer of [page, { status: 404 }, { status: 404, body: {} }]) {
			const hint = await hintOf('survey.get', answer);
			expect(hint).toContain('Check the Base URL in the credential');
			expect(hint).not.toContain('no such record');
		}
		// A path without an ID can only be missing because the address is wrong.
		const ofList = await hintOf('survey.getAll', refusal(404, 'not_found'));
		expect(ofList).toContain('Check the Base URL in the credential');
		expect(ofList).not.toContain('no such record');
		const framework = await hintOf('survey.get', { status: 404, body: { detail: 'Not Found' } });
		expect(framework).toContain('no such record');
		expect(framework).toContain('Base URL');
		const { failure, baseUrl } = await run('survey.get', page);
		expect(failure?.description).toContain(`Asked for ${baseUrl}/api/surveys/${ID}.`);
	});

	it.each([
		['theme.delete', 'Once a theme has analysed answers it cannot be deleted: archive it instead.'],
		['mailing.delete', 'Only an unsent mailing can be deleted; sent ones are kept for statistics.'],
		['mailing.update', 'A mailing that is sent or failed can no longer be changed.'],
	])('%s: with whatever status it is refused', async (operation, said) => {
		for (const status of [400, 403, 405, 409, 412, 422, 423]) {
			expect(await hintOf(operation, refusal(status, 'refused'))).toContain(said);
		}
		for (const status of [401, 402, 404]) {
			expect(await hintOf(operation, refusal(status))).not.toContain(said);
		}
		expect(await hintOf(operation, refusal(403, 'insufficient_scope'))).not.toContain(said);
	});

	it.each([406, 413, 415, 418, 423])('%i has some advice as well', async (status) => {
		expect(await hintOf('survey.get', refusal(status))).toContain(
			'The service refuses this request.',
		);
	});

	it('a 202 does not blame the address', async () => {
		expect(await hintOf('invitation.sendEmail', { status: 202 })).not.toContain('Base URL');
	});

	it('a scope is named only where the specification names it', async () => {
		const lacking = refusal(403, 'insufficient_scope');
		expect(await hintOf('invitation.sendEmail', lacking)).toContain('mailings:write');
		expect(await hintOf('mailing.resume', lacking)).not.toContain('mailings:write');
	});

	it('an erasure that may have happened: the record may stay', async () => {
		const { failure } = await run('respondent.erase', { status: 502 });
		expect(failure?.description).toContain('the record may stay after an erasure');
		expect(failure?.description).not.toContain('still there');
	});

	it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
		'the code %s is a code like others',
		async (code) => {
			const { failure } = await run('invitation.update', refusal(409, code));
			expect(failure?.description).toBe(
				`The record is not in a state that allows this. Read it to see its state. The service answered 409 ${code}.`,
			);
		},
	);
});

describe('the service’s own words', () => {
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
		const body = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key\n${n}`, n]));
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
			/^The answer holds no list of records .* it has: key 0, key 1/,
		);
		expect(failure?.message.length).toBeLessThan(320);
	});
});

it('a token that is echoed in another form is not in the output', async () => {
	const forms = [
		encodeURIComponent(TOKEN),
		Buffer.from(`Bearer ${TOKEN}`).toString('base64'),
		TOKEN,
	];
	const escaped = [...TOKEN]
		.map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');
	const body = `{"id":"${ID}","echo":${JSON.stringify(forms)},"escaped":"${escaped}"}`;
	const { items } = await run('survey.get', { body });
	expect(items).toEqual([{ id: ID, echo: ['[token]', '[token]', '[token]'], escaped: '[token]' }]);
});
