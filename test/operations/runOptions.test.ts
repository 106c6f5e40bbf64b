import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { EVERYTHING, given, useEngine, useService } from '../harness/support';
import { credentialsFor } from '../harness/support/names';
import { Wording } from '../harness/support/wording';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));

async function run(parameters: INodeParameters) {
	return await engine.runNode({
		parameters: { ...EVERYTHING, ...parameters },
		credentials: credentialsFor(service),
	});
}

const surveys = (options: INodeParameters) => ({
	resource: 'survey',
	operation: 'getAll',
	returnAll: true,
	options,
});

const rename = (options: INodeParameters) => ({
	resource: 'survey',
	operation: 'update',
	surveyId: { __rl: true, mode: 'id', value: service.world.survey('Customer').id },
	updateFields: { name: 'Customer' },
	options,
});

const wording = new Wording();

describe('an option that cannot be used is refused before anything is sent', () => {
	it.each<[string, INodeParameters, string]>([
		['a part of a request at a time', surveys({ concurrency: given(3.7) }), 'Concurrency'],
		['a wait in words', surveys({ maxWait: given('soon') }), 'Max Wait'],
		['neither on nor off', surveys({ rawAnswer: given('maybe') }), 'Raw Answer'],
	])('%s', async (_name, parameters, option) => {
		const { error } = await run(parameters);
		wording.note(error?.message);
		expect(error?.message).toMatch(new RegExp(`^${option} `));
		expect(error?.description).toMatch(/^Nothing was sent/);
		expect(service.log).toEqual([]);
	});
});

it.each<[string, INodeParameters]>([
	[
		'an empty option as not set',
		{ concurrency: given(''), maxWait: given(null), timeout: given(''), rawAnswer: given('') },
	],
	[
		'numbers and switches that are text',
		{ concurrency: given('2'), maxWait: given('0.5'), rawAnswer: given('false') },
	],
	['more at the same time than it may as the most', { concurrency: given(50) }],
])('takes %s', async (_name, options) => {
	const { error, items } = await run(surveys(options));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(service.world.surveys().length);
});

it('options that n8n kept from another operation are ignored', async () => {
	const kept = { concurrency: given(3.7), rawAnswer: given('maybe'), maxEvents: given('many') };
	const { error } = await run(rename(kept));
	expect(error).toBeUndefined();
	expect(service.log).toHaveLength(1);
});

it('is refused in these words', () => expect(wording.page).toMatchSnapshot());
