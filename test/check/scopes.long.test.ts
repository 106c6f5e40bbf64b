/** A token that lacks a scope: what is refused says so, and the rest is looked at all the same. */
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { SCOPES, type Scope } from '../harness/service';
import { useEngine } from '../harness/support';
import { AREAS, check, REQUESTS, type AreaName } from './checkStage';

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

		const failed = AREAS.filter((area) => [...refused, ...notAsked].includes(area));
		expect(areas('failed').map(({ area }) => area)).toEqual(failed);
		for (const area of AREAS) {
			const [request] = checked.service.requests({ operation: REQUESTS[area] });
			expect(request === undefined).toBe(notAsked.includes(area));
			expect((request?.status ?? 200) !== 200).toBe(refused.includes(area));
		}
		for (const area of refused) expect(checked.of(area).sentence).toContain('lacks the scope');
		expect(checked.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('without any scope, the token itself can still be told', async () => {
		const checked = await check(engine, {
			dialect,
			survey: '',
			token: (service) => service.issueToken({ scopes: ['mailings:write'] }),
		});
		expect(checked.of('token').status).toBe('fine');
		expect(checked.of('surveys').status).toBe('failed');
		expect(checked.of('respondents')).toMatchObject({
			status: 'failed',
			sentence: 'Not checked: no survey is known to ask for.',
		});
	});

	it.each(['expired', 'invalid'] as const)(
		'a token that is %s is refused everywhere',
		async (kind) => {
			const { of, last, sent } = await check(engine, {
				dialect,
				token: ({ tokens }) => tokens[kind],
			});
			expect(of('token').status).toBe('failed');
			expect(of('token').sentence).toContain('Check the token in the credential');
			expect(of('respondents').status).toBe('failed');
			expect(last.status).toBe('failed');
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
		expect(of('respondents').status).toBe('failed');
	});
});
