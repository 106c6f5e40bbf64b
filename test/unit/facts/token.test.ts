/** Tokens: a restriction to a survey is found under any name that says so. */
import { TOKEN } from '../../../nodes/SurveyInterview/facts/tokenFacts';

const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
const OTHER = 'f01c8a52-61c5-4a54-9d4d-0a2c0c9d7e22';
const WHOLE = { workspace: { id: OTHER, name: 'Acme' }, scopes: ['surveys:read'] };
const surveyOf = (record: object) => TOKEN.reader()({ ...WHOLE, ...record }, {}).survey_id;

const NAMES = [
	...[
		'survey',
		'survey_id',
		'surveyId',
		'restricted_to_survey',
		'restricted_survey_id',
		'only_survey',
	],
	...['surveys', 'survey_ids', 'allowedSurveyIds', 'survey_restriction', 'restricted_to'],
];
const VALUES: Record<string, unknown> = {
	text: ID,
	list: [ID],
	'list of records': [{ id: ID, name: 'Customer' }],
	record: { id: ID, name: 'Customer' },
};

describe.each(NAMES)('%s', (name) => {
	it.each(Object.entries(VALUES))('as %s is the restriction', (_form, value) => {
		expect(surveyOf({ [name]: value })).toBe(ID);
		expect(surveyOf({ limits: { [name === 'restricted_to' ? 'survey' : name]: value } })).toBe(ID);
	});

	it.each([[[ID, OTHER]], [[{ id: ID }, { id: OTHER }]], ['Customer'], [{ name: 'Customer' }]])(
		'as %j is not understood',
		(value) => {
			expect(surveyOf({ [name]: value })).toBeNull();
		},
	);

	it.each([[null], [[]], [''], ['none'], [false]])('as %j is none', (value) => {
		expect(surveyOf({ [name]: value })).toBeNull();
	});
});

it.each(['confined_to', 'only_for', 'bound_to', 'limited_to', 'locked_to'])(
	'%s says a restriction, and a token is restricted to nothing but a survey',
	(name) => {
		expect(surveyOf({ [name]: ID })).toBe(ID);
		expect(surveyOf({ access: { [name]: { id: ID } } })).toBe(ID);
		expect(surveyOf({ [`${name}_workspace`]: ID })).toBeNull();
		expect(surveyOf({ [name]: { workspace_id: ID } })).toBeNull();
	},
);

it.each(['target', 'project', 'area'])('an ID under %s need not be that of a survey', (name) => {
	expect(surveyOf({ [name]: ID })).toBeNull();
});

it.each([
	{ id: ID },
	{ token: { id: ID } },
	{ user: { id: ID } },
	{ company_id: ID },
	{ owner: ID },
	{ rate_limit: 100 },
])('%j is no restriction', (record) => {
	expect(surveyOf(record)).toBeNull();
});

it('two surveys under two names are not one', () => {
	const record = { allowed_survey: ID, other_survey: OTHER };
	expect(surveyOf(record)).toBeNull();
});

it.each(['default_survey_id', 'last_used_survey_id'])('%s restricts to nothing', (name) => {
	expect(surveyOf({ [name]: ID })).toBeNull();
});

it.each([
	[{ revoked: false }, ['a:read', 'b:read']],
	[{ revoked: true }, ['a:read']],
	[{ disabled: 'no', expires_at: null }, ['a:read', 'b:read']],
	[{ denied: 'yes', granted: true }, ['a:read']],
])('a scope with %j', (flags, scopes) => {
	const written = [{ scope: 'a:read' }, { scope: 'b:read', ...flags }];
	expect(TOKEN.reader()({ scopes: written }, {})).toMatchObject({ scopes });
});

it('a scope that is not granted is none', () => {
	const scopes = [
		{ scope: 'a:read', granted: true },
		{ scope: 'b:read', granted: 'no' },
	];
	expect(TOKEN.reader()({ scopes }, {})).toMatchObject({ scopes: ['a:read'] });
});

it.each(['N', 'no', 'false', '0', 0, false])(
	'a scope with a flag that says %j is none',
	(granted) => {
		const scopes = [
			{ scope: 'surveys:read', granted: 'Y' },
			{ scope: 'mailings:write', granted },
		];
		expect(TOKEN.reader()({ scopes }, {})).toMatchObject({ scopes: ['surveys:read'] });
	},
);
