/** A service of results that answers from a table, so that a report can be read without HTTP. */
import { RateLimiter, WaitBudget } from '../../../nodes/SurveyInterview/http/rateLimiter';
import type { Session } from '../../../nodes/SurveyInterview/http/session';
import type { RunParts } from '../../../nodes/SurveyInterview/run/readItems';
import { SurveyRecords } from '../../../nodes/SurveyInterview/run/surveyRecords';

/** What is asked: its last name in the path, such as `respondent-dots`, and the parameters of its query. */
export interface Asked {
	name: string;
	query: Record<string, unknown>;
}

/** Values of JSON by the last name of their path, or the status of a refusal; functions are called with the request. */
export type Answers = Record<string, unknown>;

export const SURVEY = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

export function runPartsOf(answers: Answers, asked: Asked[] = []): RunParts {
	const attempt = async ({ path, query = {} }: { path: string; query?: Asked['query'] }) => {
		const name = path.split('?')[0]?.split('/').at(-1) ?? '';
		asked.push({ name, query });
		const entry = answers[name];
		const answer: unknown = typeof entry === 'function' ? entry(query, path) : entry;
		const isRefused = typeof answer === 'number';
		const code = answer === 409 ? 'segment_suppressed' : 'refused';
		const value = isRefused ? { error: { code, message: `No ${name}.` } } : answer;
		const body = { kind: 'json', value };
		const status = isRefused ? answer : 200;
		return await Promise.resolve({ kind: 'answer', status, headers: {}, body });
	};
	const session = {
		...{ attempt, api: 'https://x.test/api', rateLimiter: new RateLimiter() },
		...{ node: { name: 'Node' }, redact: (text: string) => text },
		budget: new WaitBudget(0),
	} as unknown as Session;
	return { session, surveys: new SurveyRecords(session), ledger: {} as RunParts['ledger'] };
}
