import { contractRows } from '../contract/contract';
import { OPERATIONS } from './routes';
import { inBothDialects } from './testing/both';
import type { Setup } from './testing/both';

type Prepared = [path: string, body?: unknown];
const UUID = '5f0c0f6e-6c5d-4b52-9d35-2c1f9e1f0a01';
const RANGE = 'range_start=2020-01-01T00:00:00Z&range_end=2100-01-01T00:00:00Z';

/** The specification's endpoint tables: what is asked, and the status of success. */
const ENDPOINTS: ReadonlyArray<
	[method: string, path: string, status: number, prepare: (setup: Setup) => Prepared]
> = [
	[
		'POST',
		'/surveys',
		201,
		() => ['/surveys', { name: 'A', metric_type: 'nps', interview_locale: 'en' }],
	],
	['GET', '/surveys', 200, () => ['/surveys']],
	['POST', '/surveys/{survey_id}/clone', 201, ({ surveys }) => [`/surveys/${surveys.many}/clone`]],
	['GET', '/surveys/{survey_id}', 200, ({ surveys }) => [`/surveys/${surveys.many}`]],
	[
		'PATCH',
		'/surveys/{survey_id}',
		200,
		({ surveys }) => [`/surveys/${surveys.many}`, { name: 'B' }],
	],
	['DELETE', '/surveys/{survey_id}', 204, ({ surveys }) => [`/surveys/${surveys.many}`]],
	[
		'POST',
		'/surveys/{survey_id}/properties',
		201,
		({ surveys }) => [`/surveys/${surveys.none}/properties`, { name: 'Team' }],
	],
	[
		'PATCH',
		'/properties/{property_id}',
		200,
		(setup) => [`/properties/${property(setup)}`, { label: 'C' }],
	],
	['DELETE', '/properties/{property_id}', 204, (setup) => [`/properties/${property(setup)}`]],
	[
		'POST',
		'/surveys/{survey_id}/topic-categories',
		201,
		({ surveys }) => [`/surveys/${surveys.none}/topic-categories`, { name: 'Food' }],
	],
	[
		'PATCH',
		'/topic-categories/{category_id}',
		200,
		(setup) => [`/topic-categories/${theme(setup)}`, { name: 'D' }],
	],
	[
		'DELETE',
		'/topic-categories/{category_id}',
		204,
		(setup) => [`/topic-categories/${theme(setup)}`],
	],
	[
		'POST',
		'/topic-categories/{category_id}/archive',
		200,
		(setup) => [`/topic-categories/${theme(setup)}/archive`],
	],
	[
		'POST',
		'/topic-categories/{category_id}/unarchive',
		200,
		(setup) => [`/topic-categories/${theme(setup, true)}/unarchive`],
	],
	[
		'POST',
		'/surveys/{survey_id}/invitations/shared-link',
		201,
		({ surveys }) => [`/surveys/${surveys.none}/invitations/shared-link`, { max_uses: 5 }],
	],
	[
		'POST',
		'/surveys/{survey_id}/invitations/personal',
		201,
		({ surveys }) => [
			`/surveys/${surveys.none}/invitations/personal`,
			{ recipient_email: 'a@example.com', recipient_name: 'A' },
		],
	],
	['GET', '/invitations/{invitation_id}', 200, (setup) => [`/invitations/${invitation(setup)}`]],
	[
		'PATCH',
		'/invitations/{invitation_id}',
		200,
		(setup) => [`/invitations/${invitation(setup)}`, { label: 'E' }],
	],
	['DELETE', '/invitations/{invitation_id}', 204, (setup) => [`/invitations/${invitation(setup)}`]],
	[
		'POST',
		'/invitations/{invitation_id}/reissue',
		200,
		(setup) => [`/invitations/${invitation(setup)}/reissue`],
	],
	[
		'GET',
		'/surveys/{survey_id}/invitations',
		200,
		({ surveys }) => [
			`/surveys/${surveys.many}/invitations?q=person&type=personal&type=csv&status=open`,
		],
	],
	[
		'POST',
		'/invitations/{invitation_id}/send-email',
		200,
		(setup) => [`/invitations/${invitation(setup)}/send-email`, {}],
	],
	[
		'POST',
		'/public-api/v1/surveys/{survey_id}/invitations',
		201,
		({ surveys }) => [
			`/public-api/v1/surveys/${surveys.none}/invitations`,
			{ recipient_email: 'b@example.com', on_duplicate: 'skip' },
		],
	],
	[
		'GET',
		'/surveys/{survey_id}/respondents',
		200,
		({ surveys }) => [`/surveys/${surveys.many}/respondents`],
	],
	[
		'GET',
		'/surveys/{survey_id}/respondents/{respondent_id}/conversation',
		200,
		(setup) => [`/surveys/${setup.surveys.many}/respondents/${respondent(setup)}/conversation`],
	],
	[
		'POST',
		'/respondents/{respondent_id}/erase',
		200,
		(setup) => [`/respondents/${respondent(setup)}/erase`, { reason: 'asked' }],
	],
	['DELETE', '/respondents/{respondent_id}', 204, (setup) => [`/respondents/${respondent(setup)}`]],
	[
		'PATCH',
		'/respondents/{respondent_id}',
		200,
		(setup) => [`/respondents/${respondent(setup)}`, { properties: { location: 'Gent' } }],
	],
	[
		'GET',
		'/surveys/{survey_id}/results/overview',
		200,
		({ surveys }) => [`/surveys/${surveys.many}/results/overview?period=current_year`],
	],
	[
		'GET',
		'/surveys/{survey_id}/results/respondent-dots',
		200,
		({ surveys }) => [`/surveys/${surveys.many}/results/respondent-dots?${RANGE}`],
	],
	[
		'GET',
		'/surveys/{survey_id}/results/conclusion',
		200,
		({ surveys }) => [`/surveys/${surveys.many}/results/conclusion?locale=en`],
	],
	[
		'GET',
		'/surveys/{survey_id}/results/topics',
		200,
		({ surveys }) => [`/surveys/${surveys.many}/results/topics?category_id=${UUID}`],
	],
	[
		'GET',
		'/surveys/{survey_id}/results/topics/{topic_id}',
		200,
		(setup) => [`/surveys/${setup.surveys.many}/results/topics/${topic(setup)}`],
	],
	[
		'GET',
		'/surveys/{survey_id}/results/topics/{topic_id}/quotes',
		200,
		(setup) => [
			`/surveys/${setup.surveys.many}/results/topics/${topic(setup)}/quotes?sentiment=positive&limit=100&offset=0`,
		],
	],
	[
		'GET',
		'/surveys/{survey_id}/results/over-time',
		200,
		({ surveys }) => [`/surveys/${surveys.many}/results/over-time?granularity=week&${RANGE}`],
	],
	[
		'GET',
		'/surveys/{survey_id}/results/over-time/suggested-range',
		200,
		({ surveys }) => [`/surveys/${surveys.many}/results/over-time/suggested-range`],
	],
	[
		'POST',
		'/surveys/{survey_id}/mailings',
		201,
		({ surveys }) => [`/surveys/${surveys.many}/mailings`, { template_id: UUID }],
	],
	[
		'GET',
		'/surveys/{survey_id}/mailings',
		200,
		({ surveys }) => [`/surveys/${surveys.many}/mailings`],
	],
	[
		'GET',
		'/mailings/{mailing_id}',
		200,
		(setup) => [`/mailings/${mailing(setup, 'sent')}?limit=500&offset=0`],
	],
	[
		'PATCH',
		'/mailings/{mailing_id}',
		200,
		(setup) => [`/mailings/${mailing(setup, 'unsent')}`, { subject_override: 'F' }],
	],
	['DELETE', '/mailings/{mailing_id}', 204, (setup) => [`/mailings/${mailing(setup, 'unsent')}`]],
	[
		'POST',
		'/mailings/{mailing_id}/send',
		200,
		(setup) => [`/mailings/${mailing(setup, 'unsent')}/send`],
	],
	[
		'GET',
		'/mailings/{mailing_id}/stats',
		200,
		(setup) => [`/mailings/${mailing(setup, 'sent')}/stats`],
	],
	[
		'POST',
		'/mailings/{mailing_id}/unschedule',
		200,
		(setup) => [`/mailings/${mailing(setup, 'scheduled')}/unschedule`],
	],
	[
		'POST',
		'/mailings/{mailing_id}/pause',
		200,
		(setup) => [`/mailings/${mailing(setup, 'sending')}/pause`],
	],
	[
		'POST',
		'/mailings/{mailing_id}/resume',
		200,
		(setup) => [`/mailings/${mailing(setup, 'paused')}/resume`],
	],
	['GET', '/public-api/v1/me', 200, () => ['/public-api/v1/me']],
];

