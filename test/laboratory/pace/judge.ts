import { Pace } from '../../../nodes/SurveyInterview/http/pace';
import { Dice } from '../secondOpinion/dice';
import { floorOf, simulate, type Scene } from './simulate';

/** The worst of several plays of a scene. */
export interface Verdict {
	/** The time that it took, as a multiple of what somebody would need who knows the limit. */
	ratio: number;
	/** 429s, and those of them that came to a process that had heard of one before. */
	refused: number;
	later: number;
}

const SEEDS = [1, 2, 3, 4, 5];

/** How the pace that ships does in a scene. */
export function judge(scene: Scene): Verdict {
	const floor = floorOf(scene);
	const verdict: Verdict = { ratio: 0, refused: 0, later: 0 };
	const chance = Math.random;
	for (const seed of SEEDS) {
		// A back-off is longer by chance; here it is the same in every run.
		const dice = new Dice(seed);
		Math.random = () => dice.roll();
		try {
			const { ms, refused, atFirst } = simulate({ ...scene, seed }, () => new Pace());
			verdict.ratio = Math.max(verdict.ratio, ms / floor);
			verdict.refused = Math.max(verdict.refused, refused);
			verdict.later = Math.max(verdict.later, refused - atFirst);
		} finally {
			Math.random = chance;
		}
	}
	return verdict;
}

/** How many requests a scene has. */
export function requestsOf({ clients }: Scene): number {
	return clients.flatMap(({ runs }) => runs).reduce((sum, { requests }) => sum + requests, 0);
}
