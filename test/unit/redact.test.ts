import { explainOutcome } from '../../nodes/SurveyInterview/http/explain';
import type { Outcome } from '../../nodes/SurveyInterview/http/outcome';
import fc from 'fast-check';

import { redactorOf } from '../../nodes/SurveyInterview/http/redact';

const TOKEN = 'sk_live/9f+Ab"C\\d==';
const redact = redactorOf(TOKEN);

const jsonEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
const entity = (sign: string) => `&#${sign.charCodeAt(0)};`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

const FORMS: Array<[string, string]> = [
	['as it is', TOKEN],
	['in JSON', JSON.stringify(TOKEN).slice(1, -1)],
	['in JSON with escaped slashes', JSON.stringify(TOKEN).slice(1, -1).replaceAll('/', '\\/')],
	['all escaped in JSON', [...TOKEN].map(jsonEscape).join('')],
	[
		'in capitals',
		[...TOKEN].map((sign) => jsonEscape(sign).toUpperCase().replace('\\U', '\\u')).join(''),
	],
	['URL-encoded', encodeURIComponent(TOKEN)],
	['URL-encoded twice', encodeURIComponent(encodeURIComponent(TOKEN))],
	['URL-encoded three times', encodeURIComponent(encodeURIComponent(encodeURIComponent(TOKEN)))],
	['all URL-encoded', [...TOKEN].map(percent).join('')],
	['in HTML', TOKEN.replaceAll('"', '&quot;')],
	['all as entities', [...TOKEN].map(entity).join('')],
	[
		'as entities with zeros',
		[...TOKEN].map((sign) => `&#x00${sign.charCodeAt(0).toString(16)};`).join(''),
	],
	['base64', base64(TOKEN)],
	['base64 of the header', base64(`Bearer ${TOKEN}`)],
	['base64 of two bytes more', base64(`x:${TOKEN}\n`)],
	['base64 for URLs', base64url(`{"token":"${TOKEN}"}`)],
];

it.each(FORMS)('takes the token out %s', (_name, form) => {
	for (const text of [form, `before ${form} after`, `{"a":"${form}","b":"${form}"}`]) {
		const clean = redact(text);
		expect(clean).toContain('[token]');
		expect(clean).not.toContain(form);
	}
});

it.each(['Ab3dE6h8', 'Ab3dE6h8j0k'])('takes out a token as short as %s', (short) => {
	expect(redactorOf(short)(`Bearer ${short}.`)).toBe('Bearer [token].');
});

it('takes out what mixes the escapes of single characters', () => {
	const mixed = fc.tuple(
		...[...TOKEN].map((sign) =>
			fc.constantFrom(
				sign,
				jsonEscape(sign),
				percent(sign),
				entity(sign),
				...(/\w/.test(sign) ? [] : [`\\${sign}`]),
			),
		),
	);
	fc.assert(
		fc.property(mixed, (signs) => expect(redact(`a ${signs.join('')} b`)).toBe('a [token] b')),
	);
});

it('leaves nothing of the token where it stood, wherever in a base64 text it began', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme-ascii' }), fc.string(), (before, after) => {
			const form = base64(before + TOKEN + after);
			expect(redact(`"${form}"`)).toBe('"[token]"');
		}),
	);
});

it.each(['\\n', '\\t', '\\u0022', '\\/'])('keeps the escape %s before a base64 text', (escape) => {
	const clean = redact(`{"a":"Got:${escape}${base64(`Bearer ${TOKEN}`)}${escape}x"}`);
	expect(clean).toBe(`{"a":"Got:${escape}[token]${escape}x"}`);
	expect(() => JSON.parse(clean) as unknown).not.toThrow();
});

it('finds base64 with line ends in it, as mails have it', () => {
	for (let before = 0; before < 90; before++) {
		const form = base64(`${'x'.repeat(before)}Bearer ${TOKEN}${'y'.repeat(80)}`);
		for (const end of ['\\r\\n', '\r\n']) {
			const clean = redact(`"${form.replace(/(.{76})/g, `$1${end}`)}"`);
			const decoded = Buffer.from(clean.replace(/\\r\\n|\s/g, ''), 'base64').toString('latin1');
			expect(decoded).not.toContain(TOKEN);
		}
	}
});

it('leaves other texts as they are', () => {
	fc.assert(
		fc.property(fc.string(), (text) => {
			expect(redact(text)).toBe(text);
		}),
	);
	const html = '{"a":"R\\u0026D 100%25 \\/ x"}';
	expect(redact(html)).toBe(html);
	const entities = 'R&amp;D &#115; &quot;x&quot;';
	expect(redact(entities)).toBe(entities);
	// So short a token would stand in every text.
	expect(redactorOf('short')('a short text')).toBe('a short text');
});

it('what was asked for is not in the reason of a request without an answer', () => {
	const request = { api: 'https://x.example/api', path: '/surveys', query: { q: 'Ann Example' } };
	const reason = 'timeout of GET /surveys?q=Ann Example';
	const { message } = explainOutcome(request, { kind: 'unclear', reason } as Outcome);
	expect(message).toContain('timeout of GET');
	expect(message).not.toContain('Ann');
});
