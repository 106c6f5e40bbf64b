/**
 * Answers that are true in forms that docs/interface.md allows: fields are only added, and a record that it
 * does not show may have any keys. A client must not refuse them, whatever was sent: it goes by the ID alone.
 */
import type { About, Kind } from './about';
import type { Lie } from './lies';
import { foreign, invitationRead, mailingRead, type Json } from './specified';

const NEW = foreign(21);
const AT = '2026-03-04T05:06:07Z';
const LINK = 'https://interview.example.com/i/abc';

/** Keys that errors have too, and that a later version may add to any record. */
const ADDED: Json = { errors: [], error: null, message: null, request_id: foreign(22), _links: {} };

type Forms = Record<string, (about: About) => unknown>;

const idOf = ({ own }: About) => own ?? NEW;
const surveyOf = ({ surveyId, ids }: About) => surveyId ?? ids.survey_id ?? foreign(23);
const withId = (rest: Json) => (about: About) => ({ id: idOf(about), ...rest });

const SURVEYS: Forms = {
	'its id and a name': withId({ name: 'Customers' }),
	'a configuration inside': withId({
		configuration: { metric: { type: 'nps' } },
		locked_fields: [],
	}),
	'keys of a problem': withId({ title: 'Customers', type: 'nps', status: 'live', detail: 'Q3' }),
	'keys of an envelope': withId({ name: 'Customers', data: null, code: 'C-1', success: true }),
};
const PROPERTIES: Forms = {
	'its id and a label': withId({ label: 'Department' }),
	'a code and a type': withId({ code: 'department', type: 'select', title: 'Department' }),
	'translations inside': withId({ labels: { en: 'Department', nl: 'Afdeling' }, values: [] }),
};
const THEMES: Forms = {
	'its id and a name': withId({ name: 'Workload' }),
	'a message and a detail': withId({ name: 'Workload', message: 'Ask of it', detail: 'Hours' }),
	'a state by a word': withId({ title: 'Workload', state: 'ACTIVE', errors: [] }),
};
const RESPONDENTS: Forms = {
	'its id alone': withId({}),
	'its id and a status': withId({ status: 'ERASED', erased_at: AT }),
	'values inside': withId({ person: null, values: [{ key: 'location', value: 'Ghent' }] }),
	'a code': withId({ code: 'R-17', score: { value: 9 }, errors: [] }),
};
const readInvitation = (about: About) => invitationRead(idOf(about), surveyOf(about));
const INVITATIONS: Forms = {
	'as shown': readInvitation,
	'and more': (about) => ({ ...readInvitation(about), ...ADDED }),
};
const readMailing = (about: About) => mailingRead(idOf(about), surveyOf(about));

const MAILINGS: Forms = {
	'as shown': readMailing,
	'a word for the status': (about) => mailingRead(idOf(about), surveyOf(about), 'HALTED'),
	'and more': (about) => ({ ...readMailing(about), ...ADDED }),
};
const MAILING_DETAILS: Forms = {
	'as shown': (about) => ({ ...mailingRead(idOf(about), foreign(23)), recipients: [] }),
	'one that failed': (about) => ({
		...mailingRead(idOf(about), foreign(23), 'failed'),
		...ADDED,
		error: 'The address is not verified.',
		recipients: [],
		recipients_total: 0,
	}),
};

/** Without an address: another one than was sent would be somebody else's invitation. */
const withoutRecipient = (about: About) => ({
	...invitationRead(NEW, surveyOf(about)),
	recipient_email: null,
});

const FORMS: Partial<Record<Kind, Forms>> = {
	survey: SURVEYS,
	property: PROPERTIES,
	theme: THEMES,
	respondent: RESPONDENTS,
	invitation: INVITATIONS,
	mailing: MAILINGS,
	'public invitation': {
		'an id and a link': () => ({ invitation_id: NEW, link: LINK }),
		'as an invitation': (about) => ({ ...withoutRecipient(about), url: LINK }),
		'an invitation inside': (about) => ({
			invitation: withoutRecipient(about),
			participant_link: { href: LINK },
			outcome: 'CREATED',
		}),
		'flat, of a duplicate': (about) => ({
			id: NEW,
			survey_id: surveyOf(about),
			duplicate: true,
			participant_url: LINK,
		}),
		'a link alone': () => ({ link: LINK }),
		'a token': (about) => ({ id: NEW, survey_id: surveyOf(about), token: 'abc', status: 'open' }),
	},
	'email result': {
		'a status': ({ own }) => ({ invitation_id: own, status: 'sent' }),
		'that it is accepted': () => ({ accepted: true }),
		'a time': () => ({ sent_at: AT }),
		'a delivery': () => ({ delivery: { to: ['ann@example.com'], at: AT } }),
		'a message id': () => ({ message_id: '<1@mail.example.com>' }),
		'a queue': () => ({ status: 'queued', id: NEW }),
		'a recipient': () => ({ recipient_email: 'ann@example.com', sent_at: AT, error: null }),
		'that it is sent': () => ({ sent: true, errors: [] }),
		'that it is not sent': () => ({ sent: false }),
		'why it is not sent': () => ({ sent: false, skipped_reason: 'opted out' }),
		'a provider': () => ({ provider_message_id: 'abc', provider: 'ses', skipped_reason: null }),
	},
	stats: {
		'one counter': () => ({ sent: 3 }),
		'some counters': () => ({ total: 5, delivered: 2, opened: 1 }),
		'all, and 0': () => ({
			queued: 0,
			sent: 0,
			delivered: 0,
			bounced: 0,
			complained: 0,
			failed: 0,
			total: 0,
		}),
		'those of failures': () => ({ failed: 2, bounced: 1, ...ADDED }),
	},
	conversation: {
		messages: () => ({ messages: [{ id: foreign(24), role: 'participant', text: 'Fine.' }] }),
		'the ids of the path': ({ ids }) => ({ ...ids, transcript: [{ by: 'AI', content: 'Hi' }] }),
		'a respondent inside': ({ own }) => ({ respondent: { id: own }, turns: [{ text: 'Fine.' }] }),
	},
	token: {
		flat: () => ({ workspace_id: NEW, scopes: ['invitations:write'], expires_at: null }),
		'a workspace inside': () => ({
			workspace: { id: NEW, name: 'Us' },
			scopes: [],
			survey_id: null,
		}),
		'a company': () => ({
			company: { company_id: NEW },
			scope: 'mailings:write',
			status: 'active',
		}),
	},
};

