/** Plays a known service through n8n's engine, as a person has it: operations, Sync, Check Service and the trigger. */
import { isEqual, isNil, omitBy, pick } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { AreaName } from '../../../../nodes/SurveyInterview/check/answers';
import type { JsonObject as Fields } from '../../../../nodes/SurveyInterview/records/json';
import type { Engine } from '../../../harness/engine';
import { createInstallation } from '../../../harness/engine/polling';
import { withRawService, type RawAnswer } from '../../../faults/rawService';
import { triggerNode, WORKFLOW } from '../../../harness/stage/trigger';
import { byId, CREDENTIAL } from '../../../harness/support';
import { allFields } from '../allFields';
import { differences, interview, PARTICIPANT_LINK } from './expected';
import { faultsOfItems, samplesOf, type Sample } from './output';
import { KnownService, truths } from './service';

const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
const [respondentId, topicId] = [byId(ID), byId(ID)];
/** Over before any bucket that is made: the node adds none that the answer does not have. */
const RANGE = { period: 'custom', range_start: '2020-01-01', range_end: '2020-02-01' };
const ALL = { returnAll: true };

/** Of each area, the end of its path, and the operation that reads it. */
const READ: Record<AreaName, [path: RegExp, operation: string, more?: INodeParameters]> = {
	token: [/\/me$/, 'token.get'],
	surveys: [/\/surveys$/, 'survey.getAll', ALL],
	survey: [/\/surveys\/[^/]+$/, 'survey.get'],
	invitations: [/\/invitations$/, 'invitation.getAll', ALL],
	mailings: [/\/mailings$/, 'mailing.getAll', ALL],
	respondents: [/\/respondents$/, 'respondent.getAll', ALL],
	conversation: [/\/conversation$/, 'respondent.getConversation'],
	overview: [/\/overview$/, 'result.getOverview'],
	suggestedRange: [/\/suggested-range$/, 'result.getSuggestedRange'],
	overTime: [/\/over-time$/, 'result.getOverTime', { ...RANGE, ...ALL }],
	scores: [/\/respondent-dots$/, 'result.getScores', { ...RANGE, ...ALL }],
	conclusion: [/\/conclusion$/, 'result.getConclusion', { locale: 'en' }],
	topics: [/\/topics$/, 'result.getTopics', ALL],
	quotes: [/\/quotes$/, 'result.getQuotes', ALL],
};

/** What is wrong in one whole service. */
export async function playKnown(engine: Engine, seed: number, index: number): Promise<string[]> {
	const service = new KnownService(seed, index);
	const samples = samplesOf(service);
	const answerTo = ({ path }: { path: string }): RawAnswer => {
		const plain = path.replace(/\?.*$/, '');
		const sample = samples.find(({ area }) => READ[area][0].test(plain));
		return sample ? { body: sample.answer } : { status: 404, body: {} };
	};
	return await withRawService(answerTo, async (baseUrl) => {
		const { fieldNames } = service;
		const names = fieldNames ? JSON.stringify(fieldNames) : '';
		const token = 'token-of-known';
		const participantLink = PARTICIPANT_LINK;
		const credential = { baseUrl, token, fieldNames: names, participantLink };
		// An answer about another survey would be refused.
		const surveyId = byId(sampleOf(samples, 'survey').expected[0]?.id);
		const run: Run = async (of, more = {}, items = undefined) => {
			const [resource = '', operation = ''] = of.split('.');
			const ran = await engine.runNode({
				parameters: { resource, operation, surveyId, respondentId, topicId, ...more },
				credentials: { [CREDENTIAL]: credential },
				...(items ? { items } : {}),
			});
			if (ran.error) throw ran.error;
			return ran.items.map(({ json }) => json);
		};
		const faults: string[] = [];
		for (const sample of samples.filter(saysSomething))
			faults.push(...(await ofOutput(sample, run)));
		faults.push(...(await ofPeople(samples, run)), ...(await ofTrigger(samples, credential)));
		faults.push(...(await ofCheck(samples, run)));
		return faults.map((fault) => `STRANGE_SEED=${seed}, whole service ${index}: ${fault}`);
	});
}

/** Runs an operation, such as `survey.get`. */
type Run = (of: string, more?: INodeParameters, items?: IDataObject[]) => Promise<IDataObject[]>;

const sampleOf = (samples: readonly Sample[], area: AreaName): Sample => {
	const found = samples.find((sample) => sample.area === area);
	if (!found) throw new Error(`There is no ${area}`);
	return found;
};

/** An answer that says nothing, such as `{status: 'success', data: {}}`, is no record to anybody. */
const saysSomething = ({ expected }: Sample) =>
	expected.some((fields) => !Object.values(fields).every(isNil));

