/** The package in the newest n8n of each line: what works in all of them, and what some of them lack. */
import { PROPERTY_MAPPER } from '../../nodes/SurveyInterview/operations/nodeFields';
import { PICKERS } from '../../nodes/SurveyInterview/form/recordPickers';
import { chosen, full } from '../operations/case';
import { startService } from '../harness/service';
import { ACTION, CREDENTIAL, PACKAGE, TOOL, TRIGGER } from '../harness/support/names';
import { askAgent } from './agent';
import { has } from './features';
import { credentialFor } from './furnish';
import { installN8n } from './install/n8n';
import { LINES, VERSIONS } from './install/versions';
import { outputsOf, until, type Json } from './rest/n8nRest';
import { DURABLE } from './servers/n8n';
import { startModel } from './servers/model';
import { everySeconds, START, useStand } from './stand';

const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Entry {
	name: string;
	value: string;
}

describe.each(LINES.map((line) => ({ line, version: VERSIONS[line] })))(
	'n8n $version.n8n, the newest of $line, on Node.js $version.node',
	({ line, version }) => {
		beforeAll(async () => void (await installN8n(version, say)), 1_800_000);
		// An n8n that has no durable engine does not know these settings.
		const stand = useStand({ version, env: DURABLE });
		const typeNames = async () => {
			const types = (await stand().rest.raw('GET', '/types/nodes.json')).data as Entry[];
			return types.map(({ name }) => name);
		};
		/** What the form of the action node asks for. */
		const asked = async <T>(what: string, question: Json) =>
			await stand().rest.call<T>('POST', `/rest/dynamic-node-parameters/${what}`, {
				nodeTypeAndVersion: { name: ACTION, version: 1 },
				credentials: stand().credentials,
				...question,
			});

		it('has the nodes, the tool and the credential', async () => {
			const names = (await typeNames()).filter((name) => name.startsWith(PACKAGE));
			expect(names.sort()).toEqual([ACTION, TOOL, TRIGGER]);
			const { data } = await stand().rest.raw('GET', '/types/credentials.json');
			expect((data as Entry[]).filter(({ name }) => name === CREDENTIAL)).toHaveLength(1);
		});

		it('tests the credential', async () => {
			const { rest, service, credentialId } = stand();
			const data = credentialFor(service);
			// Older versions test only what is saved.
			const test = async (change: Json) =>
				await rest.testCredential(CREDENTIAL, { ...data, ...change }, credentialId);
			expect(await test({})).toMatchObject({ status: 'OK' });
			expect(await test({ token: 'wrong' })).toMatchObject({
				status: 'Error',
				message: expect.stringMatching(/^The token is not known\. /) as string,
			});
		});

		it('lists surveys and a survey’s respondents to choose from, and its properties as fields', async () => {
			const { world } = stand().service;
			const survey = full(stand().service);
			const operation = { resource: 'respondent', operation: 'erase' };
			const surveys = await asked<{ results: Entry[] }>('resource-locator-results', {
				path: 'parameters.surveyId',
				methodName: PICKERS.survey.method,
				currentNodeParameters: operation,
			});
			expect(surveys.results.map(({ value }) => value).sort()).toEqual(
				world
					.surveys()
					.map(({ id }) => id)
					.sort(),
			);
			const respondents = await asked<{ results: Entry[] }>('resource-locator-results', {
				path: 'parameters.respondentId',
				methodName: PICKERS.respondent.method,
				currentNodeParameters: { ...operation, surveyId: chosen(survey.id) },
			});
			const ids = world.records.respondents.of(survey.id).map(({ id }) => id);
			expect(respondents.results.length).toBeGreaterThan(1);
			for (const { value } of respondents.results) expect(ids).toContain(value);
			const { fields } = await asked<{ fields: Json[] }>('resource-mapper-fields', {
				path: `parameters.${PROPERTY_MAPPER.name}`,
				methodName: 'propertyFields',
				currentNodeParameters: {
					resource: 'invitation',
					operation: 'createPersonal',
					surveyId: chosen(survey.id),
				},
			});
			expect(fields.map(({ id }) => id)).toEqual(['department', 'location']);
		});

		it('serves the output schemas', async () => {
			const node = encodeURIComponent(ACTION);
			const { status, data } = await stand().rest.raw(
				'GET',
				`/schemas/${node}/1.0.0/survey/get.json`,
			);
			expect({ status, data }).toMatchObject({ status: 200, data: { type: 'object' } });
		});

		it('reads and writes', async () => {
			const { rest, service } = stand();
			const survey = service.world.survey('Customer');
			const read = stand().action({ resource: 'survey', operation: 'getAll', returnAll: true });
			const write = stand().action(
				{
					resource: 'survey',
					operation: 'update',
					surveyId: chosen(survey.id),
					updateFields: { name: 'Another name' },
				},
				{ name: 'Change' },
			);
			const id = await rest.saveWorkflow({ nodes: [START, read, { ...write, executeOnce: true }] });
			const execution = await rest.run(id, START.name);
			expect(execution.status).toBe('success');
			expect(outputsOf(execution, read.name)[0]).toHaveLength(service.world.surveys().length);
			expect(service.world.survey('Another name').id).toBe(survey.id);
		});

		it('sends the token to no other host, when HTTP Request is redirected', async () => {
			const { rest, service, credentials } = stand();
			const stranger = await startService();
			service.faults.inject({ fault: { kind: 'redirect', to: stranger.url } });
			const asks = {
				...{ name: 'HTTP Request', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
				parameters: {
					url: `${service.url}/api/surveys`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: CREDENTIAL,
				},
				credentials,
			};
			const id = await rest.saveWorkflow({ nodes: [START, asks] });
			service.clearLog();
			const execution = await rest.run(id, START.name).finally(stranger.stop);
			expect(execution.status).toBe('error');
			expect(service.log.map(({ status, token }) => [status, token])).toEqual([[302, 'full']]);
			expect(stranger.log).toEqual([]);
		});

		it('gives an AI agent its tool', async () => {
			const model = await startModel({});
			const list = { resource: 'survey', operation: 'getAll', returnAll: true };
			await askAgent(stand(), model, list).finally(model.stop);
			const [heard] = model.heard as Json[][];
			expect(heard).toHaveLength(stand().service.world.surveys().length);
		});

		const engine = has(line, 'durable') ? 'durable' : 'default';
		it(`delivers each completion once, also when n8n is killed, in the ${engine} engine`, async () => {
			const { rest, service, n8n } = stand();
			const surveyId = service.world.surveys()[0]?.id ?? '';
			const id = await rest.saveWorkflow({
				nodes: [
					stand().trigger({ pollTimes: everySeconds(3) }),
					{ name: 'End', type: 'n8n-nodes-base.noOp' },
				],
			});
			expect(await rest.publish(id)).toBe('published');
			const came = async () => {
				const names: unknown[] = [];
				for (const execution of await rest.executions(id)) {
					const items = outputsOf(await rest.finished(execution.id), 'End')[0] ?? [];
					names.push(...items.map(({ json }) => json.name));
				}
				return names;
			};
			const arrives = async (count: number) =>
				await until(`${count} completions`, async () =>
					(await came()).length >= count ? true : undefined,
				);
			const polls = async () => {
				service.clearLog();
				await until('two polls', async () => (service.log.length >= 2 ? true : undefined));
			};
			service.world.interview({ surveyId }, { name: 'Ada' });
			await arrives(1);
			// n8n saves the state behind the execution's back.
			await polls();
			await n8n.stop('SIGKILL');
			service.world.interview({ surveyId }, { name: 'Bob' });
			await n8n.start();
			await arrives(2);
			await polls();
			expect(await came()).toEqual(['Ada', 'Bob']);
			// The durable engine keeps a trigger's state elsewhere, together with its executions.
			const { staticData } = (await rest.workflow(id)) as { staticData: { global?: Json } };
			const isDurable = Object.keys(staticData.global ?? {}).length === 0;
			expect(isDurable).toBe(has(line, 'durable'));
		});

		it(`${has(line, 'humanReview') ? 'has' : 'lacks'} human review of an agent’s tools`, async () => {
			const reviewing = (await typeNames()).filter((name) => name.endsWith('HitlTool'));
			expect(reviewing.length > 0).toBe(has(line, 'humanReview'));
		});
	},
);
