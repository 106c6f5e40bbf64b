import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { SURVEY } from '../facts/surveyFacts';
import type { Field } from '../fields/field';
import { fieldsField, OUTPUT } from '../fields/nodeFields';
import { alphabetical, controlsOf } from '../form/controls';
import { schemaOf } from '../form/outputSchemas';
import { type JsonObject, usualFields } from '../records/json';
import type { TriggerEvent } from './event';
import { DEFAULT_EVENT, EVENTS } from './events/allEvents';
import { COMMON_OPTIONS } from './settings';

/** All parameters of the trigger; n8n itself adds when to poll. */
export function triggerProperties(): INodeProperties[] {
	return [
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			options: EVENTS.map(({ label: name, value, description }) => ({
				name,
				value,
				description,
			})).sort((a, b) => alphabetical(a.name, b.name)),
			default: DEFAULT_EVENT,
			description: 'What starts the workflow',
		},
		{
			displayName: 'Surveys',
			name: 'surveys',
			type: 'options',
			options: [
				{
					name: 'All Surveys',
					value: 'all',
					description: 'Every survey that the token can access, including future ones',
				},
				{ name: 'Chosen Surveys', value: 'chosen', description: 'Only the surveys chosen below' },
			],
			default: 'all',
			description: 'Which surveys to watch',
		},
		{
			displayName: 'Survey Names or IDs',
			name: 'surveyIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'loadSurveys' },
			required: true,
			default: [],
			displayOptions: { show: { surveys: ['chosen'] } },
			description:
				'The surveys to watch. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		...EVENTS.flatMap(noticesOf),
		...controlsOf(OUTPUT, false),
		...EVENTS.flatMap(fieldsOf),
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			displayOptions: {
				show: {
					event: EVENTS.filter(({ filters }) => filters.length > 0).map(({ value }) => value),
				},
			},
			options: controlsOfEvents(({ filters }) => filters),
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: controlsOfEvents(({ options }) => options, COMMON_OPTIONS),
		},
	];
}

/** The choice of fields of an event. */
function fieldsOf({ value, output }: TriggerEvent): INodeProperties[] {
	return controlsOf(fieldsField(output.fields), false).map((control) => ({
		...control,
		displayOptions: { show: { event: [value], ...control.displayOptions?.show } },
	}));
}

/** What the canvas shows below the node's name: the chosen event. */
export function triggerSubtitle(): string {
	const names = EVENTS.map(({ value, label }) => `${value}: "${sentenceCase(label)}"`);
	return `={{ { ${names.join(', ')} }[$parameter["event"]] }}`;
}

const sentenceCase = (label: string) => label.charAt(0) + label.slice(1).toLowerCase();

function noticesOf({ value, notices = [] }: TriggerEvent): INodeProperties[] {
	return notices.map(({ name, text, withFilter, withoutFilters = [] }) => {
		const show = { event: [value], ...(withFilter ? filterExists(withFilter) : {}) };
		const hide = Object.assign({}, ...withoutFilters.map(filterExists)) as DisplayConditions;
		const displayOptions = withoutFilters.length > 0 ? { show, hide } : { show };
		return { displayName: text, name, type: 'notice', default: '', displayOptions };
	});
}

type DisplayConditions = NonNullable<IDisplayOptions['show']>;

const filterExists = (name: string): DisplayConditions => ({
	[`/filters.${name}`]: [{ _cnd: { exists: true } }],
});

/** Fields that all events have, and those of single events, each shown for its event. */
function controlsOfEvents(
	ownOf: (event: TriggerEvent) => readonly Field[],
	common: readonly Field[] = [],
): INodeProperties[] {
	const own = EVENTS.flatMap((event) =>
		ownOf(event).map((field) => ({ ...field, shownFor: { '/event': [event.value] } })),
	);
	const controls = [...common, ...own].flatMap((field) => controlsOf(field, false));
	return controls.sort((a, b) => alphabetical(a.displayName, b.displayName));
}

/**
 * The output schemas of the events, by `event/<value>`, of the output Simplified. n8n itself shows none of a
 * trigger; the tests hold each event to its own, and programs can read them.
 */
export function eventSchemas(): Record<string, JsonObject> {
	const survey = { object: usualFields(SURVEY), nullable: true } as const;
	return Object.fromEntries(
		EVENTS.map(({ value, output }) => [
			`event/${value}`,
			schemaOf({ ...usualFields(output), survey }),
		]),
	);
}
