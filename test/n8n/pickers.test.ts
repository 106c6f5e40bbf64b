import {
	SEARCH_METHODS,
	SEARCH_PROPERTY_KEYS,
} from '../../nodes/SurveyInterview/form/recordPickers';
import type { RecordName } from '../../nodes/SurveyInterview/service/identifiers';
import { ACTION, CREDENTIAL, TRIGGER } from '../harness/support/names';
import { chosen, first, full } from '../operations/case';
import { credentialFor } from './furnish';
import { Refusal, type RestSession } from './rest/session';
import type { Json } from './rest/n8nRest';
import { useStand } from './stand';

interface Entry {
	name: string;
	value: string;
}

interface Page {
	results: Entry[];
	paginationToken?: string;
}

interface Question {
	filter?: string;
	paginationToken?: string;
	/** The chosen survey, as the editor keeps it. */
	survey?: Json;
	credentials?: Json;
	node?: string;
}

/** An operation whose form shows the picker of a kind, the picker's name, and where the records are. */
const PICKERS = {
	mailing: ['mailing', 'get', 'mailingId', 'mailings'],
	invitation: ['invitation', 'get', 'invitationId', 'invitations'],
	respondent: ['respondent', 'erase', 'respondentId', 'respondents'],
	theme: ['theme', 'archive', 'categoryId', 'themes'],
	property: ['property', 'delete', 'propertyId', 'properties'],
	topic: ['result', 'getTopic', 'topicId', 'topics'],
} as const satisfies Partial<Record<RecordName, unknown>>;
type Dependent = keyof typeof PICKERS;
const DEPENDENT = Object.keys(PICKERS) as Dependent[];

const SURVEYS = ['survey', 'get', 'surveyId'] as const;
/** Templates have no list of their own. */
const TEMPLATES = ['mailing', 'create', 'template_id'] as const;

