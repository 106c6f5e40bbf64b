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
	for (const name of Object.keys(small.options)) {
		await attempt({ ...small, options: { ...small.options, [name]: undefined } });
	}
	await attempt({ ...small, hasTwoSurveys: false });
	await attempt({ ...small, hasLevel: true });
	await attempt({ ...small, dialect: 'plain' });
	return small;
}
