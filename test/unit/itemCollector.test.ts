import { INVITATION } from '../../nodes/SurveyInterview/service/invitations';
import { MAILING, MAILING_RECIPIENT } from '../../nodes/SurveyInterview/service/mailings';
import { OVER_TIME, QUOTE, TOPIC } from '../../nodes/SurveyInterview/service/results';
import { RESPONDENT } from '../../nodes/SurveyInterview/service/respondents';
import { SURVEY } from '../../nodes/SurveyInterview/service/surveys';
import type { KnownFacts, Simplified } from '../../nodes/SurveyInterview/service/simplified';
import type { JsonObject } from '../../nodes/SurveyInterview/records/json';
import { ItemCollector } from '../../nodes/SurveyInterview/run/simplify';

const records = Array.from({ length: 100 }, (_unused, place) => ({ id: `r-${place}`, score: 9 }));

/** A collector, how many records it has simplified, and what says what the survey tells. */
function begin(names = ['id', 'nps_group', 'survey_name']) {
	const read = jest.fn(RESPONDENT.reader());
	let tell: (survey: KnownFacts | Error) => void = () => {};
	const readSurvey = jest.fn(
		async () => await new Promise<KnownFacts | Error>((resolve) => (tell = resolve)),
	);
	const ofRequest = { survey_id: 'of the request' };
	const simplifying = { simplified: RESPONDENT, read, names, ofRequest, readOther: readSurvey };
	return {
		collector: new ItemCollector(simplifying),
		read,
		readSurvey,
		tell: (survey: KnownFacts | Error) => tell(survey),
	};
}

const TOLD = { survey_name: 'Large', metric_type: 'nps' };
const simplified = records.map(({ id }) => ({
	id,
	nps_group: 'promoter',
	survey_name: 'Large',
}));

it('keeps no record once the survey is known, and puts out all in their order', async () => {
	const { collector, read, readSurvey, tell } = begin();
	for (const record of records.slice(0, 10)) collector.add([record]);
	// The first one, to see whether the survey is needed.
	expect([read.mock.calls.length, readSurvey.mock.calls.length]).toEqual([1, 1]);
	tell(TOLD);
	await collector.settled();
	for (const record of records.slice(10)) collector.add([record]);
	expect(read).toHaveBeenCalledTimes(1 + 90);
	expect(collector.kept).toBe(100);
	expect(await collector.end()).toEqual({ items: simplified, remarks: {} });
	expect(readSurvey).toHaveBeenCalledTimes(1);
});

it('simplifies at once what needs no survey', async () => {
	const { collector, read, readSurvey } = begin(['id']);
	for (const record of records) collector.add([record]);
	expect(read).toHaveBeenCalledTimes(100);
	expect(await collector.end()).toEqual({ items: records.map(({ id }) => ({ id })), remarks: {} });
	expect(readSurvey).not.toHaveBeenCalled();
});

it('forgets what came before the list began again', async () => {
	const { collector, tell } = begin();
	for (const record of records.slice(50)) collector.add([record]);
	collector.clear();
	for (const record of records.slice(0, 50)) collector.add([record]);
	tell(TOLD);
	await collector.settled();
	for (const record of records.slice(50)) collector.add([record]);
	expect((await collector.end()).items).toEqual(simplified);
});

it('says that the survey could not be read, and that nothing was found', async () => {
	const unread = begin();
	for (const record of records) unread.collector.add([record]);
	unread.tell(new Error('not now'));
	const { items, remarks } = await unread.collector.end();
	expect(items).toEqual(records.map(({ id }) => ({ id, nps_group: null, survey_name: null })));
	expect(remarks).toEqual({ unread: expect.stringMatching(/^The survey .*: not now$/) });

	const { collector } = begin(['name']);
	collector.add([{ id: 'r-1', shoe_size: 42, ana: 1, friend: 'Ana' }]);
	expect(await collector.end()).toEqual({
		items: [{ name: null }],
		remarks: { lacks: { what: 'field of Simplified', unread: ['shoe_size', 'ana', 'friend'] } },
	});
});

it.each<[string, object]>([
	['the same in every record', { remarks: { lacks: { what: 'id', unread: ['shoe_size'] } } }],
	['one record', { remarks: {} }],
])('says that none of several has the field that each record has: %s', async (which, wanted) => {
	const simplifying = {
		simplified: INVITATION,
		read: INVITATION.reader(),
		names: ['label', 'id'],
		ofRequest: {},
		readOther: async () => await Promise.resolve({}),
	};
	const one = { label: 'A', shoe_size: 42 };
	const end = async (...list: Array<Record<string, unknown>>) =>
		await new ItemCollector(simplifying).end(list);
	expect(await end(...(which === 'one record' ? [one] : [one, one]))).toMatchObject(wanted);
	expect((await end(one, { ...one, id: 'i-1' })).remarks).toEqual({});
	const unasked = new ItemCollector({ ...simplifying, names: ['label'] });
	expect((await unasked.end([one, one])).remarks).toEqual({});
});

it.each<[string, string, Simplified, JsonObject]>([
	['invitations', 'id', INVITATION, { label: 'A' }],
	['surveys', 'id', SURVEY, { name: 'A' }],
	['mailings', 'id', MAILING, { subject_override: 'A' }],
	['recipients', 'id', MAILING_RECIPIENT, { recipient_name: 'A' }],
	['quotes', 'text', QUOTE, { topic: 'A' }],
	['topics', 'name', TOPIC, { mentions: 4 }],
	['buckets', 'from', OVER_TIME, { score: 4 }],
])('each of several %s has %s', async (_list, always, simplified, record) => {
	const names = Object.keys(simplified.fields);
	const read = simplified.reader();
	const readOther = async () => await Promise.resolve({});
	const collector = new ItemCollector({ simplified, read, names, ofRequest: {}, readOther });
	const { remarks } = await collector.end([record, record]);
	expect(remarks).toMatchObject({ lacks: { what: always } });
});

it('takes the records of a whole answer, simplified or as they are', async () => {
	const { collector, tell } = begin();
	const ended = collector.end(records);
	tell(TOLD);
	expect(await ended).toEqual({ items: simplified, remarks: {} });
	expect(await new ItemCollector(undefined).end(records)).toEqual({ items: records });
});
