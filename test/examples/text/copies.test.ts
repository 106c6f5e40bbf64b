import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { harmless as ofNodes } from '../../../nodes/SurveyInterview/facts/message';
import { HIDDEN } from '../../../nodes/SurveyInterview/records/scalars';
import { WORKFLOWS } from '../../n8n/furnish';
import { workflowIn } from '../n8n/file';
import { unseen } from './strangers';

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
/** From the original in the nodes. */
const withoutHiddenSigns = `.replace(/[\\t\\v\\f\\r\\x85\\u2028\\u2029]/g, ' ').replace(/${HIDDEN.source}/gu, '$1')`;
const noFormula = original(
	'completions-to-sheets-in-full.json',
	'Make the row',
	`={{ ($json.survey_name ?? '')${withoutHiddenSigns}`,
);

/** That of the small workflows, which leave hidden signs where they are. */
const noFormulaAlone = original(
	'completions-to-sheets.json',
	'Make the row',
	"={{ ($json.survey_name ?? '')",
);

/** In their order: the longer ones contain the shorter ones. */
const COPIES = [butForAddresses, harmless, withoutHiddenSigns, noFormula, noFormulaAlone];

describe.each(readdirSync(WORKFLOWS))('%s', (file) => {
	const expressions = workflowIn(file).nodes.flatMap(({ parameters }) =>
		stringsIn(parameters).filter((one) => one.startsWith('=')),
	);

	it('makes texts harmless in the same way as the other workflows', () => {
		for (const expression of expressions) {
			const rest = COPIES.reduce((left, copy) => left.replaceAll(copy, ''), expression);
			expect(rest).not.toMatch(
				/removed\]|∶|\[\.\]|\\x85|\\u20|\\p\{|:\\\/|mailto|\.split\(|\[=|[＠＼／］]/,
			);
		}
	});
});

it('the copies are what they are taken for', () => {
	expect(butForAddresses).toContain(harmless);
	expect(harmless).toMatch(/^\.replace\(.*\)$/);
	expect(harmless.startsWith(withoutHiddenSigns)).toBe(true);
	expect(noFormula).toMatch(/^\.replace\(\/\^.*"'"\)$/);
});

/** What the expression makes of a text; the suites beside this one let n8n evaluate it. */
const ofWorkflows = new Function('text', `return text${harmless}`) as (text: string) => string;

it('they take out the same links, schemes and hidden characters as the messages of the nodes', () => {
	const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
	fc.assert(
		fc.property(unseen, (text) => {
			const shown = onOneLine(ofWorkflows(text).replaceAll('[.]', '(.)').replaceAll('#', '＃'));
			expect(shown).toBe(onOneLine(ofNodes(text, 10_000)));
		}),
		{ numRuns: 2000 },
	);
});
