import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { EVENTS } from '../../nodes/SurveyInterview/trigger/events/allEvents';
import { triggerProperties } from '../../nodes/SurveyInterview/trigger/form';
import { versionsTable } from '../n8n/features';
import { eventFields, fieldLists } from './fieldLists';
import { allLayers, layersInMarkdown } from './layers';
import { irreversibleList, operationsTable } from './operationsTable';
import { eventsTable, operationTable, triggerTable } from './optionsTables';
import { textOf } from './pages';
import { policyTable } from './policyTable';

/** The parts of pages that are made from the code, by page and by the name in their markers. */
export const GENERATED: Record<string, Record<string, string>> = {
	'README.md': { versions: versionsTable() },
	'docs/operations.md': { operations: operationsTable(RESOURCES) },
	'docs/facts.md': { ...fieldLists(), events: eventFields(EVENTS) },
	'docs/faults.md': { irreversible: irreversibleList(RESOURCES), policy: policyTable() },
	'docs/development/architecture.md': { folders: layersInMarkdown(allLayers()) },
	'docs/sync.md': { options: operationTable('invitation', 'sync') },
	'test/harness/service/README.md': { example: codeBlock('test/harness/service/example.ts') },
	'docs/trigger.md': {
		events: eventsTable(EVENTS),
		filters: triggerTable(triggerProperties(), 'filters'),
		options: triggerTable(triggerProperties(), 'options'),
	},
	'test/harness/engine/README.md': {
		'run-a-node': codeBlock('test/harness/engine/examples/run-a-node.test.ts'),
		'poll-a-trigger': codeBlock('test/harness/engine/examples/poll-a-trigger.test.ts'),
	},
};

/** A file as it stands, so that what is shown is what is run. */
function codeBlock(file: string): string {
	return `\`\`\`ts\n${textOf(file).trimEnd()}\n\`\`\``;
}

/**
 * A page with its generated parts made anew.
 *
 * @throws {Error} when the page has no markers for a part
 */
export function withGeneratedParts(page: string, text: string): string {
	return Object.entries(GENERATED[page] ?? {}).reduce((made, [name, part]) => {
		const marked = new RegExp(`(<!-- ${name}:begin[^\n]*-->)[^]*?(<!-- ${name}:end -->)`);
		if (!marked.test(made)) throw new Error(`${page} has no markers for ${name}.`);
		return made.replace(
			marked,
			(_whole, begin: string, end: string) => `${begin}\n\n${part}\n\n${end}`,
		);
	}, text);
}
