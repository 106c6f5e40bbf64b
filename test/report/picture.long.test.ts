/** Get Report with a picture: a file beside the item, of what the report says. */
import { Container } from '@n8n/di';
import { XMLValidator } from 'fast-xml-parser';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';

import { callTool } from '../faults/callTool';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, useEngine, useForEach } from '../harness/support';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
const SEEDED = 'Customer relationship';
const PERIOD = { period: 'custom', periodStart: '2000-01-01', periodEnd: '2100-01-01' };

useForEach(
	(started) => (service = started),
	() => startService(),
);

async function pictureOf(survey: string, options: INodeParameters, of = service) {
	const ran = await act(engine, of, {
		operation: 'result.getReport',
		parameters: { surveyId: byId(of.world.survey(survey).id), ...PERIOD, options },
	});
	expect(ran.error?.message).toBeUndefined();
	const [item] = ran.items;
	const file: IBinaryData | undefined = item?.binary?.report;
	const svg = Buffer.from(file?.data ?? '', 'base64').toString();
	return { file, svg, binary: item?.binary, json: item?.json ?? {} };
}

/** What is read in the picture, and what those who hear it hear. */
const wordsIn = (svg: string) => svg.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const missingIn = ({ numbers }: IDataObject) =>
	Object.entries(numbers as Record<string, { missing?: string }>)
		.filter(([, part]) => part.missing === 'notWanted')
		.map(([name]) => name);

it('is not there unless it is chosen', async () => {
	expect((await pictureOf(SEEDED, {})).binary).toBeUndefined();
	expect((await pictureOf(SEEDED, { parts: ['scores'] })).binary).toBeUndefined();
});

it('alone, it shows a report with all parts', async () => {
	const { file, svg, json } = await pictureOf(SEEDED, { parts: ['picture'] });
	expect(file).toMatchObject({
		fileName: 'report.svg',
		mimeType: 'image/svg+xml',
		fileExtension: 'svg',
	});
	expect(XMLValidator.validate(svg)).toBe(true);
	expect(missingIn(json)).toEqual([]);
	for (const line of json.highlights as string[]) expect(wordsIn(svg)).toContain(line);
	expect(wordsIn(svg)).toContain(SEEDED);
});

it('with others, it shows those', async () => {
	const { svg, json } = await pictureOf(SEEDED, { parts: ['topics', 'picture'] });
	expect(missingIn(json)).toEqual(['scores', 'scoresBefore', 'trend', 'quotes', 'conclusion']);
	expect(wordsIn(svg)).toContain('Topics');
	expect(wordsIn(svg)).not.toContain('In their words');
});

it('is a file where n8n keeps files, in its folder', async () => {
	const files = Container.get(BinaryDataService);
	const own = files as unknown as { managers: Record<string, unknown>; mode: string };
	const kept: string[] = [];
	const store = async (_place: unknown, content: Buffer, { fileName }: { fileName: string }) => {
		kept.push(`${fileName}: ${content.toString().slice(0, 4)}`);
		return { fileId: 'file-1', fileSize: content.length };
	};
	own.managers[own.mode] = { store };
	try {
		const { file } = await pictureOf(SEEDED, { parts: ['picture'] });
		expect(file).toMatchObject({ id: `${own.mode}:file-1`, data: own.mode });
		expect(kept).toEqual(['report.svg: <svg']);
	} finally {
		delete own.managers[own.mode];
	}
});

it('of a survey with a hostile name is XML, and has the name as text', async () => {
	const name = '</text><script href="https://evil.example">\u0001\uFFFE&amp;' + 'W'.repeat(90);
	service.world.survey(SEEDED).name = name;
	const { svg } = await pictureOf(name, { parts: ['picture'] });
	expect(XMLValidator.validate(svg)).toBe(true);
	expect(svg).not.toMatch(/<(?!\/?(?:svg|title|desc|rect|text)\b)|evil\.example/);
	for (const sign of ['\u0001', '\uFFFE']) expect(svg).not.toContain(sign);
	expect(svg.match(/https?:/g)).toHaveLength(1);
});

it('of an anonymous survey with few answers has no score and no bar', async () => {
	const survey = 'Leadership offsite (anonymous, few answers)';
	const { svg, json } = await pictureOf(survey, { parts: ['picture', 'scores', 'topics'] });
	expect(json).toMatchObject({ answers: null, score: null });
	// The paper alone.
	expect(svg.match(/<rect /g)).toHaveLength(1);
	expect(wordsIn(svg)).toMatch(/too few people/);
});

it('of a survey without answers says so, in its language', async () => {
	service.world.createSurvey({ name: 'Nieuw', interviewLocale: 'nl' });
	const { svg, json } = await pictureOf('Nieuw', { parts: ['picture'] });
	expect(json).toMatchObject({ answers: 0 });
	expect(svg).toContain('xml:lang="nl"');
	expect(wordsIn(svg)).toContain('Niets in deze periode.');
	expect(svg.match(/<rect /g)).toHaveLength(1);
});

it('of a survey with 100,000 respondents is as small as others', async () => {
	const large = await startService({ seed: { respondents: 100_000 } });
	try {
		const { svg, json } = await pictureOf(SEEDED, { parts: ['picture'] }, large);
		expect(Number(json.answers)).toBeGreaterThan(10_000);
		expect(XMLValidator.validate(svg)).toBe(true);
		expect(svg.length).toBeLessThan(40_000);
		expect(large.log.some(({ path }) => path.endsWith('/respondents'))).toBe(false);
	} finally {
		await large.stop();
	}
});

it('is nothing for a model', async () => {
	const surveyId = byId(service.world.survey(SEEDED).id);
	const parameters = { resource: 'result', operation: 'getReport', surveyId, ...PERIOD };
	const heard = await callTool(engine, service, { ...parameters, options: { parts: ['picture'] } });
	expect(heard).not.toMatch(/<svg|binary/i);
	expect(JSON.parse(heard)).toHaveLength(1);
});

it('a part that never answers is asked for once, and the report goes out', async () => {
	const match = { operation: 'result.getTopics' };
	service.faults.inject({ match, fault: { kind: 'hang' }, times: Infinity });
	const { json } = await pictureOf(SEEDED, { parts: ['scores', 'topics'], timeout: 1 });
	expect(json.numbers).toMatchObject({ topics: { missing: 'unreadable' } });
	expect(Number(json.answers)).toBeGreaterThan(0);
	const asked = service.log.filter(({ operation }) => operation === 'result.getTopics');
	expect(asked).toHaveLength(1);
});
