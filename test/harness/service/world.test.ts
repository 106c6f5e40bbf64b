/** What really happens in the world: the ground on which judges say "at most once". */
import { clientOf, DIALECT_NAMES, startService } from './index';
import type { Service } from './index';
import { metricScore } from './results/metric';
import { timeSeries } from './results/series';

const DAY = 86_400_000;

describe.each(DIALECT_NAMES)('in the dialect %s', (dialect) => {
	let service: Service;
	let surveyId: string;
	beforeEach(async () => {
		service = await startService({ dialect });
		service.clock.freeze();
		surveyId = service.world.createSurvey({ name: 'Made by a test' }).id;
	});
	afterEach(() => service.stop());

	const call = (method: string, path: string, body?: unknown) =>
		clientOf(service)(method, path, { body });
	const emails = () => service.effects.emails.map(({ recipient }) => recipient);

	test('a mailing sends one email to each, by the clock, also when it is paused meanwhile', async () => {
		service.world.mailings.setRate(1);
		const to = [1, 2, 3, 4].map((place) => `to${place}@example.com`);
		for (const recipientEmail of to)
			service.world.createInvitation(surveyId, 'personal', { recipientEmail });
		const { id } = service.world.mailings.create(surveyId);
		await call('POST', `/mailings/${id}/send`);
		service.clock.advance(2000);
		await call('POST', `/mailings/${id}/pause`);
		service.clock.advance(DAY);
		expect(emails()).toEqual(to.slice(0, 2));
		await call('POST', `/mailings/${id}/resume`);
		service.clock.advance(DAY);
		expect(emails()).toEqual(to);
		for (const verb of ['send', 'pause', 'resume', 'unschedule']) {
			const { status } = await call('POST', `/mailings/${id}/${verb}`);
			expect([verb, status]).toEqual([verb, service.dialect.refusals['mailing not unsent'].status]);
		}
		expect(emails()).toHaveLength(4);
	});

	test('a scheduled mailing leaves at its time, unless it was taken from the schedule', async () => {
		const recipientEmail = 'ann@example.com';
		service.world.createInvitation(surveyId, 'personal', { recipientEmail });
		const { id } = service.world.mailings.create(surveyId);
		const tomorrow = () => new Date(service.clock.now() + DAY);
		service.world.mailings.schedule(id, tomorrow());
		await call('POST', `/mailings/${id}/unschedule`);
		service.clock.advance(2 * DAY);
		expect(emails()).toEqual([]);
		service.world.mailings.schedule(id, tomorrow());
		service.clock.advance(2 * DAY);
		expect(emails()).toEqual([recipientEmail]);
	});

	test('an email of an invitation leaves with each request, and none without an address', async () => {
		const recipientEmail = 'ann@example.com';
		const { id } = service.world.createInvitation(surveyId, 'personal', { recipientEmail });
		for (const status of [200, 200]) {
			expect((await call('POST', `/invitations/${id}/send-email`, {})).status).toBe(status);
		}
		expect(emails()).toEqual([recipientEmail, recipientEmail]);
		const nobody = service.world.createInvitation(surveyId, 'personal').id;
		const { status } = await call('POST', `/invitations/${nobody}/send-email`, {});
		expect(status).toBe(service.dialect.refusals['no recipient address'].status);
	});

	test('the public create is idempotent by email, whatever its case, and by external ID', async () => {
		const create = (body: object) =>
			call('POST', `/public-api/v1/surveys/${surveyId}/invitations`, body);
		await create({ recipient_email: 'Kim@example.com', recipient_external_id: 'k1' });
		await create({ recipient_email: 'kim@EXAMPLE.com', recipient_name: 'Other' });
		await create({ recipient_external_id: 'k1', on_duplicate: 'skip' });
		expect(service.effects.created('invitation')).toHaveLength(1);
		const on_duplicate = service.choices.duplicateWord;
		await create({ recipient_email: 'kim@example.com', on_duplicate });
		expect(service.effects.created('invitation')).toHaveLength(2);
	});

	test('a person who is erased leaves no name, address or word, and is erased once', async () => {
		const invitation = service.world.createInvitation(surveyId, 'personal', {
			recipientEmail: 'ann@example.com',
		});
		const said = { name: 'Ann Secret', score: 9, messages: ['Secret words'] };
		const { id } = service.world.interview({ invitationId: invitation.id }, said);
		const erased = await call('POST', `/respondents/${id}/erase`, { reason: 'asked' });
		await call('POST', `/respondents/${id}/erase`, {});
		const list = await call('GET', `/surveys/${surveyId}/respondents`);
		const talk = await call('GET', `/surveys/${surveyId}/respondents/${id}/conversation`);
		for (const { text } of [erased, list, talk]) expect(text).not.toMatch(/secret|ann@/i);
		expect(service.effects.erasures).toMatchObject([{ id, reason: 'asked' }]);
	});

	test('a record is deleted once, whatever the second request is answered', async () => {
		const themes = service.world.records.themes.of(service.world.survey('Customer').id);
		const unspoken = themes.at(-1)?.id;
		const second = { refused: 'unknown identifier', 'refused as gone': 'deleted before' } as const;
		const { repeatedDelete } = service.choices;
		expect((await call('DELETE', `/topic-categories/${unspoken}`)).status).toBe(204);
		expect((await call('DELETE', `/topic-categories/${unspoken}`)).status).toBe(
			repeatedDelete === 'answered' ? 204 : service.dialect.refusals[second[repeatedDelete]].status,
		);
		expect(service.effects.deleted('theme')).toHaveLength(1);
		const { status } = await call('DELETE', `/topic-categories/${themes[0]?.id}`);
		expect(status).toBe(service.dialect.refusals['theme has answers'].status);
	});

	test('an anonymous survey names nobody, and hides a small group', async () => {
		const few = service.world.survey('Leadership').id;
		const { text } = await call('GET', `/surveys/${few}/respondents`);
		expect(text).not.toMatch(/@example\.com|"(participant_)?name":"|"invitation_id":"/);
		const topic = service.world.records.topics.of(few)[0]?.id;
		const quotes = await call('GET', `/surveys/${few}/results/topics/${topic}/quotes`);
		expect(quotes.status).toBe(409);
	});

	test.each([
		['no token', { token: null }, 'missing token'],
		['an unknown token', { token: 'unknown' }, 'invalid token'],
	] as const)('%s is refused', async (_what, sending, reason) => {
		const { status } = await clientOf(service)('GET', '/surveys', sending);
		expect(status).toBe(service.dialect.refusals[reason].status);
	});

	test('a token without the scope, or of another survey or workspace, does nothing', async () => {
		const { readOnly, surveyRestricted, otherWorkspace } = service.tokens;
		for (const [token, reason] of [
			[readOnly, 'insufficient scope'],
			[surveyRestricted, 'other survey'],
			[otherWorkspace, 'unknown identifier'],
		] as const) {
			const { status } = await clientOf(service)('DELETE', `/surveys/${surveyId}`, { token });
			expect([reason, status]).toEqual([reason, service.dialect.refusals[reason].status]);
		}
		expect(service.effects.deleted()).toEqual([]);
	});

	test.each<[method: string, path: string, body?: object]>([
		['GET', '/surveys/latest'],
		['GET', '/surveys/ID/invitations?batch_id=1'],
		['GET', '/surveys/ID/results/respondent-dots'],
		['GET', '/surveys/ID/results/conclusion?locale=de'],
		['POST', '/surveys', { name: 1, metric_type: 'nps', interview_locale: 'en' }],
		['POST', '/surveys/ID/invitations/personal', { recipient_email: 'nobody' }],
		['POST', '/surveys/ID/mailings', {}],
	])('%s %s with a wrong value is refused with 422', async (method, path, ...[body]) => {
		service.effects.clear();
		const refused = await call(method, path.replace('ID', surveyId), body);
		expect(refused.status).toBe(422);
		expect(service.effects.all).toEqual([]);
	});
});

