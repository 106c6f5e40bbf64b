/** One file declares all of an event: the registry, the form and the types follow from it. */
import { RateLimiter, WaitBudget } from '../../../nodes/SurveyInterview/http/rateLimiter';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { EVENTS } from '../../../nodes/SurveyInterview/trigger/events/allEvents';
import { triggerProperties, triggerSubtitle } from '../../../nodes/SurveyInterview/trigger/form';
import { PROJECT } from '../../harness/engine';
import { FieldChecker } from '../../../nodes/SurveyInterview/input/fieldChecker';
import { settingsFrom } from '../../../nodes/SurveyInterview/trigger/settings';

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

/** A session in which every request has the same answer. */
const sessionThat = (value: unknown) => ({
	rateLimiter: new RateLimiter(),
	budget: new WaitBudget(Infinity),
	attempt: async () =>
		await Promise.resolve({
			kind: 'answer',
			status: 200,
			headers: {},
			body: { kind: 'json', value },
		}),
});

it.each([
	['emailFailed', 'mailings'],
	['interviewCompleted', 'respondents'],
	['mailingStatusChanged', 'mailings'],
])('%s finds its list, %s, beside another', async (value, name) => {
	const { event } = settingsFrom(
		(parameter, absent) => (parameter === 'event' ? value : absent),
		new FieldChecker('UTC'),
	);
	const answer = { another: [{ id: 'a' }], [name]: [{ id: 'b', status: 'completed' }] };
	const read = await event.read({
		session: sessionThat(answer),
		survey: { id: '1' },
		memory: { entry: '', known: '' },
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

describe('Email Failed', () => {
	const { event } = settingsFrom(
		(parameter, absent) => (parameter === 'event' ? 'emailFailed' : absent),
		new FieldChecker('UTC'),
	);
	const failed = { id: 'r', email: 'ada@x.com', status: 'failed' };
	/** Of which mailings a recipient whose email failed is told. */
	const mailingsTold = async (mailings: object[], room = 100) => {
		const poll = {
			session: sessionThat({ recipients: [failed], recipients_total: 1 }),
			survey: { id: '1', name: 'Customers', entry: '', record: {}, facts: {} },
			memory: { entry: '', known: '' },
			now: Date.parse('2026-03-10T00:00:00Z'),
			isCheck: true,
			room,
		};
		const { events } = await event.look(poll as never, mailings);
		return events.map(({ json }) => json.mailing_id);
	};
	const at = (day: number) => `2026-03-0${day}T00:00:00Z`;

	it('asks for the recipients of every mailing that has begun, whatever says so', async () => {
		const begun = [
			{ status: 'sent' },
			{ status: 'failed' },
			{ status: 'sending', started_at: at(1) },
			{ status: 'sending', sent_count: 1 },
			{ status: 'unknown', completed_at: at(1) },
		];
		const notBegun = [{ status: 'draft' }, { status: 'scheduled', sent_count: 0 }, {}];
		const mailings = [...begun, ...notBegun].map((facts, index) => ({ id: `m${index}`, ...facts }));
		expect((await mailingsTold(mailings)).sort()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
	});

	it('tells of the mailing that began first, if there is room for one', async () => {
		const mailings = [
			{ id: 'late', status: 'sent', started_at: at(3) },
			{ id: 'early', status: 'sent', created_at: at(1) },
			{ id: 'between', status: 'sent', created_at: at(1), started_at: at(2) },
		];
		expect(await mailingsTold(mailings, 1)).toEqual(['early']);
		expect(await mailingsTold(mailings, 2)).toEqual(['early', 'between']);
	});
});
