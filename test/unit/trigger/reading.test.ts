import type { INode } from 'n8n-workflow';

import {
	failureFor,
	SurveyInterviewError,
	type ErrorFacts,
} from '../../../nodes/SurveyInterview/http/errors';
import {
	affectsAllRequests,
	isRefused,
	isTemporary,
	needsPerson,
	readSurveys,
} from '../../../nodes/SurveyInterview/trigger/reading';
import { HOUR, NOW, sessionOf, SURVEY } from './aSession';

const node: INode = {
	id: 'n',
	name: 'Trigger',
	type: 'surveyInterviewTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const failed = (facts: Partial<ErrorFacts>) =>
	new SurveyInterviewError(node, { message: 'It failed', ...facts });
const refused = (status: number) => failed({ status, failure: failureFor(status) });
const unreachable = failed({ failure: { cause: 'temporarily-unavailable' } });
const notUnderstood = failed({ failure: { cause: 'configuration-invalid' } });
const limitReached = failed({ failure: { cause: 'rate-limited', retryAfterMs: 1000 } });

describe('a failure', () => {
	it('has the status of its answer, where there was one', () => {
		expect([refused(404).httpCode, unreachable.httpCode]).toEqual(['404', null]);
	});

	it.each([
		[401, true, false],
		[429, true, false],
		[403, false, false],
		[404, false, false],
		[409, false, false],
		[422, false, false],
		[500, false, true],
		[503, false, true],
	])('%p: concerns all %p, is temporary %p', (status, all, temporary) => {
		expect(affectsAllRequests(refused(status))).toBe(all);
		expect(isTemporary(refused(status))).toBe(temporary);
	});

	it.each([
		[401, true, false],
		[403, true, true],
		[404, false, true],
		[410, false, true],
		[409, false, false],
		[422, false, false],
		[429, false, false],
		[500, false, false],
	])('%p: needs a person %p, is of this survey alone %p', (status, person, refuses) => {
		expect([needsPerson(refused(status)), isRefused(refused(status))]).toEqual([person, refuses]);
	});

	it('that lacks a scope needs a person and concerns all, whatever its status', () => {
		const scope = failed({ status: 404, code: 'insufficient_scope' });
		expect([needsPerson(scope), affectsAllRequests(scope), isRefused(scope)]).toEqual([
			true,
			true,
			false,
		]);
	});

	it('without an answer is temporary, at the limit it concerns all', () => {
		expect(isTemporary(unreachable)).toBe(true);
		expect(affectsAllRequests(unreachable)).toBe(false);
		expect(affectsAllRequests(limitReached)).toBe(true);
	});

	it('to understand the answer is not temporary: the service is well', () => {
		expect(isTemporary(notUnderstood)).toBe(false);
		expect(isRefused(notUnderstood)).toBe(true);
		expect(affectsAllRequests(notUnderstood)).toBe(false);
	});
});

describe('the time of a list of surveys', () => {
	beforeAll(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
	afterAll(() => jest.restoreAllMocks());

	it.each<[string, number | undefined, number]>([
		['that of the service', -2 * HOUR, NOW - 2 * HOUR],
		['that of the service, which is ahead', 2 * HOUR, NOW + 2 * HOUR],
		['that of n8n, because a cache answered', -25 * HOUR, NOW],
		['that of n8n, because the answer has none', undefined, NOW],
	])('is %s', async (_which, ahead, wanted) => {
		const headers = ahead === undefined ? undefined : { date: new Date(NOW + ahead).toUTCString() };
		const session = sessionOf(() => [{ id: SURVEY, name: 'Customers' }], { headers });
		expect((await readSurveys(session)).readAt).toBe(wanted);
	});
});
