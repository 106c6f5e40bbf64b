import type { IDataObject } from 'n8n-workflow';
import { get } from 'lodash';
import { schemaOf } from '../../output/schema';
import { play, type Scene } from './player';
import { reportOf } from './report';
import { PRIVACY_QUESTION } from './shows';

/** An item of which the service says nothing: null wherever the output schema allows it. */
function nothing(path: string, more: IDataObject = {}): IDataObject {
	const { properties = {} } = schemaOf(path);
	const values = Object.entries(properties).map(([name, { type }]) => {
		const types = [type].flat();
		return [name, types.includes('null') ? null : types.includes('array') ? [] : 'known'];
	});
	return { ...Object.fromEntries(values), ...more } as IDataObject;
}

const completion = (message = 'Somebody completed the interview.'): IDataObject =>
	nothing('event/interviewCompleted', { message, completion_id: 'c1' });

const survey = nothing('survey/get');
const counts = {
	'Choose the survey': [survey],
	'Create the mailing': [nothing('mailing/create', { id: 'm1' })],
	'Read the stats': [nothing('mailing/getStats')],
	'Read the mailing': [nothing('mailing/get')],
	Settings: [{ bounce_limit_percent: 5, bounces_count_from_sent: 20, days_to_answer: 2 }],
};

interface Said extends Scene {
	/** The texts that people see, and what each says. */
	says: Record<string, string[]>;
}

const SAID: Said[] = [
	{
		file: 'completions-to-slack.json',
		given: { 'When an interview is completed': [completion()] },
		played: ['Post it to Slack'],
		says: { text: ['Somebody completed the interview.'] },
	},
	{
		file: 'completions-to-slack-in-full.json',
		given: { 'When an interview is completed': [completion()] },
		played: ['Post it to Slack'],
		says: {
			text: ['*Somebody completed the interview.*'],
		},
	},
	{
		file: 'detractor-alert-in-full.json',
		given: {
			'When an interview is completed': [{ ...completion(), id: 'r1', score: 0 }],
			'Read the conversation': [nothing('respondent/getConversation')],
		},
		played: ['Make the task', 'Send the alert'],
		says: {
			subject: ['Somebody completed the interview'],
			html: [
				'<b>Somebody completed the interview.</b></p><table cellpadding="0" cellspacing="0" style="margin:0 0 12px;font-size:15px;line-height:1.5;color:#222"></table>',
				'What the participant wrote could not be read.',
			],
		},
	},
	{
		file: 'weekly-report.json',
		given: { 'Report on last week': [reportOf()] },
		played: ['Send it'],
		says: {
			subject: ['A survey: the score is not available'],
			html: ['The service could not give this part.'],
		},
	},
	{
		file: 'reminder-mailing-with-approval.json',
		given: counts,
		played: ['How far is it?', 'Tell a person'],
		says: {
			subject: ['The reminder is still on its way: the survey'],
			text: [
				'Recipients: not known\nSent: not known\nDelivered: not known\nBounced: not known\n' +
					'Marked as spam: not known\nFailed: not known\nLeft out: not known\nSurvey: the survey\n',
			],
		},
	},
	{
		file: 'reminder-mailing-with-approval.json',
		given: {
			...counts,
			'Read the recipients': [nothing('mailing/get', { total_count: 3 })],
			'Read the open invitations': [nothing('invitation/getAll')],
		},
		played: ['Count them', 'Ask a person'],
		says: {
			subject: ['the survey'],
			message: ['It will go to 3 people. The service says who they are when it sends.'],
		},
	},
	{
		file: 'privacy-request-with-approval.json',
		given: {
			'Privacy request': [{ email: 'ada@example.com', reference: 'Ticket 4711' }],
			'All surveys': [nothing('survey/getAll', { id: 's1' })],
			'Respondents in each': [
				{
					unreadable: 0,
					matches: [nothing('respondent/getAll', { id: 'r1' })],
					keys: [{ id: 'r1', agrees: ['email'], differs: [], emails: [], external_ids: [] }],
				},
			],
			'Invitations in each': [{ matches: [], keys: [] }],
		},
		played: PRIVACY_QUESTION,
		says: { message: ['<li style="margin:0 0 6px">A survey: respondent r1</li>'] },
	},
];

describe('what the service does not say, where a workflow shows it', () => {
	it.each(SAID)('is said in words: $file, $played', async ({ says, ...scene }) => {
		const [shown] = await play(scene);
		for (const [path, due] of Object.entries(says)) {
			const text = String(get(shown, path));
			for (const words of due) expect(text).toContain(words);
			expect(text).not.toMatch(/null|undefined|NaN|\[object|Anonymous/);
		}
	});

	it('is an empty cell: completions-to-sheets.json', async () => {
		const given = { 'When an interview is completed': [completion()] };
		const played = ['Make the row'];
		const rows = await play({ file: 'completions-to-sheets.json', given, played });
		expect(rows.map((row) => Object.values(row))).toEqual([['c1', '', '', null, '', '', '']]);
	});

	it.each([
		['completions-to-sheets-in-full.json', 'Participant wrote'],
		['completions-to-data-table-in-full.json', 'words'],
	])('is an empty cell: %s', async (file, words) => {
		const given = { 'When an interview is completed': [completion()] };
		const [row] = await play({ file, given, played: ['Make the row'] });
		const [id, completed, surveyName, score, ...others] = Object.values(row ?? {});
		expect([id, completed, surveyName, score]).toEqual(['anonymous c1', '', '', null]);
		expect(others).toEqual(['', '', '']);
		expect(row).toHaveProperty([words], '');
	});
});
