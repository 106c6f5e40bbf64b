import { THEME_LISTS } from '../../nodes/SurveyInterview/service/surveys';
import {
	hasSentValues,
	hasStarted,
	hasStatus,
	isAbsent,
	isArchived,
	isRevoked,
	isUnscheduled,
	type Evidence,
} from '../../nodes/SurveyInterview/operations/verification';

const ID = '3a343ac0-c7fa-4bd9-95e7-2b63d3b3337f';
const OTHER = '4b343ac0-c7fa-4bd9-95e7-2b63d3b3337f';
const seen = (answer: unknown, more: Partial<Evidence> = {}): Evidence => ({
	answer,
	id: ID,
	body: {},
	status: 403,
	...more,
});

describe('a delete that nobody answered', () => {
	const judge = isAbsent({ path: '/surveys/{survey_id}/respondents', likely: ['respondents'] });

	it('is done when a list that shows ids has it no more', () => {
		expect(judge(seen([{ id: OTHER }]))).toEqual({ is: 'done' });
		expect(judge(seen({ data: { respondents: [{ id: OTHER }] } }))).toEqual({ is: 'done' });
	});

	it('is not done when the record is there, in whatever case its id is written', () => {
		expect(judge(seen([{ id: ID.toUpperCase() }]))).toEqual({ is: 'notDone' });
	});

	it('cannot be told from a list without ids, an empty one, or none', () => {
		expect(judge(seen([]))).toEqual({ is: 'unknown' });
		expect(judge(seen([{ score: 3 }]))).toEqual({ is: 'unknown' });
		expect(judge(seen(undefined))).toEqual({ is: 'unknown' });
		expect(judge(seen({ name: 'no list' }))).toEqual({ is: 'unknown' });
	});

	it('cannot be told from a part of a list', () => {
		const part = { respondents: [{ id: OTHER }], has_more: true };
		expect(judge(seen(part))).toEqual({ is: 'unknown' });
		expect(judge(seen({ ...part, has_more: false }))).toEqual({ is: 'done' });
	});

	it.each([400, 402, 409, 422])('is not taken for done when it was refused with %i', (status) => {
		expect(judge(seen([], { status }))).toEqual({ is: 'unknown' });
		// Another status makes of this list that it is done.
		expect(judge(seen([{ id: OTHER }], { status }))).toEqual({ is: 'unknown' });
		expect(judge(seen([{ id: ID }], { status }))).toEqual({ is: 'notDone' });
	});

	it('of a theme is told from the themes of the survey, not from other lists', () => {
		const ofTheme = isAbsent({ path: '/surveys/{survey_id}', inRecord: THEME_LISTS });
		expect(ofTheme(seen({ themes: [{ id: OTHER }] }))).toEqual({ is: 'done' });
		expect(ofTheme(seen({ properties: [{ id: OTHER }] }))).toEqual({ is: 'unknown' });
	});

	it.each([
		{ themes: { items: [{ id: OTHER }], total: 50 } },
		{ themes: { items: [{ id: OTHER }], next: '/p2' } },
		{ themes: { items: [{ id: OTHER }], has_more: true } },
	])('of a theme is not told from a part of the themes: %j', (part) => {
		const ofTheme = isAbsent({ path: '/surveys/{survey_id}', inRecord: THEME_LISTS });
		expect(ofTheme(seen(part, { status: 404 }))).toEqual({ is: 'unknown' });
		const whole = { themes: { items: part.themes.items, total: 1 } };
		expect(ofTheme(seen(whole, { status: 404 }))).toEqual({ is: 'done' });
	});
});

it('a revoked invitation is gone or expired; an open one was not revoked', () => {
	expect(isRevoked(seen([{ id: ID, status: 'expired' }]))).toEqual({ is: 'done' });
	expect(isRevoked(seen([{ id: OTHER }]))).toEqual({ is: 'done' });
	expect(isRevoked(seen([{ id: ID, status: 'open' }]))).toEqual({ is: 'notDone' });
	expect(isRevoked(seen([{ id: ID, status: 'used' }]))).toEqual({ is: 'unknown' });
	expect(isRevoked(seen([{ id: OTHER }], { status: 409 }))).toEqual({ is: 'unknown' });
});

