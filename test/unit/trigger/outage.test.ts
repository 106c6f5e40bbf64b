import { NodeOperationError, type Failure, type INode } from 'n8n-workflow';

import { SurveyInterviewError } from '../../../nodes/SurveyInterview/http/errors';
import type { Session } from '../../../nodes/SurveyInterview/http/session';
import {
	heldError,
	kindOfFailure,
	withRetryNote,
	FailureReports,
} from '../../../nodes/SurveyInterview/trigger/outage';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const node = { id: '1', name: 'Trigger', type: 't', parameters: {} } as unknown as INode;
const session = { api: 'https://host/api', tokenHash: 'one' } as Session;
const failed = (message: string, cause: Failure['cause'], status?: number, code?: string) =>
	new SurveyInterviewError(node, { message, status, code, failure: { cause } as Failure });
const kind = (error: SurveyInterviewError | NodeOperationError, with_ = session) =>
	kindOfFailure(error, with_);

describe('what is reported', () => {
	it('the first, one an hour, and the first after a poll that worked', () => {
		const reports = new FailureReports();
		const at = (now: number, what = 'down') => reports.mustReport(what, now);
		expect([at(0), at(MINUTE), at(59 * MINUTE)]).toEqual([true, false, false]);
		// A poll every hour comes a little early now and then.
		expect([at(HOUR - 1000), at(HOUR + MINUTE)]).toEqual([true, false]);
		reports.forgetAllBut('refused');
		expect(at(HOUR + 2 * MINUTE)).toBe(true);
		reports.forgetAllBut('down');
		expect(at(HOUR + 3 * MINUTE)).toBe(false);
	});

	it('another kind at once, and each of those that alternate once an hour', () => {
		const reports = new FailureReports();
		const reported: number[] = [];
		for (let minute = 0; minute < 180; minute++) {
			const what = minute % 2 === 0 ? 'down' : 'refused';
			if (reports.mustReport(what, minute * MINUTE)) reported.push(minute);
		}
		expect(reported).toEqual([0, 1, 60, 61, 120, 121]);
	});
});

describe('completions that are held', () => {
	const survey = { id: 'a', name: 'A', entryHash: '', facts: {} };
	const completions = [
		{ hash: '1', at: 3 * DAY },
		{ hash: '2', at: DAY },
		{ hash: '3', at: 2 * DAY },
	];
	const held = [{ survey, completions }];

	it('fail a poll once and then once a day, never two in a row', () => {
		const reports = new FailureReports();
		const isDue = (now: number) => reports.takeDueHeld(held, now).length > 0;
		expect([0, 1, 2, DAY, DAY + 1].map(isDue)).toEqual([true, false, false, true, false]);
		// Polls that come once a day.
		expect([2 * DAY, 3 * DAY, 4 * DAY].map(isDue)).toEqual([true, false, true]);
		reports.forgetHeld('a');
		expect(isDue(4 * DAY + 1)).toBe(false);
		expect(isDue(4 * DAY + 2)).toBe(true);
	});

	it('are told with their survey, number, days, how many are later than the activation, and the way out', () => {
		const error = heldError({ ...session, node } as Session, 2 * DAY, held);
		expect(error?.message).toContain('3 old completions of survey “A” (a)');
		expect(error?.message).toMatch(
			/from 1970-01-02T.* to 1970-01-04T.*, 2 of them since .* 1970-01-03T/,
		);
		expect(error?.description).toContain('Old Completions at Once');
		expect(heldError(session, 0, [])).toBeUndefined();
	});
});

describe('what passes by itself', () => {
	const temporary: Failure['cause'] = 'temporarily-unavailable';
	const certificate = new SurveyInterviewError(node, {
		message: 'The service could not be reached: its certificate is not trusted',
		isLasting: true,
		failure: { cause: temporary } as Failure,
	});
	it.each([
		['a service that is down', failed('No answer', temporary), true],
		['one that fails', failed('500', temporary, 500), true],
		['a rate limit', failed('in 9 s', 'rate-limited', 429), true],
		['a page in place of the service', failed('a web page', temporary, 200), false],
		['a certificate', certificate, false],
		['a revoked token', failed('401', 'credential-invalid', 401), false],
		['a survey that is gone', failed('404', 'configuration-invalid', 404), false],
		['a wrong option', new NodeOperationError(node, 'Old'), false],
	])('%s: %s', (_what, error, passes) => {
		error.description = 'Check it.';
		const { description } = withRetryNote(error);
		expect(description).toBe(passes ? 'Check it. The trigger tries again by itself.' : 'Check it.');
	});
});

describe('what is the same failure', () => {
	const temporary = 'temporarily-unavailable';
	const wrong = 'configuration-invalid';
	const same: Array<[string, SurveyInterviewError, SurveyInterviewError]> = [
		['a service that is down', failed('503', temporary, 503), failed('No answer', temporary)],
		['a limit', failed('come back in 12 s', 'rate-limited', 429), failed('in 9 s', 'rate-limited')],
		[
			'a refused token',
			failed('Unknown (request 4f1a)', 'credential-invalid', 401),
			failed('Unknown (request 77bc)', 'credential-invalid', 401),
		],
		[
			'numbers and times in a text',
			failed('Place 3 of 12 since 10:15:00Z', wrong),
			failed('Place 4 of 13 since 11:16:00Z', wrong),
		],
		[
			'identifiers in a text',
			failed('Request 4f1a is odd', wrong),
			failed('Request 77bc is odd', wrong),
		],
	];
	it.each(same)('%s', (_name, one, other) => {
		expect(kind(one)).toBe(kind(other));
	});

	const different: Array<[string, SurveyInterviewError, SurveyInterviewError]> = [
		['another cause', failed('a', temporary, 503), failed('a', 'credential-invalid', 401)],
		['another status', failed('a', wrong, 403), failed('a', wrong, 404)],
		['another code', failed('a', wrong, 403, 'forbidden'), failed('a', wrong, 403, 'no_scope')],
		['another text without a status', failed('One thing', wrong), failed('Another', wrong)],
	];
	it.each(different)('not %s', (_name, one, other) => {
		expect(kind(one)).not.toBe(kind(other));
	});

	it('not what another credential, entered to mend it, meets', () => {
		const refused = failed('Unknown', 'credential-invalid', 401);
		expect(kind(refused)).not.toBe(kind(refused, { ...session, tokenHash: 'two' }));
		expect(kind(refused)).not.toContain('one');
	});

	it('a defect by its text', () => {
		const defect = (text: string) => kind(new NodeOperationError(node, new Error(text)));
		expect(defect('x is 3')).toBe(defect('x is 4'));
		expect(defect('x is 3')).not.toBe(defect('y is 3'));
	});
});
