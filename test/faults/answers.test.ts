/**
 * What the node says of answers that are not what they should be: nothing that is not true.
 */
import type { Engine } from '../harness/engine';
import { useEngine, type Failure } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { ID, runsIn, TOKEN } from './oneAnswer';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();
/** The sentence is noted; what is asserted of it is its part that the answer decides. */
const notes = (failure: Failure | undefined, part: string, what?: string) => {
	expect(failure?.message).toContain(part);
	wording.note(failure?.message, what);
};

const run = runsIn(() => engine);

describe('an answer that is no record', () => {
	it.each<[unknown, string]>([
		[null, 'null instead of a record'],
		['"ok"', 'a string instead of a record'],
		[7, 'a number instead of a record'],
		[{ error: { code: 'oops', message: 'No' } }, 'an error instead of a record: No'],
		['', 'an empty body'],
	])('%j is no success', async (body, said) => {
		const read = await run('survey.get', { body });
		expect(read.failure?.maybeDone).toBe(false);
		notes(read.failure, ` 200 with ${said}.`, `read: ${JSON.stringify(body)}`);
		const write = await run('invitation.sendEmail', { body });
		expect(write.failure?.maybeDone).toBe(true);
		notes(write.failure, ` 200 with ${said}.`, `sent: ${JSON.stringify(body)}`);
	});

	it('a 204 is no record for a read either', async () => {
		const { failure } = await run('survey.getAll', { status: 204 });
		notes(failure, ' 204 with an empty body.');
	});

	it.each<[unknown, string]>([
		[null, 'null instead of a record'],
		['', 'an empty body'],
		[{ id: ID, token: 'x', status: 'expired' }, 'something that is not the record'],
	])('a delete that is answered 200 with %j may have been done', async (body, said) => {
		const { failure, requests } = await run('invitation.revoke', { body });
		expect(failure?.maybeDone).toBe(true);
		expect(requests).toHaveLength(1);
		notes(failure, ` 200 with ${said}.`);
	});

	it('a delete without an answer is done if the record is gone then', async () => {
		let asked = 0;
		const gone = { status: 404, body: { error: { code: 'not_found', message: 'No.' } } };
		const { failure, items } = await run('survey.delete', () =>
			asked++ === 0 ? { status: 503, body: {} } : gone,
		);
		expect(failure).toBeUndefined();
		expect(items).toEqual([{ deleted: true, id: ID }]);
		expect((await run('survey.delete', gone)).failure).toMatchObject({ maybeDone: false });
	});

	it('a 204 is how a delete is answered', async () => {
		const { items, failure } = await run('invitation.revoke', { status: 204 });
		expect(failure).toBeUndefined();
		expect(items).toEqual([{ revoked: true, id: ID }]);
	});

	it.each([202, 203, 206, 226, 299])('a %i is no success, whatever it brings', async (status) => {
		const read = await run('survey.get', { status, body: { id: ID } });
		notes(read.failure, ` ${status} instead of a record.`);
		const write = await run('invitation.sendEmail', { status, body: { id: ID } });
		expect(write.failure).toMatchObject({ maybeDone: true });
	});

	it('a list where a record is due, and the other way round', async () => {
		const list = await run('survey.get', { body: [{ id: ID }, { id: ID }] });
		notes(list.failure, ' 200 with a list instead of a record.', 'a list where a record is due');
		const written = await run('invitation.update', { body: [] });
		expect(written.failure).toMatchObject({ maybeDone: true });
		const record = await run('survey.getAll', { body: { id: ID, name: 'A' } });
		notes(record.failure, 'Its keys: id, name.', 'a record where a list is due');
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
				/has no list of records|contains something that is not a record|(an error|a message) instead of a record/,
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

	it('a list with something else among its records is not put out or searched', async () => {
		const body = [{ id: ID }, 'a text', { id: ID }];
		for (const answer of [body, { surveys: body }]) {
			const { failure } = await run('survey.getAll', { body: answer });
			expect(failure?.message).toContain(', at position 2.');
		}
		const { failure } = await run('invitation.find', { body });
		notes(failure, ', at position 2.');
	});

	it('one that n8n could not keep is refused, and a write is not said to have failed', async () => {
		const deep = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`;
		const read = await run('survey.get', { body: deep });
		expect(read.failure?.message).toMatch(
			/nested more than \d+ levels deep, which n8n cannot handle/,
		);
		const write = await run('survey.create', { status: 201, body: deep });
		expect(write.failure).toMatchObject({ maybeDone: true });
	});
});

describe('a page that is not the service’s', () => {
	const pages: Array<[string, string]> = [
		['<!doctype html><title>Access denied</title>', 'a web page'],
		['Forbidden', 'the text “Forbidden”'],
	];
	it.each(
		[401, 403, 404, 405, 407, 429, 503].flatMap((status) =>
			pages.map((page) => [status, ...page] as const),
		),
	)('%i with %j says nothing of the token or a record', async (status, body, said) => {
		const answer = { status, body, headers: { 'content-type': 'text/html' } };
		const { failure, baseUrl } = await run('survey.get', answer, { options: { maxWait: 0 } });
		if (status === 429) return expect(failure?.message).toContain('rate limit');
		expect(failure).toMatchObject({ status, maybeDone: false });
		notes(failure, ` ${status} with ${said} instead of JSON.`);
		expect(failure?.description).not.toMatch(/[Tt]oken|[Rr]ecord|The service answered/);
		const remedy = status === 407 ? 'HTTPS_PROXY' : new URL(baseUrl).host;
		expect(failure?.description).toContain(remedy);
		expect(failure?.description).toMatch(/proxy.*administrator/);
	});

	it('the service’s own JSON keeps its sentences', async () => {
		const error = { code: 'forbidden', message: 'The token is restricted.' };
		const { failure } = await run('survey.get', { status: 403, body: { error } });
		expect(failure?.message).toBe('The token is restricted.');
		expect(failure?.description).toContain('The token is not allowed to do this');
	});
});

it.each([
	['{"a": NaN}', 1, 'NaN in its JSON'],
	['[{"a": 1}, {"a": NaN}]', 1, 'NaN in its JSON'],
	['[{"id": 1}, {"name": "Ada"', 3, 'incomplete or damaged JSON'],
])('%s: it is said that it is no JSON', async (body, tries, said) => {
	const { failure, requests } = await run('survey.get', { body }, { options: { maxWait: 4 } });
	expect(requests).toHaveLength(tries);
	expect(failure?.message).toContain(said);
	expect(`${failure?.message} ${failure?.description}`).not.toMatch(/no answer|Ada|Base URL/);
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

it.each([300, 404])('a %i whose JSON breaks off is not tried again', async (status) => {
	const { failure, requests } = await run('survey.getAll', { status, body: '{"a":' });
	expect([requests.length, failure?.status]).toEqual([1, status]);
});

describe('redirects', () => {
	it.each([
		['https://login.example.com/x?token=1#y', ' to login.example.com'],
		['/login', ''],
		['mailto:x@y.z', ''],
	])('%s: the host alone is named', async (location, where) => {
		const redirect = { status: 302, headers: { location } };
		const { failure, baseUrl } = await run('survey.getAll', redirect);
		expect(failure?.maybeDone).toBe(false);
		expect(failure?.description).toContain(`now ${baseUrl}.`);
		notes(failure, ` 302 with a redirect${where}, `);
	});

	it('a 3xx without an address is none', async () => {
		const { failure } = await run('mailing.resume', { status: 304 });
		expect(failure?.maybeDone).toBe(true);
		notes(failure, ' 304 instead of a record.');
	});
});

describe('waits', () => {
	it('a limit without Retry-After is not said to have asked for a time', async () => {
		const { failure } = await run('survey.getAll', { status: 429 }, { options: { maxWait: 0 } });
		expect(failure?.message).toMatch(
			/^The service’s rate limit is reached; it does not say for how long; the next attempt would be in \d seconds?\.$/,
		);
		expect(failure?.status).toBe(429);
	});

	it('an item that never left is not said to have been answered', async () => {
		const { items, requests } = await run(
			'survey.getAll',
			{ status: 429, headers: { 'retry-after': '60' } },
			{
				// Equal reads are one request; these differ.
				options: { maxWait: 1, concurrency: 1, rawAnswer: '={{ $itemIndex === 1 }}' },
				items: [{}, {}],
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(requests).toHaveLength(1);
		expect(items).toEqual([
			expect.objectContaining({
				error: expect.stringMatching(
					/^The service’s rate limit is reached; it asks to try again in 60 seconds \((tomorrow )?at \d\d:\d\d\)\.$/,
				),
				status: 429,
			}),
			{
				error: expect.stringMatching(
					/^This was not sent, because the service’s rate limit is reached; it asks to try again in (60|59) seconds \((tomorrow )?at \d\d:\d\d\)\.$/,
				),
				hint: expect.any(String),
				maybeDone: false,
			},
		]);
	});
});

it('a token that is echoed, as it is or in a URL, is not in the output', async () => {
	const body = { id: ID, echo: [TOKEN, `/x?token=${encodeURIComponent(TOKEN)}`] };
	const { items } = await run('survey.get', { body });
	expect(items).toEqual([{ id: ID, echo: ['[token]', '/x?token=[token]'] }]);
});

it.each([
	{ success: false, message: 'maintenance', data: [] },
	{ error: { code: 'insufficient_scope', message: 'No.' }, respondents: [] },
])('an error with an empty list in it is no empty list: %j', async (body) => {
	for (const operation of ['survey.getAll', 'respondent.find']) {
		const { items, failure } = await run(operation, { body });
		expect(items).toEqual([]);
		expect(failure?.message).toContain('an error instead of a record');
	}
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
