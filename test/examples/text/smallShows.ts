/** The places where the small workflows show people a text that others may have written. */
import { completionMessage, withQuote } from '../../../nodes/SurveyInterview/facts/message';
import { syncSummary } from '../../../nodes/SurveyInterview/sync/summary';
import { harmInSlack, harmInText } from './renderers';
import type { Show } from './shows';

const TRIGGER = 'When an interview is completed';

/** They show only the sentences that the nodes give: the message of an event, and the summary of a sync. */
export function smallShowsOf(words: string): Show[] {
	const message = completionMessage({
		name: words,
		score: 3,
		metric_type: 'nps',
		survey_name: words,
	});
	const quoted = withQuote(message, words) as string;
	const unusable = { fate: 'unusable', item: 0, recipient: words, reason: words } as const;
	return [
		{
			file: 'completions-to-slack.json',
			given: { [TRIGGER]: [{ message }] },
			played: ['Post it to Slack'],
			seen: { text: harmInSlack },
		},
		{
			file: 'detractors-to-email.json',
			given: { [TRIGGER]: [{ message: quoted, score: 3 }] },
			played: ['Send the email'],
			seen: { text: (shown) => harmInText(shown) },
		},
		{
			file: 'contacts-to-invitations.json',
			given: { 'Sync invitations': [{ summary: syncSummary([unusable], true).summary }] },
			played: ['Post the summary'],
			seen: { text: harmInSlack },
		},
	];
}
