/** A long Sync under a rate limit: its signs of life and its sentence, in n8n's log and in the editor. */
import type { Service } from '../harness/service';
import { chosen, full } from '../operations/case';
import { ACTION_NAME } from '../harness/support/names';
import { runsOf, type Json } from './rest/n8nRest';
import { START, useStand } from './stand';

/** 3,000 take two and a half minutes at this limit; fewer show the same. */
const CONTACTS = Number(process.env.CONTACTS ?? 600);
const PROGRESS = /^Sync: [\d,]+ of [\d,]+ done(, waiting \d+ s for the rate limit)?$/;

const stand = useStand({
	env: { N8N_PUSH_BACKEND: 'sse' },
	service: {
		seed: { surveys: 1, respondents: 0, invitations: 0, mailings: false },
		rateLimit: { requests: 20, perSeconds: 1 },
	},
});

/** Ten contacts of the list cannot be used. */
const code = `return Array.from({ length: ${CONTACTS} }, (_, n) => ({ json: { email: n % ${CONTACTS / 10} ? 'jo.doe' + n + '@example.com' : 'nobody@' } }));`;

it('says every ten seconds how far it is, and at the end what it did', async () => {
	const { rest, n8n } = stand();
	const service: Service = stand().service;
	const surveyId = full(service).id;
	const push = await rest.openPush();
	const list = { name: 'List', type: 'n8n-nodes-base.code', typeVersion: 2 };
	const sync: Json = {
		resource: 'invitation',
		operation: 'sync',
		surveyId: chosen(surveyId),
		recipient_email: '={{ $json.email }}',
		dryRun: false,
	};
	const workflow = await rest.saveWorkflow({
		nodes: [START, { ...list, parameters: { jsCode: code } }, stand().action(sync)],
	});
	const began = Date.now();
	const execution = await rest.finished(await rest.begin(workflow, START.name), 280_000);
	const seconds = (Date.now() - began) / 1000;
	push.close();

	expect(execution.status).toBe('success');
	expect(service.world.invitations(surveyId)).toHaveLength(CONTACTS - 10);
	const told = push.messages
		.filter(({ type }) => type === 'sendConsoleMessage')
		.flatMap(({ data }) => data.messages as string[]);
	const signs = Math.floor(seconds / 10) - 1;
	expect(signs).toBeGreaterThan(0);
	expect(told.length).toBeGreaterThanOrEqual(signs);
	expect(told.filter((line) => !PROGRESS.test(line))).toEqual([]);
	expect(told.some((line) => line.includes('waiting'))).toBe(true);
	for (const line of told) expect(n8n.output).toContain(line);
	expect(n8n.output).not.toContain('jo.doe');
	const hints = runsOf(execution, ACTION_NAME).flatMap((task) => task.hints ?? []);
	expect(hints).toEqual([
		{
			message: expect.stringMatching(
				/^[\d,]+ invited\. 10 could not be used: rows [\d, ]+ and 7 more: Recipient Email .* is not an email address: .*\. No email was sent\. /,
			),
			type: 'warning',
			location: 'outputPane',
		},
		{
			message: expect.stringMatching(/^Waited \d+ s because the service limits requests\.$/),
			type: 'info',
			location: 'outputPane',
		},
	]);
}, 300_000);
