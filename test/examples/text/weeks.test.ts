import { play } from './player';

const DAY = 86_400_000;

/** The beginning of this week, in UTC as the service counts. */
const thisWeek = () => {
	const now = new Date();
	const day = (now.getUTCDay() + 6) % 7;
	return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - day);
};

interface Week {
	weeksAgo: number;
	score: number | null;
	answers: number | null;
}

/** The weeks in the report, row by row, and the whole text of its email. */
async function weeksOf(...weeks: Week[]): Promise<{ rows: string[][]; text: string }> {
	const file = 'weekly-report-in-full.json';
	const asItem = ({ weeksAgo, ...rest }: Week) => ({
		from: new Date(thisWeek() - 7 * DAY * weeksAgo).toISOString(),
		...rest,
	});
	const given = {
		Settings: [{ characters_per_quote: 280 }],
		'Choose the survey': [{ name: 'Leadership', metric_type: 'enps' }],
		'Read the overview': [{ score: 20, completed: 9 }],
		'Read the conclusion': [{}],
		'Read the weeks': weeks.map(asItem),
		'Read the topics': [{}],
		'Topics mentioned most': [{}],
		'Read the quotes': [{}],
	};
	const played = ['Read each quote', 'Put the report together', 'Send the report'];
	const [shown] = await play({ file, given, played });
	const [, section = ''] = String(shown?.html).split('Week by week</h2>');
	const rows = [...section.matchAll(/<tr><td style[^>]*>(.*?)<td><?/g)].map(([, cells = '']) =>
		cells.split(/<\/td><td[^>]*>|<\/td>/).slice(0, 3),
	);
	return { rows, text: section.replace(/<[^>]*>/g, ' ') };
}

describe('the weeks in the weekly report', () => {
	it('has no row for the week that goes on, where a service counts the end of the range as inside', async () => {
		const { rows } = await weeksOf(
			{ weeksAgo: 1, score: 50, answers: 4 },
			{ weeksAgo: 0, score: null, answers: 0 },
		);
		expect(rows.map(([, answers, score]) => [answers, score])).toEqual([['4', '50']]);
	});

	it('says in words what the service holds back, and that nobody answered', async () => {
		const { rows, text } = await weeksOf(
			{ weeksAgo: 3, score: -10, answers: 5 },
			{ weeksAgo: 2, score: null, answers: null },
			{ weeksAgo: 1, score: null, answers: 0 },
		);
		expect(rows.map(([, answers, score]) => [answers, score])).toEqual([
			['5', '-10'],
			['too few to show', ''],
			['none', ''],
		]);
		expect(text).toContain('“none” can also mean that too few people answered');
	});

	it('says so in a sentence when nobody answered in any of them', async () => {
		const quiet = [2, 1].map((weeksAgo) => ({ weeksAgo, score: null, answers: 0 }));
		const { rows, text } = await weeksOf(...quiet);
		expect(rows).toEqual([]);
		expect(text).toContain('No answers in the last 2 weeks.');
	});
});
