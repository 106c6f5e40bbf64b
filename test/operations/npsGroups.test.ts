/** Respondent → Get Many with the filter NPS Group: the metric comes from the survey, read once a run. */
import type { INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { type Service } from '../harness/service';
import { useEngine, useService } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { credentialsFor } from '../harness/support/names';
import { chosen } from './case';

let engine: Engine;
useEngine((started) => (engine = started));

const wording = new Wording();

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let service: Service;
	useService((started) => (service = started), { dialect });

	const surveyOf = (metricType: 'nps' | 'enps' | 'csat') => {
		const { world } = service;
		const { id } = world.createSurvey({ name: `In ${metricType}`, metricType });
		for (let score = 0; score <= 10; score++) {
			world.interview({ surveyId: id }, { name: `Score ${score}`, score });
		}
		return id;
	};
	/** Asks for two items at once. */
	const read = async (id: string, filters: INodeParameters, more: INodeParameters = {}) => {
		service.clearLog();
		const ran = await engine.runNode({
			parameters: {
				resource: 'respondent',
				operation: 'getAll',
				returnAll: true,
				surveyId: chosen(id),
				filters,
				...more,
			},
			credentials: credentialsFor(service),
			items: [{}, {}],
		});
		const asked = service.log.map(({ operation }) => operation).sort();
		return { ...ran, names: ran.items.map(({ json }) => json.name), asked };
	};
	const twice = (...scores: number[]) => [...scores, ...scores].map((score) => `Score ${score}`);

	it.each([
		['nps', ['detractor'], [0, 1, 2, 3, 4, 5, 6]],
		['enps', ['passive', 'promoter'], [7, 8, 9, 10]],
	] as const)(
		'in an %s survey, keeps the respondents of the groups %j',
		async (metric, npsGroups, scores) => {
			const id = surveyOf(metric);
			const ran = await read(id, { npsGroups: [...npsGroups] });
			expect(ran.names.sort()).toEqual(twice(...scores).sort());
			// Both items share what is read.
			expect(ran.asked).toEqual(['respondent.getAll', 'survey.get']);
		},
	);

	it('refuses a survey without groups, in one sentence', async () => {
		const ran = await read(surveyOf('csat'), { npsGroups: ['detractor'] });
		expect(ran.error?.message).toMatch(/^NPS Group .*CSAT/);
		wording.note(ran.error?.message, 'a survey without groups');
		expect(ran.items).toEqual([]);
	});

	it('fails, and reads no respondents, if the survey cannot be read', async () => {
		const id = surveyOf('nps');
		service.faults.inject({
			match: { operation: 'survey.get' },
			fault: { kind: 'status', status: 403 },
			times: Infinity,
		});
		const ran = await read(id, { npsGroups: ['detractor'] });
		service.faults.clear();
		expect(ran.error?.message).toMatch(/403/);
		expect(ran.asked).not.toContain('respondent.getAll');
	});

	it('refuses a group that other filters exclude, before anything is sent', async () => {
		const ran = await read(surveyOf('nps'), { npsGroups: ['promoter'], scoreTo: 6 });
		expect(ran.error?.message).toMatch(/^NPS Group has no score between Score From and Score To/);
		expect(ran.asked).toEqual([]);
		const atTheEnd = await read(surveyOf('nps'), { npsGroups: ['promoter'], scoreFrom: 10 });
		expect(atTheEnd.error).toBeUndefined();
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
