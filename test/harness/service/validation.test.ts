import { object } from './testing/client';
import { inEveryDialect } from './testing/every';
import type { Setup } from './testing/every';

const UUID = '5f0c0f6e-6c5d-4b52-9d35-2c1f9e1f0a01';
const survey = ({ surveys }: Setup) => `/surveys/${surveys.many}`;
const record =
	(table: 'invitations' | 'mailings' | 'respondents', path: string) => (setup: Setup) =>
		`/${table}/${setup.service.world.records[table].of(setup.surveys.many)[0]?.id}${path}`;
const invitation = record('invitations', '');
const mailings = (setup: Setup) => `${survey(setup)}/mailings`;
const quotes = (query: string) => (setup: Setup) =>
	`${survey(setup)}/results/topics/${setup.service.world.records.topics.of(setup.surveys.many)[0]?.id}/quotes?${query}`;
const results = (query: string) => (setup: Setup) => `${survey(setup)}/results/${query}`;

/** Requests that are not valid, as the specification's types, bounds and enums have it. */
const INVALID: ReadonlyArray<
	[what: string, method: string, path: (setup: Setup) => string, body?: unknown]
> = [
	['a survey without metric_type', 'POST', () => '/surveys', { name: 'A', interview_locale: 'en' }],
	[
		'a survey with an unknown metric_type',
		'POST',
		() => '/surveys',
		{ name: 'A', metric_type: 'x', interview_locale: 'en' },
	],
	[
		'a survey of which the name is a number',
		'POST',
		() => '/surveys',
		{ name: 1, metric_type: 'nps', interview_locale: 'en' },
	],
	['a body that is a list', 'POST', () => '/surveys', []],
	['no body where one is needed', 'POST', () => '/surveys'],
	['a path that is no UUID', 'GET', () => '/surveys/latest'],
	['max_uses of 0', 'PATCH', invitation, { max_uses: 0 }],
	['max_uses beyond the bound', 'PATCH', invitation, { max_uses: 10_000_001 }],
	['max_uses with a fraction', 'PATCH', invitation, { max_uses: 1.5 }],
	['a label of 121 characters', 'PATCH', invitation, { label: 'x'.repeat(121) }],
	['an address that is none', 'PATCH', invitation, { recipient_email: 'nobody' }],
	['an expiry that is no date-time', 'PATCH', invitation, { expires_at: 'tomorrow' }],
	['property values that are numbers', 'PATCH', invitation, { properties: { floor: 3 } }],
	['origins that are no list', 'PATCH', invitation, { allowed_origins: 'https://a.example' }],
	['a batch that is no UUID', 'GET', (setup) => `${survey(setup)}/invitations?batch_id=1`],
	[
		'an unknown on_duplicate',
		'POST',
		(setup) => `/public-api/v1${survey(setup)}/invitations`,
		{ recipient_email: 'a@example.com', on_duplicate: '?' },
	],
	['send-email without a body', 'POST', record('invitations', '/send-email')],
	['erase without a body', 'POST', record('respondents', '/erase')],
	['erase with null', 'POST', record('respondents', '/erase'), null],
	['a reason that is no text', 'POST', record('respondents', '/erase'), { reason: 1 }],
	['a mailing without a template', 'POST', mailings, {}],
	['a template that is no UUID', 'POST', mailings, { template_id: 'welcome' }],
	[
		'a subject of 256 characters',
		'POST',
		mailings,
		{ template_id: UUID, subject_override: 'x'.repeat(256) },
	],
	[
		'a filter without any channel',
		'POST',
		mailings,
		{ template_id: UUID, filters: { channels: [] } },
	],
	['an unknown channel', 'POST', mailings, { template_id: UUID, filters: { channels: ['popup'] } }],
	[
		'completed without any value',
		'POST',
		mailings,
		{ template_id: UUID, filters: { completed: [] } },
	],
	[
		'an unknown last_invited',
		'POST',
		mailings,
		{ template_id: UUID, filters: { last_invited: 'yesterday' } },
	],
	[
		'a subject of 256 characters in an update',
		'PATCH',
		record('mailings', ''),
		{ subject_override: 'x'.repeat(256) },
	],
	['a recipient page of 501', 'GET', record('mailings', '?limit=501')],
	['a recipient page before the first', 'GET', record('mailings', '?offset=-1')],
	['a page of 0 quotes', 'GET', quotes('limit=0')],
	['a page of 101 quotes', 'GET', quotes('limit=101')],
	['a limit that is no number', 'GET', quotes('limit=many')],
	['an unknown sentiment', 'GET', quotes('sentiment=angry')],
	['an unknown period', 'GET', results('overview?period=yesterday')],
	['an unknown locale', 'GET', results('conclusion?locale=de')],
	['dots without a range', 'GET', results('respondent-dots')],
	['over-time without an end', 'GET', results('over-time?range_start=2025-01-01T00:00:00Z')],
	[
		'an offset of which the + became a space',
		'GET',
		results('over-time?range_start=2025-01-01T00:00:00+02:00&range_end=2026-01-01T00:00:00Z'),
	],
	[
		'an unknown granularity',
		'GET',
		results(
			'over-time?granularity=hour&range_start=2025-01-01T00:00:00Z&range_end=2026-01-01T00:00:00Z',
		),
	],
	['a theme that is no UUID', 'GET', results('topics?category_id=food')],
];

