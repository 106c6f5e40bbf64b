/** Every place where a workflow shows people a text that others may have written, and how it gets there. */
import type { IDataObject } from 'n8n-workflow';
import { completionMessage } from '../../nodes/SurveyInterview/facts/message';
import { crmShowsOf } from './crmShows';
import type { Given, Scene } from './player';
import { harmInHtml, harmInMarkdown, harmInQuestion, harmInSlack, harmInText } from './renderers';

/** The nodes of privacy-request.json from the request to the question that a person answers. */
export const PRIVACY_QUESTION = [
	'Whom to look for',
	'All surveys',
	'Respondents in each',
	'Invitations in each',
	'What each survey has',
	'All together',
	'What was found',
	'Each record',
	'One line each',
	'All lines',
	'The form',
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
	Settings: [{ from_email: 'n8n@example.com', approver_email: 'boss@example.com' }],
});

const found = (words: string): IDataObject => ({
	unreadable: 1,
	matches: [{ name: words, status: words, completed_at: words }],
	keys: [
		{ id: words, emails: [words], external_ids: [words], agrees: ['email'], differs: ['email'] },
	],
});

const reminder = (words: string): Given => ({
	Settings: [{ last_invited: 'never', days_to_answer: 2 }],
	'Choose the survey': [{ name: words }],
});

const invited = (words: string): IDataObject => ({ recipient_name: words, recipient_email: words });

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
		{
			file: 'completions-to-slack.json',
			given: { 'When an interview is completed': [completion(words)] },
			played: ['Make their words harmless', 'Post it to Slack'],
			seen: { text: harmInSlack },
		},
		{
			file: 'detractor-alert.json',
			given: {
				'When an interview is completed': [completion(words)],
				'Read the conversation': [conversation(words)],
			},
			played: ['Make the task', 'Make their words harmless', 'Send the alert'],
			seen: { subject: text, text: textWithAddresses },
		},
		{
			file: 'weekly-report.json',
			given: {
				Settings: [{ characters_per_quote: 5000 }],
				'Choose the survey': [{ name: words, metric_type: 'nps' }],
				'Read the overview': [
					{ score: 5, completed: 9, invited: 9, distribution: [{ score: 5, count: 2 }] },
				],
				'Read the conclusion': [{ text: words, points: [{ text: words }] }],
				'Read the weeks': [{ from: '2026-01-05T00:00:00.000Z', score: 5, answers: 2 }],
				'Read the topics': [{}],
				'Not too many': [{ id: 't1', name: words, mentions: 1, positive: 1 }],
				'Read the quotes': [{ text: words, sentiment: words }],
			},
			played: [
				'Read each quote',
				'Put the report together',
				'Make all text harmless',
				'Draw the parts',
				'Write the email',
				'Send the report',
			],
			seen: { subject: text, html },
		},
		{
			file: 'contacts-to-invitations.json',
			given: {
				'Your settings': [{ most_lines: 100 }],
				'Fields of a contact': [{ row_number: 2 }],
				'Sync invitations': [
					{ action: 'wouldCreate', dryRun: true, recipient: words },
					{ action: 'skipped', dryRun: true, recipient: words, reason: words },
					{
						action: 'wouldUpdate',
						dryRun: true,
						recipient: `${words} <ada@example.com>`,
						changes: {
							recipient_name: { from: words, to: words },
							properties: { from: null, to: { [words]: words } },
						},
					},
				],
			},
			settings: { 'Sync invitations': { surveyId: { cachedResultName: words, value: words } } },
			played: ['In words', 'One line each', 'All lines', 'In numbers', 'Ask a person'],
			seen: {
				subject: text,
				message: questionWithAddresses,
				'options.responseFormTitle': text,
			},
		},
		{
			file: 'contacts-to-invitations.json',
			given: { 'Your settings': [{}], Report: [{ subject: words, text: words }] },
			played: ['Tell'],
			seen: { subject: text, text: textWithAddresses },
		},
		{
			file: 'privacy-request.json',
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
			file: 'privacy-request.json',
			given: { ...privacySearch(words), 'What was done': [{ subject: '', text: words }] },
			played: ['Whom to look for', 'What was done', 'Answer'],
			seen: { text: textWithAddresses },
		},
		{
			file: 'reminder-mailing.json',
			given: {
				...reminder(words),
				'Read the recipients': [{ recipients: [invited(words)] }],
				'Read the open invitations': [invited(words)],
			},
			played: ['Count them', 'Ask a person'],
			seen: { subject: text, message: questionWithAddresses },
		},
		{
			file: 'reminder-mailing.json',
			given: {
				...reminder(words),
				'Read the recipients': [{ recipients: [] }],
				'Read the open invitations': [invited(words)],
			},
			played: ['Count them', 'Ask a person'],
			seen: { subject: text, message: questionWithAddresses },
		},
		{
			file: 'reminder-mailing.json',
			given: { ...reminder(words), 'Say that it is done': [{ subject: words, text: words }] },
			played: ['Tell a person'],
			seen: { subject: text, text },
		},
		...crmShowsOf(words),
	];
}
