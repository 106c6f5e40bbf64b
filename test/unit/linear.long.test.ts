/** Whoever writes a text, however long and whatever is in it: the work for it grows with its length. */
import { conversationFacts } from '../../nodes/SurveyInterview/service/conversations';
import { INVITATION, personOfInvitation } from '../../nodes/SurveyInterview/service/invitations';
import { harmless } from '../../nodes/SurveyInterview/service/harmless';
import {
	completionMessage,
	mailingMessage,
	resultsMessage,
	withQuote,
} from '../../nodes/SurveyInterview/service/messages';
import {
	personOfRespondent,
	RESPONDENT,
	InterviewReader,
} from '../../nodes/SurveyInterview/service/respondents';
import { SURVEY_DETAIL, THEME_LISTS } from '../../nodes/SurveyInterview/service/surveys';
import { listIn, listNamed } from '../../nodes/SurveyInterview/service/lists';
import { compareKeys } from '../../nodes/SurveyInterview/run/matchKeys';
import { tokenSummary } from '../../nodes/SurveyInterview/credentialTest';
import {
	apiAddress,
	checkCredential,
	isLinkPattern,
} from '../../nodes/SurveyInterview/http/credential';
import { EntryScanner } from '../../nodes/SurveyInterview/http/entryScanner';
import { readErrorBody } from '../../nodes/SurveyInterview/http/errorBody';
import { explainOutcome, explainUnusableBody } from '../../nodes/SurveyInterview/http/explain';
import { parseBody } from '../../nodes/SurveyInterview/http/body';
import { outcomeOfError } from '../../nodes/SurveyInterview/http/outcome';
import { redactorOf, withoutAddresses } from '../../nodes/SurveyInterview/http/redact';
import { jsonFields } from '../../nodes/SurveyInterview/input/additionalFields';
import {
	readAboutPerson,
	readExternalId,
	readName,
	readPropertyValue,
	readRecipientAddress,
} from '../../nodes/SurveyInterview/input/people';
import { pointInTime } from '../../nodes/SurveyInterview/input/dates';
import { uuidIn } from '../../nodes/SurveyInterview/input/problem';
import { LIST_READERS } from '../../nodes/SurveyInterview/input/readLists';
import { pathIn } from '../../nodes/SurveyInterview/input/expressions';
import { FieldChecker } from '../../nodes/SurveyInterview/input/fieldChecker';
import { entriesOfMap, readEntries } from '../../nodes/SurveyInterview/input/readField';
import { integer, number } from '../../nodes/SurveyInterview/operations/field';
import { findOperation } from '../../nodes/SurveyInterview/operations';
import type { Operation } from '../../nodes/SurveyInterview/operations/operation';
import { containsWords } from '../../nodes/SurveyInterview/form/pickerList';
import { labelOf, pickerEntries } from '../../nodes/SurveyInterview/form/recordPickers';
import { withoutHidden } from '../../nodes/SurveyInterview/service/hidden';
import { asHtml, millis, oneLine } from '../../nodes/SurveyInterview/service/scalars';
import { emailKey, externalIdKey } from '../../nodes/SurveyInterview/service/person';
import { propertiesByKey } from '../../nodes/SurveyInterview/service/values';
import { remarkSentences, sentencesOf } from '../../nodes/SurveyInterview/run/remarks';
import { fitForModel } from '../../nodes/SurveyInterview/run/toolAnswer';
import { changesInWords, detailsInWords } from '../../nodes/SurveyInterview/sync/changes';
import { recipientLabel } from '../../nodes/SurveyInterview/sync/contact';
import { syncSummary } from '../../nodes/SurveyInterview/sync/summary';
import { extent, sample } from '../extent';
import { growthOf } from './growth';

/** What a text is made of, many times over, with a sign behind it at which an expression may fail. */
const SIGNS =
	' \t\u00a0\n\r\u2028\u0000\u001b\u200b\u200d\u202e\u0301\u2800()[]<>"“0.。/\\@:;,_-+#&=%$a漢가😀';
const WORDS =
	'() \r\n a. 1.1. a@ a@b. a_ .. -- <a> &amp; &#58; ]( http:// https://a.( :// www. ms-x: T10:30 mailto: %25 \\u00 ' +
	'\\" {"a": [1, count_ _count total. email recipient_ name null 1e +- 👩\u200d 葛\u{e0100} 1\ufe0f 🏴\u{e0061} sk_live/';
