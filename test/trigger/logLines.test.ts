/** What others wrote stands in n8n's log on one line, without anything that a terminal would follow. */
import { POLL_ENGINES } from '../everywhere';
import { collectLogs } from '../harness/engine';
import { stages } from './triggerStage';

const setStage = stages();

it.each(POLL_ENGINES)(
	'the name of a survey and the words of the service, %s engine',
	async (engine) => {
		const stage = await setStage({ engine });
		const hostile = stage.survey(
			`A\n2026-11-22 | info | all is well\u001b[2J\u001b[31m\u0007${'x'.repeat(900)}`,
		);
		const other = stage.survey('B');
		await stage.publish();
		stage.service.faults.inject({
			match: { path: new RegExp(`${hostile}/respondents`) },
			fault: { kind: 'status', status: 409, code: 'busy\n\u001b[0m' },
			times: 9,
		});
		stage.interview(hostile, 'Ada');
		stage.interview(other, 'Bob');
		const logs = collectLogs();
		expect(await stage.names()).toEqual(['Bob']);
		logs.stop();
		const lines = logs.entries.flatMap(({ level, message }) => (level === 'warn' ? [message] : []));
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatch(
			/survey “A 2026-11-22 \| info \| all is wellx+…” \(.*\) could not be read/,
		);
		expect(lines[0]).not.toMatch(/\p{Cc}/u);
		expect(lines[0]?.length).toBeLessThan(500);
	},
);
