/** Every place where a workflow shows people a text that others may have written, and how it gets there. */
import type { IDataObject } from 'n8n-workflow';
import { completionMessage } from '../../../nodes/SurveyInterview/facts/message';
import { crmShowsOf } from './crmShows';
import type { Given, Scene } from './player';
import { harmInHtml, harmInMarkdown, harmInQuestion, harmInSlack, harmInText } from './renderers';
import { reportOf } from './report';
import { smallShowsOf } from './smallShows';

/** The nodes of privacy-request-with-approval.json from the request to the question that a person answers. */
export const PRIVACY_QUESTION = [
	'All surveys',
	'Respondents in each',
	'Invitations in each',
	'What was found',
	'Ask a person',
];

export interface Show extends Scene {
	/** What people see of the last node, by its path, and what it would do there. */
	seen: Record<string, (text: string) => string[]>;
}

const withAddresses = { addresses: true };
const text = (shown: string) => harmInText(shown);
const textWithAddresses = (shown: string) => harmInText(shown, withAddresses);
const html = (shown: string) => harmInHtml(shown);
const htmlWithAddresses = (shown: string) => harmInHtml(shown, withAddresses);
const slackWithAddresses = (shown: string) => harmInSlack(shown, withAddresses);
const questionWithAddresses = (shown: string) => harmInQuestion(shown, withAddresses);

/** An event of the trigger: what is not here are words of the package's own. */
const completion = (words: string): IDataObject => ({
	message: completionMessage({ name: words, score: 3, metric_type: 'nps', survey_name: words }),
	id: 'r1',
	score: 3,
	survey_name: words,
	name: words,
	email: words,
	completed_at: '2026-03-02T09:00:00.000Z',
	participant_text: `${words}\n\n${words}`,
});

const conversation = (words: string): IDataObject => ({
	participant_text: `${words}\n\n${words}`,
	topics: [words],
});

const privacySearch = (words: string): Given => ({
	'Privacy request': [
		{ email: words, external_id: words, reference: words, user: { email: words } },
	],
});

const found = (words: string): IDataObject => ({
	unreadable: 1,
	matches: [{ name: words, status: words, completed_at: words }],
	keys: [
		{ id: words, emails: [words], external_ids: [words], agrees: ['email'], differs: ['email'] },
	],
});

const contacts = (items: IDataObject[]): { given: Given } => ({
	given: {
		'Your settings': [{ most_lines: 100 }],
		'List of contacts': [{ row_number: 2 }],
		'Sync invitations': items,
	},
});

const reminder = (words: string): Given => ({
	Settings: [{ days_to_answer: 2, bounce_limit_percent: 5 }],
	'Choose the survey': [{ name: words }],
	'Create the mailing': [{ id: 'm1' }],
});

const invited = (words: string): IDataObject => ({ name: words, email: words });

