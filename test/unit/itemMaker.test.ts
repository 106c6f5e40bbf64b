import { INVITATION } from '../../nodes/SurveyInterview/service/invitations';
import {
	MAILING,
	MAILING_RECIPIENT,
	MAILING_STATS,
} from '../../nodes/SurveyInterview/service/mailings';
import { BUCKET, OVERVIEW, QUOTE, TOPIC } from '../../nodes/SurveyInterview/service/results';
import { RESPONDENT } from '../../nodes/SurveyInterview/service/respondents';
import { SURVEY } from '../../nodes/SurveyInterview/service/surveys';
import type { KnownFacts, Simplified } from '../../nodes/SurveyInterview/service/simplified';
import type { JsonObject } from '../../nodes/SurveyInterview/service/json';
import { ItemMaker, ItemMakers } from '../../nodes/SurveyInterview/run/itemMaker';
import { SurveyRecords } from '../../nodes/SurveyInterview/run/surveyRecords';
import type { Session } from '../../nodes/SurveyInterview/http/session';
import { findOperation } from '../../nodes/SurveyInterview/operations';
import type { EndpointOperation } from '../../nodes/SurveyInterview/operations/operation';
import { arrivingInParts } from './arriving';

const records = Array.from({ length: 100 }, (_unused, place) => ({ id: `r-${place}`, score: 9 }));

/** A maker of items, its reader of facts, and what says what the survey tells. */
function begin(names = ['id', 'nps_group', 'survey_name'], wanted = {}) {
	const read = jest.fn(RESPONDENT.read);
	let tell: (survey: KnownFacts | Error) => void = () => {};
	const readSurvey = jest.fn(
		async () => await new Promise<KnownFacts | Error>((resolve) => (tell = resolve)),
	);
	const requestFacts = { survey_id: 'of the request' };
	const simplified = { ...RESPONDENT, read };
	const setup = { simplified, names, requestFacts, readParent: readSurvey };
	return {
		maker: new ItemMaker(setup, wanted),
		read,
		readSurvey,
		tell: (survey: KnownFacts | Error) => tell(survey),
	};
}

const collected = async (maker: ItemMaker, list: readonly JsonObject[] = records) =>
	await maker.collect(arrivingInParts(list, 1));

it('leaves a list when it has enough, and has read so many that it can say how many there are', async () => {
	const long = Array.from({ length: 3_000 }, (_unused, id) => ({ id: `r-${id}`, score: 9 }));
	const { maker } = begin(['id'], { limit: 5 });
	const cut = await collected(maker, long);
	expect([cut.items.length, cut.count, cut.passed, cut.hasMore]).toEqual([5, 1_000, 1_000, true]);
	const short = await collected(maker, long.slice(0, 1_000));
	expect([short.items.length, short.count, short.hasMore]).toEqual([5, 1_000, false]);
});

it('says that the survey could not be read, and that nothing was found', async () => {
	const unread = begin();
	const whole = await collected(unread.maker);
	unread.tell(new Error('not now'));
	const { items, remarks } = await unread.maker.itemsOfChosen(whole);
	expect(items).toEqual(records.map(({ id }) => ({ id, nps_group: null, survey_name: null })));
	expect(remarks).toEqual({ recordNotRead: expect.stringMatching(/^The survey .*: not now$/) });

	const { maker } = begin(['name']);
	const list = [{ id: 'r-1', shoe_size: 42, ana: 1, friend: 'Ana' }];
	expect(await maker.itemsOf(list)).toEqual({
		items: [{ name: null }],
		remarks: {
			lacks: { field: 'field of Simplified', unreadKeys: ['shoe_size', 'ana', 'friend'] },
		},
	});
});

it('has ended only when its read of the survey has', async () => {
	const { maker, tell } = begin();
	await collected(maker);
	const settled = maker.settled();
	const first = async () => await Promise.race([settled, 'still reading']);
	expect(await first()).toBe('still reading');
	tell({});
	expect(await first().then(async () => await settled)).toBeUndefined();
});