/** What a record says must be in its item; where it says nothing, the request or its survey may. */
async function ofOutput({ area, expected }: Sample, run: Run): Promise<string[]> {
	const [, of, more] = READ[area];
	const said = expected.map((fields) => omitBy(fields, (value) => (value ?? null) === null));
	const [resource = '', operation = ''] = of.split('.');
	const items = await run(of, { ...allFields(resource, operation), ...more });
	return faultsOfItems({ area, expected: said }, items);
}

/** Find, a filter and Sync, for whoever is named first. */
async function ofPeople(samples: readonly Sample[], run: Run): Promise<string[]> {
	const [people, invited] = [sampleOf(samples, 'respondents'), sampleOf(samples, 'invitations')];
	const faults: string[] = [];
	const withEmail = people.expected.find(({ email }) => typeof email === 'string');
	if (withEmail) {
		const search = { findBy: 'email', email: String(withEmail.email) };
		const [found] = await run('respondent.find', search);
		const wanted = pick(withEmail, 'email', 'score', 'status');
		faults.push(...differences('find', (found?.match ?? undefined) as Fields, wanted));
	}
	const scored = people.expected.filter(({ score }) => typeof score === 'number');
	for (const { score } of scored) {
		const filters = { scoreFrom: Number(score), scoreTo: Number(score) };
		const items = await run('respondent.getAll', { ...ALL, filters });
		const same = scored.filter((one) => one.score === score);
		if (items.length !== same.length) faults.push(`filter: ${items.length} with ${Number(score)}`);
	}
	const guest = invited.expected.find(({ email }) => typeof email === 'string');
	if (guest) {
		const contact = { recipient_email: String(guest.email) };
		const sync = { ...contact, matchBy: 'email', dryRun: true, options: {} };
		const [item] = await run('invitation.sync', sync, [{}]);
		if (item?.id !== guest.id || item?.email !== guest.email)
			faults.push(`sync: ${JSON.stringify(item)}`);
	}
	return faults;
}

/** Whoever has completed comes as an event, and nobody else. */
async function ofTrigger(
	samples: readonly Sample[],
	credential: Record<string, string>,
): Promise<string[]> {
	const { records, expected } = sampleOf(samples, 'respondents');
	const n8n = createInstallation({
		engine: 'default',
		credentials: { [CREDENTIAL]: credential },
		now: () => Date.parse('2027-06-01T00:00:00Z'),
	});
	const options = { emitExisting: true };
	const fields = ['email', 'score', 'status'];
	const output = { output: 'selectedFields', fields };
	const node = triggerNode({ surveys: 'chosen', surveyIds: [ID], ...output, options });
	await n8n.boot();
	await n8n.save({ id: WORKFLOW, nodes: [node] });
	await n8n.publish(WORKFLOW);
	const { error } = await n8n.tick(WORKFLOW);
	n8n.crash();
	if (error) throw error;
	const events = n8n.executions.flatMap(({ items }) => items.flat()).map(({ json }) => json);
	const wanted = expected.filter((_fields, place) => {
		const one = records[place];
		return one !== undefined && interview(one).isCompleted;
	});
	const shown = (all: readonly Fields[]) =>
		all.map(({ email, score, status }) => JSON.stringify([email, score, status])).sort();
	return isEqual(shown(events), shown(wanted))
		? []
		: [`trigger: ${shown(events).join()}, not ${shown(wanted).join()}`];
}

/** Check Service finds whatever stands there. */
async function ofCheck(samples: readonly Sample[], run: Run): Promise<string[]> {
	const items = await run('token.checkService');
	return samples.filter(saysSomething).flatMap(({ area, records }) => {
		const item = items.find((one) => one.area === area);
		const found = (item?.details as { found?: object } | undefined)?.found;
		const stands = new Set(records.flatMap((one) => Object.keys(omitBy(truths(one), isNil))));
		if (found === undefined) return hasNoIds(samples, area) ? [] : [`check: no ${area}`];
		return [...stands].flatMap((name) => (name in found ? [] : [`check ${area}: no ${name}`]));
	});
}

/** A conversation is asked for by the ID of who has completed, quotes by that of a topic; paths take only UUIDs. */
function hasNoIds(samples: readonly Sample[], area: AreaName): boolean {
	if (area !== 'conversation' && area !== 'quotes') return false;
	const isPerson = area === 'conversation';
	const { records } = sampleOf(samples, isPerson ? 'respondents' : 'topics');
	const isAsked = (one: Sample['records'][number]) => !isPerson || interview(one).isCompleted;
	return !records.some((one) => isAsked(one) && UUID.test(String(truths(one).id)));
}
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
