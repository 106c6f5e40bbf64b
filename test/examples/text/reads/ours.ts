import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { get, pick } from 'lodash';
import { outputOf, schemaOf } from '../../../../nodes/SurveyInterview/form/outputSchemas';
import { findOperation } from '../../../../nodes/SurveyInterview/operations';
import type { NodeDraft } from '../../../n8n/rest/n8nRest';
import { TRIGGER } from '../../../harness/support/names';
import type { Report } from './members';
import { madeOf, PLAIN, shapeOfSchema } from './shape';

const SCHEMAS = join(__dirname, '../../../../dist/nodes/SurveyInterview/__schema__/v1.0.0');

/** What the package puts into an item that failed, where the node goes on with it. */
const FAILED = ['error', 'hint', 'code', 'status', 'maybeDone'];

const failed = () => Object.fromEntries(FAILED.map((name) => [name, PLAIN]));

/** The schema of Simplified as it is shipped; of Selected Fields, the part that was chosen. */
function schemaIn(path: string, parameters: NodeDraft['parameters'], report: Report) {
	const { resource, operation, output, fields } = parameters as Record<string, string>;
	const chosen = findOperation(resource ?? '', operation ?? '');
	if (output === 'selectedFields' && chosen) {
		return schemaOf(outputOf(chosen, ({ fields: all }) => pick(all, fields ?? '')));
	}
	if (output !== undefined) report(`its output is ${output}`);
	return JSON.parse(readFileSync(join(SCHEMAS, `${path}.json`), 'utf8')) as unknown;
}

/** The items of one of this package's nodes, as its output schema says. */
export function ours(
	{ type, parameters = {}, onError }: NodeDraft,
	output: number,
	report: Report,
) {
	const { resource, operation, event, options } = parameters as Record<string, string>;
	const path = type === TRIGGER ? `event/${event}` : `${resource}/${operation}`;
	if (output > 0)
		return madeOf({ error: PLAIN, details: madeOf(failed()) }, `a failure of ${path}`);
	const shape = shapeOfSchema(schemaIn(path, parameters, report) as never, path);
	if (shape.kind !== 'fields') throw new Error(`${path} is no object`);
	const on = (option: string) => Boolean(get(options, option));
	if (type === TRIGGER && !on('includeSurvey')) shape.fields.delete('survey');
	if (type === TRIGGER && !on('includeConversation')) {
		for (const one of ['quote', 'transcript', 'participant_text', 'conversation_error']) {
			shape.fields.delete(one);
		}
	}
	if (onError === 'continueRegularOutput') {
		for (const one of FAILED) shape.fields.set(one, shape.fields.get(one) ?? PLAIN);
	}
	return shape;
}