/** Where the kind is not all that the interface says. */
const OF_OPERATION: Record<string, Forms> = {
	'mailing.get': MAILING_DETAILS,
	'survey.get': { ...SURVEYS, 'a fault': withId({ name: 'Customers', fault: 'No theme' }) },
	'respondent.erase': {
		...RESPONDENTS,
		'another id, erased': () => ({ id: NEW, status: 'erased' }),
		'another id and a time': () => ({ id: NEW, erased_at: AT }),
	},
	'invitation.reissue': {
		'the same id': ({ ids }) => invitationRead(ids.invitation_id ?? '', foreign(23)),
		'another id': () => ({ ...invitationRead(NEW, foreign(23)), link: LINK, ...ADDED }),
	},
	'survey.getAll': {
		'ids and names': () => [{ id: NEW, name: 'Customers', responses: 2 }],
		'no survey': () => [],
	},
	'respondent.getAll': {
		'who is not identified': () => [{ score: 9, status: 'completed', properties: {} }],
		nobody: () => [],
	},
	'invitation.getAll': { 'as shown': ({ ids }) => [invitationRead(NEW, ids.survey_id ?? '')] },
	'mailing.getAll': { 'as shown': ({ ids }) => [mailingRead(NEW, ids.survey_id ?? '')] },
	'result.getScores': {
		dots: () => [
			{ respondent_id: NEW, score: 9 },
			{ x: AT, y: 3 },
		],
	},
	'result.getOverview': {
		flat: () => ({ score: 42, distribution: [], invited: 3, started: 2, completed: 1 }),
		inside: () => ({ metric: { score: 42 }, counts: { invited: 3 }, response_rate: 0.3, ...ADDED }),
		suppressed: () => ({ suppressed: true, score: null, invited_count: 3, distribution: [] }),
	},
	'result.getConclusion': {
		'a text': () => ({ text: 'People are happy.', bullets: [] }),
		'a summary': () => ({ summary: 'People are happy.', status: 'ready', message: 'As of today' }),
		inside: () => ({ conclusion: { markdown: 'People are happy.' }, locale: 'en' }),
	},
	'result.getTopics': {
		topics: () => ({ topics: [{ id: NEW, name: 'Workload', frequency: 3 }] }),
		none: () => ({ topics: [], ...ADDED }),
	},
	'result.getTopic': {
		'its id': ({ ids }) => ({ id: ids.topic_id, name: 'Workload', volume: 3 }),
		'no id': () => ({ volume: 3, sentiment: -0.2, breakdown: [] }),
		inside: ({ ids }) => ({ topic: { topic_id: ids.topic_id }, mentions: { comments: 3 } }),
	},
	'result.getQuotes': {
		items: () => ({ items: [{ text: 'Fine.' }], total: 1, limit: 100, offset: 0 }),
		none: () => ({ quotes: [], total: 0, message: null }),
	},
	'result.getOverTime': {
		points: () => ({ points: [{ date: '2026-01-01', score: 40 }], granularity: 'month' }),
		columns: () => ({ dates: ['2026-01-01'], metric_scores: [40] }),
	},
	'result.getSuggestedRange': {
		'from and to': () => ({ from: AT, to: AT, bucket: 'month' }),
		'start and end': () => ({ start: AT, end: AT, granularity: 'day', ...ADDED }),
	},
};

const HAS_AN_ID = /^(survey|property|theme|respondent|invitation|mailing)$/;

/** A record need not stand at the top. */
const inContainers = (kind: Kind, form: Forms[string]): Forms => ({
	'in {data}': (about) => ({ data: form(about) }),
	'in {success, result}': (about) => ({ success: true, result: form(about) }),
	'under its name': (about) => ({ message: 'Done', [kind]: form(about) }),
});

/** The true answers to try with an operation: made up, and the service's own with more in it. */
export function truthsFor({ operation, kind }: Pick<About, 'operation' | 'kind'>): Lie[] {
	if (kind === 'nothing') return [];
	const forms = Object.entries(OF_OPERATION[operation] ?? FORMS[kind] ?? {});
	const [[, first] = []] = forms;
	const wrapped = HAS_AN_ID.test(kind) && first ? Object.entries(inContainers(kind, first)) : [];
	return [
		...[...forms, ...wrapped].map(
			([name, form]): Lie => ({ name, body: (about) => JSON.stringify(form(about)) }),
		),
		{ name: 'as the service answers', body: (_about, own) => own },
		{ name: 'as the service answers, and more', body: (_about, own) => withMore(own) },
	];
}

function withMore(own: string): string {
	const answer = JSON.parse(own) as Json | Json[];
	// Of counters that are all absent, nobody can tell whether the other keys are of something else.
	if (Object.keys(answer).length === 0) return own;
	const more = (one: Json): Json => ({ ...ADDED, ...one });
	return JSON.stringify(Array.isArray(answer) ? answer.map(more) : more(answer));
}
