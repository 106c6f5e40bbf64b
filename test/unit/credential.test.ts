import {
	apiAddress,
	authorize,
	checkCredential,
	isLinkPattern,
} from '../../nodes/SurveyInterview/http/credential';

/** What a check gives, or the sentence with which it refuses. */
function resultOf<T>(check: () => T): { ok: true; value: T } | { ok: false; problem: string } {
	try {
		return { ok: true, value: check() };
	} catch (error) {
		return { ok: false, problem: (error as Error).message };
	}
}

const address = (baseUrl: string, allowHttp = false) =>
	resultOf(() => apiAddress(baseUrl, allowHttp));
const usable = { baseUrl: 'https://survey.example.com', token: 'tok' };
const checkedToken = (token: string) => resultOf(() => checkCredential({ ...usable, token }).token);
const checkedCompanyId = (companyId: string) =>
	resultOf(() => checkCredential({ ...usable, companyId }).companyId);
const checkedFieldNames = (fieldNames: string) =>
	resultOf(() => checkCredential({ ...usable, fieldNames }).fieldNames);

describe('base URL', () => {
	it.each([
		['https://survey.example.com', 'https://survey.example.com/api'],
		['https://survey.example.com/', 'https://survey.example.com/api'],
		['https://survey.example.com/api', 'https://survey.example.com/api'],
		[' https://survey.example.com/api// ', 'https://survey.example.com/api'],
		['https://example.com/apiary', 'https://example.com/apiary/api'],
		['https://example.com/tools/interviews/api', 'https://example.com/tools/interviews/api'],
		['https://example.com/tools/loginless', 'https://example.com/tools/loginless/api'],
		['https://survey.example.com/api/surveys', 'https://survey.example.com/api'],
		['https://survey.example.com/api/public-api/v1/me?a=1', 'https://survey.example.com/api'],
		['https://survey.example.com/login?next=/api', 'https://survey.example.com/api'],
		['https://survey.example.com/surveys/3f/results#api', 'https://survey.example.com/api'],
		['https://survey.example.com/docs/', 'https://survey.example.com/api'],
		['https://survey.example.com/openapi.json', 'https://survey.example.com/api'],
		['https://survey.example.com/nl-be/login', 'https://survey.example.com/api'],
		['https://survey.example.com/users/sign_in', 'https://survey.example.com/api'],
		['https://survey.example.com/redoc', 'https://survey.example.com/api'],
		['https://survey.example.com/index.html', 'https://survey.example.com/api'],
		['\u200bhttps://survey.example.com\u200b', 'https://survey.example.com/api'],
		['<https://survey.example.com>', 'https://survey.example.com/api'],
		['“https://survey.example.com/”,', 'https://survey.example.com/api'],
		['https://https://survey.example.com', 'https://survey.example.com/api'],
		['(https://survey.example.com).', 'https://survey.example.com/api'],
		[
			'https://survey.example.com/login?next=https://survey.example.com/',
			'https://survey.example.com/api',
		],
		[
			'https://survey_a.example.com/?to=https://Survey_a.example.com',
			'https://survey_a.example.com/api',
		],
		[
			'https://Survey.example.com/login?to=https%253A%252F%252Fsurvey.example.com%253A443',
			'https://survey.example.com/api',
		],
		['https://example.com/users', 'https://example.com/users/api'],
		['https://https.example.com', 'https://https.example.com/api'],
		['https://survey.example.com/dashboard/home', 'https://survey.example.com/api'],
		['https://survey.example.com/api/docs/index.html', 'https://survey.example.com/api'],
		['https://example.com/api/interviews', 'https://example.com/api/interviews/api'],
		['HTTPS://Survey.Example.com:8443', 'https://survey.example.com:8443/api'],
	])('%s is served below %s', (typed, expected) => {
		expect(address(typed)).toEqual({ ok: true, value: expected });
	});

	it.each([
		['http://localhost:5000', 'http://localhost:5000/api'],
		['http://[::1]:5000', 'http://[::1]:5000/api'],
		['http://10.1.2.3', 'http://10.1.2.3/api'],
		['http://172.16.0.1', 'http://172.16.0.1/api'],
		['http://172.31.0.1', 'http://172.31.0.1/api'],
		['http://192.168.1.9', 'http://192.168.1.9/api'],
		['http://[fd00::1]', 'http://[fd00::1]/api'],
	])('http is allowed to a local or private address: %s', (typed, expected) => {
		expect(address(typed)).toEqual({ ok: true, value: expected });
	});

	it.each([
		'http://survey.example.com',
		'http://172.15.0.1',
		'http://172.32.0.1',
		'http://192.169.0.1',
		'http://127.0.0.1.example.com',
		'http://[2001:db8::1]',
	])('http is refused to %s, until the user allows it', (typed) => {
		expect(address(typed)).toMatchObject({
			ok: false,
			problem: expect.stringContaining('Allow HTTP'),
		});
		expect(address(typed, true)).toMatchObject({ ok: true });
	});

	it.each([
		['', 'empty'],
		['   ', 'empty'],
		['survey.example.com', 'https://'],
		['ftp://survey.example.com', 'https://'],
		['https://', 'not a valid address'],
		['https://user:secret@survey.example.com', 'user name or password'],
		['https://:secret@survey.example.com', 'user name or password'],
		[
			'https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fsurvey.example.com%2F&data=05',
			'another address in it',
		],
		[
			'https://urldefense.com/v3/__https://survey.example.com/login__;!!Ab!c$',
			'another address in it',
		],
		[
			'https://urldefense.proofpoint.com/v2/url?u=https-3A__survey.example.com_&d=Dw',
			'another address in it',
		],
		['https://www.google.com/url?q=http://Survey.example.com&sa=D', 'another address in it'],
		[
			'https://login.microsoftonline.com/common/oauth2/authorize?redirect_uri=https%3a%2f%2fsurvey.example.com',
			'another address in it',
		],
	])('%p is refused with a sentence', (typed, word) => {
		const result = address(typed);
		expect(result).toMatchObject({ ok: false, problem: expect.stringContaining(word) });
		expect(result.ok === false && result.problem).toMatch(/\.$/);
	});
});

