import type { IDataObject } from 'n8n-workflow';
import { get } from 'lodash';
import { schemaOf } from '../../output/schema';
import { play, type Scene } from './player';
import { reportOf } from './report';

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
		file: 'detractor-alert.json',
		given: { 'When an interview is completed': [{ ...completion(), score: 0 }] },
		played: ['Send the alert'],
		says: { subject: ['gave 0 of 10'], text: ['Somebody completed the interview.'] },
	},
	{
		file: 'weekly-report.json',
		given: { 'Report on last week': [reportOf()] },
		played: ['Send it'],
		says: {
			subject: ['A survey: the score is not available'],
			html: [
				'The service could not give the score.',
				'could not give it: the response rate, the trend,',
			],
		},
	},
	{
		file: 'reminder-mailing-with-approval.json',
		given: { 'Create the mailing': [{ id: 'm1' }], 'Read the recipients': [{}] },
		played: ['How many', 'Ask a person'],
		says: { message: ['for 0 people who have not answered', 'A Yes sends nothing.'] },
	},
	{
		file: 'reminder-mailing-with-approval.json',
		given: { 'Create the mailing': [{ id: 'm1', total_count: 1 }], 'Read the recipients': [{}] },
		played: ['How many', 'Ask a person'],
		says: { message: ['for 1 person who has not answered'] },
	},
	{
		file: 'privacy-request-with-approval.json',
		given: {
			'Privacy request': [{ email: 'ada@example.com', reference: 'Ticket 4711' }],
			'All surveys': [{ id: 's1' }],
			'Respondents in each': [{ error: 'down' }],
			'Invitations in each': [{ matches: [] }],
		},
		played: ['Ask a person'],
		says: {
			message: [
				'Person: ada@example.com\n',
				'Respondents:\nNone found.',
				'Not every survey could be read, so there may be more.',
				'Searches that failed: 1',
			],
		},
	},
	{
		file: 'privacy-request-with-approval.json',
		given: {
			'Privacy request': [{ email: 'ada@example.com', external_id: 'crm-1', reference: 'Letter' }],
			'All surveys': [{ id: 's1' }],
			'Respondents in each': [{ matches: [] }],
			'Invitations in each': [{ matches: [] }],
		},
		played: ['Ask a person'],
		says: {
			message: [
				'Person: ada@example.com, crm-1\n',
				'Invitations:\nNone found.',
				'Every survey was read.',
			],
		},
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
		const cells = rows.flatMap((row) => Object.values(row));
		expect(cells.filter((cell) => cell !== null && cell !== '')).toEqual(['c1']);
	});
});
