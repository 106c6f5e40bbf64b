/** Each operation, as a new node does it: every item is as its output schema says, whole and in order. */
import type { INodeParameters } from 'n8n-workflow';
import { DIALECTS } from '../everywhere';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { outputShapeOf } from '../../nodes/SurveyInterview/form/outputSchemas';
import { simplifiedFields } from '../../nodes/SurveyInterview/service/outputFields';
import { EVENTS } from '../../nodes/SurveyInterview/trigger/events/allEvents';
import type { Engine } from '../harness/engine';
import { chosen } from '../operations/case';
import { CASES } from '../operations/cases';
import { startService } from '../harness/service';
import { useEngine } from '../harness/support';
import { credentialsFor } from '../harness/support/names';
import { contradictions, schemaOf } from './schema';

let engine: Engine;
useEngine((started) => (engine = started));

const OPERATIONS = RESOURCES.flatMap(({ value, operations }) =>
	operations.map((operation) => [`${value}/${operation.value}`, operation] as const),
);
const IN_CASES = OPERATIONS.filter(([name]) => CASES[name] !== undefined);

it('every operation has a schema with fields', () => {
	for (const [name, operation] of OPERATIONS) {
		const fields = Object.keys(outputShapeOf(operation));
		expect(fields).not.toEqual([]);
		expect(Object.keys(schemaOf(name).properties ?? {})).toEqual(fields);
	}
});

it('Simplified has at most ten fields, and an event fourteen besides those that its options add', () => {
	const ofEvents = EVENTS.map(({ value, output }) => [`event/${value}`, output, 14] as const);
	const ofRecords = OPERATIONS.map(
		// Sync has eleven, but an item never has both stepId, which is of a dry run, and the link of a new invitation.
		([name, operation]) =>
			[name, { fields: outputShapeOf(operation) }, name === 'invitation/sync' ? 11 : 10] as const,
	);
	const tooMany = [...ofEvents, ...ofRecords].flatMap(([name, output, most]) => {
		const names = Object.keys(simplifiedFields(output)).filter((one) => !OF_OPTIONS.includes(one));
		return names.length > most ? [`${name}: ${names.join(', ')}`] : [];
	});
	expect(tooMany).toEqual([]);
});

/** What these return is no record: whether an email was sent, and what a token may. */
const HAVE_NO_ID = /Email|Token/;
const OF_OPTIONS = ['quote', 'transcript', 'participant_text', 'conversation_error'];

describe.each(DIALECTS)('dialect %s', (dialect) => {
	it.each(IN_CASES)('%s', async (name, operation) => {
		const service = await startService({ dialect });
		try {
			const { ids = {}, parameters } = CASES[name]?.(service) ?? {};
			const [resource = '', value = ''] = name.split('/');
			const run = await engine.runNode({
				parameters: { resource, operation: value, ...pickers(ids), ...parameters },
				credentials: credentialsFor(service),
			});
			expect(run.error?.message).toBeUndefined();
			expect(run.items.length).toBeGreaterThan(0);
			const { options } = parameters ?? {};
			if ((options as INodeParameters | undefined)?.rawAnswer) return;
			for (const { json } of run.items) {
				expect(contradictions(json, schemaOf(name))).toEqual([]);
				expect(Object.keys(json)).toEqual(Object.keys(outputShapeOf(operation)));
				expect(Object.values(json).some((fact) => fact !== null)).toBe(true);
				if ('id' in json && !HAVE_NO_ID.test(name)) expect(json.id).not.toBeNull();
			}
		} finally {
			await service.stop();
		}
	});
});

function pickers(ids: Record<string, string>): INodeParameters {
	const parameter = (name: string) =>
		name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());
	return Object.fromEntries(
		Object.entries(ids).map(([name, id]) => [parameter(name), chosen(id)]),
	) as INodeParameters;
}
