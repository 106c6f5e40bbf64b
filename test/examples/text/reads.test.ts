/**
 * What each file reads of this package's items, by the text of its expressions: a key that no output schema has, and a
 * text from others that no node of this package has made harmless, is seen before a real n8n plays the file.
 */
import { readdirSync } from 'node:fs';
import { schemaOf } from '../../output/schema';
import { ACTION, TRIGGER } from '../../harness/support/names';
import { WORKFLOWS } from '../../n8n/furnish';
import type { NodeDraft } from '../../n8n/rest/n8nRest';
import { workflowIn, type WorkflowFile } from '../n8n/file';

/** Nodes of n8n that hand on what they get. */
const PASSING = 'if switch filter merge wait splitInBatches removeDuplicates dataTable'.split(' ');
/** What this package puts into an item that failed. */
const FAILED = ['error', 'hint', 'code', 'status', 'maybeDone'];
const SHOWING = 'emailSend slack microsoftTeams zendesk hubspot pipedrive'.split(' ');
/** Sentences of this package's, in which what others wrote does no harm, and what is no text from others. */
const HARMLESS = (
	'message summary subject html slack_blocks error score nps_group completion_id completed_at ' +
	'email external_id matches unreadable id total_count'
).split(' ');
/** Asked for, and not shown. */
const NOT_SHOWN: Record<string, string[]> = { 'promoter-thanks.json': ['name'] };

const kindOf = ({ type }: NodeDraft) => type.split('.').at(-1) ?? '';

/** The keys of what a node of this package hands on; none for other nodes. */
function ownKeys({ type, parameters = {}, onError }: NodeDraft): string[] {
	if (type !== ACTION && type !== TRIGGER) return [];
	const { resource, operation, event, output, fields } = parameters as Record<string, string>;
	const name = type === TRIGGER ? `event/${event}` : `${resource}/${operation}`;
	// Of what was found, the fields are chosen.
	const isChosen = output === 'selectedFields' && operation !== 'find';
	const keys = isChosen ? [fields].flat() : Object.keys(schemaOf(name).properties ?? {});
	return [...keys.map(String), ...(onError === undefined ? [] : FAILED)];
}

/** The keys of what comes to a node, where a node of this package gave it: in a loop, what comes into it. */
function keysBefore({ nodes, connections = {} }: WorkflowFile, name: string): string[] {
	type Outputs = { main?: Array<Array<{ node: string }> | null> };
	const endsOf = (from: string) => ((connections[from] as Outputs | undefined)?.main ?? []).flat();
	const names = new Set([name]);
	for (const to of names) {
		for (const node of nodes) {
			if (!endsOf(node.name).some((end) => end?.node === to)) continue;
			if (!PASSING.includes(kindOf(node))) return ownKeys(node);
			names.add(node.name);
		}
	}
	return [];
}

/** What the expressions of a node read of items of this package, and the keys that these have. */
function readsOf(workflow: WorkflowFile, { name, parameters }: NodeDraft) {
	const text = JSON.stringify(parameters);
	const direct = [...text.matchAll(/\$json\.(\w+)/g)].map(([, key = '']) => ({ key, from: name }));
	const named = [...text.matchAll(/\$\('([^']+)'\)(?:(?!\$\().)*?\.json\.(\w+)/g)].map(
		([, from = '', key = '']) => ({ key, from }),
	);
	const keysOf = (from: string) => {
		const node = workflow.nodes.find((one) => one.name === from);
		if (!node) return [];
		return PASSING.includes(kindOf(node)) ? keysBefore(workflow, from) : ownKeys(node);
	};
	return [
		...direct.map(({ key, from }) => ({ key, known: keysBefore(workflow, from) })),
		...named.map(({ key, from }) => ({ key, known: keysOf(from) })),
	].filter(({ known }) => known.length > 0);
}

describe.each(readdirSync(WORKFLOWS))('%s', (file) => {
	const workflow = workflowIn(file);

	it('reads only what the output schemas of this package have', () => {
		const reads = workflow.nodes.flatMap((node) => readsOf(workflow, node));
		expect(reads.filter(({ key, known }) => !known.includes(key))).toEqual([]);
	});

	it('shows only texts that this package has made harmless', () => {
		const showing = workflow.nodes.filter((node) => SHOWING.includes(kindOf(node)));
		const shown = showing.flatMap((node) => readsOf(workflow, node).map(({ key }) => key));
		const allowed = [...HARMLESS, ...(NOT_SHOWN[file] ?? [])];
		expect(shown.filter((key) => !allowed.includes(key))).toEqual([]);
	});
});

it('finds such keys in what it reads', () => {
	const workflow = workflowIn('detractor-to-ticket.json');
	const ticket = workflow.nodes.find(({ name }) => name === 'Open a ticket in HubSpot');
	const reads = ticket ? readsOf(workflow, ticket).map(({ key }) => key) : [];
	expect(reads.sort()).toEqual(['email', 'message', 'message', 'score']);
});
