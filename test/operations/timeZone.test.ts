/** The workflow's time zone, which n8n takes from people and from GENERIC_TIMEZONE without checking it. */
import { getGlobalState, setGlobalState } from 'n8n-workflow';

import { aheadOfUtc, pointInTime } from '../../nodes/SurveyInterview/input/dates';
import { periodRange } from '../../nodes/SurveyInterview/input/periods';
import { clockTime } from '../../nodes/SurveyInterview/service/timeInWords';
import { daysOf } from '../../nodes/SurveyInterview/report/periods';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, useEngine, useService } from '../harness/support';
import { full } from './case';

const HOUR = 3_600_000;

describe('a time zone as an offset', () => {
	it.each([
		['UTC+7', 7],
		['UTC+05:30', 5.5],
		['+05:30', 5.5],
		// These are names, the last of which count the other way round.
		['GMT', 0],
		['Asia/Kolkata', 5.5],
		['Etc/GMT-7', 7],
	])('%s is %d hours ahead of UTC', (zone, hours) => {
		expect(aheadOfUtc(Date.parse('2026-07-01T12:00:00Z'), zone) / HOUR).toBe(hours);
	});

	it('is used in fields, periods, reports and sentences as a zone by its name is', () => {
		const now = new Date('2026-11-19T18:45:00.250Z');
		const readIn = (zone: string) => [
			pointInTime('2026-11-19', zone, true),
			periodRange('thisMonth', now, zone),
			daysOf(periodRange('thisWeek', now, zone), 'en-GB', zone),
			clockTime(now.getTime(), zone, now.getTime()),
		];
		expect(readIn('+05:30')).toEqual([
			'2026-11-19T18:29:59.999Z',
			{ start: '2026-10-31T18:30:00.000Z', end: '2026-11-30T18:29:59.999Z' },
			expect.stringMatching(/^16\s–\s22 Nov 2026$/),
			'at 00:16',
		]);
		expect(readIn('+05:30')).toEqual(readIn('Asia/Kolkata'));
		expect(readIn('GMT-3')).toEqual(readIn('America/Sao_Paulo'));
	});
});

describe('in a run', () => {
	let engine: Engine;
	let service: Service;
	useEngine((started) => (engine = started));
	useService((started) => (service = started));

	const before = getGlobalState();
	afterEach(() => setGlobalState(before));
	const run = async (zone: string, operation: string, parameters = {}) => {
		service.clearLog();
		setGlobalState({ defaultTimezone: zone });
		const own = { surveyId: byId(full(service).id), returnAll: true };
		return await act(engine, service, { operation, parameters: { ...own, ...parameters } });
	};
	const CUSTOM = { period: 'custom', range_start: '2026-01-01', range_end: '2026-01-31' };

	it('an offset is used', async () => {
		const { error } = await run('UTC+7', 'result.getScores', CUSTOM);
		expect(error).toBeUndefined();
		expect(service.log[0]?.query).toEqual([
			['range_start', '2025-12-31T17:00:00.000Z'],
			['range_end', '2026-01-31T16:59:59.999Z'],
		]);
		const report = await run('GMT-03:30', 'result.getReport');
		expect(report.error).toBeUndefined();
	});

	it('a zone that nobody knows is named where one is needed, and nowhere else', async () => {
		for (const operation of ['result.getScores', 'result.getReport', 'result.compareGroups']) {
			const failed = await run('Mars/Olympus', operation, { property: byId('team') });
			expect(failureOf(failed)?.message).toBe(
				'The time zone "Mars/Olympus" does not exist: choose one under Workflow Settings → Timezone, or correct GENERIC_TIMEZONE of n8n.',
			);
			expect(service.log).toEqual([]);
		}
		expect((await run('Mars/Olympus', 'respondent.getAll')).error).toBeUndefined();
	});
});
