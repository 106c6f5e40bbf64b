/** The names of all outputs: where each stands, and its type. */
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { outputOf } from '../../nodes/SurveyInterview/form/outputSchemas';
import type { Shape } from '../../nodes/SurveyInterview/service/json';
import { EVENTS } from '../../nodes/SurveyInterview/trigger/events/allEvents';

export interface Use {
	/** Resource and operation, or the event, as people read them. */
	output: string;
	/** The record that has it, where that is not the item itself: `recipients`. */
	within: string;
	type: string;
}

/** Every field of every output, in records inside it as well. */
export function vocabulary(): Map<string, Use[]> {
	const uses = new Map<string, Use[]>();
	const note = (output: string, shape: Shape, within = '') => {
		for (const [name, type] of Object.entries(shape)) {
			const inner = typeof type === 'string' ? undefined : 'list' in type ? type.list : type.object;
			const plain =
				typeof type === 'string' ? type.replace('?', '') : 'list' in type ? 'records' : 'object';
			const all = uses.get(name) ?? [];
			uses.set(name, [...all, { output, within, type: plain }]);
			if (inner) note(output, inner, within === '' ? name : `${within}.${name}`);
		}
	};
	for (const { name: resource, operations } of RESOURCES) {
		for (const operation of operations) {
			note(
				`${resource} → ${operation.name}`,
				outputOf(operation, ({ fields }) => fields),
			);
		}
	}
	for (const { label, output } of EVENTS) note(label, output.fields);
	return uses;
}
