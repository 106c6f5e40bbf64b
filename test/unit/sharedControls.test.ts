import type { INodeProperties } from 'n8n-workflow';

import { formOf, SECTIONS } from '../../nodes/SurveyInterview/form/sections';
import { sharedControls } from '../../nodes/SurveyInterview/form/formProperties';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { offeredIn, shownControls } from '../operations/shownForm';

const operations = RESOURCES.flatMap(({ value, operations: of }) =>
	of.map((operation) => ({ name: `${value}/${operation.value}`, resource: value, operation })),
);

const names = (controls: INodeProperties[]) => controls.map(({ name }) => name);

it.each(operations)('$name shows its own controls in their order, and no other', (one) => {
	const { resource, operation } = one;
	const form = formOf(operation);
	const own = SECTIONS.flatMap((section) => form[section] ?? []).filter(
		// What another control of the form opens is not open yet.
		({ displayOptions }) => !displayOptions?.show || 'returnAll' in displayOptions.show,
	);
	const shown = names(shownControls(resource, operation.value));
	const closed = new Set(['limit']);
	expect(shown.filter((name) => !closed.has(name))).toEqual([
		'resource',
		'operation',
		...names(own).filter((name) => !closed.has(name)),
	]);
});

it.each(operations)(
	'$name offers the fields and options that are about it, and no other',
	(one) => {
		const { resource, operation } = one;
		const form = formOf(operation);
		for (const { name, options = [] } of [...(form.optional ?? []), ...(form.options ?? [])]) {
			// What n8n shows in a tool alone is not shown here.
			const ofNode = (options as INodeProperties[]).filter(
				({ displayOptions }) => !('@tool' in (displayOptions?.show ?? {})),
			);
			const own = names(ofNode);
			const closed = own.filter((one) => one.endsWith('_other'));
			const offered = names(offeredIn(name, resource, operation.value));
			expect([...offered, ...closed].sort()).toEqual(own.sort());
		}
	},
);

it('what all operations have needs no condition, and what two share stands once', () => {
	const control = (name: string): INodeProperties => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
	});
	const collection = (...fields: string[]): INodeProperties => ({
		...control('options'),
		type: 'collection',
		options: fields.map(control),
	});
	const shared = sharedControls([
		{ operation: 'get', controls: [control('x'), control('y'), collection('b', 'a')] },
		{ operation: 'create', controls: [control('x'), collection('b')] },
		{ operation: 'delete', controls: [control('x'), control('y')] },
	]);
	expect(shared.map(({ name, displayOptions }) => [name, displayOptions?.show])).toEqual([
		['x', undefined],
		['y', { operation: ['get', 'delete'] }],
		['options', { operation: ['get', 'create'] }],
	]);
	const fields = shared[2]?.options as INodeProperties[];
	expect(fields.map(({ name, displayOptions }) => [name, displayOptions?.show])).toEqual([
		['a', { '/operation': ['get'] }],
		['b', undefined],
	]);
});
