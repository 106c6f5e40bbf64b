/** One file declares all of an event: the registry, the form and the types follow from it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { EVENTS } from '../../../nodes/SurveyInterview/trigger/events/allEvents';
import { triggerProperties, triggerSubtitle } from '../../../nodes/SurveyInterview/trigger/form';
import { PROJECT } from '../../harness/engine';
import { eventOf, sessionOf } from './aSession';

const FOLDER = join(PROJECT, 'nodes/SurveyInterview/trigger/events');
const values = EVENTS.map(({ value }) => value);

it('are the files of the folder, each named like its event', () => {
	const files = readdirSync(FOLDER).filter((name) => name !== 'allEvents.ts');
	expect(values.map((value) => `${value}.ts`).sort()).toEqual(files.sort());
});

it('are all in the form and in the subtitle, with what is their own', () => {
	const controls = new Map(triggerProperties().map((control) => [control.name, control]));
	const choices = (controls.get('event')?.options ?? []) as INodeProperties[];
	for (const { value, label, description, notice, ...event } of EVENTS) {
		expect(choices).toContainEqual({ name: label, value, description });
		expect(triggerSubtitle()).toContain(`${value}: "`);
		expect(controls.get(`${value}Notice`)?.displayName).toBe(notice);
		for (const place of ['options', 'filters'] as const) {
			const added = (controls.get(place)?.options ?? []) as INodeProperties[];
			for (const { name } of event[place]) {
				const shownFor = added.find((control) => control.name === name)?.displayOptions?.show;
				expect(shownFor?.['/event']).toContain(value);
			}
		}
	}
});

it.each([
	['emailFailed', 'mailings'],
	['interviewCompleted', 'respondents'],
	['mailingStatusChanged', 'mailings'],
])('%s finds its list, %s, beside another', async (value, name) => {
	const event = eventOf(value);
	const answer = { another: [{ id: 'a' }], [name]: [{ id: 'b', status: 'completed' }] };
	const read = await event.read({
		session: sessionOf(() => answer),
		survey: { id: '1' },
		memory: { entryHash: '', known: '' },
	} as never);
	expect(JSON.stringify(read)).toContain('"id":"b"');
	expect(JSON.stringify(read)).not.toContain('"id":"a"');
});

it('a control with choices has several, and its default is one of them', () => {
	const controls = triggerProperties().filter(({ type }) => type === 'options');
	expect(controls.map(({ name }) => name)).toContain('surveys');
	for (const { name, options, default: chosen } of controls) {
		const choices = (options ?? []) as INodeProperties[];
		expect([name, choices.length > 1]).toEqual([name, true]);
		expect(choices).toContainEqual(expect.objectContaining({ value: chosen }));
	}
});
