import { play } from './player';

const completion = {
	message: 'Eve gave 4 (CSAT) in Read.',
	id: 'r1',
	completion_id: 'c1',
	completed_at: '2026-03-02T09:00:00.000Z',
	participant_text: 'One.',
};
const givenIn = (file: string) => ({
	'When an interview is completed': [completion],
	...(file.startsWith('detractor') && {
		'Read the conversation': [{ participant_text: 'One.', topics: [] }],
	}),
});

/** The time zone of a workflow that nobody chose one for is New York's. */
describe('when somebody completed an interview', () => {
	it.each([
		['completions-to-slack-in-full.json', ['Post it to Slack']],
		['detractor-alert-in-full.json', ['Make the task', 'Send the alert']],
	])('%s says it as people do, in the time zone of the workflow', async (file, played) => {
		const [shown] = await play({ file, given: givenIn(file), played });
		expect(JSON.stringify(shown)).toContain('2 March 2026, 04:00');
		expect(JSON.stringify(shown)).not.toContain('T09:00');
	});

	it.each([
		['completions-to-sheets-in-full.json', 'Make the row'],
		['completions-to-data-table-in-full.json', 'Make the row'],
		['detractor-alert-in-full.json', 'Make the task'],
	])('%s writes it into a row so that it can be sorted', async (file, node) => {
		const [row] = await play({ file, given: givenIn(file), played: [node] });
		expect(Object.values(row ?? {})).toContain('2026-03-02 04:00');
	});
});
