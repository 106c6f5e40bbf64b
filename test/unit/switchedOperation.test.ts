/** A saved workflow that switches to another operation: n8n keeps of the old values what the new form shows. */
import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import { formOf } from '../../nodes/SurveyInterview/form/sections';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { offeredIn, shownControls } from '../operations/shownForm';

const { description } = new SurveyInterview();
const OPERATIONS = RESOURCES.flatMap(({ value, operations }) =>
	operations.map((operation) => ({
		name: `${value}/${operation.value}`,
		resource: value,
		operation,
	})),
);

/** Every control of every operation with some value, as a program or many switches may leave it. */
function everyValue(): INodeParameters {
	const values: Record<string, unknown> = {};
	const valueOf = (control: INodeProperties) =>
		({
			multiOptions: ['x'],
			boolean: true,
			number: 7,
			fixedCollection: { values: [{ key: 'k', value: 'v' }] },
		})[control.type as string] ?? 'x';
	for (const { operation } of OPERATIONS) {
		const form = formOf(operation);
		for (const control of Object.values(form).flat()) {
			if (control.type === 'collection') {
				const held = (values[control.name] ??= {}) as Record<string, unknown>;
				for (const inner of (control.options ?? []) as INodeProperties[])
					held[inner.name] = valueOf(inner);
			} else if (control.type !== 'notice') values[control.name] = valueOf(control);
		}
	}
	return values as INodeParameters;
}

it.each(OPERATIONS)(
	'$name: n8n keeps nothing that its form does not show',
	({ resource, operation }) => {
		const given = { ...everyValue(), resource, operation: operation.value } as INodeParameters;
		const kept =
			NodeHelpers.getNodeParameters(
				description.properties,
				given,
				true,
				false,
				{ typeVersion: 1 },
				description,
			) ?? {};
		const shown = new Set(shownControls(resource, operation.value).map(({ name }) => name));
		const own = new Set(
			Object.values(formOf(operation))
				.flat()
				.map(({ name }) => name),
		);
		expect(
			Object.keys(kept).filter(
				(name) => !shown.has(name) && !own.has(name) && !['resource', 'operation'].includes(name),
			),
		).toEqual([]);
		for (const [name, value] of Object.entries(kept)) {
			const control = shownControls(resource, operation.value).find((one) => one.name === name);
			if (control?.type !== 'collection') continue;
			const offered = offeredIn(name, resource, operation.value).map((one) => one.name);
			const extra = Object.keys(value as object).filter(
				(one) => !offered.includes(one) && !one.endsWith('_other'),
			);
			expect([name, extra]).toEqual([name, []]);
		}
	},
);
