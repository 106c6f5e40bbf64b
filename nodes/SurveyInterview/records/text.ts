/** The longest text of a stranger in a sentence or in a log, in characters. */
export const MAX_LENGTH = 500;

/** Colours and cursor movements: logs are read in a terminal, which would follow them. */
const TERMINAL_CODES = /(?!\s)\p{Cc}\[[0-?]*[ -/]*[@-~]/gu;
const BREAKS = /[\s\p{Zl}\p{Zp}]+/gu;
/** Characters that nobody sees, but for the joiners that some scripts and emoji need. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * A text that somebody else wrote (the service, a participant), as it may stand in an error, a hint or a
 * log: on one line, without control characters, and cut where it is too long.
 */
export function oneLine(text: string, maxLength = MAX_LENGTH): string {
	// A body may have megabytes, and what is cut away need not be cleaned.
	const start = text.slice(0, maxLength * 4);
	const plain = start.replace(TERMINAL_CODES, '').replace(BREAKS, ' ').replace(UNSEEN, '').trim();
	if (plain.length <= maxLength && start.length === text.length) return plain;
	return `${plain.slice(0, maxLength).replace(/\p{Cs}$/u, '')}…`;
}