it('the overview has the metric of its survey where it does not tell one', async () => {
	const metricOf = async (record: JsonObject) => {
		const readParent = async () => await Promise.resolve({ metric_type: 'csat' });
		const setup = {
			simplified: OVERVIEW,
			names: ['metric_type'],
			requestFacts: {},
			readParent,
		};
		return (await new ItemMaker(setup, {}).itemsOf([record])).items;
	};
	expect(await metricOf({ score: 4 })).toEqual([{ metric_type: 'csat' }]);
	expect(await metricOf({ score: 4, metric_type: 'nps' })).toEqual([{ metric_type: 'nps' }]);
});

it('the counters of a mailing have what only the mailing tells, if it is asked for', async () => {
	const mailing = { id: 'm-1', status: 'sent', subject_override: 'Tell us' };
	const countersWith = async (...names: string[]) => {
		const readParent = jest.fn(async () => await Promise.resolve(mailing));
		const setup = { simplified: MAILING_STATS, names, requestFacts: {}, readParent };
		const { items } = await new ItemMaker(setup, {}).itemsOf([{ sent: 4 }]);
		return { items, reads: readParent.mock.calls.length };
	};
	expect(await countersWith('subject_override')).toEqual({
		items: [{ subject_override: 'Tell us' }],
		reads: 1,
	});
	expect(await countersWith('sent', 'status')).toEqual({
		items: [{ sent: 4, status: 'sent' }],
		reads: 1,
	});
	expect(await countersWith('sent')).toEqual({ items: [{ sent: 4 }], reads: 0 });
});

it.each<[string, object]>([
	['the same in every record', { remarks: { lacks: { field: 'id', unreadKeys: ['shoe_size'] } } }],
	['one record', { remarks: {} }],
])('says that none of several has the field that each record has: %s', async (which, wanted) => {
	const setup = {
		simplified: INVITATION,
		names: ['label', 'id'],
		requestFacts: {},
		readParent: async () => await Promise.resolve({}),
	};
	const one = { label: 'A', shoe_size: 42 };
	const end = async (...list: Array<Record<string, unknown>>) =>
		await new ItemMaker(setup, {}).itemsOf(list);
	expect(await end(...(which === 'one record' ? [one] : [one, one]))).toMatchObject(wanted);
	expect((await end(one, { ...one, id: 'i-1' })).remarks).toEqual({});
	const unasked = new ItemMaker({ ...setup, names: ['label'] }, {});
	expect((await unasked.itemsOf([one, one])).remarks).toEqual({});
});

it.each<[string, string, Simplified, JsonObject]>([
	['invitations', 'id', INVITATION, { label: 'A' }],
	['surveys', 'id', SURVEY, { name: 'A' }],
	['mailings', 'id', MAILING, { subject_override: 'A' }],
	['recipients', 'id', MAILING_RECIPIENT, { recipient_name: 'A' }],
	['quotes', 'text', QUOTE, { topic: 'A' }],
	['topics', 'name', TOPIC, { mentions: 4 }],
	['buckets', 'from', BUCKET, { score: 4 }],
])('each of several %s has %s', async (_list, always, simplified, record) => {
	const names = Object.keys(simplified.fields);
	const readParent = async () => await Promise.resolve({});
	const setup = { simplified, names, requestFacts: {}, readParent };
	const maker = new ItemMaker(setup, {});
	const { remarks } = await maker.itemsOf([record, record]);
	expect(remarks).toMatchObject({ lacks: { field: always } });
});

it.each(['theme', 'property'])(
	'a %s without an ID does not get that of the survey',
	async (resource) => {
		const operation = findOperation(resource, 'getAll') as EndpointOperation;
		const makers = new ItemMakers(new SurveyRecords({} as Session), operation);
		const request = { identifiers: { survey_id: 'survey' }, output: ['id', 'name', 'label'] };
		const { items } = await makers.makerFor(request as never).itemsOf([{ name: 'Price' }]);
		expect(items).toMatchObject([{ id: null }]);
	},
);