const records = ({ service }: Setup) => service.world.records;
const property = (setup: Setup) => records(setup).properties.of(setup.surveys.many)[0]?.id;
const topic = (setup: Setup) => records(setup).topics.of(setup.surveys.many)[0]?.id;
const respondent = (setup: Setup) => records(setup).respondents.of(setup.surveys.many)[0]?.id;
const invitation = (setup: Setup) => records(setup).invitations.of(setup.surveys.many)[0]?.id;
const mailing = (setup: Setup, status: string) =>
	records(setup)
		.mailings.all()
		.find((one) => one.status === status)?.id;

/** A theme that nobody has spoken about. */
function theme(setup: Setup, archived = false): string {
	const found = records(setup)
		.themes.of(setup.surveys.many)
		.find(({ name }) => name === 'Sustainability');
	if (!found) throw new Error('The seed has no such theme.');
	found.archived = archived;
	return found.id;
}

test('the endpoints of the specification, which are those of the contract, and no others', () => {
	const key = (method: string, path: string) => `${method} ${path}`;
	const specified = ENDPOINTS.map(([method, path]) => key(method, path));
	const served = OPERATIONS.map(({ method, path }) => key(method, path));
	expect(served.sort()).toEqual(specified.sort());
	expect(
		contractRows()
			.map(({ method, path }) => key(method, path))
			.sort(),
	).toEqual(served);
});

inBothDialects((setup) => {
	test.each(ENDPOINTS)('%s %s answers %i', async (method, _path, status, prepare) => {
		const [path, body] = prepare(setup());
		const answered = await setup().call(method, path, { body });
		expect([answered.status, answered.text]).toEqual([status, expect.any(String)]);
		if (status === 204) expect(answered.text).toBe('');
		else expect(answered.headers.get('content-type')).toMatch(/^application\/json/);
		expect(answered.status === 204 || typeof answered.json === 'object').toBe(true);
		expect(setup().service.log.at(-1)).toMatchObject({ status, done: true });
	});

	test.each(ENDPOINTS)('%s %s needs a token', async (method, _path, _status, prepare) => {
		const [path, body] = prepare(setup());
		const answered = await setup().call(method, path, { body, token: null });
		expect([401, 403]).toContain(answered.status);
		expect(setup().service.effects.all).toEqual([]);
	});
});
