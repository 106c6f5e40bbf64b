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
} from '../../../nodes/SurveyInterview/trigger/reading';
import { Failures } from '../../../nodes/SurveyInterview/trigger/round';

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

describe('a poll', () => {
	it.each([401, 429])('ends with a %p', (status) => {
		expect(new Failures().add(refused(status))).toBe(false);
	});

	it('goes on after any number of surveys that may not be read', () => {
		const failures = new Failures();
		for (let count = 0; count < 50; count++) {
			expect(failures.add(refused([403, 404, 409][count % 3] ?? 403))).toBe(true);
		}
	});

	it('goes on after one survey without an answer, and ends after six', () => {
		const failures = new Failures();
		const goesOn = Array.from({ length: 6 }, () => failures.add(unreachable));
		expect(goesOn).toEqual([true, true, true, true, true, false]);
	});

	it.each([401, 403, 404, 429, 500])(
		'that could read something does not fail with %p',
		(status) => {
			const failures = new Failures();
			failures.add(refused(status));
			expect(failures.ofPoll(1, 2, 0)).toBeUndefined();
		},
	);

	it('that had nothing to read does not fail', () => {
		expect(new Failures().ofPoll(0, 3, 0)).toBeUndefined();
		expect(new Failures().ofPoll(0, 0, 0)).toBeUndefined();
	});

	it('fails when no watched survey could be read, with the first error', () => {
		const failures = new Failures();
		const first = refused(404);
		failures.add(first);
		failures.add(refused(403));
		expect(failures.ofPoll(0, 2, 0)).toBe(first);
	});

	it('does not fail for one deleted survey among others that did not change', () => {
		const failures = new Failures();
		failures.add(refused(404));
		expect(failures.ofPoll(0, 2, 0)).toBeUndefined();
	});

	it.each([
		['the limit', limitReached],
		['the token', refused(401)],
	])('that read nothing fails for %s, however many did not change', (_name, error) => {
		const failures = new Failures();
		failures.add(refused(404));
		failures.add(error);
		expect(failures.ofPoll(0, 50, 0)).toBe(error);
	});

	it('does not fail for one survey without an answer among others that did not change', () => {
		const failures = new Failures();
		failures.add(unreachable);
		expect(failures.ofPoll(0, 2, 0)).toBeUndefined();
		expect(failures.ofPoll(0, 1, 0)).toBe(unreachable);
	});

	it('that ended because the service is not well says so, whatever else was refused', () => {
		const failures = new Failures();
		failures.add(refused(404));
		for (let count = 0; count < 6; count++) failures.add(unreachable);
		expect(failures.ofPoll(0, 50, 0)?.failure).toEqual({ cause: 'temporarily-unavailable' });
	});
});
