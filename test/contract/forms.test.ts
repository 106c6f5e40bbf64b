/**
 * What every saved workflow and credential depends on: the settings of both nodes, and the name, type, default and
 * condition of each control that is there for whatever operation or event. After a change that is meant,
 * `npx jest -u test/contract/forms.test.ts` writes the snapshot again, and you read the difference.
 */
import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';

import { SurveyInterviewApi } from '../../credentials/SurveyInterviewApi.credentials';
import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import { SurveyInterviewTrigger } from '../../nodes/SurveyInterview/SurveyInterviewTrigger.node';

const isMapper = ({ type }: INodeProperties) => type === 'resourceMapper';
const { properties, ...action } = new SurveyInterview().description;
const { properties: triggerProperties, ...trigger } = new SurveyInterviewTrigger().description;
const { properties: credentialProperties, ...credential } = new SurveyInterviewApi();

it('the nodes and the credential keep their settings', () => {
	const operations = properties.filter(({ name }) => name === 'operation');
	expect(operations.every(({ noDataExpression }) => noDataExpression)).toBe(true);
	expect(action.inputs).toEqual([NodeConnectionTypes.Main]);
	expect([action, trigger, credential].map(textOf)).toMatchSnapshot();
});

it.each([
	['action node', properties.filter(({ displayOptions }) => !displayOptions)],
	['mapper of properties', properties.filter(isMapper).slice(0, 1)],
	['trigger', triggerProperties],
	['credential', credentialProperties],
])('the form of the %s keeps its names, types, defaults and conditions', (_what, controls) => {
	expect(controls.map(lineOf)).toMatchSnapshot();
});

it.each([
	['action node', properties],
	['trigger', triggerProperties],
	['credential', credentialProperties],
])(
	'the form of the %s names each control and choice, and tells the choices apart',
	(_what, all) => {
		const unclear: string[] = [];
		for (const { name, displayName, options } of all.flatMap(withThoseWithin)) {
			const choices = (options ?? []).filter((option) => 'value' in option);
			const values = choices
				.map(({ value }) => String(value))
				.filter((value) => !(HAVE_NONE.includes(name) && value === ''));
			for (const texts of [[displayName], choices.map((choice) => choice.name), values]) {
				if (texts.includes('') || new Set(texts).size < texts.length) unclear.push(name);
			}
		}
		expect(unclear).toEqual([]);
	},
);

/** Their first choice is that nothing is chosen, or nothing is set. */
const HAVE_NONE = ['audience', 'locale'];

/** A control, and the controls of which it is a collection. */
function withThoseWithin(control: INodeProperties): INodeProperties[] {
	const options = (control.options ?? []) as Array<INodeProperties | INodePropertyCollection>;
	const within = options.flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	return [control, ...within.flatMap(withThoseWithin)];
}

/** What stands elsewhere in the line, or explains the control and may change. */
const NOT_SHOWN = ['name', 'displayName', 'description', 'hint', 'placeholder', 'options'];

/** A control on a line: what a saved value is read by, without the words that explain it. */
function lineOf(control: INodeProperties): string {
	const { name, displayName, options } = control;
	const settings = Object.entries(control).filter(([key]) => !NOT_SHOWN.includes(key));
	// What is in a collection belongs to one event or operation, and is tested with it.
	const isChoice = control.type === 'options';
	const values = isChoice
		? (options as Array<{ value: unknown }>).map(({ value }) => value)
		: undefined;
	const label = control.type === 'notice' ? undefined : displayName;
	return `${name}: ${textOf({ label, ...Object.fromEntries(settings), values })}`;
}

const textOf = (value: object) =>
	JSON.stringify(value)
		.replaceAll('"', '')
		.replace(/^\{|\}$/g, '');
