import type { Engine } from '../../harness/engine';
import { seededSample } from '../../extent';
import { DIALECT_NAMES, type RedirectStatus } from '../../harness/service';
import { sideBySide, useEngine } from '../../harness/support';
import type { Deed } from './deed';
import { DEEDS } from './deeds';
import { play, type Played } from './play';
import { RETRY_ON_FAIL, STRANGER, type Scenario } from './scenario';

const STATUSES: RedirectStatus[] = [301, 302, 303, 307, 308];
const MOMENTS = ['before', 'after'] as const;
const NODES = [{}, RETRY_ON_FAIL];
/** So many at the same time, each with a service of its own. */
const WIDTH = 8;

/** A sync is many requests; the fuzz plays it. */
const OF_ENDPOINTS = DEEDS.filter(({ judge }) => !judge);

let engine: Engine;
useEngine((started) => (engine = started));

/** One item, of which every request is redirected to somebody else, after the work or instead of it. */
function redirections(deed: Deed, dialect: Scenario['dialect']): Scenario[] {
	return STATUSES.flatMap((status) =>
		MOMENTS.flatMap((when) =>
			NODES.map((node): Scenario => {
				const fault = { kind: 'redirect', status, to: STRANGER, when } as const;
				return {
					dialect,
					deed: deed.name,
					items: 1,
					node,
					options: { timeout: 5, maxWait: 1 },
					rules: [{ fault, struck: 'all', times: 20, skip: 0 }],
				};
			}),
		),
	);
}

/** Three of each operation: with Retry On Fail and without, before the work and after it. */
function sampleOf(deed: Deed, scenarios: Scenario[]): Scenario[] {
	const fault = ({ rules: [rule] }: Scenario) => rule?.fault;
	const columns: Array<(scenario: Scenario) => unknown> = [
		({ node }) => node,
		(scenario) => JSON.stringify({ ...fault(scenario), status: 0 }),
	];
	return seededSample(scenarios, 3, columns, OF_ENDPOINTS.indexOf(deed));
}

/** What is wrong with how the user is told, beside what contradicts the log. */
function wrongText({ told, stranger }: Played): string[] {
	const [text = ''] = told.texts;
	const host = new URL(stranger).host;
	return [
		...(text.includes(host) ? [] : [`does not name ${host}`]),
		...(/redirect/i.test(text) ? [] : ['does not say that it was a redirect']),
		...(/not followed|nothing was sent there/i.test(text) ? [] : ['does not say: not followed']),
		// The path names records, and a query may hold anything.
		...(/\/(api|surveys|invitations|mailings|respondents|public-api)\b/.test(text)
			? ['shows the path']
			: []),
	].map((what) => `${what}: ${text}`);
}

describe.each(DIALECT_NAMES)('redirects in the dialect %s', (dialect) => {
	it.each(OF_ENDPOINTS.map((deed): [string, Deed] => [deed.name, deed]))(
		'%s: nothing false is told, and nothing is done twice',
		async (_name, deed) => {
			const scenarios = sampleOf(deed, redirections(deed, dialect));
			const wrong = await sideBySide(scenarios, WIDTH, async (scenario) => {
				const played = await play(engine, scenario);
				const { contradictions, told, log } = played;
				const [{ fault }] = scenario.rules as [Scenario['rules'][number]];
				// To look at the record is no repeat.
				const sent = log.filter(({ method }) => method === deed.method);
				const isLeftOpen = deed.retryClass === 'create' || deed.retryClass === 'irreversible';
				const found = [
					...contradictions.map(({ kind, says }) => `${kind}: ${says}`),
					...wrongText(played),
					...(deed.retryClass === 'read' && told.fates.flat().includes('done')
						? ['a redirected read gave something']
						: []),
					...(isLeftOpen && told.fates[0]?.[0] !== 'may have been done'
						? [`told as "${told.fates[0]?.[0]}"`]
						: []),
					...(isLeftOpen && sent.length !== 1 ? [`sent ${sent.length} times`] : []),
				];
				return found.map((one) => `${JSON.stringify({ fault, node: scenario.node })}: ${one}`);
			});
			expect(wrong.flat()).toEqual([]);
		},
	);
});
