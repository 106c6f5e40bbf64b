import { Shrinking } from '../histories';
import type { History } from './history';

/** The smallest history that can be had by leaving things out, as long as it still fails. */
export async function shrink(
	history: History,
	fails: (history: History) => Promise<boolean>,
): Promise<History> {
	const shrinking = new Shrinking(history, fails);
	await shrinking.leaveOutSteps();
	for (
		let survey = shrinking.small.surveys.length - 1;
		survey >= 0 && shrinking.small.surveys.length > 1;
		survey--
	) {
		const keep = (_: unknown, place: number) => place !== survey;
		await shrinking.attempt({
			surveys: shrinking.small.surveys.filter(keep),
			before: shrinking.small.before.filter(keep),
		});
	}
	for (const [place, count] of shrinking.small.before.entries()) {
		for (const fewer of [0, Math.floor(count / 2), count - 1]) {
			const before = shrinking.small.before.map((one, at) =>
				at === place ? Math.max(0, fewer) : one,
			);
			if (await shrinking.attempt({ before })) break;
		}
	}
	await shrinking.attempt({ filters: {} });
	await shrinking.attempt({ chosen: undefined });
	await shrinking.attempt({ maxEvents: undefined });
	await shrinking.attempt({ token: 0 });
	await shrinking.attempt({ unreadable: undefined });
	await shrinking.attempt({ includeConversation: false, everything: false, emitExisting: false });
	await shrinking.attempt({ engine: 'durable' });
	for (const [place] of shrinking.small.surveys.entries()) {
		for (const plain of [
			{ format: 'z' },
			{ ids: 'all' },
			{ metricPlace: 'list' },
			{ scoresFrom: 0 },
		] as const) {
			const surveys = shrinking.small.surveys.map((one, at) =>
				at === place ? { ...one, ...plain } : one,
			);
			await shrinking.attempt({ surveys });
		}
	}
	return shrinking.small;
}
