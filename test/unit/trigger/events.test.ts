/** One file declares all of an event: the registry, the form and the types follow from it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { integer } from '../../../nodes/SurveyInterview/fields/makeField';
import { defineEvent, type EventLogic } from '../../../nodes/SurveyInterview/trigger/event';
import { EVENTS } from '../../../nodes/SurveyInterview/trigger/events';
import { triggerProperties, triggerSubtitle } from '../../../nodes/SurveyInterview/trigger/form';
import { PROJECT } from '../../engine';

const FOLDER = join(PROJECT, 'nodes/SurveyInterview/trigger/events');
const values = EVENTS.map(({ value }) => value);

it('are the files of the folder, each named like its event', () => {
	const files = readdirSync(FOLDER).filter((name) => name !== 'index.ts');
	expect(values.map((value) => `${value}.ts`).sort()).toEqual(files.sort());
});

it('are all in the form and in the subtitle, with what is their own', () => {
	const controls = new Map(triggerProperties().map((control) => [control.name, control]));
	const choices = (controls.get('event')?.options ?? []) as INodeProperties[];
	const options = (controls.get('options')?.options ?? []) as INodeProperties[];
	for (const { value, label, description, notices = [], fields } of EVENTS) {
		expect(choices).toContainEqual({ name: label, value, description });
		expect(triggerSubtitle()).toContain(`${value}: "`);
		for (const { name, text } of notices) expect(controls.get(name)?.displayName).toBe(text);
		for (const { name } of fields) {
			const shownFor = options.find((option) => option.name === name)?.displayOptions?.show;
			expect(shownFor?.['/event']).toContain(value);
		}
	}
});

// What must not compile: the types are checked with the tests.
it('are typed: an option that is declared is read, and one that is read is declared', () => {
	const texts = {
		value: 'some',
		label: 'Some',
		description: '',
		noTestEvent: '',
		output: {},
		docs: { item: '', output: '' },
		options: [integer('depth', 'Depth', '', { min: 1, default: 1 })],
	} as const;
	const logic: EventLogic = { request: () => ({ path: '/' }), judge: () => undefined };
	const read = defineEvent({
		...texts,
		configure: ({ depth, ...unread }) => ({ ...logic, unread, scope: [depth.toFixed()] }),
	});
	expect(read.fields).toEqual(texts.options);
	// @ts-expect-error Depth is not read.
	defineEvent({ ...texts, configure: (unread) => ({ ...logic, unread }) });
	defineEvent({
		...texts,
		// @ts-expect-error No such option is declared.
		configure: ({ depth, width, ...unread }) => ({ ...logic, unread, scope: [`${depth}${width}`] }),
	});
	const { noTestEvent, ...incomplete } = texts;
	expect(noTestEvent).toBe('');
	// @ts-expect-error The sentence for a test event that has nothing to show is missing.
	defineEvent({ ...incomplete, options: [], configure: (unread) => ({ ...logic, unread }) });
});
