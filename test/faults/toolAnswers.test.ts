/** A tool's answer has a size that a model can take, and says what was left out and what to do. */
import type { INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { callTool } from './callTool';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

const RESPONDENTS = 400;

describe.each(DIALECTS)('a tool, in the dialect %s', (dialect) => {
	let service: Service;
	let surveyId: string;
	beforeAll(async () => {
		service = await startService({ dialect, seed: { surveys: 1, respondents: RESPONDENTS } });
		surveyId = service.world.survey('Customer').id;
	});
	afterAll(async () => await service.stop());

	type Records = Array<Record<string, unknown>>;
	const ask = async (parameters: INodeParameters, options: INodeParameters = {}) => {
		const text = await callTool(engine, service, { ...parameters, options });
		return { text, records: JSON.parse(text) as Records };
	};
	const respondents = (more: INodeParameters = {}) => ({
		resource: 'respondent',
		operation: 'getAll',
		surveyId: byId(surveyId),
		returnAll: true,
		...more,
	});

	it('gives whole records, and says how many there are and how to ask', async () => {
		const whole = await ask(respondents(), { maxAnswerLength: 10_000_000 });
		expect(whole.records).toHaveLength(RESPONDENTS);
		const { text, records } = await ask(respondents());
		expect(text.length).toBeLessThanOrEqual(20_000);
		const [note, ...shown] = records;
		const showing = `Showing ${shown.length} of 400 respondents.`;
		expect(note).toEqual({ note: expect.stringContaining(showing) });
		wording.note(String(note?.note).replace(showing, 'Showing <n> of 400 respondents.'), 'cut');
		expect(shown).toEqual(whole.records.slice(0, shown.length));
		expect(text.length).toBeGreaterThan(18_000);
	});

	it('a Limit or fewer fields bring more of what is asked for', async () => {
		const fields = { output: 'selectedFields', fields: ['name', 'score'] };
		const limited = await ask(respondents({ returnAll: false, limit: 20 }));
		const [note, ...people] = limited.records;
		expect(people).toHaveLength(20);
		// As the editor says it.
		expect(note?.note).toMatch(/^This output has 20 of 400 respondents\./);
		const some = await ask(respondents());
		const narrow = await ask(respondents(fields));
		expect(narrow.records.length).toBeGreaterThan(2 * some.records.length);
	});

	it('a limit of its own holds', async () => {
		const { text, records } = await ask(respondents(), { maxAnswerLength: 3000 });
		expect(text.length).toBeLessThanOrEqual(3000);
		expect(records[0]?.note).toContain('limited to 3,000 characters');
		expect(records.length).toBeGreaterThan(2);
	});

	it('a limit that is none is refused before anything is sent', async () => {
		service.clearLog();
		const said = await callTool(engine, service, {
			...respondents(),
			options: { maxAnswerLength: 10 },
		});
		expect(said).toContain('Max Answer Length is 10: enter 1000 or more');
		expect(said).toContain('Nothing was sent.');
		expect(service.log).toEqual([]);
	});

	it('a conversation that is too long ends after a message', async () => {
		const messages = Array.from(
			{ length: 300 },
			(_, n) => `Message ${n}: ${'word '.repeat(40)}end.`,
		);
		const { id } = service.world.interview({ surveyId }, { score: 3, messages });
		const conversation = {
			resource: 'respondent',
			operation: 'getConversation',
			surveyId: byId(surveyId),
			respondentId: byId(id),
		};
		const { text, records } = await ask(conversation, { maxTranscript: 1_000_000 });
		expect(text.length).toBeLessThanOrEqual(20_000);
		const [note, record] = records;
		expect(note?.note).toMatch(/^Long texts and lists in this record are cut\./);
		expect(String(record?.transcript)).toMatch(/(end\.|about that\?) \[…\]$/);
	});

	it('what a write did is never cut away', async () => {
		const [survey] = service.world.surveys();
		const { id } = service.world.createInvitation(survey?.id ?? '', 'personal', {
			recipientEmail: 'ann@example.com',
		});
		const label = 'x'.repeat(120);
		const update = {
			resource: 'invitation',
			operation: 'update',
			invitationId: byId(id),
			updateFields: { label, recipient_notes: 'notes '.repeat(5000) },
			output: 'everything',
		};
		const { text } = await ask(update, { maxAnswerLength: 2000 });
		expect(text.length).toBeLessThanOrEqual(2000);
		expect(text).toContain(id);
		expect(text).toContain('Long texts and lists in this record are cut.');
	});

	it('the advice is in the message, because a model hears nothing else of an error', async () => {
		const refused = await callTool(
			engine,
			{ url: service.url, token: service.tokens.expired },
			respondents(),
		);
		expect(refused).toMatch(/expired\. Check the token in the credential/);
		expect(refused).not.toContain('Details:');
	});

	it('outside of an agent nothing is cut', async () => {
		const run = await act(engine, service, {
			operation: 'respondent.getAll',
			parameters: {
				output: 'simplified',
				surveyId: byId(surveyId),
				returnAll: true,
				options: { maxAnswerLength: 2000 },
			},
		});
		expect(run.items.length).toBeGreaterThanOrEqual(RESPONDENTS);
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
