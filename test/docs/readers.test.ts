/** What a record says is read in facts/ and nowhere else. */
import { filesIn } from './pages';
import { secondReaders, type SecondReader } from './readers';

const BASE = 'nodes/SurveyInterview/';

/** Folders that declare what is sent and what the form shows. */
const FORM = ['fields/', 'form/'];

/** Beginnings of paths, what is named there, and why that is no second reader. */
const ALLOWED: Array<[where: string, what: string[], why: string]> = [
	[
		'input/',
		['properties', 'value', 'values', 'key', 'id', 'displayName'],
		'values of the form, as n8n gives them',
	],
	[
		'http/',
		[...['code', 'message', 'name', 'success', 'ok', 'id'], ...['recipient', 'mail', '/^Ssrf/']],
		'errors, which the interface shows; IDs of any record, to compare pages; names of what was sent',
	],
	['records/lists.ts', ['total', 'count'], 'containers of lists'],
	['records/lists.ts', ['properties', 'attributes'], 'names of lists'],
	[
		'records/denial.ts',
		['success', 'ok', 'status', 'state', 'invitation_id', 'message'],
		'whether an answer says that its request failed',
	],
	[
		'operations/proof.ts',
		[
			...['id', 'uuid', 'success', 'ok', 'status', 'message'],
			...['email', 'mail_', 'sent', 'accepted', 'to'],
			'/^(errors?|details?|fault|request|query|param|echo|input|rejected|previous|before|conflict|existing|context)/i',
		],
		'whether an answer is an error, or about what was asked for',
	],
	['operations/verification.ts', ['id'], 'the ID of any record'],
	['run/answer.ts', ['id'], 'the ID of any record'],
	['operations/verification.ts', ['started_at'], 'MailingRead is shown'],
	['operations/invitation.ts', ['recipient_email', 'recipient_external_id'], 'what is sent'],
	['operations/mailingFields.ts', ["'never (the default)'", '/^_?filter/i'], 'what is sent'],
	[
		'run/newestBucket.ts',
		['granularity', "'month'", 'range_start', 'range_end', 'from'],
		'what was asked for; the facts of buckets',
	],
	['run/surveyRecords.ts', ['properties'], 'what is sent; InvitationRead is shown'],
	['sync/changes.ts', ['properties'], 'what is sent, compared with what was read'],
	[
		'sync/contact.ts',
		['recipient_name', 'recipient_email', 'recipient_external_id', '/^recipient_/'],
		'a contact, or the facts of an invitation under the same names',
	],
	['sync/write.ts', ['id'], 'as invitationIn has put it there'],
	['sync/write.ts', ['created'], 'what became of the request'],
	['sync/', ['options', 'properties', 'value', 'values'], 'values of the form, as n8n gives them'],
	['trigger/conversations.ts', ['message'], "an event of the trigger's own"],
	['trigger/metricOfSurvey.ts', ['metric_type'], "an event of the trigger's own"],
	['trigger/events/mailingStatusChanged.ts', ['status'], 'MailingRead is shown'],
	[
		'trigger/events/resultsChanged.ts',
		['label', 'name', 'key', 'value', 'score', 'bucket'],
		'what tells the entries of a list apart, in a fingerprint of all numbers',
	],
	['trigger/recipients.ts', ['id'], 'the ID of any record, to compare pages'],
	['trigger/state.ts', ['id'], "the trigger's own state"],
	['credentialTest.ts', ['workspace', 'company'], 'whether a token answered at all'],
	['run/toolAnswer.ts', ['transcript'], 'a field of the output'],
	['run/propertyColumns.ts', ['properties'], 'a field of the output'],
];

/** Looked at by themselves, and only there: what follows is not part of the package. */
const PLANTED = {
	[`${BASE}find/plantedReader.ts`]: `
		import { isObject, type JsonObject } from '../records/json';
		export const nameIn = (record: JsonObject) => record.full_name;
		export const emailIn = ({ recipient: { email } = {} }: any, { email_address }: JsonObject) => email ?? email_address;
		export const atIn = (record: JsonObject) => record['finished_at'];
		export const hasScore = (answer: unknown) => isObject(answer) && 'nps_score' in answer;
		export const idIn = (record: JsonObject) => ['respondent_id', 'uuid'].map((key) => record[key]);
		export const statusIn = (record: JsonObject) =>
			Object.entries(record).find(([key]) => /^(interview_status|state)$/.test(key));
		const records: JsonObject[] = [];
		export const first = records.map(({ metric_type }) => metric_type)[0];`,
	[`${BASE}find/plantedPrefix.ts`]: `
		export const isSending = (status: unknown) => /^(sending|queued)/i.test(String(status));
		export const isErased = (status: unknown) => /^erased/.test(String(status));`,
	[`${BASE}find/plantedDefault.ts`]: `
		import type { JsonObject } from '../records/json';
		export const statusIn = (invitation: JsonObject) => invitation.state ?? 'open';
		export const flagIn = ({ is_archived = false }: JsonObject) => is_archived;`,
	[`${BASE}find/innocent.ts`]: `
		import { RESPONDENT } from '../facts/respondentFacts';
		import type { JsonObject } from '../records/json';
		interface Own { status: string; name?: string }
		const read = RESPONDENT.reader();
		export const told = (record: JsonObject) => {
			const { name, status } = read(record, {});
			const facts = read(record, {});
			return [name, status, facts.score, record.somethingElse];
		};
		export const own = ({ status, name = 'nobody' }: Own) => [status, name, ['name', 'score']];
		export const isId = (text: string) => /^(a|b)$/.test(text) || /^https?:/.test(text);`,
};

const files = filesIn(['nodes'], /\.ts$/).filter((file) => {
	const path = file.slice(BASE.length);
	return ![...FORM, 'facts/', 'check/'].some((folder) => path.startsWith(folder));
});
const found = secondReaders(files, PLANTED);
const isAllowed = ({ file, what }: SecondReader) =>
	ALLOWED.some(([where, names]) => file.startsWith(BASE + where) && names.includes(what));
const inFile = (name: string) =>
	found.flatMap(({ file, is, what }) => (file === `${BASE}find/${name}.ts` ? [[is, what]] : []));

it('no file beside facts/ names a field of a record that the interface does not show', () => {
	const others = found.filter((one) => !(one.file in PLANTED) && !isAllowed(one));
	expect(others).toEqual([]);
});

it('every exception is needed', () => {
	const isNeeded = (where: string, name: string) =>
		found.some(({ file, what }) => file.startsWith(BASE + where) && what === name);
	const needless = ALLOWED.flatMap(([where, names]) =>
		names.filter((name) => !isNeeded(where, name)).map((name) => `${where} ${name}`),
	);
	expect(needless).toEqual([]);
});

it('finds a planted second reader, however it names the field', () => {
	expect(inFile('plantedReader')).toEqual(
		[
			...['full_name', 'email_address', 'finished_at', 'nps_score', 'respondent_id', 'uuid'],
			...['interview_status', 'state', 'metric_type'],
		].map((name) => ['field', name]),
	);
});

it('finds a planted match of the beginning of a word', () => {
	expect(inFile('plantedPrefix')).toEqual([
		['prefix', '/^(sending|queued)/i'],
		['prefix', '/^erased/'],
	]);
});

it('finds a planted default', () => {
	expect(inFile('plantedDefault')).toEqual([
		['default', "'open'"],
		['field', 'state'],
		['field', 'is_archived'],
		['default', 'false'],
	]);
});

it('and nothing in what reads through facts/', () => {
	expect(inFile('innocent')).toEqual([]);
});
