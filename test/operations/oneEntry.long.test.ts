import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { NodeHelpers } from 'n8n-workflow';

import { createEngine } from '../harness/engine';
import { ACTION, PackageCopy, SOURCES } from '../harness/support';

const COPIED = [...SOURCES, 'README.md', 'docs', 'test'];
const FILE = 'nodes/SurveyInterview/operations/survey.ts';
const START = "resource('survey', SURVEY_DETAIL, {";

/** A made-up endpoint, as somebody would add it: one entry, in one file. */
const ENTRY = `
	remind: {
		action: 'Remind a survey',
		description: 'Remind everyone of a made-up thing',
		endpoint: 'POST /surveys/{survey_id}/reminders',
		retry: 'create',
		required: [text('subject', 'What it is about.', { maxLength: 20 })],
		optional: [text('note', 'A note.')],
		simplified: SURVEY,
	},
`;

const MADE_UP = '0d9f5c1e-7a3b-4c2d-8e6f-1a2b3c4d5e6f';

let copy: PackageCopy;
let server: Server;
const seen: Array<{ line: string; body: string }> = [];

beforeAll(async () => {
	copy = new PackageCopy(COPIED);
	copy.write(FILE, copy.read(FILE).replace(START, START + ENTRY));
	copy.gulp('dist');
	copy.run('node_modules/tsx/dist/cli.mjs', 'test/docs/write.ts');
	server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			seen.push({
				line: `${request.method} ${request.url}`,
				body: Buffer.concat(parts).toString(),
			});
			response.writeHead(201, { 'content-type': 'application/json' }).end(`{"id":"${MADE_UP}"}`);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
	server.close();
	copy.remove();
});

it('an endpoint added as one entry is in the editor, works, and stands in the docs', async () => {
	const engine = await createEngine({
		packageDir: copy.packageDir,
		credentials: {
			surveyInterviewApi: {
				baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
				token: 'token',
				companyId: '',
				allowHttp: false,
			},
		},
	});
	const surveyId = '3a343ac0-c7fa-4bd9-95e7-2b63d3b3337f';
	const parameters = {
		resource: 'survey',
		operation: 'remind',
		surveyId: { __rl: true, mode: 'id', value: surveyId },
		subject: 'Hello',
		additionalFields: { note: 'Soon' },
	};

	const { description } = engine.nodeTypes.getByNameAndVersion(ACTION);
	const values = { resource: 'survey', operation: 'remind' };
	const shown = description.properties.filter((control) =>
		NodeHelpers.displayParameterPath(values, control, '', null, description),
	);
	expect(shown.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['operation', 'surveyId', 'subject', 'additionalFields', 'options']),
	);
	expect(JSON.stringify(shown)).toContain('Remind everyone of a made-up thing');

	const run = await engine.runNode({ parameters });
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json)).toMatchObject([{ name: null, id: MADE_UP }]);
	expect(seen).toEqual([
		{ line: `POST /api/surveys/${surveyId}/reminders`, body: '{"subject":"Hello","note":"Soon"}' },
	]);

	const refused = await engine.runNode({ parameters: { ...parameters, subject: 'x'.repeat(21) } });
	expect(refused.error?.message).toContain('Subject has 21 characters');
	expect(seen).toHaveLength(1);

	expect(copy.read('docs/operations.md')).toContain(
		'| Survey | Remind | Remind everyone of a made-up thing | `POST /surveys/{survey_id}/reminders` |',
	);
	const schema = 'dist/nodes/SurveyInterview/__schema__/v1.0.0/survey/remind.json';
	expect(copy.read(schema)).toContain('"id"');
	await engine.close();
});
