/** The identity of a token: its scopes, its end, and the survey it is restricted to. */
import { Dialect } from '../dialect';
import { wrapOne } from '../envelope';
import { entry } from '../lookup';
import { Table } from '../table';
import { iso } from '../times';
import { type Json, type JsonObject, type Made, type Said, fact } from '../types';
import { names } from '../words';

const SCOPES = [
	'surveys:read',
	'results:read',
	'invitations:write',
	'mailings:write',
	'respondents:read',
];

/** The granted scopes in the layouts of tokens elsewhere; a refused scope is no scope. */
function sayScopes(dialect: Dialect, granted: string[]): Said {
	const { random } = dialect;
	const said = (json: Json, certain = true): Said => ({ json, ...fact(granted, certain) });
	const refused = SCOPES.filter((scope) => !granted.includes(scope));
	const yes = dialect.booleans;
	switch (
		random.pick(['list', 'list', 'list', 'spaces', 'commas', 'map', 'records', 'granted', 'named'])
	) {
		case 'spaces':
			return said(granted.join(' '));
		case 'commas':
			return said(granted.join(','));
		case 'map': {
			const map: JsonObject = {};
			for (const scope of SCOPES) map[scope] = yes[granted.includes(scope) ? 0 : 1];
			return said(map);
		}
		case 'granted':
			return said([
				...granted.map((scope) => ({ scope, granted: yes[0] })),
				...refused.map((scope) => ({ scope, granted: yes[1] })),
			]);
		case 'records':
			return said(granted.map((name) => ({ name, description: `May use ${name.split(':')[0]}` })));
		case 'named':
			return said({ items: granted, total: granted.length });
		default:
			return said(granted);
	}
}

/** The survey a token is restricted to: its id, a record, or a list of restrictions. */
function sayRestriction(dialect: Dialect, id: string | null, way: string): Said {
	const { random } = dialect;
	if (id === null) return { json: way === 'list' ? [] : null, ...fact(null) };
	if (way === 'record') return { json: { id, name: 'Pulse ' + random.int(1, 9) }, ...fact(id) };
	if (way === 'list') return { json: [{ type: 'survey', id }], ...fact(id) };
	return dialect.text(id);
}

const RESTRICTIONS: Record<string, ReturnType<typeof names>> = {
	id: names(
		'survey_id survey_id restricted_to_survey_id restricted_survey_id',
		'enquete_id',
		'fenced_to',
	),
	record: names('survey restricted_to restricted_to_survey', 'enquete', 'fenced_to'),
	list: names('restrictions', 'beperkingen', 'fences'),
};

export function makeToken(dialect: Dialect): Made {
	const { random } = dialect;
	const [way, restriction] = random.pick(Object.entries(RESTRICTIONS));
	const place = random.pick(['', '', '', 'token.']);
	const table = new Table(dialect)
		.fact(
			'scopes',
			names(`${place}scopes scopes scope permissions`, 'rechte bevoegdheden', 'may_touch'),
			0.06,
		)
		.fact(
			'expires_at',
			names(
				`${place}expires_at expires_at expiry expires exp valid_until`,
				'verloopt_op gueltig_bis',
				'melts_on',
			),
			0.1,
		)
		.fact('survey_id', restriction, 0.15)
		.beside(
			{
				'workspace.id': () => random.uuid(),
				'workspace.name': () => 'Acme BV',
				'workspace.trial_expires_at': () => dialect.moment(random.moment()).json,
				last_used_survey_id: () => random.uuid(),
				last_used_at: () => dialect.moment(random.moment()).json,
				created_at: () => dialect.moment(random.moment()).json,
				issued_at: () => dialect.moment(random.moment()).json,
				expires_in: () => random.int(60, 90000),
				available_scopes: () => [...SCOPES],
				default_survey_id: () => random.uuid(),
				created_by_email: () => random.email(),
				token_id: () => random.uuid(),
				token_name: () => 'n8n',
			},
			0.2,
		)
		.noise()
		.done();
	const granted = random.shuffle(SCOPES).slice(0, random.int(0, 4));
	const row = table.row({
		scopes: sayScopes(dialect, granted),
		expires_at: dialect.moment(random.chance(0.3) ? null : random.moment()),
		survey_id: sayRestriction(dialect, random.chance(0.5) ? null : random.uuid(), way),
	});
	const expiry = entry(row.facts, 'expires_at');
	const dayOnly = dialect.time === 'dateOnly' || dialect.time === 'compactDate';
	// A token that ends on a day may be taken to work until that day is over.
	if (dayOnly && typeof expiry.value === 'string') {
		expiry.also.push(expiry.value.replace('00:00:00.000', '23:59:59.999'));
		expiry.also.push(iso(Date.parse(expiry.value) + 86400000));
	}
	const [answer, shape] = wrapOne(dialect, row.json, 'token');
	return { answer, truth: { facts: row.facts, lists: {} }, note: [shape, way] };
}
