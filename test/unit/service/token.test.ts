/** Tokens: a restriction to a survey, and what the token may do. */
import { TOKEN } from '../../../nodes/SurveyInterview/service/token';

const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
const OTHER = 'f01c8a52-61c5-4a54-9d4d-0a2c0c9d7e22';
const WHOLE = { workspace: { id: OTHER, name: 'Acme' }, scopes: ['surveys:read'] };
const read = (record: object) => TOKEN.read({ ...WHOLE, ...record }, {});

it.each<[object]>([
	[{ survey_id: ID }],
	[{ restricted_to: { survey_id: ID } }],
	[{ survey: ID }],
	[{ survey_ids: [ID] }],
	[{ surveys: [{ id: ID, name: 'Customer' }] }],
])('%j restricts a token to a survey', (record) => {
	expect(read(record).survey_id).toBe(ID);
});

it.each<[object]>([
	[{}],
	[{ id: ID }],
	[{ survey_id: null }],
	[{ survey: 'Customer' }],
	[{ survey_ids: [ID, OTHER] }],
	[{ default_survey_id: ID }],
])('%j restricts it to none', (record) => {
	expect(read(record).survey_id).toBeNull();
});

it.each<[unknown, string[] | null]>([
	[
		['a:read', 'b:read'],
		['a:read', 'b:read'],
	],
	['a:read, b:read', ['a:read', 'b:read']],
	[
		[{ scope: 'a:read' }, { name: 'b:read' }],
		['a:read', 'b:read'],
	],
	[
		[
			{ scope: 'a:read', granted: true },
			{ scope: 'b:read', granted: false },
		],
		['a:read'],
	],
	[[1], null],
])('scopes %j are %j', (scopes, read_) => {
	expect(read({ scopes })).toMatchObject({ scopes: read_ });
});
