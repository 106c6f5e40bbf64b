/** The places where the workflows for a CRM show people a text that others may have written. */
import { completionMessage } from '../../../nodes/SurveyInterview/service/messages';
import { syncSummary } from '../../../nodes/SurveyInterview/sync/summary';
import { harmInSlack, harmInText } from './renderers';
import type { Show } from './shows';

/** They show only the sentences that the nodes give: the message of an event, and the summary of a sync. */
export function crmShowsOf(words: string): Show[] {
	const facts = { name: words, score: 3, metric_type: 'nps', survey_name: words };
	const given = { 'One at a time': [{ message: completionMessage(facts) }] };
	const unusable = { fate: 'unusable', item: 0, name: words, reason: words } as const;
	const { summary } = syncSummary([unusable], true);
	const summaryIn = (file: string): Show => ({
		file,
		given: { 'Sync invitations': [{ summary }] },
		played: ['Tell the channel'],
		seen: { text: harmInSlack },
	});
	const messageIn = (file: string): Show => ({
		file,
		given,
		played: ['Tell the channel'],
		seen: { text: harmInSlack },
	});
	const taskIn = (file: string, subject: string): Show => ({
		file,
		given,
		played: ['Make a task'],
		seen: { [subject]: (shown) => harmInText(shown) },
	});
	return [
		taskIn('completions-to-hubspot.json', 'metadata.subject'),
		messageIn('completions-to-hubspot.json'),
		summaryIn('hubspot-contacts-to-invitations.json'),
		taskIn('completions-to-pipedrive.json', 'subject'),
		messageIn('completions-to-pipedrive.json'),
		summaryIn('pipedrive-contacts-to-invitations.json'),
	];
}
