/** A run that lasts says so in n8n's log and, in a run by hand, in the editor. */
import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import { createEngine } from '../harness/engine';
import { byId, CREDENTIAL, smallService } from '../harness/support';

it('Sync, invitations one by one, and a list page by page, that wait for a rate limit', async () => {
	const [engine, service] = await Promise.all([createEngine(), smallService()]);
	const surveys = ['One', 'Two'].map((name) => service.world.createSurvey({ name }).id);
	const items = Array.from({ length: 8 }, (_, n) => ({ email: `secret${n}@example.com` }));
	const fault = { kind: 'status', status: 429, retryAfter: 12 } as const;
	for (const id of surveys) {
		const match = (one: { method: string; rawBody: string; path: string }) =>
			one.method === 'POST' && `${one.path} ${one.rawBody}`.includes(id);
		service.faults.inject({ match, fault, skip: 6, times: 1 });
	}
	const survey = service.world.survey('Customer').id;
	const [topic] = service.world.records.topics.of(survey);
	const [quote] = service.world.records.quotes.get(topic?.id ?? '') ?? [];
	if (!topic || !quote) throw new Error('Nobody said anything.');
	const quotes = Array.from({ length: 250 }, (_, n) => ({
		...quote,
		id: randomUUID(),
		text: `Words ${n}`,
	}));
	service.world.records.quotes.set(topic.id, quotes);
	service.faults.inject({
		match: ({ path }) => path.endsWith('/quotes'),
		fault,
		skip: 2,
		times: 1,
	});
	const toEditor: string[] = [];
	const run = async (place: number, parameters: INodeParameters) =>
		await engine.runNode({
			parameters: { resource: 'invitation', surveyId: byId(surveys[place]), ...parameters },
			// Each token has a limit of its own.
			credentials: { [CREDENTIAL]: { baseUrl: service.url, token: service.issueToken() } },
			items: place === 2 ? [{}] : items,
			mode: place === 0 ? 'manual' : 'trigger',
			sendDataToUI: (type, data) => toEditor.push(JSON.stringify([type, data])),
		});
	try {
		const done = await Promise.all([
			run(0, {
				operation: 'sync',
				recipient_email: '={{ $json.email }}',
				dryRun: false,
				options: { concurrency: 1 },
			}),
			run(1, {
				operation: 'createPersonal',
				recipient_email: '={{ $json.email }}',
				options: { concurrency: 1 },
			}),
			run(2, {
				resource: 'result',
				operation: 'getQuotes',
				surveyId: byId(survey),
				topicId: byId(topic.id),
				returnAll: true,
			}),
		]);
		expect(done.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
		const lines = engine.logs.filter(({ level }) => level === 'info');
		const of = (name: string) => lines.filter(({ message }) => message.startsWith(name));
		const [sync, create] = [of('Sync'), of('Create')];
		const waiting = /: 6 of 8 done, waiting \d+ s for the rate limit$/;
		expect([sync, create, of('Get')].map((one) => one[0]?.message)).toEqual([
			expect.stringMatching(waiting),
			expect.stringMatching(waiting),
			expect.stringMatching(/^Get Quotes: 200 records read, waiting \d+ s for the rate limit$/),
		]);
		expect(lines.map(({ text }) => text).join()).not.toMatch(/secret|example\.com/);
		// Only a run by hand has somebody who looks.
		expect(toEditor).toEqual(
			sync.map(({ message }) =>
				JSON.stringify(['sendConsoleMessage', { source: '[Node: "Node"]', messages: [message] }]),
			),
		);
	} finally {
		engine.close();
		await service.stop();
	}
});
