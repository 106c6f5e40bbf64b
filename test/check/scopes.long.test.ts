/** A token that lacks a scope: what is refused says so, and the rest is looked at all the same. */
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { SCOPES, type Scope } from '../harness/service';
import { useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { AREAS, check, REQUESTS, type AreaName } from './checkStage';
import { untrueIn } from './sentences';

const RESULTS: AreaName[] = [
	...(['overview', 'suggestedRange', 'overTime', 'scores', 'conclusion', 'topics'] as const),
];
/** What is refused without a scope, and what then cannot be asked for. */
const LOST: Partial<Record<Scope, { refused: AreaName[]; notAsked?: AreaName[] }>> = {
	'surveys:read': { refused: ['surveys', 'survey'] },
	'invitations:read': { refused: ['invitations'] },
	'respondents:read': { refused: ['respondents'], notAsked: ['conversation'] },
	'results:read': { refused: RESULTS, notAsked: ['quotes'] },
	'mailings:read': { refused: ['mailings'] },
};

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	it.each(SCOPES)('without %s', async (missing) => {
		const checked = await check(engine, {
			dialect,
			token: (service) =>
				service.issueToken({ scopes: SCOPES.filter((scope) => scope !== missing) }),
		});
		const { refused = [], notAsked = [] } = LOST[missing] ?? {};
		const areas = (status: string) =>
			checked.items.filter((item) => item.status === status && item !== checked.last);

		expect(areas('notAllowed').map(({ area }) => area)).toEqual(refused);
		// Without respondents nobody knows what the trigger sees.
		const unseen = refused.includes('respondents') ? ['trigger'] : [];
		expect(areas('notLookedAt').map(({ area }) => area)).toEqual([...notAsked, ...unseen]);
		expect(areas('notUnderstood')).toEqual([]);
		for (const area of AREAS) {
			const [request] = checked.service.requests({ operation: REQUESTS[area] });
			expect(request === undefined).toBe(notAsked.includes(area));
			expect((request?.status ?? 200) !== 200).toBe(refused.includes(area));
		}
		for (const { sentence } of areas('notAllowed')) {
			expect(sentence).toBe('The token lacks a scope to read this.');
		}
		expect(AREAS.flatMap((area) => untrueIn(checked, area))).toEqual([]);
		expect(checked.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('without any scope, the token itself can still be told', async () => {
		const checked = await check(engine, {
			dialect,
			survey: '',
			token: (service) => service.issueToken({ scopes: ['mailings:write'] }),
		});
		expect(checked.of('token')).toMatchObject({
			status: 'fine',
			details: { scopes: ['mailings:write'] },
		});
		expect(checked.of('surveys').status).toBe('notAllowed');
		expect(checked.of('respondents')).toMatchObject({
			status: 'notLookedAt',
			sentence: 'Not checked: no survey is known to ask for.',
		});
		expect(AREAS.flatMap((area) => untrueIn(checked, area))).toEqual([]);
	});

	it('a token that is restricted and expires says both', async () => {
		const checked = await check(engine, {
			dialect,
			token: (service) =>
				service.issueToken({
					surveyId: service.world.survey('Customer').id,
					expiresAt: new Date(Date.now() + 30.5 * 86_400_000),
				}),
		});
		const { sentence, details } = checked.of('token');
		expect(sentence).toContain('It is restricted to one survey.');
		expect(Date.parse(details.expires_at ?? '') - Date.now()).toBeGreaterThan(30 * 86_400_000);
		expect(checked.of('surveys').sentence).toContain('1 survey.');
		expect(AREAS.flatMap((area) => untrueIn(checked, area))).toEqual([]);
	});

	it.each(['expired', 'invalid'] as const)(
		'a token that is %s is refused everywhere',
		async (kind) => {
			const { of, last, sent } = await check(engine, {
				dialect,
				token: ({ tokens }) => tokens[kind],
			});
			const { sentence } = of('token');
			expect(sentence).toContain('(401)');
			wording.note(sentence, `a token that is ${kind}`);
			expect(of('token')).toMatchObject({ status: 'notAllowed', sentence });
			expect(of('respondents')).toMatchObject({ status: 'notAllowed', sentence });
			expect(last.status).toBe('notAllowed');
			expect(sent.length).toBeGreaterThan(5);
		},
	);

	it('another survey than the token’s is refused', async () => {
		const { of } = await check(engine, {
			dialect,
			survey: 'Workplace',
			token: (service) => service.issueToken({ surveyId: service.world.survey('Customer').id }),
		});
		expect(of('surveys').status).toBe('fine');
		expect(of('respondents').status).toBe('notAllowed');
		expect(of('respondents').sentence).toMatch(
			/restricted to another survey\.$|restricted to others\.$/,
		);
	});
});

it('the scopes above are all that the service has', async () => {
	const { of } = await check(engine);
	expect(of('token').details.scopes).toEqual(SCOPES);
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
