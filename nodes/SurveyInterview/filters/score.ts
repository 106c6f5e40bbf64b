import { number } from '../fields/makeField';
import { FactFinder } from '../facts/fact';
import { SCORE_FACT } from '../facts/scored';
import { defineFilter } from './filter';

/** What differs between the nodes that filter by score. */
interface ScoreTexts {
	/** Who has a score: “respondent”. */
	who: string;
	/** What the editor calls what somebody added. */
	removable: 'filter' | 'option';
	/** The end of the fields' help. */
	help: string;
}

/** By score, both ends included. A record without a score may get one later, so it is undecided. */
export const scoreFilter = ({ who, removable, help }: ScoreTexts) =>
	defineFilter({
		fields: [
			number('scoreFrom', 'Score From', `Only ${who}s with at least this score. ${help}`, {
				default: 0,
				whenAbsent: 'unfiltered',
			}),
			number('scoreTo', 'Score To', `Only ${who}s with at most this score. ${help}`, {
				default: 6,
				whenAbsent: 'unfiltered',
			}),
		],
		problem({ scoreFrom, scoreTo }) {
			const belowZero = (label: string, score: number | undefined) =>
				score !== undefined && score < 0
					? `${label} is ${score}: scores start at 0. Enter 0 or more, or remove the ${removable}.`
					: undefined;
			return (
				belowZero('Score From', scoreFrom) ??
				belowZero('Score To', scoreTo) ??
				(scoreFrom !== undefined && scoreTo !== undefined && scoreFrom > scoreTo
					? `Score From (${scoreFrom}) is above Score To (${scoreTo}), so no ${who} could pass: exchange them.`
					: undefined)
			);
		},
		passes({ scoreFrom = -Infinity, scoreTo = Infinity }) {
			// The score that Simplified shows, so that nobody is filtered by another.
			const finder = new FactFinder([SCORE_FACT]);
			return (record) => {
				const { score } = finder.in(record);
				return typeof score === 'number' ? score >= scoreFrom && score <= scoreTo : undefined;
			};
		},
	});
