import type { People } from '../people';
import { Visitors } from './visitors';
import type { Visit } from './visitors';

/** How long until the next one comes, unless somebody says otherwise. */
export const DEFAULT_SECONDS = 30;

export interface Coming {
	/** How many seconds lie between two visitors, give or take a third; default 30. */
	seconds?: number;
	seed?: number;
	/** Hears a line about each. */
	say: (line: string) => void;
}

/** Lets people come now and then, until somebody calls what it returns. */
export function letVisitorsCome(
	world: People,
	{ seconds = DEFAULT_SECONDS, seed, say }: Coming,
): () => void {
	const visitors = new Visitors(world, seed);
	let timer: NodeJS.Timeout;
	let isStopped = false;
	const wait = () => {
		timer = setTimeout(() => {
			say(lineAbout(visitors.next()));
			// Whoever is told may have stopped them.
			if (!isStopped) wait();
		}, visitors.pause(seconds));
	};
	wait();
	return () => {
		isStopped = true;
		clearTimeout(timer);
	};
}

const LONGEST_NAME = 40;
const LONGEST_TITLE = 80;

/** One line for a terminal: who came, the score, the survey. */
export function lineAbout(visit: Visit | null): string {
	if (!visit) return 'Nobody came: no survey is open.';
	const { respondent, survey, cameBy, kind, completed } = visit;
	const who = respondent.name === null ? 'Somebody without a name' : plain(respondent.name);
	const how = `(${cameBy === 'invitation' ? 'invited' : 'by link'}, ${kind})`;
	if (!completed)
		return `${who} started ${plain(survey.name, LONGEST_TITLE)} and left midway ${how}`;
	const { score } = respondent;
	const gave = score === null ? 'gave no score' : `gave ${score} of ${survey.scaleMax}`;
	return `${who} ${gave} in ${plain(survey.name, LONGEST_TITLE)} ${how}`;
}

/** Names are text of others: no control characters and no changes of direction reach the terminal. */
function plain(name: string, longest = LONGEST_NAME): string {
	const text = name.replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
