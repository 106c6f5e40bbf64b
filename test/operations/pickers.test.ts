import { DIALECTS } from '../everywhere';
import { createEngine, type Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { credentialsFor, TRIGGER } from '../harness/support/names';
import { chosen, first, full } from './case';

/** An operation whose controls show the picker: the editor hides the others, and so does n8n. */
const SHOWN_IN: Record<string, [string, string]> = {
	searchSurveys: ['survey', 'get'],
	searchMailings: ['mailing', 'get'],
	searchInvitations: ['invitation', 'get'],
	searchRespondents: ['respondent', 'erase'],
	searchThemes: ['theme', 'archive'],
	searchProperties: ['property', 'delete'],
	searchTopics: ['result', 'getTopic'],
	searchTemplates: ['mailing', 'create'],
};

describe.each(DIALECTS)('pickers in the dialect %s', (dialect) => {
	let service: Service;
	let engine: Engine;
	const engineWith = async (token: string) =>
		await createEngine({ credentials: credentialsFor({ url: service.url, token }) });
	beforeAll(async () => {
		service = await startService({ dialect });
		engine = await engineWith(service.token);
	});
	afterAll(async () => {
		await engine.close();
		await service.stop();
	});

	const search = async (
		method: string,
		more: { filter?: string; paginationToken?: string } = {},
		surveyId = full(service).id,
		inEngine = engine,
	) => {
		const [resource, operation] = SHOWN_IN[method] ?? [];
		const parameters = { resource, operation, surveyId: chosen(surveyId) };
		return await inEngine.listSearch(method, { parameters, ...more });
	};

	/** In one reading the list of surveys does not say whether a survey is open, and a word of the service stays. */
	const status = { plain: ' · open', nested: '', wide: ' · live' }[dialect];

	it('surveys, newest first, with search', async () => {
		const { results } = await search('searchSurveys');
		expect(results.map(({ value }) => value)).toEqual(
			service.world
				.surveys()
				.map(({ id }) => id)
				.reverse(),
		);
		const found = await search('searchSurveys', { filter: 'customer RELATION' });
		expect(found.results).toHaveLength(1);
		const { id } = service.world.surveys().find(({ name }) => /relation/.test(name)) ?? {};
		const answers = service.world.respondents(id ?? '').filter(({ completedAt }) => completedAt);
		expect(found.results[0]?.name).toBe(
			`Customer relationship · NPS${status} · ${answers.length} answers`,
		);
	});

	it('a part of a list fails in a sentence, and a list that says that it is whole does not', async () => {
		const inContainer = (total: number) => ({
			kind: 'rewritten body' as const,
			rewrite: (body: string) =>
				JSON.stringify({ surveys: (JSON.parse(body) as unknown[]).slice(0, 1), total }),
		});
		service.faults.inject({ fault: inContainer(40) });
		await expect(search('searchSurveys')).rejects.toThrow('only a part of its list of survey');
		service.faults.inject({ fault: inContainer(1) });
		expect((await search('searchSurveys')).results).toHaveLength(1);
	});

	it.each([
		['searchSurveys', 'surveys'],
		['searchMailings', 'mailings'],
		['searchTemplates', 'mailings'],
		['searchInvitations', 'invitations'],
	])('%s finds its list by the name "%s" beside another list', async (method, listName) => {
		service.faults.inject({
			fault: {
				kind: 'rewritten body',
				rewrite: (body) =>
					JSON.stringify({ [listName]: recordsIn(JSON.parse(body)), others: [{ id: 'o-1' }] }),
			},
		});
		const { results } = await search(method);
		expect(results.length).toBeGreaterThan(0);
		expect(results.map(({ value }) => value)).not.toContain('o-1');
	});

	it.each([
		['searchMailings', 'mailings'],
		['searchInvitations', 'invitations'],
		['searchThemes', 'themes'],
		['searchProperties', 'properties'],
		['searchTopics', 'topics'],
	] as const)('%s lists what the survey has', async (method, table) => {
		const { results } = await search(method);
		const expected = service.world.records[table].of(full(service).id).map(({ id }) => id);
		expect(results.map(({ value }) => value).sort()).toEqual(expected.sort());
		for (const { name } of results) expect(name).not.toMatch(/undefined|\[object|^ID /);
	});

	it('templates by the last subject and day of the mailings that have them', async () => {
		const { id } = service.world.createSurvey({ name: 'Campaign', metricType: 'nps' });
		const none = search('searchTemplates', {}, id);
		await expect(none).rejects.toThrow(/no mailing yet.*choose By ID/);
		const first = service.world.mailings.create(id, { subjectOverride: 'Tell us' });
		first.createdAt -= 3 * 86_400_000;
		service.world.mailings.create(id, { templateId: first.templateId });
		const other = service.world.mailings.create(id, { subjectOverride: 'Please' });
		const day = new Date(other.createdAt).toISOString().slice(0, 10);
		const { results } = await search('searchTemplates', {}, id);
		expect(results).toHaveLength(2);
		expect(results).toEqual(
			expect.arrayContaining([
				{ name: `Tell us · ${day}`, value: first.templateId },
				{ name: `Please · ${day}`, value: other.templateId },
			]),
		);
		const found = await search('searchTemplates', { filter: 'nothing' }, id);
		expect(found.results).toEqual([]);
	});

	it('respondents come page by page as the user scrolls, none twice', async () => {
		const seen: unknown[] = [];
		let paginationToken: string | undefined;
		do {
			const page = await search('searchRespondents', { paginationToken });
			seen.push(...page.results.map(({ value }) => value));
			paginationToken =
				page.paginationToken === undefined ? undefined : String(page.paginationToken);
		} while (paginationToken);
		const expected = service.world.respondents(full(service).id).map(({ id }) => id);
		expect([...seen].sort()).toEqual(expected.sort());
	});

	it('lets the service search where it can', async () => {
		const invitation = first(
			service.world.invitations(full(service).id),
			({ recipientEmail }) => recipientEmail !== null,
		);
		service.clearLog();
		const { results } = await search('searchInvitations', {
			filter: invitation.recipientEmail ?? '',
		});
		expect(results.map(({ value }) => value)).toContain(invitation.id);
		expect(service.log[0]?.query).toEqual([['q', invitation.recipientEmail]]);
	});

	it('asks for the survey first, and sends nothing', async () => {
		service.clearLog();
		await expect(search('searchThemes', {}, '')).rejects.toThrow('Choose a survey first');
		expect(service.log).toEqual([]);
	});

	it('says what is wrong with the token', async () => {
		const other = await engineWith(service.tokens.expired);
		await expect(search('searchSurveys', {}, '', other)).rejects.toMatchObject({
			message: expect.stringMatching(/token/i),
			description: expect.stringContaining('Check the token in the credential'),
			// The editor shows the description of such an error only.
			name: 'NodeApiError',
		});
		// Of a list of options it shows the message only.
		await expect(other.loadOptions('loadSurveys', { type: TRIGGER })).rejects.toMatchObject({
			message: expect.stringMatching(/token.*\. Check the token in the credential/i),
			name: 'NodeOperationError',
		});
		await other.close();
	});

	it.each([
		['tries three times where nobody answers', { kind: 'reset' } as const, 3],
		[
			'does not wait for long',
			{ kind: 'status', status: 503, retryAfter: 8, when: 'before' } as const,
			1,
		],
	])('%s: somebody is looking', async (_, fault, requests) => {
		service.faults.inject({ fault, times: Infinity });
		service.clearLog();
		try {
			await expect(search('searchSurveys')).rejects.toThrow(/gave no answer|in 8 seconds\.$/);
			expect(service.log).toHaveLength(requests);
		} finally {
			service.faults.clear();
		}
	});
});

/** The records of an answer: the list itself, or the only list in it. */
const recordsIn = (answer: object): unknown =>
	Array.isArray(answer) ? answer : Object.values(answer).find(Array.isArray);