const UNITS = [
	...SIGNS,
	...WORDS.split(' '),
	'\ud83d',
	'\nInterviewer: ',
	'\n> ',
	'a ',
	'. ',
	'; ',
];
/** Where something must stand before it, or another sign behind it. */
const SPECIAL: Array<[string, string, string]> = [
	['x', '\n', 'y'],
	['x', ' ', 'y'],
	['1', '0', '1'],
	['0.', '0', '1'],
	['1', '0', 'e1'],
	['https://a/', '/', 'x'],
	['https://a', '(', 'x'],
	['https://', '\ud55c.', '!'],
	['["', 'a', '!'],
	['a@', 'b.', '!'],
	['x <', 'a <', '>'],
	['2026-01-01T', '0', 'Z'],
];
const KINDS = [
	...sample(UNITS, 15).map((unit): [string, string, string] => ['', unit, '!']),
	...SPECIAL,
];

const TOKEN_TEXT = 'sk_live/9f+Ab"C\\d==';
const redact = redactorOf(TOKEN_TEXT);
const request = { path: '/surveys', api: 'https://a.test/api' } as never;
const answer = (value: unknown) =>
	({ kind: 'answer', status: 422, headers: {}, body: { kind: 'json', value } }) as never;
const operation = findOperation('respondent', 'getAll') as Operation;
const checker = new FieldChecker('UTC');
const NUMBER = number('field', '', { min: 0, default: 0 });
const INTEGER = integer('field', '', { min: 0, default: 0 });
const SIMPLIFIED = [RESPONDENT, SURVEY_DETAIL, INVITATION].map((one) => one.read);
const failed = (message: string) => ({ status: 'failed', error: new Error(message) }) as never;
const session = { budget: { waitedMs: () => 0 } } as never;

