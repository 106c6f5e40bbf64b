import { explainOutcome } from '../../nodes/SurveyInterview/http/explain';
import type { Outcome } from '../../nodes/SurveyInterview/http/outcome';
import fc from 'fast-check';

import { redactorOf, withoutAddresses } from '../../nodes/SurveyInterview/http/redact';

const TOKEN = 'sk_live/9f+Ab"C\\d==';
const redact = redactorOf(TOKEN);

const FORMS: Array<[string, string]> = [
	['as it is', TOKEN],
	['in JSON', JSON.stringify(TOKEN).slice(1, -1)],
	['in JSON with escaped slashes', JSON.stringify(TOKEN).slice(1, -1).replaceAll('/', '\\/')],
	['URL-encoded', encodeURIComponent(TOKEN)],
	[
		'URL-encoded in small letters',
		encodeURIComponent(TOKEN).replace(/%../g, (one) => one.toLowerCase()),
	],
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

it('leaves other texts as they are', () => {
	fc.assert(fc.property(fc.string(), (text) => expect(redact(text)).toBe(text)));
	const html = '{"a":"R\\u0026D 100%25 \\/ x"}';
	expect(redact(html)).toBe(html);
	// So short a token would stand in every text.
	expect(redactorOf('short')('a short text')).toBe('a short text');
});

it.each([
	['ann.lee+x@example.org is taken', '[email address] is taken'],
	['“Ann@Example.ORG”, <ann@example.org>', '“[email address]”, <[email address]>'],
	['q=ann%40example.org&x', 'q=[email address]&x'],
	['ann＠example.org', '[email address]'],
	['mailto:jürgen@müller.de', 'mailto:[email address]'],
	['@example.org is blocked', '[email address] is blocked'],
	['R&D 100%25 C:\\new @ home, 3 @ 5, @you', 'R&D 100%25 C:\\new @ home, 3 @ 5, @you'],
])('%s: addresses are hidden, whoever has them', (text, shown) => {
	expect(withoutAddresses(text)).toBe(shown);
});

it('an address that was asked for is not in the reason of a request without an answer', () => {
	const request = { api: 'https://x.example/api', path: '/surveys' };
	const reason = 'timeout of GET /surveys?q=ann%40example.org';
	const { message } = explainOutcome(request, { kind: 'unclear', reason } as Outcome);
	expect(message).toContain('timeout of GET');
	expect(message).not.toContain('ann');
});
