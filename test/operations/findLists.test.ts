/** Find reads each list once, and says so where it cannot be searched. */
import type { INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { useEngine, useForEach } from '../harness/support';
import { credentialsFor } from '../harness/support/names';
import { chosen, full } from './case';
import { idsIn, runFind } from './finding';
import { withFixedAnswer } from './fixedAnswer';

let engine: Engine;
useEngine((started) => (engine = started));

describe.each(DIALECTS)('many items in the dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		() => startService({ dialect }),
	);

	it('one request for each survey, an item for each', async () => {
		const onboarding = service.world.survey('Onboarding');
		const { id: ours } = full(service);
		const items = Array.from({ length: 40 }, (_unused, place) => ({
			survey: place % 2 === 0 ? ours : onboarding.id.toUpperCase(),
			email: `person${place}@example.com`,
		}));
		const parameters = {
			surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' },
			findBy: 'email',
			email: '={{ $json.email }}',
		};
		const ran = await runFind(engine, service, 'invitation', parameters, items);
		expect(ran.error?.message).toBeUndefined();
		expect(service.log.map(({ path }) => path).sort()).toEqual(
			[ours, onboarding.id].map((id) => `/api/surveys/${id}/invitations`).sort(),
		);
		expect(ran.items).toHaveLength(items.length);
		for (const [item, { json, pairedItem }] of ran.items.entries()) {
			const { survey, email } = items[item] ?? {};
			const surveyId = survey?.toLowerCase() ?? '';
			const wanted = service.world
				.invitations(surveyId)
				.filter(({ recipientEmail }) => recipientEmail === email);
			expect(pairedItem).toEqual({ item });
			expect(json.survey_id).toBe(surveyId);
			expect(idsIn(json)).toEqual(wanted.map(({ id }) => id));
		}
		expect(ran.items.some(({ json }) => json.count === 1)).toBe(true);
	});

	it('a list that cannot be read fails each item that looks in it, after one request, and no other', async () => {
		const unknown = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
		const items = Array.from({ length: 20 }, (_unused, place) => ({
			survey: place % 2 === 0 ? unknown : full(service).id,
		}));
		const parameters = {
			surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' },
			findBy: 'email',
			email: 'ann@example.com',
		};
		const goingOn = await runFind(engine, service, 'respondent', parameters, items, {
			onError: 'continueRegularOutput',
		});
		expect(service.log).toHaveLength(2);
		expect(goingOn.items).toHaveLength(items.length);
		for (const [item, { json, pairedItem }] of goingOn.items.entries()) {
			expect(pairedItem).toEqual({ item });
			if (item % 2 === 0) expect(json).toMatchObject({ error: expect.any(String) });
			else expect(json).toMatchObject({ count: 0 });
		}
		const stopped = await runFind(engine, service, 'respondent', parameters, items);
		expect(stopped.status).toBe('error');
		expect(stopped.items).toEqual([]);
		expect(stopped.error?.description).toContain('Row 1: failed.');
	});
});

describe('an answer of another shape', () => {
	const find = async (url: string, parameters: INodeParameters) =>
		await engine.runNode({
			parameters: {
				resource: 'respondent',
				operation: 'find',
				output: 'everything',
				surveyId: chosen('7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12'),
				findBy: 'email',
				email: 'ann@example.com',
				...parameters,
			},
			credentials: credentialsFor({ url, token: 'token' }),
		});

	it('that is only a part of the list never says that somebody is not in it', async () => {
		await withFixedAnswer({ items: [{ email: 'bob@example.com' }], total: 2 }, async (url) => {
			const { error, items } = await find(url, {});
			expect(error?.message).toMatch(/^The service returned only part of the list \(1 record\), /);
			expect(items).toEqual([]);
		});
	});

	it('in which no list can be told', async () => {
		await withFixedAnswer({ a: [{}], b: [{}] }, async (url) => {
			const { error } = await find(url, {});
			expect(error?.message).toContain('no list of records that can be searched. Its keys: a, b');
		});
	});

	it('whose whole list is in a container', async () => {
		const respondents = [{ participant: { emailAddress: 'ANN@example.com' } }, {}];
		await withFixedAnswer({ data: { respondents }, total: 2 }, async (url) => {
			expect((await find(url, {})).items[0]?.json).toMatchObject({
				count: 1,
				unreadable: 1,
				match: respondents[0],
				keys: [{ id: null, agrees: ['email'], differs: [] }],
			});
		});
	});
});