describe('token and company', () => {
	it.each(['', '  ', '\u200b', '""', 'Authorization: Bearer', 'é', 'абв', 'token abc12345'])(
		'%j is refused',
		(token) => {
			expect(checkedToken(token).ok).toBe(false);
		},
	);

	it('never repeats the token in the sentence', () => {
		const result = checkedToken('sk-very-secret-é');
		expect(result).toEqual({ ok: false, problem: expect.not.stringContaining('very-secret') });
	});

	it.each([
		' sk_live.A-9~+/=\t\r\n',
		'sk_live\n.A-9~+/=',
		'\ufeffsk_live\u200b.A-9~+/=\u2060',
		'"sk_live.A-9~+/="',
		'“sk_live.A-9~+/=”',
		'Bearer sk_live.A-9~+/=',
		'bearer\u00a0\n"sk_live.A-9~+/="',
		'Authorization: Bearer sk_live.A-9~+/=',
		'Bearer: sk_live.A-9~+/=',
		'bearer=sk_live.A-9~+/=',
		"\u200b'authorization:Bearer sk_live.A-9~+/=' ",
		'"Authorization": "Bearer sk_live.A-9~+/=",',
	])('takes the token alone out of %j', (pasted) => {
		expect(checkedToken(pasted)).toEqual({ ok: true, value: 'sk_live.A-9~+/=' });
	});

	it.each(['*', '********', ' *** '])('%s, as a page hides a token, is refused', (token) => {
		expect(checkedToken(token)).toEqual({ ok: false, problem: expect.stringContaining('stars') });
	});

	it.each(['', '  ', '\u200b'])('%j is said to be empty', (token) => {
		expect(checkedToken(token)).toEqual({ ok: false, problem: expect.stringContaining('empty') });
	});

	it.each(['sk_live.A-9~+/=', 'Bearer42', 'a"b', '1|authorization', '*a', 'a*'])(
		'leaves %s as it is',
		(token) => {
			expect(checkedToken(token)).toEqual({ ok: true, value: token });
		},
	);

	it('refuses a company id with a line break', () => {
		expect(checkedCompanyId('a\r\nX-Evil: 1').ok).toBe(false);
		expect(checkedCompanyId(' 42 ')).toEqual({ ok: true, value: '42' });
	});
});

describe('authenticate', () => {
	const credential = { baseUrl: 'https://survey.example.com', token: 'tok', companyId: 'acme' };
	const request = (url: string) => ({ url, headers: { Accept: 'application/json' } });

	it('adds the token and the company', async () => {
		const { headers } = await authorize(
			credential,
			request('https://survey.example.com/api/surveys'),
		);
		expect(headers).toEqual({
			Accept: 'application/json',
			Authorization: 'Bearer tok',
			'X-Company-Id': 'acme',
		});
	});

	it('sends no company to the token’s own endpoint', async () => {
		const { headers } = await authorize(
			credential,
			request('https://survey.example.com/api/public-api/v1/me'),
		);
		expect(headers).not.toHaveProperty('X-Company-Id');
	});

	it.each(['https://evil.example.com/api/surveys', 'http://survey.example.com/api', 'nonsense'])(
		'gives no token to %s',
		async (url) => {
			await expect(authorize(credential, request(url))).rejects.toThrow('only to the address');
		},
	);
});

