import { readdirSync } from 'node:fs';
import { WORKFLOWS } from '../n8n/furnish';
import { workflowIn } from '../n8n/workflows/file';

/**
 * A workflow is one file that stands alone, so each has its own copy of what makes a text harmless.
 * The originals are those of the nodes that do nothing else.
 */
function original(file: string, node: string, before: string, after = ' }}'): string {
	const { parameters } = workflowIn(file).nodes.find(({ name }) => name === node) ?? {};
	const all = stringsIn(parameters).filter((one) => one.includes(before) && one.includes(after));
	expect(all).toHaveLength(1);
	const [, rest = ''] = all[0]?.split(before) ?? [];
	return rest.slice(0, rest.lastIndexOf(after));
}

function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const harmless = original(
	'ask-about-results.json',
	'Take links out of the answer',
	"={{ ($json.output ?? '')",
);
const butForAddresses = original(
	'invite-with-approval.json',
	'Ask a person',
	"`, 'string'))].slice(0, 500).join(''))",
	".replace(/\\*/g, '∗')",
);
const withoutHiddenSigns = harmless.slice(0, harmless.indexOf(", ' ')") + ", ' ')".length);
const noFormula = original(
	'completions-to-sheets-in-full.json',
	'Make the row',
	`={{ ($json.survey_name ?? '')${withoutHiddenSigns}`,
);

/** In their order: the longer ones contain the shorter ones. */
const COPIES = [butForAddresses, harmless, withoutHiddenSigns, noFormula];

describe.each(readdirSync(WORKFLOWS))('%s', (file) => {
	const expressions = workflowIn(file).nodes.flatMap(({ parameters }) =>
		stringsIn(parameters).filter((one) => one.startsWith('=')),
	);

	it('makes texts harmless in the same way as the other workflows', () => {
		for (const expression of expressions) {
			const rest = COPIES.reduce((left, copy) => left.replaceAll(copy, ''), expression);
			expect(rest).not.toMatch(
				/removed\]|\[\.\]|\\u20|\\p\{|:\\\/|mailto|\.split\(|\[=|[＠＼／］]/,
			);
		}
	});
});

it('the copies are what they are taken for', () => {
	expect(butForAddresses).toContain(harmless);
	expect(harmless).toMatch(/^\.replace\(.*\)$/);
	expect(withoutHiddenSigns).toMatch(/^\.replace\(\/\[\\u0000[^/]*\/gu, ' '\)$/);
	expect(noFormula).toMatch(/^\.replace\(\/\^.*"'"\)$/);
});