test.each([
	['nps', [10, 9, 8, 6], 25],
	['csat', [5, 4, 3, 1], 50],
	['ces', [7, 4], 5.5],
] as const)('the score of %s', async (metricType, scores, score) => {
	const service = await startService({ seed: { surveys: 0 } });
	const survey = service.world.createSurvey({ metricType });
	for (const one of scores) service.world.interview({ surveyId: survey.id }, { score: one });
	expect(metricScore(survey, service.world.respondents(survey.id))).toBe(score);
	await service.stop();
});

test('a week begins on Monday', async () => {
	const service = await startService({ seed: { surveys: 1 } });
	const span = { from: Date.parse('2025-01-01T00:00Z'), to: Date.parse('2025-01-14T00:00Z') };
	const weeks = timeSeries(service.world.survey('Customer'), [], span, 'week');
	expect(weeks.map(({ start }) => new Date(start).toISOString().slice(0, 10))).toEqual([
		'2024-12-30',
		'2025-01-06',
		'2025-01-13',
	]);
	await service.stop();
});

test('a period has the interviews of that time alone', async () => {
	const service = await startService({ seed: { surveys: 0 } });
	const { id } = service.world.createSurvey();
	for (const day of ['2030-03-15', '2030-04-15']) {
		service.clock.set(new Date(`${day}T12:00:00Z`));
		service.world.interview({ surveyId: id }, { score: 9 });
	}
	const counts: unknown[] = [];
	for (const period of ['all_time', 'last_month', 'current_month', 'last_year']) {
		const path = `/surveys/${id}/results/overview?period=${period}`;
		const { json } = await clientOf(service)('GET', path);
		counts.push((json as { completed_count: number }).completed_count);
	}
	expect(counts).toEqual([2, 1, 1, 0]);
	await service.stop();
});

test('a list of invitations has those alone that are asked for', async () => {
	const service = await startService();
	const { id } = service.world.survey('Customer');
	const query = 'type=csv&type=api&status=used';
	const { json } = await clientOf(service)('GET', `/surveys/${id}/invitations?${query}`);
	const listed = json as Array<{ type: string; status: string }>;
	expect(new Set(listed.map(({ type, status }) => `${type} ${status}`))).toEqual(
		new Set(['csv used', 'api used']),
	);
	await service.stop();
});