describe('the pickers, as the editor asks for their lists', () => {
	const stand = useStand();
	const dynamic = async <T>(what: string, question: Json) =>
		await stand().rest.call<T>('POST', `/rest/dynamic-node-parameters/${what}`, question);

	/** One page of a picker's list. */
	const list = async (
		kind: RecordName,
		{ survey, credentials, node, ...more }: Question = {},
	): Promise<Page> => {
		const [resource, operation, parameter] = { ...PICKERS, survey: SURVEYS, template: TEMPLATES }[
			kind
		];
		return await dynamic('resource-locator-results', {
			path: `parameters.${parameter}`,
			methodName: SEARCH_METHODS[kind],
			nodeTypeAndVersion: { name: node ?? ACTION, version: 1 },
			currentNodeParameters: { resource, operation, surveyId: survey ?? fullSurvey() },
			credentials: credentials ?? stand().credentials,
			...more,
		});
	};
	/** The whole list, as it comes while somebody scrolls. */
	const wholeList = async (kind: RecordName, question: Question = {}): Promise<Entry[]> => {
		const entries: Entry[] = [];
		for (let paginationToken: string | undefined; ; ) {
			const page = await list(kind, { ...question, paginationToken });
			entries.push(...page.results);
			paginationToken = page.paginationToken;
			if (paginationToken === undefined) return entries;
		}
	};
	/** What a person reads in the place of the list. */
	const refusal = async (asked: Promise<unknown>): Promise<string> => {
		const error = await asked.then(
			() => undefined,
			(caught: unknown) => caught,
		);
		expect(error).toBeInstanceOf(Refusal);
		return (error as Refusal).message;
	};
	const fullSurvey = () => chosen(full(stand().service).id);
	const idsIn = (kind: Dependent, surveyId: string) =>
		stand()
			.service.world.records[PICKERS[kind][3]].of(surveyId)
			.map(({ id }) => id);
	const sorted = (entries: Entry[]) => entries.map(({ value }) => value).sort();
	const another = async (change: Json): Promise<Json> => {
		const { rest, service } = stand();
		const data = { ...credentialFor(service), ...change };
		const id = await rest.saveCredential(CREDENTIAL, 'Another', data);
		return { [CREDENTIAL]: { id, name: 'Another' } };
	};
	beforeEach(() => stand().service.clearLog());

	it('each picker in the form is one of these', async () => {
		const methods = new Set<string>();
		const types = await typesOf(stand().rest);
		JSON.stringify(types, (key, value: unknown) => {
			if (key === 'searchListMethod') methods.add(String(value));
			return value;
		});
		// The keys of a survey's properties are chosen in a row of key and value, and are no records.
		const known = [...Object.values(SEARCH_METHODS), SEARCH_PROPERTY_KEYS];
		expect([...methods].sort()).toEqual(known.sort());
		const kinds = ['survey', 'template', ...DEPENDENT];
		expect(Object.keys(SEARCH_METHODS).sort()).toEqual(kinds.sort());
	});

	it('surveys, the newest first', async () => {
		const entries = await wholeList('survey');
		const surveys = stand().service.world.surveys().reverse();
		expect(entries.map(({ value }) => value)).toEqual(surveys.map(({ id }) => id));
		entries.forEach(({ name }, nth) => expect(name).toContain(surveys[nth]?.name));
	});

	it('surveys, searched for', async () => {
		const { results } = await list('survey', { filter: 'customer RELATION' });
		expect(results).toMatchObject([{ value: full(stand().service).id }]);
		expect((await list('survey', { filter: 'no such survey' })).results).toEqual([]);
	});

	describe.each(DEPENDENT)('%s', (kind) => {
		it('all of the chosen survey, each with a name that a person can tell it by', async () => {
			const entries = await wholeList(kind);
			const expected = idsIn(kind, full(stand().service).id);
			expect(expected.length).toBeGreaterThan(1);
			expect(sorted(entries)).toEqual(expected.sort());
			for (const { name } of entries) expect(name).not.toMatch(/undefined|\[object|^ID |^\s*$/);
		});

		it('those of another survey, which was entered by its ID', async () => {
			const { id } = stand().service.world.survey('Onboarding');
			const entries = await wholeList(kind, { survey: { __rl: true, mode: 'id', value: id } });
			expect(sorted(entries)).toEqual(idsIn(kind, id).sort());
		});

		it('searched for', async () => {
			const all = await wholeList(kind);
			const wanted = first(all.slice(1));
			const word = first(wanted.name.split(' · '));
			const found = await wholeList(kind, { filter: word.toUpperCase() });
			expect(sorted(found)).toContain(wanted.value);
			expect(found.length).toBeLessThan(all.length);
		});

		it('asks for a survey first, and sends nothing', async () => {
			for (const survey of [chosen(''), { __rl: true, mode: 'id', value: 'Customer' }]) {
				expect(await refusal(list(kind, { survey }))).toBe(
					'Choose a survey first: this list shows the records of one survey.',
				);
			}
			expect(stand().service.log).toEqual([]);
		});

		it('says that the survey is gone', async () => {
			const survey = chosen('7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12');
			expect(await refusal(list(kind, { survey }))).toBe('There is no such survey.');
		});
	});

	it('templates, of the mailings of the survey', async () => {
		const { mailings } = stand().service.world.records;
		const expected = mailings.of(full(stand().service).id).map(({ templateId }) => templateId);
		expect(sorted(await wholeList('template'))).toEqual([...new Set(expected)].sort());
	});

	it('respondents come a page at a time', async () => {
		const { results, paginationToken } = await list('respondent');
		expect(results).toHaveLength(100);
		const next = await list('respondent', { paginationToken });
		const both = [...results, ...next.results].map(({ value }) => value);
		expect(new Set(both).size).toBe(200);
	});

	it('invitations are searched by the service', async () => {
		await list('invitation', { filter: 'person7@example.com' });
		expect(stand().service.log.map(({ query }) => query)).toEqual([[['q', 'person7@example.com']]]);
	});

	it("the trigger's surveys", async () => {
		const options = await dynamic<Entry[]>('options', {
			path: 'parameters.surveyIds',
			methodName: 'loadSurveys',
			nodeTypeAndVersion: { name: TRIGGER, version: 1 },
			currentNodeParameters: { event: 'interviewCompleted', surveys: 'chosen' },
			credentials: stand().credentials,
		});
		expect(options).toEqual(await wholeList('survey'));
	});

	it("the tool's", async () => {
		const node = `${ACTION}Tool`;
		expect(await list('theme', { node })).toEqual(await list('theme'));
	});

	it.each(['survey', ...DEPENDENT] as const)('%s, with a wrong token', async (kind) => {
		const credentials = await another({ token: 'sit_wrong' });
		const message = await refusal(list(kind, { credentials }));
		expect(message).toBe('The token is not known.');
	});

	it('an address at which nothing answers', async () => {
		const credentials = await another({ baseUrl: 'http://127.0.0.1:1' });
		expect(await refusal(list('survey', { credentials }))).toBe(
			'The service could not be reached: nothing answers at this address (connection refused).',
		);
	});

	it('the editor is told what to do as well, in the way in which it shows that', async () => {
		const credentials = await another({ token: 'sit_wrong' });
		const { data } = await stand().rest.raw(
			'POST',
			'/rest/dynamic-node-parameters/resource-locator-results',
			{
				path: 'parameters.surveyId',
				methodName: SEARCH_METHODS.survey,
				nodeTypeAndVersion: { name: ACTION, version: 1 },
				currentNodeParameters: { resource: 'survey', operation: 'get' },
				credentials,
			},
		);
		expect(data).toMatchObject({
			name: 'NodeApiError',
			message: 'The token is not known.',
			description: expect.stringContaining('Check the token in the credential'),
		});
		const options = dynamic('options', {
			path: 'parameters.surveyIds',
			methodName: 'loadSurveys',
			nodeTypeAndVersion: { name: TRIGGER, version: 1 },
			currentNodeParameters: { event: 'interviewCompleted', surveys: 'chosen' },
			credentials,
		});
		expect(await refusal(options)).toMatch(
			/^The token is not known\. Check the token in the credential/,
		);
	});

	it('no credential yet', async () => {
		expect(await refusal(list('survey', { credentials: {} }))).toBe(
			'No credential is chosen: choose one in this node, or create one.',
		);
	});
});

async function typesOf(rest: RestSession): Promise<Json[]> {
	const types = await rest.call<Json[]>('GET', '/types/nodes.json');
	return types.filter(({ name }) => name === ACTION || name === TRIGGER);
}
