import { Shrinking } from '../histories';
import type { History } from './history';

/** The smallest history that can be had by leaving things out, as long as it still fails. */
export async function shrink(
	history: History,
	fails: (history: History) => Promise<boolean>,
): Promise<History> {
	const shrinking = new Shrinking(history, fails);
	await shrinking.leaveOutSteps();
	for (const name of Object.keys(shrinking.small.options)) {
		await shrinking.attempt({ options: { ...shrinking.small.options, [name]: undefined } });
	}
	await shrinking.attempt({ hasTwoSurveys: false });
	await shrinking.attempt({ hasLevel: true });
	await shrinking.attempt({ dialect: 'plain' });
	return shrinking.small;
}
