import { type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';

const { description } = new SurveyInterview();

/** The controls that n8n shows in the action node's form for an operation, in order. */
export function shownControls(
	resource: string,
	operation: string,
	controls: INodeProperties[] = description.properties,
): INodeProperties[] {
	const values = { resource, operation };
	return controls.filter((control) =>
		NodeHelpers.displayParameterPath(values, control, '', null, description),
	);
}

/** What a collection of the form offers for an operation; it stands at the node's root. */
export function offeredIn(
	collection: string,
	resource: string,
	operation: string,
): INodeProperties[] {
	const shown = shownControls(resource, operation).find(({ name }) => name === collection);
	const rooted = ((shown?.options ?? []) as INodeProperties[]).map((option) => {
		const { show, hide } = option.displayOptions ?? {};
		const displayOptions = { show: atRoot(show), hide: atRoot(hide) };
		return { option, control: { ...option, displayOptions } };
	});
	const offered = shownControls(
		resource,
		operation,
		rooted.map(({ control }) => control),
	);
	return rooted.filter(({ control }) => offered.includes(control)).map(({ option }) => option);
}

/** Conditions on the node's own parameters, which begin with `/` in a collection. */
const atRoot = (conditions: object = {}) =>
	Object.fromEntries(Object.entries(conditions).map(([name, of]) => [name.replace('/', ''), of]));
