/** The link to a respondent's page in the application, which the credential's Respondent Page makes. */
import type { IDataObject } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, failureOf, useEngine, type Act } from '../harness/support';

const PATTERN = 'https://app.example.com/#/s/{survey_id}/r/{respondent_id}?tab=answers';
const WITHOUT_SURVEY = 'https://app.example.com/r/{respondent_id}';

let engine: Engine;
useEngine((started) => (engine = started));

let service: Service;
let surveyId: string;
afterEach(async () => await service.stop());

async function start(dialect: Service['dialect']['name'] = 'plain') {
	const seed = { surveys: 1, respondents: 12, invitations: 0 };
	service = await startService({ dialect: dialect as 'plain', seed });
	surveyId = service.world.survey('Customer').id;
}

const run = async (operation: string, of: Partial<Act> = {}) => {
	const parameters = { surveyId: byId(surveyId), output: 'simplified', ...of.parameters };
	const ran = await act(engine, service, { operation, ...of, parameters });
	return { ...ran, failure: failureOf(ran), records: ran.items.map(({ json }) => json) };
};
const everybody = async (respondentPage?: string) =>
	await run('respondent.getAll', { parameters: { returnAll: true }, respondentPage });

const encoded = (id: unknown) => encodeURIComponent(String(id)).replaceAll("'", '%27');
const linkTo = (id: unknown, survey: unknown = surveyId) =>
	`https://app.example.com/#/s/${encoded(survey)}/r/${encoded(id)}?tab=answers`;

describe.each(DIALECTS)('dialect %s', (dialect) => {
	beforeEach(async () => await start(dialect));

	it('Get Many: each respondent has the link to its own page', async () => {
		const { records, failure } = await everybody(PATTERN);
		expect(failure).toBeUndefined();
		expect(records).toHaveLength(12);
		for (const { id, link } of records) expect(link).toBe(linkTo(id));
		expect(new Set(records.map(({ link }) => link)).size).toBe(12);
	});

	it('without a Respondent Page the link is null', async () => {
		const { records } = await everybody();
		expect(records).toHaveLength(12);
		for (const record of records) expect(record).toMatchObject({ link: null });
	});

	it('a match of Find has it', async () => {
		const [somebody] = (await everybody()).records.filter(({ email }) => email !== null);
		const parameters = { findBy: 'email', email: String(somebody?.email) };
		const { records } = await run('respondent.find', { parameters, respondentPage: PATTERN });
		const { id, link } = records[0]?.match as IDataObject;
		expect(link).toBe(linkTo(id));
	});

	it.each(['update', 'erase'])('%s has it, where the answer says of which survey', async (name) => {
		const [somebody] = (await everybody()).records;
		const { records } = await run(`respondent.${name}`, {
			parameters: {
				respondentId: byId(somebody?.id),
				properties: { mappingMode: 'defineBelow', value: { department: 'Sales' } },
				output: 'selectedFields',
				fields: ['id', 'survey_id', 'link'],
			},
			respondentPage: PATTERN,
		});
		const [{ id, survey_id: survey, link } = {}] = records;
		expect(records).toHaveLength(1);
		expect(survey === null).toBe(dialect === 'nested');
		expect(link).toBe(survey === null ? null : linkTo(id));
	});
});

it('a pattern without the survey needs no survey', async () => {
	await start('nested');
	const [somebody] = (await everybody(WITHOUT_SURVEY)).records;
	expect(somebody?.link).toBe(`https://app.example.com/r/${String(somebody?.id)}`);
});

it.each([
	'https://app.example.com/{survey_id}',
	'https://app.example.com/{token}/{respondent_id}',
	'https://{survey_id}.example.com/{respondent_id}',
	'app.example.com/{respondent_id}',
	'javascript:alert("{respondent_id}")',
])('%j is refused, and nothing is sent', async (respondentPage) => {
	await start();
	const { failure } = await everybody(respondentPage);
	expect(failure?.message).toMatch(/^Respondent Page [^.]*(\.[^ ][^.]*)*\.$/);
	expect(failure?.description).toContain('Nothing was sent');
	const data = { baseUrl: service.url, token: service.token, respondentPage };
	expect(await engine.testCredential(data)).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(/^Respondent Page /),
	});
	expect(service.log).toEqual([]);
});

it.each([
	['', ''],
	['  ', ''],
	[` ${PATTERN} `, PATTERN],
	['http://10.0.0.1:8080/?r={respondent_id}', 'http://10.0.0.1:8080/?r={respondent_id}'],
])('%j is accepted', async (respondentPage, pattern) => {
	await start();
	const data = { baseUrl: service.url, token: service.token, respondentPage };
	expect(await engine.testCredential(data)).toMatchObject({ status: 'OK' });
	const [{ id, link } = {}] = (await everybody(respondentPage)).records;
	const made = pattern.replace('{survey_id}', surveyId).replace('{respondent_id}', String(id));
	expect(link).toBe(made || null);
});