inEveryDialect((setup) => {
	test.each(INVALID)('%s is refused with 422', async (_what, method, path, ...[body]) => {
		const answered = await setup().call(method, path(setup()), { body });
		expect([answered.status, answered.text]).toEqual([422, expect.any(String)]);
		const { detail, ...rest } = object(answered.json);
		expect(rest).toEqual({});
		const text = expect.any(String) as string;
		const wanted = setup().by<object>({
			plain: { loc: expect.any(Array), msg: text, type: text },
			nested: { path: text, message: text },
			wide: { field: text, location: text, code: text, message: text },
		});
		expect(detail).toEqual(expect.arrayContaining([wanted]));
		expect(setup().service.effects.all).toEqual([]);
		expect(setup().service.log.at(-1)).toMatchObject({ status: 422, done: false });
	});

	test('broken JSON is refused with 422', async () => {
		const answered = await setup().call('POST', '/surveys', { rawBody: '{"name": ' });
		expect(answered.status).toBe(422);
	});

	test.each([
		['the bounds themselves', { max_uses: 10_000_000, label: 'x'.repeat(120) }],
		['nothing', {}],
	])('%s are accepted', async (_what, body) => {
		const answered = await setup().call('PATCH', invitation(setup()), { body });
		expect(answered.status).toBe(200);
	});

	test('a query array is repeated keys; type[0] is an unknown parameter', async () => {
		const { call, by } = setup();
		const path = `${survey(setup())}/invitations`;
		const repeated = await call('GET', `${path}?type=personal&type=popup`);
		const types = (repeated.json as Array<{ type: string }>).map(({ type }) => type);
		expect(new Set(types)).toEqual(new Set(['personal', 'popup']));
		const bracketed = await call('GET', `${path}?type[0]=personal`);
		expect(bracketed.status).toBe(by({ plain: 200, nested: 422, wide: 200 }));
	});

	test.each([
		['empty', ''],
		['null', 'null'],
		['an object', '{}'],
	])('the optional body of clone and send may be %s', async (_what, rawBody) => {
		const sent = rawBody === '' ? {} : { rawBody };
		const clone = await setup().call('POST', `${survey(setup())}/clone`, sent);
		expect(clone.status).toBe(201);
		const unsent = setup()
			.service.world.records.mailings.all()
			.find((one) => one.status === 'unsent');
		const send = await setup().call('POST', `/mailings/${unsent?.id}/send`, sent);
		expect(send.status).toBe(200);
	});

	test('items of the list may also be plain text', async () => {
		setup().service.choices.validationItems = 'text';
		const answered = await setup().call('GET', '/surveys/latest');
		expect(object(answered.json).detail).toEqual(['path.survey_id: Input should be a valid UUID']);
	});
});
