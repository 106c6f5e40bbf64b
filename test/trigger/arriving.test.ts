/** A survey's list that takes several slices: it is judged as it arrives, and anew when it broke off. */
import { EVERYWHERE } from '../everywhere';
import type { Fault } from '../harness/service';
import { nameIn } from '../harness/stage/records';
import { NODE_ID, WORKFLOW } from '../harness/stage/trigger';
import { stages } from './triggerStage';

const setStage = stages();
/** So many that some of the new ones stand in the part that arrives, in any order. */
const [OLD, NEW] = [20, 60];
/** With it, the list has some 400 kB. */
const LONG = ` "[{ä€😀,${'x'.repeat(5_000)}`;

describe.each(EVERYWHERE)('$engine engine, $dialect', (on) => {
	const begun = async () => {
		const stage = await setStage({ ...on });
		const survey = stage.survey('A');
		for (let nth = 0; nth < OLD; nth++) stage.interview(survey, `Old ${nth}${LONG}`);
		return { stage, survey };
	};
	const breaking = (fault: Fault) => ({ match: { path: /\/respondents$/ }, fault, times: 1 });

	it.each<Fault>([{ kind: 'truncated body' }, { kind: 'truncated json' }])(
		'$kind: the old ones do not come, and who completes comes once',
		async (fault) => {
			const { stage, survey } = await begun();
			stage.service.faults.inject(breaking(fault));
			await stage.publish();
			expect(await stage.names()).toEqual([]);
			const names = Array.from({ length: NEW }, (_unused, nth) => `New ${nth}${LONG}`);
			for (const name of names) stage.interview(survey, name);
			stage.service.faults.inject(breaking(fault));
			const { events, asked } = await stage.poll();
			expect(events.map(nameIn)).toEqual(names);
			const reads = asked.filter((operation) => operation === 'respondent.getAll');
			expect(reads).toHaveLength(2);
			expect(await stage.names()).toEqual([]);
		},
	);

	it('activated again, it reads a list through that it does not judge', async () => {
		const { stage, survey } = await begun();
		await stage.publish();
		stage.interview(survey, 'Ada');
		await stage.n8n.publish(WORKFLOW, { again: [NODE_ID] });
		expect(await stage.names()).toEqual(['Ada']);
	});
});
