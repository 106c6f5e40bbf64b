import { endpoints } from './index';
import { inEveryDialect } from './testing/every';
import type { Setup } from './testing/every';

/** What an endpoint is asked with, beside the identifiers in its path. */
interface Asked {
	body?: unknown;
	query?: string;
	/** In the survey without answers instead of the one with many. */
	inEmpty?: true;
	/** The status of the mailing in the path. */
	mailing?: string;
	/** The theme in the path is archived. */
	archived?: true;
}

const UUID = '5f0c0f6e-6c5d-4b52-9d35-2c1f9e1f0a01';
const RANGE = 'range_start=2020-01-01T00:00:00Z&range_end=2100-01-01T00:00:00Z';
const ANN = { recipient_email: 'a@example.com', recipient_name: 'A' };

/** The specification's endpoint tables: what is asked, and the status of success. */
const ENDPOINTS: ReadonlyArray<[endpoint: string, status: number, asked?: Asked]> = [
	['POST /surveys', 201, { body: { name: 'A', metric_type: 'nps', interview_locale: 'en' } }],
	['GET /surveys', 200],
	['POST /surveys/{survey_id}/clone', 201],
	['GET /surveys/{survey_id}', 200],
	['PATCH /surveys/{survey_id}', 200, { body: { name: 'B' } }],
	['DELETE /surveys/{survey_id}', 204],

	['POST /surveys/{survey_id}/properties', 201, { inEmpty: true, body: { name: 'Team' } }],
	['PATCH /properties/{property_id}', 200, { body: { label: 'C' } }],
	['DELETE /properties/{property_id}', 204],

	['POST /surveys/{survey_id}/topic-categories', 201, { inEmpty: true, body: { name: 'Food' } }],
	['PATCH /topic-categories/{category_id}', 200, { body: { name: 'D' } }],
	['DELETE /topic-categories/{category_id}', 204],
	['POST /topic-categories/{category_id}/archive', 200],
	['POST /topic-categories/{category_id}/unarchive', 200, { archived: true }],

	[
		'POST /surveys/{survey_id}/invitations/shared-link',
		201,
		{ inEmpty: true, body: { max_uses: 5 } },
	],
	['POST /surveys/{survey_id}/invitations/personal', 201, { inEmpty: true, body: ANN }],
	['GET /invitations/{invitation_id}', 200],
	['PATCH /invitations/{invitation_id}', 200, { body: { label: 'E' } }],
	['DELETE /invitations/{invitation_id}', 204],
	['POST /invitations/{invitation_id}/reissue', 200],
	[
		'GET /surveys/{survey_id}/invitations',
		200,
		{ query: 'q=person&type=personal&type=csv&status=open' },
	],
	['POST /invitations/{invitation_id}/send-email', 200, { body: {} }],
	[
		'POST /public-api/v1/surveys/{survey_id}/invitations',
		201,
		{ inEmpty: true, body: { recipient_email: 'b@example.com', on_duplicate: 'skip' } },
	],

	['GET /surveys/{survey_id}/respondents', 200],
	['GET /surveys/{survey_id}/respondents/{respondent_id}/conversation', 200],
	['POST /respondents/{respondent_id}/erase', 200, { body: { reason: 'asked' } }],
	['DELETE /respondents/{respondent_id}', 204],
	['PATCH /respondents/{respondent_id}', 200, { body: { properties: { location: 'Gent' } } }],

	['GET /surveys/{survey_id}/results/overview', 200, { query: 'period=current_year' }],
	['GET /surveys/{survey_id}/results/respondent-dots', 200, { query: RANGE }],
	['GET /surveys/{survey_id}/results/conclusion', 200, { query: 'locale=en' }],
	['GET /surveys/{survey_id}/results/topics', 200, { query: `category_id=${UUID}` }],
	['GET /surveys/{survey_id}/results/topics/{topic_id}', 200],
	[
		'GET /surveys/{survey_id}/results/topics/{topic_id}/quotes',
		200,
		{ query: 'sentiment=positive&limit=100&offset=0' },
	],
	['GET /surveys/{survey_id}/results/over-time', 200, { query: `granularity=week&${RANGE}` }],
	['GET /surveys/{survey_id}/results/over-time/suggested-range', 200],

	['POST /surveys/{survey_id}/mailings', 201, { body: { template_id: UUID } }],
	['GET /surveys/{survey_id}/mailings', 200],
	['GET /mailings/{mailing_id}', 200, { mailing: 'sent', query: 'limit=500&offset=0' }],
	['PATCH /mailings/{mailing_id}', 200, { mailing: 'unsent', body: { subject_override: 'F' } }],
	['DELETE /mailings/{mailing_id}', 204, { mailing: 'unsent' }],
	['POST /mailings/{mailing_id}/send', 200, { mailing: 'unsent' }],
	['GET /mailings/{mailing_id}/stats', 200, { mailing: 'sent' }],
	['POST /mailings/{mailing_id}/unschedule', 200, { mailing: 'scheduled' }],
	['POST /mailings/{mailing_id}/pause', 200, { mailing: 'sending' }],
	['POST /mailings/{mailing_id}/resume', 200, { mailing: 'paused' }],

	['GET /public-api/v1/me', 200],
];

/** The method and the path of a request to the endpoint, with identifiers of the seeded world. */
function requestTo(endpoint: string, asked: Asked, { service, surveys }: Setup): [string, string] {
	const { records } = service.world;
	const { properties, themes, topics, invitations, respondents, mailings } = records;
	// A theme that nobody has spoken about can be deleted.
	const theme = themes.of(surveys.many).find(({ name }) => name === 'Sustainability');
	if (theme) theme.archived = asked.archived ?? false;
	const ids: Record<string, string | undefined> = {
		survey_id: asked.inEmpty ? surveys.none : surveys.many,
		property_id: properties.of(surveys.many)[0]?.id,
		category_id: theme?.id,
		topic_id: topics.of(surveys.many)[0]?.id,
		invitation_id: invitations.of(surveys.many)[0]?.id,
		respondent_id: respondents.of(surveys.many)[0]?.id,
		mailing_id: mailings.all().find(({ status }) => status === asked.mailing)?.id,
	};
	const [method = '', template = ''] = endpoint.split(' ');
	const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? `no-${name}`);
	return [method, asked.query ? `${path}?${asked.query}` : path];
}

test('the endpoints of the specification, and no others', () => {
	expect(endpoints().sort()).toEqual(ENDPOINTS.map(([endpoint]) => endpoint).sort());
});

inEveryDialect((setup) => {
	test.each(ENDPOINTS)('%s answers %i', async (endpoint, status, asked = {}) => {
		const [method, path] = requestTo(endpoint, asked, setup());
		const answered = await setup().call(method, path, { body: asked.body });
		expect([answered.status, answered.text]).toEqual([status, expect.any(String)]);
		if (status === 204) expect(answered.text).toBe('');
		else expect(answered.headers.get('content-type')).toMatch(/^application\/json/);
		expect(answered.status === 204 || typeof answered.json === 'object').toBe(true);
		expect(setup().service.log.at(-1)).toMatchObject({ status, done: true });
	});

	test.each(ENDPOINTS)('%s needs a token', async (endpoint, _status, asked = {}) => {
		const [method, path] = requestTo(endpoint, asked, setup());
		const answered = await setup().call(method, path, { body: asked.body, token: null });
		expect([401, 403]).toContain(answered.status);
		expect(setup().service.effects.all).toEqual([]);
	});
});
