/** What a dry run says of a list whose columns are not those that the form expects. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { syncSummary } from '../../nodes/SurveyInterview/sync/summary';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { createSurvey, sync, useEmptySurvey } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
let surveyId: string;
useEmptySurvey((started) => ({ service, surveyId } = started));

const AUTOMATIC = { mappingMode: 'autoMapInputData', value: null, schema: [] };

/** The sentence on the first item of Everything. */
const summaryOf = async (contacts: IDataObject[], parameters: INodeParameters = {}) => {
	const run = await sync(engine, service, {
		surveyId,
		contacts,
		parameters: {
			properties: AUTOMATIC,
			contactFields: {},
			dryRun: true,
			output: 'everything',
			...parameters,
		},
	});
	expect(run.error).toBeUndefined();
	return run.items[0]?.json.summary;
};
/** What is said in any case, here of one person to invite. */
const WOULD = syncSummary([{ fate: 'created' }], true).summary;
const ADA = { email: 'ada@x.com', id: '1', name: 'Ada' };

describe('columns that fill no property', () => {
	it('are named in a dry run', async () => {
		const summary = await summaryOf([{ ...ADA, team: 'Care', company: 'Acme', country: 'BE' }]);
		expect(summary).toBe(
			`${WOULD} Columns that fill no property of the survey: company and country.`,
		);
	});

	it('are not named in a real run', async () => {
		const contacts = [{ ...ADA, company: 'Acme' }];
		expect(await summaryOf(contacts, { dryRun: false })).toBe('1 invited.');
	});

	it('are not those that are empty, that a field of the form takes, or that Google Sheets adds', async () => {
		const contact = { ...ADA, company: '', 'e-mail of work': 'x', note: 'n', row_number: 2 };
		const contactFields = {
			label: '={{ $json["e-mail of work"] }}',
			recipient_notes: '={{$json.note}}',
		};
		expect(await summaryOf([contact], { contactFields })).toBe(WOULD);
	});

	it('are those whose value goes nowhere, also where columns are named alike', async () => {
		const alike = [{ ...ADA, team: '', Team: 'Care', TEAM: '' }];
		expect(await summaryOf(alike)).toBe(
			`${WOULD} A column that fills no property of the survey: Team.`,
		);
		const inTurn = [
			{ email: 'a@x.com', Team: 'Care' },
			{ email: 'b@x.com', TEAM: 'Care' },
		];
		expect(await summaryOf(inTurn)).not.toContain('fills no property');
	});

	it.each(['={{ $input.item.json.mail }}', '={{ (({ mail }) => mail)($json) }}'])(
		'are not those that an expression mentions: %s',
		async (recipient_email) => {
			const contact = { mail: 'ada@x.com', id: '1', name: 'Ada' };
			expect(await summaryOf([contact], { recipient_email })).toBe(WOULD);
		},
	);

	it('are not told where nothing of their names can be seen', async () => {
		expect(await summaryOf([{ ...ADA, '\u200b': 'x', ' ': 'y' }])).toBe(WOULD);
	});

	it('are five at most, and harmless in a message', async () => {
		const columns = ['<!channel>', 'https://x.example', 'c', 'd', 'e', 'f', 'g'];
		const summary = await summaryOf([
			{ ...ADA, ...Object.fromEntries(columns.map((name) => [name, 'x'])) },
		]);
		expect(summary).toBe(
			`${WOULD} Columns that fill no property of the survey: ‹!channel›, (link removed), c, d, e and 2 more.`,
		);
	});

	it('are those that no survey of the run has', async () => {
		const other = service.world.createSurvey({ name: 'Other' }).id;
		service.world.createProperty(other, { key: 'company' });
		const contacts = [
			{ ...ADA, survey: surveyId, company: 'Acme' },
			{ email: 'bob@x.com', survey: other, company: 'Acme', country: 'BE' },
		];
		const summary = await summaryOf(contacts, {
			surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' },
		});
		expect(summary).toMatch(/ A column that fills no property of the survey: country\.$/);
	});

	it('are unknown where the properties of a survey are', async () => {
		createSurvey(service, 'Another');
		service.faults.inject({
			match: ({ method, path }) => method === 'GET' && path === `/api/surveys/${surveyId}`,
			fault: { kind: 'status', status: 404 },
		});
		const saved = [{ id: 'team', displayName: 'Team (team)' }];
		const properties = { ...AUTOMATIC, schema: saved };
		expect(await summaryOf([{ ...ADA, company: 'Acme' }], { properties })).toBe(WOULD);
	});
});

describe('a list in which nobody has an address or an ID', () => {
	it('is refused with its columns', async () => {
		const contacts = ['a', 'b', 'c'].map((name) => ({ 'E-mail': `${name}@x.com` }));
		const parameters = { properties: {}, contactFields: {}, dryRun: true };
		const { error } = await sync(engine, service, { surveyId, contacts, parameters });
		expect(error?.message).toContain('Recipient Email has no value in any row');
		expect(error?.message).toContain('"E-mail"');
	});

	it('one who has none among others is told alone', async () => {
		const summary = await summaryOf([ADA, { name: 'Bob' }], { properties: {} });
		expect(summary).toContain('The contact has neither external ID nor email address');
		const alone = await summaryOf([{ name: 'Bob' }], { properties: {} });
		expect(alone).toContain('The contact has neither external ID nor email address');
	});
});
