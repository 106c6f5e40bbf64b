import type { IDataObject } from 'n8n-workflow';
import { createEngine } from '../../harness/engine';
import { credentialsFor } from '../../harness/support/names';
import { bareNode } from './bareNode';
import { expectAll, itemsFor, reading } from './reading';
import { compare } from './rounds';
import type { Comparison } from './rounds';
import { duration } from './row';
import type { Bench } from './row';
import { startServiceProcess } from './serviceProcess';

const READS = 1000;
const CONCURRENCY = 5;
const ROUNDS = { rounds: 12, warmUps: 2 };
const GOAL = 1.1;

/** The first is the bare helper of the goal; the others come closer to what the node has to do. */
const BASELINES = [
	{
		what: `${READS} reads, node / bare helper`,
		type: 'bench.bare',
		bareness: { credentialOnce: false, urlByParameter: false, followRedirects: true },
	},
	{
		what: '  … given the credential',
		type: 'bench.bareWithCredential',
		bareness: { credentialOnce: true, urlByParameter: false, followRedirects: true },
	},
	{
		what: '  … and all else as the node has it',
		type: 'bench.bareLikeTheNode',
		bareness: { credentialOnce: true, urlByParameter: true, followRedirects: false },
	},
];

/** What the node costs beyond n8n's own helper, with the engine around both. */
export const overhead: Bench = {
	title: `${READS} reads against the bare helper`,
	async run() {
		const service = await startServiceProcess();
		const engine = await createEngine({
			credentials: credentialsFor(service),
			extraNodes: Object.fromEntries(
				BASELINES.map(({ type, bareness }) => [
					type,
					bareNode({ concurrency: CONCURRENCY, ...bareness }),
				]),
			),
		});
		const items = itemsFor(service.invitationIds, READS).map(
			({ id }): IDataObject => ({ id, url: `${service.url}/api/invitations/${String(id)}` }),
		);
		const node = async () => expectAll(items, await engine.runNode(reading(items, CONCURRENCY)));
		const results: Comparison[] = [];
		for (const { type } of BASELINES) {
			const parameters = { url: '={{ $json.url }}' };
			const bare = async () => expectAll(items, await engine.runNode({ type, items, parameters }));
			results.push(await compare(node, bare, ROUNDS));
		}
		const simplified = async () =>
			expectAll(items, await engine.runNode(reading(items, CONCURRENCY, 'simplified')));
		const ofFacts = await compare(simplified, node, ROUNDS);
		engine.close();
		service.stop();
		const spreads = results.map(({ spread }) => spread.map((ratio) => ratio.toFixed(2)).join('–'));
		return {
			rows: [...results, ofFacts].map(({ measured, baseline, ratio }, place) => ({
				what: BASELINES[place]?.what ?? 'Output Simplified / Everything',
				measured: duration(measured),
				baseline: duration(baseline),
				ratio,
				goal: place === 0 ? `≤ ${GOAL.toFixed(2)}×` : '',
				met: place === 0 ? ratio <= GOAL : null,
			})),
			how: [
				`The node gives records as the helper does (Output: Everything); the last line says what facts cost beside that.`,
				`Invitation > Get for ${READS} items, ${CONCURRENCY} at once, against helpers.httpRequestWithAuthentication for the same URLs, as many at once, from an inline node that does nothing else. All in one process in n8n's engine, the service in another.`,
				`${ROUNDS.rounds} rounds of both in changing order after ${ROUNDS.warmUps} to warm up; a ratio is the median of the rounds' ratios (they go from ${spreads.join(', ')}).`,
				'By itself the helper reads the credential for each request; the second line hands it over, as the node does. The third also has its URL evaluated from an expression for each item, as the node has its identifier, and follows no redirect, which makes each request cheaper: what is left is the package’s own work.',
			],
		};
	},
};