/** @param words what somebody wrote, in every place that somebody else may fill */
export function showsOf(words: string): Show[] {
	return [
		{
			file: 'ask-about-results.json',
			given: { 'Answer from the results': [{ output: words }] },
			played: ['Take links out of the answer'],
			seen: { output: harmInMarkdown },
		},
		{
			file: 'invite-with-approval.json',
			given: {
				'Prepare and ask': [
					{
						tool: 'Invite_a_person',
						toolParameters: { recipient_name: words, recipient_email: words },
						reason: words,
					},
				],
			},
			played: ['Ask a person'],
			seen: { message: slackWithAddresses },
		},
		{
			file: 'invite-with-approval.json',
			given: { 'Prepare and ask': [{ output: words }] },
			played: ['Make the answer harmless', 'Say what was done'],
			seen: { text: harmInSlack },
		},
		...smallShowsOf(words),
		{
			file: 'completions-to-slack-in-full.json',
			given: { 'When an interview is completed': [completion(words)] },
			played: ['Post it to Slack'],
			seen: { text: harmInSlack },
		},
		{
			file: 'detractor-alert-in-full.json',
			given: {
				'When an interview is completed': [completion(words)],
				'Read the conversation': [conversation(words)],
			},
			played: ['Make the task', 'Send the alert'],
			seen: { subject: text, html: htmlWithAddresses },
		},
		{
			file: 'weekly-report.json',
			given: { 'Report on last week': [reportOf(words)] },
			played: ['Send it'],
			seen: { subject: text, html },
		},
		{
			file: 'weekly-report.json',
			given: { 'Report on last week': [reportOf(words)] },
			played: ['Post it'],
			seen: { text: harmInSlack },
		},
		{
			file: 'contacts-to-invitations-with-approval.json',
			...contacts([
				{ action: 'wouldCreate', recipient: words },
				{ action: 'skipped', recipient: words, reason: words },
				{ action: 'failed', recipient: words, reason: words },
				{
					action: 'wouldUpdate',
					recipient: `${words} <ada@example.com>`,
					changes: `name: ${words} → ${words}; ${words}: (empty) → ${words}`,
				},
			]),
			settings: { 'Sync invitations': { surveyId: { cachedResultName: words, value: words } } },
			played: ['In words', 'Ask a person'],
			seen: {
				subject: text,
				message: questionWithAddresses,
				'options.responseFormTitle': text,
			},
		},
		{
			file: 'contacts-to-invitations-with-approval.json',
			...contacts([
				{ action: 'created', recipient: words },
				{ action: 'failed', recipient: words, reason: words, attempted: 'created' },
				{
					action: 'skipped',
					recipient: words,
					reason: words,
					attempted: 'updated',
					changes: `name: ${words} → ${words}`,
				},
			]),
			settings: { 'Sync invitations': { surveyId: { cachedResultName: words, value: words } } },
			played: ['In words', 'Tell'],
			seen: { subject: text, html: htmlWithAddresses },
		},
		{
			file: 'contacts-to-invitations-with-approval.json',
			...contacts([{ error: words }]),
			played: ['In words', 'Tell'],
			seen: { html: htmlWithAddresses },
		},
		{
			file: 'privacy-request-with-approval.json',
			given: {
				...privacySearch(words),
				'All surveys': [{ id: 's1', name: words }, { error: words }],
				'Respondents in each': [found(words), { error: words }],
				'Invitations in each': [found(words), { error: words }],
			},
			played: PRIVACY_QUESTION,
			seen: {
				message: questionWithAddresses,
				'jsonOutput[0].fieldOptions.values[0].option': textWithAddresses,
			},
		},
		{
			file: 'privacy-request-with-approval.json',
			given: {
				...privacySearch(words),
				'All surveys': [{}],
				'What was found': [{ records: [{ line: '', short: words }], unchecked: [words] }],
				'Ask a person': [{}],
				'What was ticked': [{ records: [] }],
				'One by one': [true, false].map((done) => ({ done, outcome: words })),
			},
			played: ['Answer'],
			seen: { text: textWithAddresses },
		},
		{
			file: 'reminder-mailing-with-approval.json',
			given: {
				...reminder(words),
				'Read the recipients': [{ recipients: [invited(words)] }],
				'Read the open invitations': [invited(words)],
			},
			played: ['Count them', 'Ask a person'],
			seen: { subject: text, message: questionWithAddresses },
		},
		{
			file: 'reminder-mailing-with-approval.json',
			given: {
				...reminder(words),
				'Read the recipients': [{ recipients: [] }],
				'Read the open invitations': [invited(words)],
			},
			played: ['Count them', 'Ask a person'],
			seen: { subject: text, message: questionWithAddresses },
		},
		{
			file: 'reminder-mailing-with-approval.json',
			given: {
				...reminder(words),
				'Send the mailing': [{ error: words, details: { hint: words } }],
			},
			played: ['Tell a person'],
			seen: { subject: text, text },
		},
		{
			file: 'reminder-mailing-with-approval.json',
			given: {
				...reminder(words),
				'Read the stats': [{ bounced: 9 }],
				'How far is it?': [{ is_done: false, bounces_too_much: true, figures: words }],
				'Pause the mailing': [{ error: words, hint: words }],
			},
			played: ['Tell a person'],
			seen: { subject: text, text },
		},
		...crmShowsOf(words),
	];
}
