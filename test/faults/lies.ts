/** Answers with 200 or 201 that are not what was asked for: of proxies, login pages and error handlers. */
import * as fc from 'fast-check';
import type { About } from './about';
import { foreign, recordOf, recordOfAnotherKind } from './specified';

export interface Lie {
	name: string;
	/** JSON unless said otherwise. */
	contentType?: string;
	/** The body as it goes over the wire; `own` is what the service answered, where it was asked. */
	body: (about: About, own: string) => string;
}

const json = (name: string, value: unknown): Lie => ({ name, body: () => JSON.stringify(value) });
const made = (name: string, value: (about: About) => unknown): Lie => ({
	name,
	body: (about) => JSON.stringify(value(about)),
});
const raw = (name: string, text: string, contentType?: string): Lie => ({
	name,
	contentType,
	body: () => text,
});

const SURVEY = foreign(2);

/** An id of nobody, another one for each request; who asks for it by this id is told the same lie. */
function another({ own, body }: About): string {
	if (own?.slice(0, 8) === SURVEY.slice(0, 8)) return own;
	return foreign(1000 + [...body].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 1e9, 0));
}

/** In the survey of the path, where it names one. */
const surveyOf = ({ surveyId, ids }: About) => surveyId ?? ids.survey_id ?? SURVEY;
const nameOf = ({ operation, own, ids }: About) => own ?? Object.values(ids).at(-1) ?? operation;

const deep = (depth: number): unknown => (depth === 0 ? 'bottom' : { level: deep(depth - 1) });
const big = Object.fromEntries(
	Array.from({ length: 3000 }, (_, place) => [
		`key_${place}`,
		{ number: place, text: 'x'.repeat(9) },
	]),
);
const TRACE = { request_id: foreign(3), trace_id: foreign(4) };

const ERRORS: Lie[] = [
	json('{message}', { message: 'Please log in' }),
	json('{success: false}', { success: false }),
	json('{success: false, data: null}', { success: false, data: null, message: 'No session' }),
	json('{ok: false}', { ok: false }),
	json('{error: text}', { error: 'Unauthorized' }),
	json('{error: {message}}', { error: { message: 'Session expired' } }),
	json('{error: {code, message}}', { error: { code: 'unauthorized', message: 'No token.' } }),
	json('{error: {}}', { error: {} }),
	json('{error: true}', { error: true, reason: 'login' }),
	json('{errors: […]}', { errors: [{ id: foreign(5), status: '401', title: 'Unauthorized' }] }),
	json('{detail: text}', { detail: 'Not authenticated' }),
	json('{detail: […]}', {
		detail: [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing' }],
	}),
	{
		...json('problem+json', {
			type: 'https://example.com/errors/login',
			title: 'Unauthorized',
			status: 401,
			detail: 'Please log in.',
			instance: '/api/login',
		}),
		contentType: 'application/problem+json',
	},
	json('{status: "error"}', { status: 'error' }),
	json('{code: 401, msg}', { code: 401, msg: 'Not logged in' }),
	json('{statusCode, message}', { statusCode: 502, message: 'Bad Gateway' }),
	json('{redirect}', { redirect: '/login', message: 'Please log in' }),
	json('{maintenance}', { maintenance: true, message: 'Back at noon' }),
	json('a GraphQL error', {
		data: null,
		errors: [{ message: 'Not allowed', extensions: { code: 'FORBIDDEN' } }],
	}),
	json('a JSON-RPC error', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'No.' } }),
	made('an error with a new id', (about) => ({
		id: another(about),
		error: { code: 'internal', message: 'No.' },
	})),
	made('the record, and an error', (about) => ({
		...recordOf(about.kind, about.own ?? another(about), surveyOf(about)),
		error: { code: 'internal', message: 'No.' },
	})),
	made('the record, and {success: false}', (about) => ({
		success: false,
		data: recordOf(about.kind, about.own ?? another(about), surveyOf(about)),
	})),
];

