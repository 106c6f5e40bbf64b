/** What is known stays known: no absence and no other token makes old completions new. */
import { POLL_ENGINES } from '../everywhere';
import { DAY, MINUTE } from '../harness/stage/time';
import { stages, type Stage } from './triggerStage';

const setStage = stages();
const PLAIN = { dialect: 'plain' } as const;

describe.each(POLL_ENGINES)('in the %s engine', (engine) => {
	/** A survey with three old completions and one that came, and another survey. */
	async function begun(): Promise<{ stage: Stage; survey: string; other: string }> {
		const stage = await setStage({ engine, ...PLAIN });
		const [survey, other] = [stage.survey('A'), stage.survey('B')];
		for (const name of ['x', 'y', 'z']) stage.interview(survey, name);
		stage.service.clock.advance(20 * MINUTE);
		await stage.publish();
		stage.interview(survey, 'Ada');
		expect(await stage.names()).toEqual(['Ada']);
		return { stage, survey, other };
	}

	/** Polls once a day, while something is wrong. */
	async function days(stage: Stage, count: number): Promise<void> {
		for (let day = 0; day < count; day++) {
			stage.service.clock.advance(DAY);
			expect(await stage.names()).toEqual([]);
		}
	}

	/** The list of surveys leaves one out. @returns what ends that */
	const hide = ({ service }: Stage, hidden: string): (() => void) =>
		service.faults.inject({
			match: { operation: 'survey.getAll' },
			fault: {
				kind: 'rewritten body',
				rewrite: (body) =>
					JSON.stringify(
						(JSON.parse(body) as Array<{ id: string }>).filter(({ id }) => id !== hidden),
					),
			},
			times: Infinity,
		});

	it.each([9, 60])(
		'a survey that the list hides for %i days brings only who completed since',
		async (count) => {
			const { stage, survey, other } = await begun();
			const show = hide(stage, survey);
			await days(stage, count);
			stage.interview(survey, 'Meanwhile');
			stage.interview(other, 'Bob');
			expect(await stage.names()).toEqual(['Bob']);
			show();
			expect([await stage.names(), await stage.names()]).toEqual([['Meanwhile'], []]);
		},
	);

	it('a new survey that is refused, and then hidden over a kill, brings what was completed since it was new', async () => {
		const { stage, other } = await begun();
		const { service, n8n } = stage;
		const refused = stage.survey('Refused');
		const readable = service.faults.inject({
			match: ({ path }) => path.endsWith(`${refused}/respondents`),
			fault: { kind: 'status', status: 403 },
			times: Infinity,
		});
		stage.interview(refused, 'First');
		// The poll that meets the survey does not fail, or n8n would forget that; the next one tells.
		expect((await stage.poll()).error).toBeUndefined();
		expect((await stage.poll()).error?.message).toContain('“Refused”');
		n8n.crash();
		await n8n.boot();
		const show = hide(stage, refused);
		stage.interview(other, 'Bob');
		expect(await stage.names()).toEqual(['Bob']);
		show();
		readable();
		expect(await stage.names()).toEqual(['First']);
	});

	it('a token that sees more surveys brings only who completed since the last poll', async () => {
		const { stage, survey } = await begun();
		const { service, n8n } = stage;
		const limited = service.issueToken({ surveyId: survey });
		const of = (token: string) => ({ baseUrl: service.url, token });
		await n8n.setCredential('surveyInterviewApi', of(limited));
		const hidden = stage.survey('Hidden');
		for (let nth = 0; nth < 60; nth++) stage.interview(hidden, `Old ${nth}`);
		await days(stage, 30);
		stage.interview(hidden, 'Since the poll');
		await n8n.setCredential('surveyInterviewApi', of(service.token));
		expect([await stage.names(), await stage.names()]).toEqual([['Since the poll'], []]);
	});
});