describe('authenticate a request of n8n’s HTTP Request node', () => {
	const credential = { baseUrl: 'https://survey.example.com', token: 'tok' };

	it.each([
		{ baseURL: 'https://survey.example.com/api/', url: 'surveys' },
		{ baseURL: 'https://evil.example.com', url: 'https://survey.example.com/api/surveys' },
		{ uri: 'https://survey.example.com/api/surveys', url: undefined as unknown as string },
	])('%j gets the token, and no company that is not entered', async (request) => {
		const { headers } = await authorize(credential, request);
		expect(headers).toEqual({ Authorization: 'Bearer tok' });
	});

	it.each([
		{ baseURL: 'https://evil.example.com', url: '/api/surveys' },
		{ baseURL: 'https://survey.example.com', url: 'https://evil.example.com/api/surveys' },
		{ baseURL: 'nonsense', url: 'surveys' },
	])('%j does not', async (request) => {
		await expect(authorize(credential, request)).rejects.toThrow('only to the address');
	});
});

it.each<[unknown, boolean]>([
	[true, true],
	[false, false],
	['true', false],
])('http is allowed by the switch alone: %j', (allowHttp, isAllowed) => {
	const data = { ...usable, baseUrl: 'http://survey.example.com', allowHttp } as typeof usable;
	expect(resultOf(() => checkCredential(data)).ok).toBe(isAllowed);
});

describe('patterns of links', () => {
	it.each([
		'https://a.b/{token}',
		'http://a.b/x?t={token}&l={language}',
		'https://a.b:8443#{token}',
		'https://a.b/{language}/{token}',
	])('%s is one', (pattern) => {
		expect(isLinkPattern(pattern, '{token}', '{language}')).toBe(true);
	});

	it.each([
		'see https://a.b/{token}',
		'https://a.b/{token} here',
		'https://{token}',
		'https://{token}.b/',
		'https://me@a.b/{token}',
		'https://a.b/',
		'https://a.b/{language}',
		'https://a.b/{{token}}',
		'https://a.b/{token}}',
		'https://a.b/{token}/{name}',
		'https://a.b/{token}/{token}',
		'https://a b/{token}',
		'https://a.b:x/{token}',
		'ftp://a.b/{token}',
	])('%s is none', (pattern) => {
		expect(isLinkPattern(pattern, '{token}', '{language}')).toBe(false);
	});
});

describe('Field Names', () => {
	it.each(['', '  \n', '{}'])('may be empty: %j', (text) => {
		expect(checkedFieldNames(text)).toEqual({ ok: true, value: undefined });
	});

	it('are facts by kind of record, each with the keys that lead to it', () => {
		const names = { respondent: { score: 'result.value.a.b' }, bucket: { from: 'x' } };
		expect(checkedFieldNames(JSON.stringify(names))).toEqual({ ok: true, value: names });
		// Pasted from a page, with the blanks around it.
		const pasted = `\uFEFF${JSON.stringify(names)}\u00A0`;
		expect(checkedFieldNames(pasted)).toEqual({ ok: true, value: names });
	});

	it.each([
		['no JSON', '{respondent: {score: "result.value"}}'],
		['a list', '[{"respondent": {}}]'],
		['an unknown kind', '{"person": {"score": "result.value"}}'],
		['an unknown fact', '{"respondent": {"points": "result.value"}}'],
		['an unknown fact beside a known one', '{"respondent": {"score": "a", "points": "b"}}'],
		['a calculated fact', '{"respondent": {"nps_group": "result.group"}}'],
		['a kind without facts', '{"respondent": "result.value"}'],
		['an empty path', '{"respondent": {"score": ""}}'],
		['a key of signs alone', '{"respondent": {"score": "result.-_"}}'],
		['a path that is none', '{"respondent": {"score": ["result", "value"]}}'],
		['a path that is too long', '{"respondent": {"score": "a.b.c.d.e"}}'],
		['a token in the wrong field', 'sk_secret'],
	])('%s is refused in one sentence, which does not repeat it', (_what, text) => {
		const result = checkedFieldNames(text);
		const problem = result.ok ? '' : result.problem;
		expect(problem).toMatch(/^Field Names [^.]*.*, or leave it empty\.$/);
		expect(problem).not.toContain('sk_secret');
	});
});

it('patterns of links are refused in these sentences', () => {
	const problems = [
		resultOf(() => checkCredential({ ...usable, participantLink: 'https://a.b/' })),
		resultOf(() => checkCredential({ ...usable, respondentPage: 'a.b' })),
	];
	expect(problems).toMatchSnapshot();
});