const EMPTIES: Lie[] = [
	json('{success: true}', { success: true }),
	json('{ok: true}', { ok: true }),
	json('{status: "ok"}', { status: 'ok' }),
	json('{}', {}),
	json('[]', []),
	json('[{}]', [{}]),
	json('null', null),
	json('"ok"', 'ok'),
	json('7', 7),
	json('true', true),
	json('{data: null}', { data: null }),
	json('{data: {}}', { data: {} }),
	json('{data: []}', { data: [] }),
	json('{result: null}', { result: null }),
	json('{id: null}', { id: null }),
	json('{id: 7}', { id: 7 }),
	json('{id: ""}', { id: '' }),
	json('a trace', { ...TRACE, status: 'ok', timestamp: '2026-03-04T05:06:07Z' }),
	json('{request_id}', { request_id: foreign(3) }),
	json('{trace_id}', { trace_id: foreign(4) }),
	json('{meta: {request_id}}', { data: null, meta: TRACE }),
	json('deep nesting', deep(60)),
	json('a big object', big),
];

const PAGES: Lie[] = [
	raw('a web page', '<!DOCTYPE html><html><body><h1>Sign in</h1></body></html>', 'text/html'),
	raw('a web page called JSON', '<html><body>Sign in</body></html>'),
	raw('plain text', 'OK', 'text/plain'),
	raw('an empty body', ''),
	raw('white space', ' \n'),
	raw('truncated JSON', '{"id":"f0f0f0f0-0000-4000-8000-0000000'),
	raw('two JSON texts', '{"success":true}{"success":true}'),
];

const RECORDS: Lie[] = [
	made('a record with a foreign id', (about) =>
		recordOf(about.kind, another(about), surveyOf(about)),
	),
	made('a record of a foreign survey', (about) => recordOf(about.kind, another(about), SURVEY)),
	made('a record of another kind', (about) => recordOfAnotherKind(about, surveyOf(about))),
	made('a record of another kind and survey', (about) => recordOfAnotherKind(about, SURVEY)),
	made('a list with a foreign record', (about) => [recordOf(about.kind, another(about), SURVEY)]),
	made('a foreign record in {data}', (about) => ({
		data: recordOf(about.kind, another(about), SURVEY),
	})),
	made('a foreign record in {success, result}', (about) => ({
		success: true,
		result: recordOf(about.kind, another(about), SURVEY),
	})),
	made('a foreign record, and the id as a trace', (about) => ({
		...recordOf(about.kind, another(about), SURVEY),
		request: `${about.method} ${nameOf(about)}`,
	})),
	made('the id under no key of an id', (about) => ({ title: nameOf(about), path: nameOf(about) })),
	// What a proxy's cache has of the thing that the path names: nothing new.
	made('a create answered with what its path names', (about) =>
		recordOf(about.kind, about.ids.survey_id ?? another(about), SURVEY),
	),
	made('half a record', (about) =>
		Object.fromEntries(Object.entries(recordOf(about.kind, another(about), SURVEY)).slice(0, 2)),
	),
];

export const LIES: Lie[] = [...ERRORS, ...EMPTIES, ...PAGES, ...RECORDS];

const KEYS = ['message', 'error', 'errors', 'status', 'success', 'ok', 'data', 'result', 'detail'];
const MORE_KEYS = [
	'request_id',
	'trace_id',
	'timestamp',
	'path',
	'login_url',
	'title',
	'items',
	'meta',
];

const leaf = fc.oneof(
	fc.constantFrom(null, true, false, '', 'error', 'ok', 'Please log in', 'unauthorized'),
	fc.constantFrom(0, 1, 200, 401, 502),
	fc.uuid(),
);
const inner = fc.oneof(leaf, fc.array(leaf, { maxLength: 2 }), fc.dictionary(fc.string(), leaf));
const envelope = fc.dictionary(fc.constantFrom(...KEYS, ...MORE_KEYS), inner, { maxKeys: 4 });
const stranger = fc.dictionary(fc.constantFrom('id', 'survey_id', 'name', 'status'), fc.uuid());

/** So many more that are made up, the same ones for a seed. */
export function madeUpLies(count: number, seed: number): Lie[] {
	const anything = fc.oneof(
		{ weight: 4, arbitrary: envelope },
		{ weight: 2, arbitrary: stranger },
		{ weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
	);
	return fc
		.sample(anything, { numRuns: count, seed })
		.map((value, place) => json(`made up ${seed}/${place}`, value));
}
