/** The page at the service's address: what it shows, what it keeps to itself, and what can be done on it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startService } from './index';
import type { Service } from './index';
import { object } from './testing/client';
import type { Json, JsonObject } from './testing/client';
import { inEveryDialect } from './testing/every';

const START = new Date('2026-03-01T09:00:00Z');

interface State {
	surveys: Array<JsonObject & { id: string; invited: Array<{ id: string; name: string }> }>;
	completions: JsonObject[];
	invitations: JsonObject[];
	mailings: JsonObject[];
	emails: JsonObject[];
	asked: Array<{ sequence: number; method: string; path: string; status: number | null }>;
}

async function stateOf({ url }: Service): Promise<State> {
	const answer = await fetch(`${url}/page/state`);
	expect(answer.status).toBe(200);
	return (await answer.json()) as State;
}

async function send(
	service: Service,
	form: JsonObject,
	type = 'application/json',
): Promise<JsonObject> {
	const answer = await fetch(`${service.url}/page/interviews`, {
		method: 'POST',
		headers: { 'content-type': type },
		body: JSON.stringify({ invitationId: null, name: '', score: null, words: '', ...form }),
	});
	return { status: answer.status, ...object((await answer.json()) as Json) };
}

inEveryDialect(
	(setup) => {
		const many = () => setup().surveys.many;

		test('it comes with all that it names, and nothing from elsewhere', async () => {
			const { url } = setup().service;
			const page = await fetch(`${url}/`);
			expect(page.headers.get('content-type')).toMatch(/^text\/html/);
			expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
			const html = await page.text();
			const named = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, name = '']) => name);
			expect(named.length).toBeGreaterThan(2);
			for (const name of named)
				expect([name, (await fetch(url + name)).status]).toEqual([name, 200]);
			expect(named.filter((name) => !name.startsWith('/page/'))).toEqual([]);
		});

		test('the interface is as it is without the page', async () => {
			const { service, dialect } = setup();
			const bare = await startService({ dialect, startAt: START });
			try {
				const ask = async (at: Service, path: string, authorization = `Bearer ${at.token}`) => {
					const answer = await fetch(at.url + path, { headers: { authorization } });
					return [path, answer.status, await answer.text()];
				};
				const same = [
					'/api/surveys',
					'/api/nowhere',
					'/page/nowhere',
					'/api/',
					'/public-api/v1/me',
				];
				for (const path of same) expect(await ask(service, path)).toEqual(await ask(bare, path));
				expect(await ask(service, '/api/surveys', '')).toEqual(await ask(bare, '/api/surveys', ''));
				for (const path of ['/', '/page/state', '/page/page.js']) {
					const [, status, text] = await ask(bare, path);
					expect([status, text]).toEqual([404, expect.stringContaining('No such path')]);
				}
			} finally {
				await bare.stop();
			}
		});

		test('what somebody completes on it is read through the interface', async () => {
			const { service, call } = setup();
			const list = `/surveys/${many()}/respondents`;
			const surveys = (await call('GET', '/surveys')).text;
			const name = 'Zoë "Z" <b>\u200cکاربر';
			const sent = await send(service, { surveyId: many(), name, score: 3, words: 'A word.' });
			expect(sent.status).toBe(201);
			const { text } = await call('GET', list);
			expect(text).toContain(JSON.stringify(name));
			expect((await call('GET', '/surveys')).text).not.toBe(surveys);
			const { text: talk } = await call('GET', `${list}/${String(sent.id)}/conversation`);
			expect(talk).toContain('A word.');
			const [latest] = (await stateOf(service)).completions;
			expect(latest).toMatchObject({ id: sent.id, name, score: 3, words: 'A word.' });
		});

		test('an invited person uses the invitation, once', async () => {
			const { service } = setup();
			const draft = { recipientName: 'Nora New', recipientEmail: 'nora@example.com' };
			const { id } = service.world.createInvitation(many(), 'personal', draft);
			const survey = async () => (await stateOf(service)).surveys.find((one) => one.id === many());
			expect((await survey())?.invited[0]).toEqual({ id, name: 'Nora New' });
			const form = { surveyId: many(), invitationId: id, score: 9 };
			expect(await send(service, form)).toMatchObject({ status: 201 });
			expect(service.world.invitationStatus(id)).toBe('used');
			expect((await survey())?.invited.map((one) => one.id)).not.toContain(id);
			expect(await send(service, form)).toMatchObject({ status: 409, message: expect.any(String) });
		});

		test('whoever is anonymous stays so', async () => {
			const { service, surveys } = setup();
			await send(service, { surveyId: surveys.anonymous, name: 'Nobody Knows', score: 1 });
			const { completions } = await stateOf(service);
			expect(completions[0]).toMatchObject({ anonymous: true, name: null, score: 1 });
			expect(JSON.stringify(completions)).not.toContain('Nobody Knows');
		});

		test('a form that cannot be is refused with a sentence, and nothing is done', async () => {
			const { service, surveys } = setup();
			service.world.closeSurvey(surveys.none);
			const wrong: Array<[JsonObject, number]> = [
				[{ surveyId: many(), score: 11 }, 422],
				[{ surveyId: many(), score: 1.5 }, 422],
				[{ surveyId: 'none' }, 422],
				[{ surveyId: many(), invitationId: 'none' }, 422],
				[{ surveyId: many(), other: 1 }, 422],
				[{ surveyId: many(), name: 'x'.repeat(201) }, 422],
				[{ surveyId: surveys.none }, 409],
			];
			for (const [form, status] of wrong) {
				expect(await send(service, form)).toEqual({
					status,
					message: expect.stringMatching(/^\w.*\.$/),
				});
			}
			// As another site's page could send it, without asking first.
			expect(await send(service, { surveyId: many() }, 'text/plain')).toMatchObject({
				status: 415,
			});
			expect(service.effects.created('respondent')).toEqual([]);
		});

		test('it shows what was asked, and no token', async () => {
			const { service, call } = setup();
			const { token, url } = service;
			const escaped = [...token].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
			await call('GET', `/surveys/${many()}/invitations?q=ann&access=topsecret&status=${token}`);
			await call('GET', `/surveys?token=${escaped}`);
			await call('GET', `/me/${token}/x`);
			await call('GET', `/me/${escaped}`);
			await fetch(`${url}/${token}`, { method: 'DELETE', headers: { authorization: token } });
			const issued = service.issueToken({ name: 'mine' });
			await call('GET', `/surveys?q=${issued}`, { token: issued });
			const state = await stateOf(service);
			const text = JSON.stringify(state);
			const links = service.world.records.invitations.all().map((one) => one.token);
			for (const secret of [...Object.values(service.tokens), issued, 'topsecret', ...links]) {
				expect(text).not.toContain(secret);
			}
			expect(state.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
				'GET /api/surveys?q=…',
				'DELETE /…',
				'GET /api/me/…',
				'GET /api/me/…/x',
				'GET /api/surveys?token=…',
				`GET /api/surveys/${many()}/invitations?q=ann&access=…&status=…`,
			]);
			expect(state.asked.map(({ status }) => status)).toEqual(
				service.log.map(({ status }) => status).reverse(),
			);
		});

		test('it shows the latest 200 requests, newest first, and its own are none', async () => {
			const { service, call } = setup();
			for (let count = 0; count < 205; count++) await call('GET', '/public-api/v1/me');
			await call('GET', '/surveys');
			await stateOf(service);
			const { asked } = await stateOf(service);
			expect(asked.map(({ sequence }) => sequence)).toEqual(
				Array.from({ length: 200 }, (_, place) => 206 - place),
			);
			expect(asked[0]).toMatchObject({ path: '/api/surveys', status: 200 });
			expect(service.log).toHaveLength(200);
		});

		test('it shows the mailings, and to whom they were sent', async () => {
			const { service } = setup();
			const unsent = service.world.records.mailings.all().find(({ status }) => status === 'unsent');
			service.world.mailings.finish(unsent?.id ?? '');
			const { mailings, emails, invitations } = await stateOf(service);
			const shown = mailings.find(({ id }) => id === unsent?.id);
			expect(shown).toMatchObject({ status: 'sent', sent: emails.length });
			expect(emails.length).toBeGreaterThan(0);
			expect(emails.map(({ recipient }) => recipient).sort()).toEqual(
				service.effects.emails.map(({ recipient }) => recipient).sort(),
			);
			expect(invitations).toHaveLength(20);
		});
	},
	{ page: true, startAt: START },
);

test('its scripts never make HTML of a text', () => {
	const folder = join(__dirname, 'page', 'browser');
	const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
	expect(files.length).toBeGreaterThan(0);
	for (const file of files) {
		const text = readFileSync(join(folder, file), 'utf8');
		expect(text).not.toMatch(
			/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|eval\(/,
		);
	}
});