/** Each as it is used, and what cuts a text also as if it did not. */
const READERS: Record<string, (text: string) => unknown> = {
	harmless: (text) => harmless(text, 80),
	'harmless, all of it': (text) => harmless(text, text.length),
	'harmless, half of it': (text) => harmless(text, text.length / 2),
	oneLine,
	'oneLine, all of it': (text) => oneLine(text, text.length),
	'oneLine, half of it': (text) => oneLine(text, text.length / 2),
	withoutHidden,
	asHtml,
	conversation: (text) => conversationFacts({ messages: [{ role: 'user', text }] }),
	'conversation, cut': (text) =>
		conversationFacts(
			{
				messages: [
					{ role: text, text: 'a' },
					{ role: 'user', text },
				],
			},
			1000,
		),
	'keys of a conversation': (text) => conversationFacts({ [text]: [{ [text]: text }] }),
	messages: (text) => [
		completionMessage({ name: text, score: 2, metric_type: text, survey_name: text }),
		mailingMessage({ subject_override: text, previous_status: text, status: text }),
		resultsMessage({ survey_name: text, metric_type: text, score: 1 }),
		withQuote(`${text}.`, text),
	],
	'sentences of a run': (text) => [
		sentencesOf(session, operation, [failed(text)], [{ json: { name: text } }]),
		remarkSentences([{ unknownProperties: { unknown: [text], has: [text, `${text}a`] } }]),
	],
	'sentences of Sync': (text) => [
		syncSummary([{ fate: 'refused', row: 1, name: text, reason: text }], true, {
			unusedColumns: [text],
			unusableIds: [text],
		}),
		syncSummary([{ fate: 'refused', row: 1, name: `${text} <a@b>` }], false),
		changesInWords([{ key: text, from: text, to: `${text}a` }]),
		detailsInWords([{ key: 'properties', from: null, to: { [text]: text } }]),
		recipientLabel({ recipient_name: text, recipient_email: text }),
	],
	'errors of the service': (text) => [
		readErrorBody({ error: { code: text, message: text } }),
		readErrorBody({ detail: [{ loc: ['body', text], msg: text }, text, { [text]: text }] }),
		explainOutcome(request, answer({ detail: text })),
		explainOutcome(request, answer({ detail: [{ loc: text, msg: text }] })),
		explainOutcome(request, {
			...{ kind: 'answer', status: 302, headers: { location: `https://${text}` } },
			body: { kind: 'empty' },
		}),
		explainUnusableBody(request, {
			...{ kind: 'answer', status: 200, headers: {} },
			body: parseBody(text),
		}),
		parseBody(`{"a":${text}`),
	],
	'errors of the network': (text) => outcomeOfError(new Error(text), redact),
	'addresses of people': (text) => withoutAddresses(text),
	redact,
	'redact, beside the token': (text) => redact(`${TOKEN_TEXT}${text}${TOKEN_TEXT}`),
	'redact, all but the end': (text) =>
		redact(TOKEN_TEXT.slice(0, -1).repeat(Math.ceil(text.length / 20)) + text),
	persons: (text) => [
		...[emailKey(text), emailKey(`a@${text}`), emailKey(`${text}@b.test`), externalIdKey(text)],
		...[text, `<${text}@b.test>`, `mailto:a@b.test?${text}`, `a@b.test${text}`].map((one) =>
			quietly(() => readRecipientAddress(one, 'Email')),
		),
		quietly(() => [readExternalId(text, 'ID'), readName(text, 'Name')]),
		quietly(() => [readPropertyValue(text, 'Team'), readAboutPerson(text, 'Notes')]),
		personOfInvitation({ recipient_email: text, recipient_external_id: text }),
		personOfRespondent({ [text]: text, email: text, person: { [text]: text, mail: text } }),
		compareKeys({ emails: [text], externalIds: [text] }, { email: text } as never),
	],
	respondents: (text) =>
		new InterviewReader(text).read({ [text]: text, status: text, completed_at: text }),
	properties: (text) => [propertiesByKey([{ key: text, value: text }])],
	lists: (text) => [
		listIn({ [text]: [{ id: text }], [`a${text}`]: { [text]: 1 } }),
		listNamed({ [text]: [{ id: text }] }, THEME_LISTS),
		new EntryScanner().endOfEntries(Buffer.from(`${text}]`)),
		new EntryScanner().endOfEntries(Buffer.from(`${JSON.stringify({ [text]: text })},1]`)),
	],
	scalars: (text) => [millis(text), millis(`2026-01-01${text}`)],
	'keys and values of facts': (text) =>
		SIMPLIFIED.map((read) => read({ [text]: text, name: text, link: text, score: text }, {})),
	'a fact under many spellings of its key': (text) => [
		RESPONDENT.read({ ...spellings(text.length / 100), name: text }, {}),
		RESPONDENT.read({ name: text, ...spellings(text.length / 100) }, {}),
	],
	'fitting for models': (text) => [
		fitForModel([{ json: { text, [text]: [text] } }], operation, 'respondent', 2000),
		fitForModel([{ json: { text, [text]: [text] } }], operation, 'respondent', Infinity),
	],
	pickers: (text) => [
		pickerEntries(
			[{ id: '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12', name: text, [text]: { id: text } }],
			'survey',
		),
		labelOf({ subject_override: text, status: text }, text, 'mailing'),
		containsWords(text, text.slice(0, 99)),
	],
	'the token and the credential': (text) => [
		tokenSummary({ [text]: text, expires_at: text, company: { [text]: text } }),
		quietly(() => apiAddress(text, false)),
		quietly(() => apiAddress(`https://a.test/${text}`, false)),
		quietly(() => checkCredential({ baseUrl: 'https://a.test', token: text })),
		isLinkPattern(text),
		isLinkPattern(`https://a.test/${text}{token}${text}`),
	],
	'values of contacts': (text) => [
		quietly(() => checker.check(NUMBER, text)),
		quietly(() => checker.check(INTEGER, text)),
		...[uuidIn(text), pointInTime(text, 'UTC'), pointInTime(`2026-01-01T${text}`, 'UTC')],
		quietly(() => LIST_READERS.optOuts(text, 'List')),
		quietly(() => LIST_READERS.stepIds(text, 'List')),
		quietly(() => entriesOfMap('Map', text)),
		quietly(() => readEntries('Map', [[text, text]], (value) => String(value))),
		quietly(() => jsonFields(text)),
		quietly(() => jsonFields(JSON.stringify({ [text]: text }))),
		pathIn(`={{ $json["${text}"] }}`),
		pathIn(`={{ $json.${text} }}`),
	],
};

/** `name_`, `name-`, `name__` and so on: all of them are one key. */
const spellings = (count: number) =>
	Object.fromEntries(
		Array.from({ length: count }, (_unused, at) => [
			`name${at.toString(2).replaceAll('0', '_').replaceAll('1', '-')}`,
			'Ada',
		]),
	);

function quietly(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		return error;
	}
}

const SIZE = extent({ quick: 50_000, all: 100_000 });

it.each(Object.entries(READERS))(
	'%s: the work grows with the text, and not faster',
	(_name, read) => {
		const wrong = KINDS.flatMap(([head, unit, tail]) => {
			const inputOf = (size: number) => {
				const text = head + unit.repeat(Math.ceil(size / unit.length)) + tail;
				return () => read(text);
			};
			const growth = growthOf(inputOf, SIZE);
			return growth === undefined ? [] : [[head, unit, tail, growth]];
		});
		expect(wrong).toEqual([]);
	},
);

it('work that is not linear is found', () => {
	const ofZeros = (read: (text: string) => unknown) =>
		growthOf((size) => () => read(`${'0'.repeat(size)}!`), SIZE);
	expect(ofZeros((text) => text.replace(/0+$/, ''))).toBeDefined();
	expect(ofZeros((text) => text.split('').join(''))).toBeUndefined();
});
