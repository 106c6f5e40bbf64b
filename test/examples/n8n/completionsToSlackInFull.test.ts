import type { SlackMessage } from '../destinations';
import { outputsOf } from '../../n8n/rest/n8nRest';
import { crashAt } from './crash';
import { stopClock, WHOLE_SECOND as startAt } from './extraFields';
import { ANOTHER, HOSTILE } from './hostile';
import { READINGS } from './readings';
import { twins } from './twins';
import { useWorkflowStage } from './workflowStage';
import { timeInMessage } from './writtenTimes';

const CHANNEL = { __rl: true, mode: 'id', value: 'C0FEEDBACK' };
const NODE = 'Post it to Slack';
/** As many characters of a participant's as the workflow posts. */
const MOST = 1500;

interface Posted {
	/** The line of the event: who gave which score in which survey. */
	what: string;
	/** Its first words, up to what they did. */
	who: string;
	completed: string;
	/** What is quoted of the participant, or the sentence in its place. */
	words: string;
}

describe('completions-to-slack-in-full.json', () => {
	const stage = useWorkflowStage('completions-to-slack-in-full.json', {
		settings: () => ({ [NODE]: { channelId: CHANNEL } }),
		service: { choices: { anonymousIds: 'absent' } },
	});
	const posted = () => stage().destinations.slack.messages.map(read);
	let surveyId = '';

	beforeAll(async () => {
		surveyId = stage().service.world.createSurvey({ name: 'Moving in & out' }).id;
		await stage().publish();
	});

	it('posts everybody who completes, as the service has them, and nothing that does harm', async () => {
		const on = stage();
		const { world } = on.service;
		const ada = { name: 'Ada', score: 10, messages: ['I like the tea.', 'And the people.'] };
		const crowd = { ada, ...HOSTILE };
		const records = Object.values(crowd).map((person) => world.interview({ surveyId }, person));
		const { id: hidden } = world.createSurvey({ name: 'Hidden', anonymous: true });
		const equals = twins(on.service, hidden);
		await on.deliveries(records.length + equals.length);
		expect(await on.failures()).toEqual([]);

		const equal = { what: 'Somebody gave 5 of 10 (NPS) in Hidden.' };
		expect(posted().filter(({ what }) => what.endsWith(' in Hidden.'))).toEqual(
			equals.map(() => expect.objectContaining(equal)),
		);
		const known = posted().filter(({ what }) => what.endsWith(' (NPS) in Moving in & out.'));
		const inAnyOrder = (some: unknown[]) => some.map((one) => JSON.stringify(one)).sort();
		const said = known.map(({ what, completed }) => [
			/gave (\d+) of 10/.exec(what)?.[1],
			completed,
		]);
		expect(inAnyOrder(said)).toEqual(
			inAnyOrder(
				records.map(({ score, completedAt }) => [String(score), timeInMessage(completedAt ?? 0)]),
			),
		);

		const from = (who: string, text: string) =>
			expect(known).toContainEqual(expect.objectContaining({ who, words: text }));
		from('Ada', 'I like the tea.\n\nAnd the people.');
		from(
			'Lin',
			'See ‹(link removed)|our new page› or (link removed) now.\n\n' +
				'(link removed), evil[.]example/login, вход[.]рф and mailto∶boss＠evil[.]example',
		);
		from(
			'‹!channel∣The boss› (link removed) ＠here',
			'‹!everyone› ‹!here› ＠channel ＠everyone ‹＠U012AB3CD› ‹#C012AB3CD›',
		);
		from('Mark', '∗bold∗ ＿slanted＿ ∼gone∼ ˋcodeˋ &amp; ‹b›tag‹/b›\n&gt; quoted');
		from(
			'{{ $json }}',
			'Ignore all instructions. ={{ $env }} {{ 7 ∗ 7 }} {"topic＿name":"Planted"}',
		);
		from('Somebody', 'No name, no letters.');
		from('Sil', 'The participant wrote nothing.');
		const cut = [...'😀 é '.repeat(15_000)].slice(0, MOST).join('');
		from('Long', `${cut} … shortened`);
	});

	it('lets Slack make no link, no mention and no preview of anything', () => {
		for (const message of stage().destinations.slack.messages) {
			expect(message).toMatchObject({
				channel: CHANNEL.value,
				link_names: false,
				unfurl_links: false,
				unfurl_media: false,
			});
			expect(message).not.toHaveProperty('blocks');
			expect(message.text).not.toMatch(/[@<]|:\/\/|www\.|mailto:|[\u200b\u202e]/);
		}
	});

	it('adds nothing when it is run by hand, nor when all of it is delivered again after a crash', async () => {
		const on = stage();
		const before = posted();
		const { status } = await on.run();
		expect(status).toBe('success');
		await on.deliverAgain();
		expect(await on.failures()).toEqual([]);
		expect(posted()).toEqual(before);
	});

	describe('when Slack refuses, posts on a retry what is missing, each once and in order', () => {
		let sent = 0;
		const due: string[] = [];
		const since = () =>
			posted()
				.slice(sent)
				.map(({ who }) => who);

		beforeAll(() => {
			sent = posted().length;
		});

		it.each(['first', 'second', 'third'])('the %s of three', async (refused) => {
			const on = stage();
			const { slack } = on.destinations;
			const before = await on.executions();
			const three = ['first', 'second', 'third'].map((place) => `${place} but the ${refused}`);
			const place = three.indexOf(`${refused} but the ${refused}`);
			slack.refuses = ({ text }) => text.startsWith(`*${three[place]} gave `);
			for (const name of three) {
				on.service.world.interview({ surveyId }, { name, score: 8, messages: ['Late.'] });
			}
			const failed = await on.executionAfter(before);
			expect(failed.status).toBe('error');
			expect(outputsOf(failed, on.triggerName)[0]).toHaveLength(three.length);
			expect(since()).toEqual([...due, ...three.slice(0, place)]);
			slack.refuses = () => false;
			expect((await on.retry(failed.id)).status).toBe('success');
			due.push(...three);
			expect(since()).toEqual(due);
		});

		it('all, and once more on the retry', async () => {
			const on = stage();
			const { slack } = on.destinations;
			const before = await on.executions();
			slack.isDown = true;
			on.service.world.interview({ surveyId }, { name: 'Dora', score: 8, messages: ['Late.'] });
			const failed = await on.executionAfter(before);
			expect(failed.status).toBe('error');
			const again = await on.retry(failed.id);
			expect(again.status).toBe('error');
			slack.isDown = false;
			expect((await on.retry(again.id)).status).toBe('success');
			expect(since()).toEqual([...due, 'Dora']);
			expect(on.destinations.strange).toEqual([]);
		});
	});

	it('posts the rest on a retry when n8n itself ended in the middle, and nobody twice', async () => {
		const on = stage();
		const { slack } = on.destinations;
		const sent = posted().length;
		const isBo = ({ text }: SlackMessage) => text.startsWith('*Bo gave ');
		const crashed = await crashAt(on, slack, isBo, () => {
			for (const name of ['Al', 'Bo', 'Cy']) {
				on.service.world.interview({ surveyId }, { name, score: 8 });
			}
		});
		expect(crashed.status).toBe('crashed');
		expect((await on.retry(crashed.id)).status).toBe('success');
		// Nobody can tell whether Slack took the one at which n8n ended.
		expect(
			posted()
				.slice(sent)
				.map(({ who }) => who),
		).toEqual(['Al', 'Cy']);
	});

	it('posts what somebody without a name wrote, where the service shows it', async () => {
		const choices = { anonymousIds: 'present' } as const;
		await stage().elsewhere({ choices, seed: ANOTHER }, async ({ world }, run) => {
			const { id } = world.createSurvey({ name: 'Secrets', anonymous: true });
			const nobody = { name: 'Nobody', score: 7, messages: ['My secret.'] };
			world.interview({ surveyId: id }, nobody);
			await run();
			const what = 'Somebody gave 7 of 10 (NPS) in Secrets.';
			const secret = { what, words: 'My secret.' };
			expect(posted().at(-1)).toMatchObject(secret);
		});
	});

	it.each(READINGS)('reads what a service sends that speaks $name', async ({ dialect, seed }) => {
		await stage().elsewhere({ dialect, seed, startAt }, async (service, run) => {
			stopClock(service);
			const { id } = service.world.createSurvey({ name: 'Read', metricType: 'csat' });
			const person = { name: 'Eve', score: 4, messages: ['First.', 'Second.'] };
			service.world.interview({ surveyId: id }, person);
			await run();
			expect(stage().destinations.slack.messages.at(-1)?.text).toBe(
				'*Eve gave 4 (CSAT) in Read.*\nCompleted: 2 March 2026, 04:00\n' +
					'In the participant’s words (links removed):\n' +
					'> First.\n> \n> Second.',
			);
		});
	});

	it.each(READINGS)('says what is not there in a service that speaks $name', async (reading) => {
		const { dialect } = reading;
		const seed = { number: 10 + reading.seed.number };
		await stage().elsewhere({ dialect, seed, startAt }, async (service, run) => {
			stopClock(service);
			const { id } = service.world.createSurvey({ name: 'Read', metricType: 'csat' });
			service.world.interview({ surveyId: id }, { name: null, score: null, messages: [] });
			await run();
			expect(stage().destinations.slack.messages.at(-1)?.text).toBe(
				'*Somebody completed the interview in Read.*\nCompleted: 2 March 2026, 04:00\n' +
					'The participant wrote nothing.',
			);
		});
	});
});

function read({ text }: SlackMessage): Posted {
	const [first = '', completed, note = '', ...quoted] = text.split('\n');
	if (quoted.length > 0) expect(note).toBe('In the participant’s words (links removed):');
	expect(quoted.every((line) => line.startsWith('> '))).toBe(true);
	const after = (line: string | undefined, label: string) => {
		expect(line?.startsWith(label)).toBe(true);
		return line?.slice(label.length) ?? '';
	};
	return {
		what: first.slice(1, -1),
		who: after(first, '*').replace(/ (gave|completed) .*/, ''),
		completed: after(completed, 'Completed: '),
		words: quoted.map((line) => line.slice(2)).join('\n') || note,
	};
}
