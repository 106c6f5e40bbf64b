/** Output of the action node: Simplified, Everything, Selected Fields, and what stands in for a fact that is missing. */
import { RESPONDENT } from '../../nodes/SurveyInterview/service/respondents';
import { simplifiedFields } from '../../nodes/SurveyInterview/service/outputFields';
import type { INodeParameters } from 'n8n-workflow';
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { type Service } from '../harness/service';
import { act, byId, hintsOf, useEngine, useForEach, type Act } from '../harness/support';
import { startReading } from './readings';

let engine: Engine;
useEngine((started) => (engine = started));

describe.each(DIALECTS)('dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		async () => await startReading(dialect),
	);
	const survey = () => service.world.survey('Customer');
	const run = async (operation: string, parameters: INodeParameters, more: Partial<Act> = {}) => {
		const ran = await act(engine, service, { operation, parameters, ...more });
		return { ...ran, hints: hintsOf(ran) };
	};
	const respondents = async (parameters: INodeParameters, more: Partial<Act> = {}) => {
		const list = { surveyId: byId(survey().id), returnAll: true, ...parameters };
		return await run('respondent.getAll', list, more);
	};

	it('Everything is what the service sent, and nothing beside it', async () => {
		const { items } = await respondents({ output: 'everything' });
		const sent = service.log[0]?.answered ?? '';
		for (const { json } of items) expect(sent).toContain(JSON.stringify(json));
		expect(service.log).toHaveLength(1);
	});

	it('Selected Fields are those, in the order of Simplified', async () => {
		const chosen = { output: 'selectedFields', fields: ['score', 'email', 'name'] };
		const { items } = await respondents(chosen);
		expect(items.length).toBeGreaterThan(0);
		for (const { json } of items) expect(Object.keys(json)).toEqual(['name', 'email', 'score']);
		expect(service.log).toHaveLength(1);
	});

	it('has a line for a message, with the survey, in lists of people and where one is found', async () => {
		const { id: surveyId, name } = survey();
		const [person] = service.world.respondents(surveyId).filter((one) => one.email && one.name);
		const recipient = { recipientName: person?.name, recipientEmail: person?.email };
		service.world.createInvitation(surveyId, 'personal', recipient);
		const message = { output: 'selectedFields', fields: ['message'] };
		const find = { surveyId: byId(surveyId), findBy: 'email', email: person?.email ?? '' };
		const who = `${person?.name}, ${person?.email}: `;
		for (const operation of ['respondent.find', 'invitation.find']) {
			const { items } = await run(operation, { ...find, ...message });
			const matches = items[0]?.json.matches as Array<{ message: string }>;
			for (const match of matches) {
				expect(match.message.startsWith(who)).toBe(true);
				expect(match.message.endsWith(` in ${name}.`)).toBe(true);
			}
			expect(matches).not.toEqual([]);
		}
		const { items } = await respondents(message);
		expect(items.map(({ json }) => String(json.message))).toContainEqual(
			expect.stringMatching(/: completed in /),
		);
	});

	it.each([
		[{ output: 'selectedFields', fields: [] }, /^Fields is empty: choose at least one field/],
		[
			{ output: 'selectedFields', fields: ['name', 'shoe_size'] },
			/^Fields must be one of .*, but it is "shoe_size"/,
		],
		[{ output: 'raw' }, /^Output must be one of simplified, everything, selectedFields/],
	])('%j is refused in one sentence, and nothing is sent', async (parameters, sentence) => {
		const { error } = await respondents(parameters);
		expect(error?.message).toMatch(sentence);
		expect(error?.description).toBe('Nothing was sent.');
		expect(service.log).toEqual([]);
	});

	it('each item has the Output, and the fields, that its own expressions give', async () => {
		const items = [
			{ output: 'simplified' },
			{ output: 'everything' },
			{ output: 'selectedFields', fields: ['id'] },
			{ output: 'selectedFields', fields: 'score,name' },
		];
		const ran = await respondents(
			{ output: '={{ $json.output }}', fields: '={{ $json.fields }}', returnAll: false, limit: 1 },
			{ items },
		);
		expect(ran.error?.message).toBeUndefined();
		const [all, sent, id, two] = ran.items.map(({ json }) => json);
		expect(Object.keys(all ?? {})).toEqual(Object.keys(simplifiedFields(RESPONDENT)));
		expect(service.log[0]?.answered).toContain(JSON.stringify(sent));
		expect([Object.keys(id ?? {}), Object.keys(two ?? {})]).toEqual([['id'], ['name', 'score']]);
	});

	it('Raw Answer is the whole answer, whatever Output says', async () => {
		const { items } = await respondents({ output: 'simplified', options: { rawAnswer: true } });
		const sent: unknown = JSON.parse(service.log[0]?.answered ?? 'null');
		expect(items.map(({ json }) => json)).toEqual([Array.isArray(sent) ? { value: sent } : sent]);
	});

	const OF_SURVEY = {
		output: 'selectedFields',
		fields: ['id', 'metric_type', 'nps_group', 'survey_name'],
	};

	it('the survey is read once for what respondents do not say, and for no other fields', async () => {
		const { items } = await respondents(OF_SURVEY, { items: [{}, {}, {}] });
		for (const { json } of items) {
			expect(json).toMatchObject({ metric_type: 'nps', survey_name: survey().name });
		}
		const reads = service.log.map(({ path }) => path.replace(/^.*\/surveys/, ''));
		expect(reads.filter((path) => path === `/${survey().id}`)).toHaveLength(1);
	});

	it('where the survey may not be read, its facts are null, and a hint says why', async () => {
		service.faults.inject({
			match: { operation: 'survey.get' },
			fault: { kind: 'status', status: 403, code: 'insufficient_scope' },
			times: Infinity,
		});
		const { items, hints } = await respondents(OF_SURVEY);
		expect(items.length).toBeGreaterThan(0);
		for (const { json } of items)
			expect(json).toMatchObject({ metric_type: null, nps_group: null });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^The survey itself could not be read, so survey_name, metric_type/),
		]);
	});

	it('where no fact is found, the item is null throughout, and a hint says what to do', async () => {
		const rewrite = () => JSON.stringify({ shoe_size: 42, label_count: 3 });
		service.faults.inject({ fault: { kind: 'rewritten body', rewrite } });
		const own = survey().id;
		const { items, hints } = await run('survey.get', {
			output: 'simplified',
			surveyId: byId(own),
		});
		const { id, ...others } = items[0]?.json ?? {};
		expect(id).toBe(own);
		expect(new Set(Object.values(others))).toEqual(new Set([null]));
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^No field of Simplified was found\. Not understood: shoe_size and label_count\. Set Output to Everything .* run Token (>|&gt;) Check Service\.$/,
			),
		]);
	});

	it.each([
		['result.getTopics', {}, 'weight'],
		[
			'result.getOverTime',
			{ period: 'custom', range_start: '2026-01-01', range_end: '2026-02-01' },
			'season',
		],
	])(
		'%s that is not understood gives null, and Everything gives it',
		async (operation, range, key) => {
			const parameters = { surveyId: byId(survey().id), returnAll: true, ...range };
			for (const answer of [{ shoes: [{ weight: 42, season: 'x' }], note: 'x' }, { note: 'x' }]) {
				const rewrite = () => JSON.stringify(answer);
				service.faults.inject({ fault: { kind: 'rewritten body', rewrite }, times: 2 });
				const { items, hints, error } = await run(operation, {
					output: 'simplified',
					...parameters,
				});
				expect(error?.message).toBeUndefined();
				expect(items).toHaveLength(1);
				expect(new Set(Object.values(items[0]?.json ?? {}))).toEqual(new Set([null]));
				expect(hints).toHaveLength(1);
				expect(hints[0]?.message).toMatch(
					new RegExp(`Not understood: .*\\b${'shoes' in answer ? key : 'note'}\\b`),
				);
				const everything = await run(operation, { output: 'everything', ...parameters });
				expect(everything.items[0]?.json).toEqual(answer.shoes?.[0] ?? answer);
			}
		},
	);

	it.each([
		['invitation.createPersonal', { recipient_name: 'Ann' }],
		['invitation.create', { recipient_name: 'Ann', recipient_email: 'ann@x.org' }],
	])('%s gives the link, and not the secret by itself', async (operation, fields) => {
		const parameters = { output: 'simplified', surveyId: byId(survey().id), ...fields };
		const { items, error } = await run(operation, parameters);
		expect(error?.message).toBeUndefined();
		const [made] = service.world
			.invitations(survey().id)
			.filter(({ recipientName }) => recipientName === 'Ann');
		expect(items[0]?.json).toMatchObject({
			name: 'Ann',
			// Only an InvitationRead without a status is open.
			...(operation === 'invitation.create' ? {} : { status: 'open' }),
			link: expect.stringContaining(String(made?.token)),
			id: made?.id,
		});
		expect(items[0]?.json).not.toHaveProperty('token');
	});
});