it('an invitation without a status is open, so it is not revoked', () => {
	expect(isRevoked(seen([{ id: ID, token: 'x' }]))).toEqual({ is: 'notDone' });
	expect(isRevoked(seen({ id: ID, token: 'x', status: 'EXPIRED' }))).toMatchObject({ is: 'done' });
});

it('an update is done when the record has what was sent, and the answer is that record alone', () => {
	const record = { id: ID, name: 'A', expires_at: '2026-05-01T10:00:00Z' };
	const body = { name: 'A', expires_at: '2026-05-01T12:00:00+02:00' };
	expect(hasSentValues(seen([{ id: OTHER }, record], { body }))).toEqual({ is: 'done', record });
	expect(hasSentValues(seen([record], { body: { name: 'B' } }))).toEqual({ is: 'unknown' });
});

it('an archive is told by what the theme says, and by nothing else', () => {
	const archived = isArchived(true);
	expect(archived(seen({ themes: [{ id: ID, is_archived: true }] }))).toMatchObject({ is: 'done' });
	expect(archived(seen({ themes: [{ id: ID, is_archived: false }] }))).toEqual({ is: 'notDone' });
	expect(archived(seen({ themes: [{ id: ID }] }))).toEqual({ is: 'unknown' });
	expect(isArchived(false)(seen({ themes: [{ id: ID }] }))).toEqual({ is: 'unknown' });
	for (const said of [{ status: 'Archived' }, { archived_at: '2026-01-01T00:00:00Z' }]) {
		const themes = [{ id: ID, ...said }];
		expect(archived(seen({ themes }))).toMatchObject({ is: 'done' });
		expect(isArchived(false)(seen({ themes }))).toEqual({ is: 'notDone' });
	}
	expect(archived(seen({ themes: [] }))).toEqual({ is: 'unknown' });
	const referred = { topics: [{ id: ID }], themes: [{ id: ID, is_archived: true }] };
	expect(isArchived(false)(seen(referred))).toEqual({ is: 'notDone' });
});

it('another word than paused may mean paused', () => {
	expect(hasStatus('paused')(seen({ id: ID, status: 'PAUSED' }))).toMatchObject({ is: 'done' });
	expect(hasStatus('paused')(seen({ id: ID, status: 'ON_HOLD' }))).toEqual({ is: 'unknown' });
});

it('a mailing was sent once it has started, unless it failed', () => {
	const started_at = '2026-01-01T00:00:00Z';
	expect(hasStarted(seen({ id: ID, status: 'sending', started_at }))).toMatchObject({ is: 'done' });
	expect(hasStarted(seen({ id: ID, status: 'failed', started_at }))).toEqual({ is: 'unknown' });
	expect(hasStarted(seen({ id: ID, status: 'draft', started_at: null }))).toEqual({
		is: 'unknown',
	});
});

it('a mailing that is sending has no schedule either, and was not unscheduled', () => {
	const off = { id: ID, scheduled_at: null, started_at: null };
	expect(isUnscheduled(seen(off))).toEqual({ is: 'done', record: off });
	expect(isUnscheduled(seen({ ...off, started_at: '2026-01-01T00:00:00Z' }))).toEqual({
		is: 'unknown',
	});
	expect(isUnscheduled(seen({ id: ID, started_at: null }))).toMatchObject({ is: 'done' });
	expect(isUnscheduled(seen({ id: ID }))).toEqual({ is: 'unknown' });
	expect(isUnscheduled(seen({ ...off, scheduled_at: '2026-01-01T00:00:00Z' }))).toEqual({
		is: 'notDone',
	});
});
