import { RateLimiter, WaitBudget } from '../../../nodes/SurveyInterview/http/rateLimiter';
import type { Session } from '../../../nodes/SurveyInterview/http/session';
import type { JsonObject } from '../../../nodes/SurveyInterview/service/json';
import type { SurveyPoll } from '../../../nodes/SurveyInterview/trigger/event';
import { FieldChecker } from '../../../nodes/SurveyInterview/input/fieldChecker';
import { settingsFrom } from '../../../nodes/SurveyInterview/trigger/settings';

/**
 * A session whose service answers by path.
 *
 * @param answerTo a value of JSON, or the status of a refusal
 * @param asked gets the path of each request
 * @param headers of each answer
 */
export function sessionOf(
	answerTo: (path: string) => unknown,
	{ asked = [] as string[], leftMs = Infinity, headers = {} as Record<string, string> } = {},
): Session {
	const attempt = async ({ path }: { path: string }) => {
		asked.push(path);
		const answer = answerTo(path);
		const isRefused = typeof answer === 'number';
		const value = isRefused ? { error: { code: 'refused', message: 'No.' } } : answer;
		const status = isRefused ? answer : 200;
		const body = { kind: 'json', value };
		return await Promise.resolve({ kind: 'answer', status, headers, body });
	};
	return {
		...{ attempt, api: 'https://x.test/api', rateLimiter: new RateLimiter() },
		...{ node: { name: 'Trigger' }, redact: (text: string) => text },
		budget: new WaitBudget(leftMs),
	} as unknown as Session;
}

/** The ID of the survey that is polled. */
export const SURVEY = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

/** An event with its settings; those that are not given have their defaults. */
export const eventOf = (event: string, parameters: Record<string, unknown> = {}) =>
	settingsFrom(
		(name, absent) => ({ event, ...parameters })[name] ?? absent,
		new FieldChecker('UTC'),
	).event;

export const HOUR = 3_600_000;
/** When the polls of these suites happen. */
export const NOW = Date.parse('2026-03-10T00:00:00Z');

/** What an event is told of a survey, "Customers", whose entry in the list of surveys has changed since the poll before. */
export function pollOf(
	session: Session,
	{
		memory = {},
		facts = {},
		...more
	}: { memory?: object; facts?: JsonObject; [key: string]: unknown },
): SurveyPoll {
	const survey = { id: SURVEY, name: 'Customers', entryHash: 'new', record: facts, facts };
	return {
		...{ session, survey, memory: { entryHash: 'old', known: '', ...memory } },
		...{ now: NOW, room: 100, isCheck: false, isBeginning: false, oldAtOnce: 'hold' },
		...more,
	};
}
