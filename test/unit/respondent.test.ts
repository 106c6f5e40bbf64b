import { RESPONDENT, InterviewReader } from '../../nodes/SurveyInterview/service/respondents';
import { NESTED, PLAIN, type Json } from './respondents';

const read = (record: Json, statuses = ['completed']) =>
	new InterviewReader(statuses.join('\n').toLowerCase()).read(record);

const scoreOf = (record: Json) => RESPONDENT.read(record, {}).score;

describe('a respondent', () => {
	it('as flat fields', () => {
		expect(read(PLAIN)).toEqual({
			id: 'r1',
			completed: true,
			status: 'completed',
			startedAt: '2026-01-01T10:00:00.000Z',
			completedAt: '2026-01-01T10:05:00.000Z',
			erased: false,
		});
	});

	it('with another word for completed, a time of microseconds and a score as text', () => {
		expect(read(NESTED)).toEqual({
			id: 'r2',
			completed: true,
			status: 'finished',
			startedAt: '2026-01-01T09:55:00.000Z',
			completedAt: '2026-01-01T10:00:00.123Z',
			erased: false,
		});
	});

	it.each([
		[{ status: 'completed' }, true],
		[{ status: ' Completed ' }, true],
		[{ state: 'completed' }, true],
		[{ status: 'started' }, false],
		[{ status: 'not completed' }, false],
		[{ status: 'in_progress', completed_at: null }, false],
		[{ status: 'in_progress', completed_at: 'pending' }, false],
		[{ status: 'scored', completed_at: '2026-01-01T10:00:00Z' }, true],
		[{ completedAt: '2026-01-01T10:00:00Z' }, true],
		[{ interview_completed_at: '2026-01-01T10:00:00Z' }, true],
		[{ submitted_on: '2026-01-01' }, true],
		[{ completion_time: 1_767_261_600 }, true],
		// Seconds that the interview took are no time of its completion.
		[{ completion_time: 340 }, false],
		// How some programs write that there is no time.
		[{ status: 'started', completed_at: '0001-01-01T00:00:00Z' }, false],
		[{ status: 'started', completed_at: '1970-01-01T00:00:00Z' }, false],
		[{ ended_at: '2026-01-01T10:00:00Z' }, true],
		// An interview that was broken off has ended too.
		[{ status: 'abandoned', ended_at: '2026-01-01T10:00:00Z' }, false],
		[{ status: 'Complete', ended_at: '2026-01-01T10:00:00Z' }, true],
		[{ status: 'finished', ended_at: '2026-01-01T10:00:00Z' }, true],
		[{ status: 'complete', ended_at: null }, true],
		[{ updated_at: '2026-01-01T10:00:00Z', created_at: '2026-01-01T10:00:00Z' }, false],
		[{ started_at: '2026-01-01T10:00:00Z' }, false],
		[{ interview: { status: 'completed', completed_at: '2026-01-01T10:00:00Z' } }, true],
		[{ interview: { status: 'completed' } }, true],
		[{ response: { submitted_at: '2026-01-01T10:00:00Z' } }, true],
		[{ status: 'finished', timestamps: { ended_at: '2026-01-01T10:00:00Z' } }, true],
		// What the record says itself counts.
		[{ status: 'started', interview: { status: 'completed' } }, false],
		[{ invitation: { status: 'completed', completed_at: '2026-01-01T10:00:00Z' } }, false],
		[{}, false],
	])('%j: completed is %p, in the trigger and in the output', (record, expected) => {
		expect(read(record).completed).toBe(expected);
		const shown = RESPONDENT.read({ id: 'r1', ...record }, {});
		expect(shown.status === 'completed' || shown.completed_at !== null).toBe(expected);
	});

	it('is completed in the words that a person set, whatever their case', () => {
		const words = ['closed', 'done'];
		expect(read({ status: 'closed' }, words).completed).toBe(true);
		expect(read({ status: ' DONE' }, words).completed).toBe(true);
		expect(read({ status: 'completed' }, words).completed).toBe(false);
	});

	it.each([
		{ status: 'erased' },
		{ status: 'deleted' },
		{ status: 'Forgotten' },
		{ erased_at: '2026-01-02T10:00:00Z' },
		{ deletedAt: '2026-01-02T10:00:00Z' },
		{ is_erased: true },
		{ body: { gdpr_erased: 1 } },
		{ info: { status: 'gdpr_removed' }, status: undefined },
	])('who was erased is not completed any more: %j', (erased) => {
		expect(read({ ...PLAIN, ...erased }).completed).toBe(false);
		expect(read({ ...PLAIN, ...erased }, ['completed', 'erased', 'removed']).completed).toBe(false);
	});

	it('completed when it ended, where its status says that it is completed', () => {
		const record = { status: 'completed', ended_at: '2026-01-01T10:00:00Z' };
		expect(read(record).completedAt).toBe('2026-01-01T10:00:00.000Z');
	});

	it.each([{ erased_at: null }, { is_erased: false }, { deleted_at: '' }, { redacted: null }])(
		'who was not erased is completed: %j',
		(alive) => {
			expect(read({ ...PLAIN, ...alive }).completed).toBe(true);
		},
	);

	it.each([
		[{ score: 0 }, 0],
		[{ score: '8' }, 8],
		[{ score: ' -2.5 ' }, -2.5],
		[{ nps_score: 8 }, 8],
		[{ metric_score: '6' }, 6],
		[{ sentiment_score: 0.3, score: 8 }, 8],
		[{ nps_score: 10, sentiment_score: 0.4 }, 10],
		[{ sentiment_score: 0.4 }, null],
		[{ score: null }, null],
		[{ score: '' }, null],
		[{ score: true }, null],
	])('the score in %j is %p', (record, expected) => {
		expect(scoreOf(record)).toBe(expected);
	});
});
