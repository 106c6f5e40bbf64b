/** What the credential adds: facts whose keys are entered under Field Names, and participants' links. */
import type { Engine } from '../harness/engine';
import type { Fault, Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { DIALECTS } from '../everywhere';
import { sample } from '../extent';
import { check, REQUESTS, type AreaName } from './checkStage';

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

const renaming =
	(names: Record<string, string>) =>
	(record: Json): Json =>
		Object.fromEntries(Object.entries(record).map(([key, value]) => [names[key] ?? key, value]));

type Row = [area: AreaName, kind: string, fact: string, key: string, type: string];
const RENAMED: Row[] = [
	['surveys', 'survey', 'name', 'heading', 'string'],
	['respondents', 'respondent', 'email', 'mailbox', 'string'],
	['respondents', 'respondent', 'status', 'situation', 'string'],
	['overview', 'overview', 'score', 'headline', 'number'],
	['suggestedRange', 'suggestedRange', 'from', 'since_when', 'time'],
	['scores', 'score', 'completed_at', 'gave_it', 'time'],
	['conclusion', 'conclusion', 'points', 'lines', 'list'],
	['token', 'token', 'scopes', 'powers', 'list'],
];

it.each(sample(RENAMED, 3))(
	'%s: %s.%s as %s is named as a key that is not used, and read once it is entered',
	async (area, kind, fact, key, type) => {
		const arrange = rewriting(area, renaming({ [fact]: key, bullets: key }));
		const { details, status } = (await check(engine, { arrange })).of(area);
		expect(status).toBe('incomplete');
		expect(details.not_found).toEqual([fact]);
		const [place = ''] = Object.keys(details.unused_keys ?? {}).filter((one) => one.endsWith(key));
		expect([place, details.unused_keys?.[place]]).toEqual([expect.stringContaining(key), type]);
		const fieldNames = JSON.stringify({ [kind]: { [fact]: key } });
		const entered = (await check(engine, { arrange, fieldNames })).of(area);
		expect(entered.status).toBe('fine');
		expect(entered.details.found?.[fact]).toBe(place);
	},
);

it('a place that was entered and holds nothing is told', async () => {
	const fieldNames = '{"respondent": {"score": "verdict.grade"}, "quote": {"text": "said"}}';
	const { of, last } = await check(engine, { fieldNames });
	expect(of('respondents')).toMatchObject({ status: 'incomplete' });
	expect(of('respondents').sentence).toContain('Nothing is at the place in Field Names: score.');
	expect(of('quotes').sentence).toContain('Nothing is at the place in Field Names: text.');
	expect(of('scores').status).toBe('fine');
	expect(last.status).toBe('incomplete');
});

it.each(DIALECTS)(
	'invitations that show only their secret are incomplete until a Participant Link is entered: %s',
	async (dialect) => {
		const invitations = async (participantLink?: string) => {
			const choices = { participantLink: 'never' } as const;
			return (await check(engine, { dialect, choices, participantLink })).of('invitations');
		};
		const without = await invitations();
		expect(without).toMatchObject({ status: 'incomplete' });
		expect(without.sentence).toContain('Participant Link');
		const entered = await invitations('https://survey.example.com/i/{token}');
		expect(entered).toMatchObject({ status: 'fine' });
		expect(entered.sentence).not.toContain('Participant Link');
	},
);
