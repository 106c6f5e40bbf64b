/**
 * `npm run docs`: plays a saved workflow of each operation and event, and writes `<version>.json` for the version of
 * package.json. Into the files of other versions it only writes fields that are new: what they promise stays.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { EVENTS } from '../../../nodes/SurveyInterview/trigger/events/allEvents';
import { version } from '../../../package.json';
import { createEngine, type Engine } from '../../harness/engine';
import { startService } from '../../harness/service';
import { chosen, full } from '../../operations/case';
import { CASES } from '../../operations/cases';
import { FOLDER, newestVersion, play, stored, storedVersions, type Saved } from './play';

type Draft = Omit<Saved, 'fields'>;

const write = (file: string, saved: Saved[]) =>
	writeFileSync(join(FOLDER, `${file}.json`), `${JSON.stringify(saved, null, '\t')}\n`);

/** What no case of an endpoint plays. */
const OTHERS = (surveyId: INodeParameters) =>
	[
		['token/checkService', {}],
		['result/getReport', { surveyId }],
		['result/compareGroups', { surveyId, property: chosen('department'), period: 'last90Days' }],
		['invitation/sync', { surveyId, recipient_email: '={{ $json.email }}', dryRun: true }],
	] as const;

async function drafts(engine: Engine): Promise<Draft[]> {
	const service = await startService();
	const operations = Object.entries(CASES).map(([name, make]): [string, INodeParameters] => {
		const { ids = {}, parameters } = make(service);
		const pickers = Object.entries(ids).map(([id, value]) => [
			id.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase()),
			chosen(value),
		]);
		return [name, { ...(Object.fromEntries(pickers) as INodeParameters), ...parameters }];
	});
	const others = OTHERS(chosen(full(service).id));
	await service.stop();
	const ofNode = [...operations, ...others].map(([name, parameters]): Draft => {
		const [resource = '', operation = ''] = name.split('/');
		const items = name === 'invitation/sync' ? [{ email: 'ada@example.com' }] : undefined;
		const typeVersion = newestVersion(engine, name);
		return { name, typeVersion, parameters: { resource, operation, ...parameters }, items };
	});
	const ofTrigger = EVENTS.map(({ value: event }): Draft => {
		const options = event === 'interviewCompleted' ? { includeConversation: true } : {};
		const name = `event/${event}`;
		const parameters = { event, output: 'simplified', options };
		return { name, typeVersion: newestVersion(engine, name), parameters };
	});
	return [...ofNode, ...ofTrigger];
}

async function record(engine: Engine): Promise<void> {
	const own: Saved[] = [];
	for (const draft of await drafts(engine))
		own.push({ ...draft, fields: await play(engine, draft) });
	write(version, own);
	for (const other of storedVersions().filter((one) => one !== version)) {
		const saved: Saved[] = [];
		for (const one of stored(other))
			saved.push({ ...one, fields: { ...(await play(engine, one)), ...one.fields } });
		write(other, saved);
	}
}

void createEngine().then(async (engine) => {
	await record(engine);
	engine.close();
});
