/** Where no language is chosen, a conclusion is in that of its survey, if the service has it. */
import type { INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, useEngine, useForEach } from '../harness/support';
import { full } from './case';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));

const LANGUAGE = /"(interview_?locale|locale|language)":"[^"]*"/gi;

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	useForEach(
		(started) => (service = started),
		async () => await startService({ dialect }),
	);

	const spoken = (language: string) => {
		const rewrite = (body: string) => body.replaceAll(LANGUAGE, `"$1":"${language}"`);
		const fault = { kind: 'rewritten body', rewrite } as const;
		service.faults.inject({ match: { operation: 'survey.get' }, fault, times: Infinity });
	};
	/** The languages that were asked for, and how many requests there were. */
	const asked = async (parameters: INodeParameters = {}, items = [{}]) => {
		service.clearLog();
		const { error } = await act(engine, service, {
			operation: 'result.getConclusion',
			parameters: { surveyId: byId(full(service).id), ...parameters },
			items,
		});
		expect(error?.message).toBeUndefined();
		const sent = service.requests({ operation: 'result.getConclusion' });
		const languages = sent.map(({ query }) => Object.fromEntries(query).locale);
		return [languages, service.log.length];
	};

	it.each([
		['en', 'en'],
		['nl', 'nl'],
		['nl_BE', 'nl'],
		['de', undefined],
	])('%j: %s', async (language, locale) => {
		spoken(language);
		expect(await asked()).toEqual([[locale], 2]);
	});

	it('what is chosen is sent, and the survey is not read', async () => {
		spoken('en');
		expect(await asked({ locale: 'nl' })).toEqual([['nl'], 1]);
	});

	it('a survey is read once in a run; one that cannot be read is no failure', async () => {
		spoken('en');
		const filters = { period: '={{ $itemIndex ? "all_time" : "last_year" }}' };
		expect(await asked({ filters }, [{}, {}])).toEqual([['en', 'en'], 3]);
		service.faults.clear();
		service.faults.inject({
			match: { operation: 'survey.get' },
			fault: { kind: 'status', status: 403, code: 'insufficient_scope' },
		});
		expect(await asked()).toEqual([[undefined], 2]);
	});
});
