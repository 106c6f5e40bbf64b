/** A respondent in two shapes that the interface allows. */
export type Json = Record<string, unknown>;

/** As flat fields. */
export const PLAIN: Json = {
	id: 'r1',
	status: 'completed',
	score: 9,
	properties: { department: 'Sales' },
	started_at: '2026-01-01T10:00:00Z',
	completed_at: '2026-01-01T10:05:00Z',
};

/** With other words, and facts one level deeper. */
export const NESTED: Json = {
	id: 'r2',
	person: { name: 'Ada' },
	status: 'FINISHED',
	score: '7.5',
	property_values: [
		{ property_id: 'p1', key: 'department', value: 'Support' },
		{ property_id: 'p2', key: 'location', value: null },
	],
	started_at: '2026-01-01T09:55:00.000001+00:00',
	finished_at: '2026-01-01T10:00:00.123456+00:00',
};
