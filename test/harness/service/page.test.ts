/** The page at the service's address: what it shows, what it keeps to itself, and what can be done on it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { clientOf, startService } from './index';
import type { Service } from './index';

interface State {
	surveys: Array<{ id: string; invited: Array<{ id: string; name: string }> }>;
	completions: object[];
	mailings: object[];
	emails: object[];
	asked: Array<{ method: string; path: string; status: number | null }>;
}

let service: Service;
let surveyId: string;
beforeEach(async () => {
	service = await startService({ page: true });
	surveyId = service.world.survey('Customer').id;
});
afterEach(() => service.stop());

async function state(): Promise<State> {
	return (await (await fetch(`${service.url}/page/state`)).json()) as State;
}

async function complete(form: object, type = 'application/json') {
	const answer = await fetch(`${service.url}/page/interviews`, {
		method: 'POST',
		headers: { 'content-type': type },
		body: JSON.stringify({ invitationId: null, name: '', score: null, words: '', ...form }),
	});
	return { status: answer.status, ...((await answer.json()) as { id?: string }) };
}

test('it comes with all that it names, and nothing from elsewhere', async () => {
	const page = await fetch(`${service.url}/`);
	expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
	const html = await page.text();
	const named = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, name = '']) => name);
	expect(named.length).toBeGreaterThan(2);
	for (const name of named) {
		expect(name).toMatch(/^\/page\//);
		expect([name, (await fetch(service.url + name)).status]).toEqual([name, 200]);
	}
});

test('without the page, its addresses are unknown paths', async () => {
	const bare = await startService();
	for (const path of ['/', '/page/state', '/page/page.js']) {
		const headers = { authorization: `Bearer ${bare.token}` };
		expect((await fetch(bare.url + path, { headers })).status).toBe(404);
	}
	await bare.stop();
});

test('what somebody completes on it is read through the interface', async () => {
	const name = 'Zoë "Z" <b>\u200cکاربر';
	const sent = await complete({ surveyId, name, score: 3, words: 'A word.' });
	expect(sent.status).toBe(201);
	const { text } = await clientOf(service)('GET', `/surveys/${surveyId}/respondents`);
	expect(text).toContain(JSON.stringify(name));
	const [latest] = (await state()).completions;
	expect(latest).toMatchObject({ id: sent.id, name, score: 3, words: 'A word.' });
});

test('an invited person uses the invitation, once', async () => {
	const draft = { recipientName: 'Nora New', recipientEmail: 'nora@example.com' };
	const { id } = service.world.createInvitation(surveyId, 'personal', draft);
	const invited = async () =>
		(await state()).surveys.find((survey) => survey.id === surveyId)?.invited;
	expect((await invited())?.[0]).toEqual({ id, name: 'Nora New' });
	const form = { surveyId, invitationId: id, score: 9 };
	expect((await complete(form)).status).toBe(201);
	expect((await invited())?.map((one) => one.id)).not.toContain(id);
	expect((await complete(form)).status).toBe(409);
});

test('whoever is anonymous stays so', async () => {
	const { id } = service.world.survey('Workplace');
	await complete({ surveyId: id, name: 'Nobody Knows', score: 1 });
	const { completions } = await state();
	expect(completions[0]).toMatchObject({ anonymous: true, name: null, score: 1 });
});

test.each([
	['a score beyond the scale', { score: 11 }, 422],
	['an unknown survey', { surveyId: 'none' }, 422],
	['an unknown invitation', { invitationId: 'none' }, 422],
	['an unknown field', { other: 1 }, 422],
])('%s is refused, and nothing is done', async (_what, form, status) => {
	expect((await complete({ surveyId, ...form })).status).toBe(status);
	expect(service.effects.created('respondent')).toEqual([]);
});

test('a form that another site’s page could send without asking first is refused', async () => {
	expect((await complete({ surveyId }, 'text/plain')).status).toBe(415);
	expect(service.effects.created('respondent')).toEqual([]);
});

test('it shows what was asked, and no token', async () => {
	const call = clientOf(service);
	const { token } = service;
	await call('GET', `/surveys/${surveyId}/invitations?q=${token}`);
	await call('GET', `/me/${token.replaceAll('_', '%5f')}/x`);
	const shown = await state();
	expect(shown.asked.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
		'GET /api/me/…/x 404',
		`GET /api/surveys/${surveyId}/invitations 200`,
	]);
	const links = service.world.records.invitations.all().map((one) => one.token);
	for (const secret of [...Object.values(service.tokens), ...links]) {
		expect(JSON.stringify(shown)).not.toContain(secret);
	}
});

test('it keeps the latest 200 requests', async () => {
	for (let count = 0; count < 205; count++) await clientOf(service)('GET', '/public-api/v1/me');
	expect((await state()).asked).toHaveLength(200);
	expect(service.log).toHaveLength(200);
});

test('it shows the mailings, and to whom they were sent', async () => {
	const unsent = service.world.records.mailings.all().find(({ status }) => status === 'unsent');
	service.world.mailings.finish(unsent?.id ?? '');
	const { mailings, emails } = await state();
	expect(emails.length).toBeGreaterThan(0);
	expect(mailings).toContainEqual(
		expect.objectContaining({ id: unsent?.id, status: 'sent', sent: emails.length }),
	);
});

test('its scripts never make HTML of a text', () => {
	const folder = join(__dirname, 'page', 'browser');
	for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
		expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(
			/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|eval\(/,
		);
	}
});
