/** Facts that are not found, and the keys that could be them: what the check proposes to enter as Field Names. */
import type { Engine } from '../harness/engine';
import type { Fault, Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { check, REQUESTS, type AreaName, type Look } from './checkStage';

let engine: Engine;
useEngine((started) => (engine = started));

type Json = Record<string, unknown>;

/** Rewrites the records of an area's answer: a list, or one record. */
function rewriting(area: AreaName, rewrite: (record: Json, place: number) => Json) {
	return ({ faults }: Service) => {
		const fault: Fault = {
			kind: 'rewritten body',
			rewrite: (body) => {
				const answer = JSON.parse(body) as Json | Json[];
				return JSON.stringify(Array.isArray(answer) ? answer.map(rewrite) : rewrite(answer, 0));
			},
		};
		faults.inject({ match: { operation: REQUESTS[area] }, fault, times: Infinity });
	};
}

const proposed = ({ field_names: names }: { field_names?: string }) =>
	JSON.parse(names ?? '{}') as unknown;

const renaming =
	(names: Record<string, string>) =>
	(record: Json): Json =>
		Object.fromEntries(Object.entries(record).map(([key, value]) => [names[key] ?? key, value]));

it('keys that fit alone are proposed; once they are entered, nothing is missing', async () => {
	const look: Look = {
		arrange: rewriting('respondents', ({ score, completed_at, ...record }) => ({
			...record,
			verdict: { grade: score },
			wound_up: completed_at,
		})),
	};
	const { of, last, report } = await check(engine, look);
	expect(of('respondents').status).toBe('limited');
	// A single key in an object may be data, so the report does not show it.
	expect(of('respondents').details.candidates).toEqual({ completed_at: ['[].wound_up'] });
	expect(report).not.toContain('grade');
	expect(proposed(last.details)).toEqual({
		respondent: { score: 'verdict.grade', completed_at: 'wound_up' },
	});
	expect(report).toContain('candidates: ');

	const entered = await check(engine, { ...look, fieldNames: last.details.field_names });
	expect(entered.of('respondents')).toMatchObject({
		status: 'fine',
		details: { found: { score: '[].verdict.grade', completed_at: '[].wound_up' } },
	});
	expect(entered.of('respondents').details).not.toHaveProperty('candidates');
	expect(entered.last.details).toEqual({});
});

it.each([
	['heading', { survey: { name: 'heading' } }],
	['caption', {}],
])('a survey’s name as heading in the list and %s in its own record', async (key, names) => {
	const { last } = await check(engine, {
		arrange: (service) => {
			rewriting('surveys', renaming({ name: 'heading' }))(service);
			rewriting('survey', renaming({ name: key }))(service);
		},
	});
	expect(proposed(last.details)).toEqual(names);
});

it('what is entered already is in what is proposed', async () => {
	const { last } = await check(engine, {
		fieldNames: '{"quote": {"at": "said"}, "respondent": {"name": "name"}}',
		arrange: rewriting('respondents', renaming({ email: 'mailbox' })),
	});
	expect(proposed(last.details)).toEqual({
		quote: { at: 'said' },
		respondent: { name: 'name', email: 'mailbox' },
	});
});

it('where nothing is missing, nothing is proposed', async () => {
	const { items } = await check(engine);
	for (const { details } of items) {
		expect(details).not.toHaveProperty('candidates');
		expect(details).not.toHaveProperty('field_names');
	}
});

it.each<[string, (record: Json, place: number) => Json, Record<string, string[]>]>([
	[
		'of two keys',
		({ score, ...record }) => ({ ...record, grade: score, marks: score }),
		{ score: ['[].grade', '[].marks'] },
	],
	[
		'of one key for two facts',
		({ name, external_id, ...record }) => ({ ...record, wer: name ?? external_id }),
		{ name: ['[].wer'], external_id: ['[].wer'] },
	],
	[
		'of an ID beside another',
		renaming({ id: 'handle' }),
		{ id: ['[].handle', '[].invitation_id'] },
	],
	[
		'of a key that is no name of a field',
		({ score, ...record }) => ({ ...record, 'Ana de Vries': score }),
		{},
	],
	[
		'of a key that is a value elsewhere',
		({ score, ...record }) => ({ ...record, department: score, other: 'department' }),
		{},
	],
	[
		'of a key with a value that is none',
		({ score, ...record }, place) => ({ ...record, grade: place === 3 ? 'none' : score }),
		{},
	],
])('%s none is proposed', async (_what, rewrite, candidates) => {
	const { of, last } = await check(engine, { arrange: rewriting('respondents', rewrite) });
	expect(last.details).toEqual({});
	expect(of('respondents').details.candidates ?? {}).toEqual(candidates);
});

const ROUND_TRIPS: Array<[AreaName, string, string, string]> = [
	['surveys', 'survey', 'name', 'heading'],
	['respondents', 'respondent', 'email', 'mailbox'],
	['respondents', 'respondent', 'status', 'situation'],
	['overview', 'overview', 'score', 'headline'],
	['suggestedRange', 'suggestedRange', 'from', 'since_when'],
	['scores', 'score', 'completed_at', 'gave_it'],
	['conclusion', 'conclusion', 'points', 'lines'],
	['token', 'token', 'scopes', 'powers'],
];

it.each(ROUND_TRIPS)(
	'%s: %s.%s as %s… is proposed, and read once it is entered',
	async (area, kind, fact, key) => {
		const look: Look = {
			arrange: rewriting(area, renaming({ [fact]: key, bullets: key })),
		};
		const { last } = await check(engine, look);
		expect(proposed(last.details)).toEqual({ [kind]: { [fact]: key } });
		const entered = await check(engine, { ...look, fieldNames: last.details.field_names });
		expect(entered.of(area).details.found?.[fact]).toMatch(new RegExp(`(^|\\.)${key}$`));
		expect(entered.of(area).status).toBe('fine');
	},
);

it('a place that was entered and holds nothing is told', async () => {
	const fieldNames = '{"respondent": {"score": "verdict.grade"}, "quote": {"text": "said"}}';
	const { of, last } = await check(engine, { fieldNames });
	expect(of('respondents')).toMatchObject({ status: 'limited' });
	expect(of('respondents').sentence).toContain('Nothing is at the place in Field Names: score.');
	expect(of('quotes').sentence).toContain('Nothing is at the place in Field Names: text.');
	expect(of('scores').status).toBe('fine');
	expect(last.status).toBe('limited');
});
