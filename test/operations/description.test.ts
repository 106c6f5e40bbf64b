import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { offeredIn, shownControls } from './shownForm';

const { description } = new SurveyInterview();

it('every control that people see has help, but for notices', () => {
	const silent = description.properties
		.filter(({ type, description: help }) => !['notice', 'hidden'].includes(type) && !help)
		.map(({ name }) => name);
	expect([...new Set(silent)].sort()).toEqual([
		'additionalFields',
		'filters',
		'operation',
		'options',
		'resource',
		'updateFields',
	]);
});

it('filters that the node applies say so, are its own names, and stand only where there is a list', () => {
	for (const { value, operations } of RESOURCES) {
		for (const operation of operations) {
			if (operation.kind !== 'endpoint' || !operation.nodeFilters) continue;
			const { value: name, nodeFilters, items } = operation;
			expect(items?.from).toBe('list');
			const shown = offeredIn('filters', value, name);
			const own = nodeFilters.flatMap(({ fields }) => fields.map((field) => field.name));
			const marked = shown.filter(({ description: help }) => help?.includes('Applied in n8n'));
			expect(marked.map((control) => control.name).sort()).toEqual([...own].sort());
			// Never a name that the service has, or may have one day.
			for (const one of own) expect(['q', 'type', 'status', 'batch_id']).not.toContain(one);
			for (const one of own) expect(one).not.toContain('_');
		}
	}
	const counted = RESOURCES.flatMap(({ operations }) => operations).filter(
		(operation) => operation.kind === 'endpoint' && operation.nodeFilters,
	);
	expect(counted).toHaveLength(3);
});

it('an update can clear each field that may be empty, and nothing else clears one', () => {
	const cleared = RESOURCES.flatMap(({ value, operations }) =>
		operations.flatMap((operation) => {
			const controls = shownControls(value, operation.value).flatMap(
				({ options = [] }) => options as INodeProperties[],
			);
			const clears = controls.filter(({ name }) => name === 'clearFields');
			return clears.map(({ options = [] }) => [
				`${value}/${operation.value}`,
				...(options as INodePropertyOptions[]).map((option) => String(option.value)),
			]);
		}),
	);
	expect(cleared).toEqual([
		[
			'invitation/update',
			...['allowed_origins', 'expires_at', 'label', 'max_uses', 'properties', 'recipient_email'],
			...['recipient_external_id', 'recipient_name', 'recipient_notes'],
		],
		['mailing/update', 'added_after'],
		['mailing/update', 'body_html_override', 'filters', 'subject_override', 'template_id'],
	]);
});

it('what is irreversible, deletes or counts toward an allowance says so before it runs', () => {
	const noticed = RESOURCES.flatMap(({ value, operations }) =>
		operations
			.filter((operation) =>
				shownControls(value, operation.value).some(({ type }) => type === 'notice'),
			)
			.map((operation) => `${value}/${operation.value}`),
	);
	const dangerous = RESOURCES.flatMap(({ value, operations }) =>
		operations
			.filter((operation) => operation.kind === 'endpoint')
			.filter(({ retry, endpoint }) => retry === 'irreversible' || endpoint.startsWith('DELETE'))
			.map((operation) => `${value}/${operation.value}`),
	);
	expect(noticed).toEqual(
		expect.arrayContaining([...dangerous, 'invitation/create', 'respondent/getConversation']),
	);
});

it('an action says what cannot be undone, for a model reads nothing else', () => {
	const said = RESOURCES.flatMap(({ value, operations }) =>
		operations
			.filter(({ action }) => /irreversibly|permanently/i.test(action))
			.map((operation) => `${value}/${operation.value}`),
	);
	expect(said.sort()).toEqual([
		'invitation/revoke',
		'invitation/sendEmail',
		'mailing/delete',
		'mailing/resume',
		'mailing/send',
		'property/delete',
		'respondent/delete',
		'respondent/erase',
		'survey/delete',
		'theme/delete',
	]);
});

it('a resource whose records can be listed opens with their list', () => {
	const choices = description.properties.filter(({ name }) => name === 'operation');
	const opensWith = choices.map(({ displayOptions, default: value }) => [
		displayOptions?.show?.resource?.[0],
		value,
	]);
	expect(opensWith).toEqual(
		RESOURCES.map(({ value, operations }) => {
			const names = [...operations].sort((a, b) => (a.name < b.name ? -1 : 1));
			const list = names.find(({ value: name }) => name === 'getAll');
			return [value, (list ?? names[0])?.value];
		}),
	);
});

it('a record is chosen from the list, unless a person chooses another way', () => {
	const pickers = description.properties.filter(({ type }) => type === 'resourceLocator');
	expect(pickers.length).toBeGreaterThan(5);
	for (const { default: initial, modes } of pickers) {
		expect(initial).toEqual({ mode: 'list', value: '' });
		expect(modes?.map(({ name, type }) => [name, type])[0]).toEqual(['list', 'list']);
	}
});

it('every choice has a name, and five or more stand in the order of the alphabet', () => {
	const lists: INodePropertyOptions[][] = [];
	const visit = ({ type, options = [] }: INodeProperties): void => {
		if (type === 'options' || type === 'multiOptions')
			lists.push(options as INodePropertyOptions[]);
		else if (type === 'collection') (options as INodeProperties[]).forEach(visit);
	};
	description.properties.forEach(visit);
	expect(lists.length).toBeGreaterThan(20);
	for (const names of lists.map((choices) => choices.map(({ name }) => name))) {
		expect(names).not.toContain('');
		if (names.length < 5) continue;
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	}
});

it('a color is picked, and what is written in other ways has a control of its own kind', () => {
	const typesOf = (collection: string, resource: string, operation: string) =>
		Object.fromEntries(
			offeredIn(collection, resource, operation).map(({ name, type }) => [name, type]),
		);
	expect(typesOf('options', 'result', 'getReport')).toMatchObject({
		accentColor: 'color',
		includeConclusion: 'boolean',
		minGroup: 'number',
		language: 'options',
		footer: 'string',
	});
	expect(typesOf('filters', 'respondent', 'getAll')).toMatchObject({
		completedAfter: 'dateTime',
		npsGroups: 'multiOptions',
		propertyFilter: 'fixedCollection',
		scoreFrom: 'number',
	});
});
