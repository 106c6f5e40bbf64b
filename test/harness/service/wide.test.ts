/** What only the dialect wide does, beside the suites that every dialect passes. */
import { localDateTime, readLocalDateTime } from './localTime';
import { list, object, wholeSecond } from './testing/client';
import type { JsonObject } from './testing/client';
import { startWith } from './testing/every';
import type { Setup } from './testing/every';

const DRAFT = { name: 'A', metric_type: 'scale', interview_locale: 'en' };

describe('local times', () => {
	test.each([
		['2026-01-15T11:30:45.999Z', '2026-01-15T12:30:45+01:00'],
		['2026-07-15T22:30:45.000Z', '2026-07-16T00:30:45+02:00'],
		// The last Sunday of March 2026 is the 29th, that of October the 25th.
		['2026-03-29T00:59:59.000Z', '2026-03-29T01:59:59+01:00'],
		['2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00+02:00'],
		['2026-10-25T00:59:59.000Z', '2026-10-25T02:59:59+02:00'],
		['2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00+01:00'],
	])('%s is written as %s', (at, written) => {
		expect(localDateTime(Date.parse(at))).toBe(written);
	});

	test.each([
		['2026-01-15T12:30:45', '2026-01-15T11:30:45.000Z'],
		['2026-07-15T12:30:45.250', '2026-07-15T10:30:45.250Z'],
		['2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z'],
		['2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
		['2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
	])('%s without an offset is read as %s', (text, at) => {
		expect(new Date(readLocalDateTime(text)).toISOString()).toBe(at);
	});
});

describe('the dialect wide', () => {
	let setup: Setup;
	beforeEach(async () => {
		setup = await startWith({ dialect: 'wide' });
	});
	afterEach(() => setup.service.stop());

	const post = (path: string, body: unknown) => setup.call('POST', path, { body });
	const get = async (path: string) => (await setup.call('GET', path)).json;
	const people = async (surveyId: string) => list(await get(`/surveys/${surveyId}/respondents`));

	test('a survey keeps its goal, scale, anonymity and themes', async () => {
		const themes = ['Food', { name: 'Price', description: 'What it costs' }];
		const answered = await post('/surveys', {
			...DRAFT,
			goal: 'Learn why guests come back.',
			scale_min: 1,
			scale_max: 21,
			anonymous_responses: true,
			themes,
		});
		expect(answered.status).toBe(201);
		const { id } = object(answered.json);
		const read = object(await get(`/surveys/${String(id)}`));
		expect(read).toMatchObject({
			goal: 'Learn why guests come back.',
			scale_min: 1,
			scale_max: 21,
			anonymous_responses: true,
			themes: [
				{ name: 'Food', description: null },
				{ name: 'Price', description: 'What it costs' },
			],
		});
		expect(setup.service.effects.created('theme')).toHaveLength(2);
	});

	test.each([
		['one end', { scale_min: 1 }],
		['ends in the wrong order', { scale_min: 5, scale_max: 1 }],
		['more than 20 points', { scale_min: 0, scale_max: 21 }],
	])('a scale with %s is refused', async (_what, scale) => {
		expect((await post('/surveys', { ...DRAFT, ...scale })).status).toBe(422);
		expect(setup.service.effects.all).toEqual([]);
	});

	test('a personal invitation needs an email or a name, under either name', async () => {
		const path = `/surveys/${setup.surveys.none}/invitations/personal`;
		expect((await post(path, { recipient_notes: 'Nobody' })).status).toBe(422);
		const made = object((await post(path, { name: 'Ann', external_id: 'a1' })).json);
		expect(made).toMatchObject({ recipient_name: 'Ann', recipient_external_id: 'a1' });
	});

	test('an expiry without an offset is local time', async () => {
		const path = `/surveys/${setup.surveys.none}/invitations/personal`;
		const body = { recipient_name: 'Ann', expires_at: '2126-07-01T12:00:00' };
		expect(object((await post(path, body)).json).expires_at).toBe('2126-07-01T12:00:00+02:00');
	});

	test('updated_at moves with a change of details; ended_at does not', async () => {
		const { world, clock } = setup.service;
		clock.freeze();
		clock.set(wholeSecond(clock.now()));
		const { id } = world.interview({ surveyId: setup.surveys.none }, { score: 3 });
		const [before] = await people(setup.surveys.none);
		clock.advance(60_000);
		const body = { participant_name: 'Ann', participant_properties: { location: 'Gent' } };
		await setup.call('PATCH', `/respondents/${id}`, { body });
		const [after] = await people(setup.surveys.none);
		expect(after).toMatchObject({
			participant_name: 'Ann',
			participant_properties: { location: { label: 'Location', value: 'Gent' } },
			ended_at: before?.ended_at,
		});
		const minutes = (one: JsonObject | undefined) =>
			(Date.parse(String(one?.updated_at)) - Date.parse(String(one?.ended_at))) / 60_000;
		expect([minutes(before), minutes(after)]).toEqual([0, 1]);
	});

	test('in an anonymous survey the keys of who it was stay, with null', async () => {
		const [known] = await people(setup.surveys.many);
		const [hidden] = await people(setup.surveys.anonymous);
		expect(Object.keys(hidden ?? {})).toEqual(Object.keys(known ?? {}));
		expect(hidden).toMatchObject({
			invitation_id: null,
			participant_name: null,
			participant_email: null,
			participant_external_id: null,
			email_verified: null,
		});
	});

	test('a reissued invitation counts as one person invited', async () => {
		const { world } = setup.service;
		const surveyId = world.createSurvey().id;
		const { id } = world.createInvitation(surveyId, 'personal', { recipientName: 'Ann' });
		await setup.call('POST', `/invitations/${id}/reissue`);
		expect(await get(`/surveys/${surveyId}/results/overview`)).toMatchObject({ total_invited: 1 });
		expect(await get(`/surveys/${surveyId}/invitations`)).toHaveLength(1);
	});

	test('null is left out where a key is not required, and a default is written', async () => {
		const path = `/surveys/${setup.surveys.none}/invitations/personal`;
		const made = object((await post(path, { recipient_name: 'Ann' })).json);
		expect(made).toMatchObject({ status: 'open', allowed_origins: [], label: null });
		expect(made).not.toHaveProperty('created_by_email');
		expect(made).not.toHaveProperty('invitation_link_id');
	});

	test('the same topics stand in two rankings', async () => {
		const body = object(await get(`/surveys/${setup.surveys.many}/results/topics`));
		const [first, second] = [list(body.by_frequency), list(body.by_sentiment)];
		const ids = (topics: JsonObject[]) => topics.map((one) => String(one.topic_id));
		expect(ids(first)).not.toEqual(ids(second));
		expect(ids(first).sort()).toEqual(ids(second).sort());
		expect(second.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
	});
});
