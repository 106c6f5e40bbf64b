/** Shares of a whole, which some services write as percentages. */
import { Dialect } from '../dialect';
import { type Said, fact } from '../types';
import { type Names, names } from '../words';

export interface Share {
	names: Names;
	say: (share: number) => Said;
}

const percentName = (name: string) => name.replace(/(^|\.)([a-z_]+)$/, '$1$2_pct');

/** A share between 0 and 1, written as a share, a percentage or text with a percent sign. */
export function pickShare(dialect: Dialect, plain: string, foreign: string, coined: string): Share {
	const way = dialect.random.pick(['share', 'share', 'percent', 'sign', 'percentNamed']);
	const named = way === 'percentNamed' ? plain.split(' ').map(percentName).join(' ') : plain;
	const round = (value: number) => Math.round(value * 1e6) / 1e6;
	return {
		names: names(named, foreign, coined),
		say: (share) => {
			const percent = round(share * 100);
			if (way === 'sign') return { json: `${percent}%`, ...fact(share) };
			const shown = dialect.number(way === 'share' ? share : percent);
			// The number 1 may be one per cent or all; below that a bare percentage looks like a share.
			const told = way === 'percentNamed' && dialect.style === 'plain';
			const doubtful = way === 'share' ? share === 1 : !told && percent <= 1;
			return {
				json: shown.json,
				value: share,
				certain: shown.certain && !doubtful,
				also: doubtful && percent !== 0 ? [way === 'share' ? 0.01 : percent] : [],
			};
		},
	};
}
