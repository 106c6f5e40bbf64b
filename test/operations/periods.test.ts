/** A period is what a person chooses; what is sent are its two ends, and what passes a filter is inside them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PERIOD_CHOICES } from '../../nodes/SurveyInterview/operations/periodFields';
import { respondentFilters } from '../../nodes/SurveyInterview/operations/respondentFilters';
import { FieldChecker } from '../../nodes/SurveyInterview/input/fieldChecker';
import { readRecordFilter } from '../../nodes/SurveyInterview/input/options';
import { periodRange } from '../../nodes/SurveyInterview/input/periods';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, failureOf, useEngine, useForEach } from '../harness/support';
import { full } from './case';

/** Where nobody sets another. */
const NEW_YORK = 'America/New_York';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));

const run = async (operation: string, parameters: INodeParameters, survey = full(service)) => {
	service.clearLog();
	const own = { surveyId: byId(survey.id), returnAll: true, output: 'simplified' };
	return await act(engine, service, { operation, parameters: { ...own, ...parameters } });
};
const sent = () => Object.fromEntries(service.log[0]?.query ?? []);

describe.each(['result.getOverTime', 'result.getScores'])('%s', (operation) => {
	useForEach(
		(started) => (service = started),
		async () => await startService(),
	);

	it.each([undefined, ...PERIOD_CHOICES.map(({ value }) => value)])(
		'%s: its ends in the workflow’s time zone, and no period',
		async (period) => {
			const { error } = await run(operation, period ? { period } : {});
			expect(error?.message).toBeUndefined();
			const { start, end } = periodRange(period ?? 'last90Days', new Date(), NEW_YORK);
			expect(sent()).toEqual({ range_start: start, range_end: end });
		},
	);

	it('Custom sends what was entered, and needs both ends', async () => {
		const custom = { period: 'custom', range_start: '2026-01-01', range_end: '2026-01-31' };
		await run(operation, custom);
		expect(sent()).toEqual({
			range_start: '2026-01-01T05:00:00.000Z',
			range_end: '2026-02-01T04:59:59.999Z',
		});
		const without = await run(operation, { ...custom, range_end: '' });
		expect(failureOf(without)?.message).toMatch(/^Range End is empty/);
		expect(service.log).toEqual([]);
		const reversed = await run(operation, { ...custom, range_start: '2026-02-01' });
		expect(failureOf(reversed)?.message).toMatch(/^Range End is before Range Start/);
		expect(service.log).toEqual([]);
	});

	it('dates that the form does not show count for nothing, and a word that is no period is refused', async () => {
		await run(operation, { period: 'lastWeek', range_start: 'soon', range_end: '2026-01-31' });
		const { start, end } = periodRange('lastWeek', new Date(), NEW_YORK);
		expect(sent()).toEqual({ range_start: start, range_end: end });
		const unknown = await run(operation, { period: '={{ "yesterday" }}' });
		expect(failureOf(unknown)?.message).toMatch(/^Period must be one of custom, .*"yesterday"/);
		expect(service.log).toEqual([]);
	});
});

describe('Completed In', () => {
	const passing = (completedIn: string, now: string, filters: IDataObject = {}) => {
		const checker = new FieldChecker('Europe/Amsterdam', new Date(now));
		const values = { completedIn, ...filters };
		const filter = readRecordFilter(respondentFilters, values, checker);
		return (completed_at?: string) =>
			filter.verdictOn({ status: 'completed', completed_at }) === 'passes';
	};

	it('lets the whole days of the period through, and nobody without a time', () => {
		const isIn = passing('lastWeek', '2026-03-31T12:00:00Z');
		expect(isIn('2026-03-22T22:59:59.999Z')).toBe(false);
		expect(isIn('2026-03-22T23:00:00.000Z')).toBe(true);
		expect(isIn('2026-03-29T21:59:59.999Z')).toBe(true);
		expect(isIn('2026-03-29T22:00:00.000Z')).toBe(false);
		expect(isIn()).toBe(false);
	});

	it('beside Completed After and Completed Before, all of them hold', () => {
		const completedAfter = '2026-03-30T10:00:00Z';
		const isIn = passing('thisMonth', '2026-03-31T12:00:00Z', { completedAfter });
		expect([isIn('2026-03-30T09:59:59Z'), isIn(completedAfter)]).toEqual([false, true]);
		const completedBefore = '2026-03-02';
		const isEarly = passing('thisMonth', '2026-03-31T12:00:00Z', { completedBefore });
		expect([isEarly('2026-02-28T12:00:00Z'), isEarly('2026-03-02T12:00:00Z')]).toEqual([
			false,
			true,
		]);
		expect(isEarly('2026-03-03T12:00:00Z')).toBe(false);
	});
});
