/** Every place where a workflow shows people a text that others may have written, and how it gets there. */
import {
	completionMessage,
	contactMessage,
	emailFailedMessage,
	recordMessage,
	withQuote,
} from '../../../nodes/SurveyInterview/service/messages';
import { syncSummary } from '../../../nodes/SurveyInterview/sync/summary';
import { crmShowsOf } from './crmShows';
import type { Scene } from './player';
import { harmInHtml, harmInMail, harmInQuestion, harmInSlack, harmInText } from './renderers';
import { reportOf } from './report';

export interface Show extends Scene {
	/** What people see of the last node, by its path, and what it would do there. */
	seen: Record<string, (text: string) => string[]>;
}

const withAddresses = { addresses: true };
const text = (shown: string) => harmInText(shown);
const textWithAddresses = (shown: string) => harmInText(shown, withAddresses);
const question = (shown: string) => harmInQuestion(shown, withAddresses);
const html = (shown: string) => harmInHtml(shown);
const mail = (shown: string) => harmInMail(shown);

/** What nodes of this package make of the words goes into the scenes; the workflows add their own words. */
export function showsOf(words: string): Show[] {
	const facts = { name: words, score: 3, metric_type: 'nps', survey_name: words };
	const message = withQuote(completionMessage(facts), words) as string;
	const event = { ...facts, message, email: 'ada@example.com', completion_id: 'c1' };
	const completed = { 'When an interview is completed': [event] };
	const first = { 'Is it the first time?': [event] };
	const unusable = { fate: 'unusable', item: 0, name: words, reason: words } as const;
	const { summary } = syncSummary([unusable], true);
	const person = { name: words, email: words, status: words, reason: words, survey_name: words };
	const record = { id: 'r1', message: recordMessage(person) };
	const change = { stepId: 's1', summary, message: contactMessage('Invite', person, 2, words) };
	const request = {
		'Privacy request': [{ email: 'ada@example.com', reference: 'Ticket 4711' }],
		'All surveys': [{ id: 's1' }],
		'Respondents in each': [{ unreadable: 1, matches: [record] }],
		'Invitations in each': [{ matches: [record] }],
	};
	return [
		{
			file: 'completions-to-slack.json',
			given: completed,
			played: ['Post it to Slack'],
			seen: { text: harmInSlack },
		},
		{
			file: 'detractor-alert.json',
			given: completed,
			played: ['Send the alert'],
			seen: { text: textWithAddresses },
		},
		{
			file: 'detractor-alert.json',
			given: first,
			played: ['Post it to Teams'],
			seen: { message: html },
		},
		{
			file: 'detractor-to-ticket.json',
			given: completed,
			played: ['Open a ticket in Zendesk'],
			seen: { description: textWithAddresses, 'additionalFields.subject': text },
		},
		{
			file: 'detractor-to-ticket.json',
			given: first,
			played: ['Open a ticket in HubSpot'],
			seen: { 'additionalFields.description': textWithAddresses, ticketName: text },
		},
		{
			file: 'promoter-thanks.json',
			given: completed,
			played: ['Thank them'],
			seen: { text },
		},
		{
			file: 'contacts-to-invitations.json',
			given: { 'Sync invitations': [{ summary }] },
			played: ['Post the summary'],
			seen: { text: harmInSlack },
		},
		{
			file: 'weekly-report.json',
			given: { 'Report on last week': [reportOf(words)] },
			played: ['Send it'],
			seen: { subject: text, html: mail },
		},
		{
			file: 'weekly-report.json',
			given: { 'Report on last week': [reportOf(words)] },
			played: ['Post it'],
			seen: { text: harmInSlack },
		},
		{
			file: 'weekly-report.json',
			given: { 'Report on last week': [reportOf(words)] },
			played: ['Post it to Teams'],
			seen: { message: html },
		},
		{
			file: 'contacts-to-invitations-with-approval.json',
			given: { 'What would be done': [change], 'Anything to tell?': [change] },
			played: ['Ask a person'],
			seen: { message: question },
		},
		{
			file: 'contacts-to-invitations-with-approval.json',
			given: { 'Do what was approved': [{ summary }] },
			played: ['Tell'],
			seen: { text },
		},
		{
			file: 'privacy-request-with-approval.json',
			given: request,
			played: ['Ask a person'],
			seen: { message: question },
		},
		{
			file: 'privacy-request-with-approval.json',
			given: {
				...request,
				'Ask a person': [{ data: { 'Shall it be erased?': 'Yes, erase all of it' } }],
				'Each respondent': [record],
				'Erase the respondent': [{}],
				'Each invitation': [record],
				'Empty the invitation': [{}],
				'Revoke the invitation': [{}],
			},
			played: ['What became of a respondent', 'What became of an invitation', 'Answer'],
			seen: { text: textWithAddresses },
		},
		{
			file: 'reminder-mailing-with-approval.json',
			given: { 'Create the mailing': [{ id: 'm1' }], 'Read the recipients': [record] },
			played: ['How many', 'Ask a person'],
			seen: { message: question },
		},
		{
			file: 'failed-emails.json',
			given: { 'When an email fails': [{ message: emailFailedMessage(person, words) }] },
			played: ['Tell which failed'],
			seen: { text: textWithAddresses },
		},
		...crmShowsOf(words),
	];
}
