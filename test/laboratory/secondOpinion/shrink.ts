import type { History } from './history';

/** The smallest history that can be had by leaving things out, as long as it still fails. */
export async function shrink(
	history: History,
	fails: (history: History) => Promise<boolean>,
): Promise<History> {
	let small = history;
	const attempt = async (smaller: History) => {
		const holds = await fails(smaller);
		if (holds) small = smaller;
		return holds;
	};
	for (let size = Math.ceil(small.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
		for (let from = 0; from < small.steps.length; ) {
			const steps = small.steps.filter((_, place) => place < from || place >= from + size);
			if (!(await attempt({ ...small, steps }))) from += size;
		}
	}
	for (let survey = small.surveys.length - 1; survey >= 0 && small.surveys.length > 1; survey--) {
		const keep = (_: unknown, place: number) => place !== survey;
		await attempt({
			...small,
			surveys: small.surveys.filter(keep),
			before: small.before.filter(keep),
		});
	}
	for (const [place, count] of small.before.entries()) {
		for (const fewer of [0, Math.floor(count / 2), count - 1]) {
			const before = small.before.map((one, at) => (at === place ? Math.max(0, fewer) : one));
			if (await attempt({ ...small, before })) break;
		}
	}
	await attempt({ ...small, filters: {} });
	await attempt({ ...small, chosen: undefined });
	await attempt({ ...small, maxEvents: undefined });
	await attempt({ ...small, includeConversation: false, everything: false, emitExisting: false });
	await attempt({ ...small, engine: 'durable' });
	for (const [place] of small.surveys.entries()) {
		for (const plain of [
			{ format: 'z' },
			{ ids: 'all' },
			{ metricPlace: 'list' },
			{ scoresFrom: 0 },
		] as const) {
			const surveys = small.surveys.map((one, at) => (at === place ? { ...one, ...plain } : one));
			await attempt({ ...small, surveys });
		}
	}
	return small;
}
