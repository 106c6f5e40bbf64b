import { RateLimiter, WaitBudget } from '../../../nodes/SurveyInterview/http/rateLimiter';
import type { Session } from '../../../nodes/SurveyInterview/http/session';
import { FieldChecker } from '../../../nodes/SurveyInterview/input/fieldChecker';
import { settingsFrom } from '../../../nodes/SurveyInterview/trigger/settings';

/**
 * A session whose service answers by path.
 *
 * @param answerTo a value of JSON, or the status of a refusal
 * @param asked gets the path of each request
 */
export function sessionOf(
	answerTo: (path: string) => unknown,
	{ asked = [] as string[], leftMs = Infinity } = {},
): Session {
	const attempt = async ({ path }: { path: string }) => {
		asked.push(path);
		const answer = answerTo(path);
		const isRefused = typeof answer === 'number';
		const value = isRefused ? { error: { code: 'refused', message: 'No.' } } : answer;
		const status = isRefused ? answer : 200;
		const body = { kind: 'json', value };
		return await Promise.resolve({ kind: 'answer', status, headers: {}, body });
	};
	return {
		...{ attempt, api: 'https://x.test/api', rateLimiter: new RateLimiter() },
		...{ node: { name: 'Trigger' }, redact: (text: string) => text },
		budget: new WaitBudget(leftMs),
	} as unknown as Session;
}

/** An event with its settings; those that are not given have their defaults. */
export const eventOf = (event: string, parameters: Record<string, unknown> = {}) =>
	settingsFrom(
		(name, absent) => ({ event, ...parameters })[name] ?? absent,
		new FieldChecker('UTC'),
	).event;
