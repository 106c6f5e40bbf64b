/** Filters let through what Simplified shows, and nothing that it does not show. */
import type { NodeFilter } from '../../nodes/SurveyInterview/operations/filter';
import { invitationFilters } from '../../nodes/SurveyInterview/operations/invitationFilters';
import { respondentFilters } from '../../nodes/SurveyInterview/operations/respondentFilters';

type Json = Record<string, unknown>;

function passes(values: Json, record: Json): boolean {
	const [name = ''] = Object.keys(values);
	const isOf = ({ fields }: NodeFilter) => fields.some((field) => field.name === name);
	const filters = [...respondentFilters, ...invitationFilters];
	return filters.find(isOf)?.makeVerdict(values)(record) === 'passes';
}

const AT = '2026-01-02T00:00:00Z';

it.each<[Json, boolean]>([
	[{ score: 9 }, true],
	[{ score: { value: 9 } }, true],
	[{ result: { score: 9 } }, true],
	[{ rating: 3 }, false],
	[{ nps_score: 9, total_score: 5 }, true],
])('%j: Score From 9 gives %j', (record, expected) => {
	expect(passes({ scoreFrom: 9 }, record)).toBe(expected);
});

it.each<[Json, boolean]>([
	[{ completed_at: AT }, true],
	[{ interview: { completed_at: AT } }, true],
	[{ completed_at: AT, submitted_at: '2025-02-02T00:00:00Z' }, true],
	[{}, false],
])('%j: Completed After gives %j', (record, expected) => {
	expect(passes({ completedAfter: '2026-01-01T00:00:00Z' }, record)).toBe(expected);
});

it.each<[string, Json, boolean]>([
	['completed', { status: 'FINISHED' }, true],
	['finished', { status: 'FINISHED' }, true],
	['completed', { interview: { status: 'done' } }, true],
	['erased', { status: 'completed', erased_at: AT }, true],
	['completed', { status: 'completed', erased_at: AT }, false],
	['deleted', { status: 'deleted' }, true],
	['started', { interview: { status: 'completed' }, result: { status: 'started' } }, false],
	['completed', { completed_at: AT }, true],
	['completed', { status: 'abandoned' }, false],
	['completed', {}, false],
	['expired/completed', { status: 'completed' }, true],
	['in progress', { status: 'in progress' }, true],
	['not completed', { status: 'completed' }, false],
])('status %s, %j: %j', (status, record, expected) => {
	expect(passes({ statuses: [status] }, record)).toBe(expected);
});

const ADA = 'ada@example.com';
it.each<[Json, Json, boolean]>([
	[{ used: 'yes' }, { used_count: 3 }, true],
	[{ used: 'yes' }, { used_count: '3' }, true],
	[{ used: 'no' }, { used_count: '3' }, false],
	[{ used: 'no' }, { usedCount: 0 }, true],
	[{ used: 'no' }, {}, false],
	[{ used: 'yes' }, {}, false],
	[{ expiresBefore: '2026-02-01' }, { expires_at: AT }, true],
	[{ expiresBefore: '2026-02-01' }, { expiresAt: Date.parse(AT) }, true],
	[{ expiresBefore: '2026-01-01' }, { expires_at: AT }, false],
	[{ expiresBefore: '2026-02-01' }, { expires_at: null }, false],
	[{ recipientEmail: ADA }, { type: 'csv', recipient_email: ' ADA@example.com' }, true],
	[{ recipientEmail: ADA }, { type: 'csv', recipient: { email: ADA } }, true],
	[{ recipientEmail: ADA }, { type: 'popup', recipient: { email: ADA } }, false],
	[{ recipientEmail: ADA }, { type: 'csv', sender: { email: ADA } }, false],
])('%j, of the invitation %j: %j', (values, record, expected) => {
	expect(passes(values, record)).toBe(expected);
});
