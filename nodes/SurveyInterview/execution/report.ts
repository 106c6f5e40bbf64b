/** What became of one item of a run. */
export type Fate = 'done' | 'failed' | 'maybeDone' | 'notStarted';

const WORDS: Record<Fate, string> = {
	done: 'done',
	failed: 'failed',
	maybeDone: 'may have been done',
	notStarted: 'not started',
};

/**
 * What a failed run did, in one line: `Items 0–3: done. Item 4: failed. Items 5–9: not started.`
 * n8n counts items from 0, and so does this.
 */
export function reportOf(fates: Fate[]): string {
	const lines: string[] = [];
	for (let start = 0; start < fates.length; ) {
		let end = start;
		while (fates[end + 1] === fates[start]) end++;
		const which = start === end ? `Item ${start}` : `Items ${start}–${end}`;
		lines.push(`${which}: ${WORDS[fates[start] ?? 'notStarted']}.`);
		start = end + 1;
	}
	// A batch in which every other item fails would fill the screen.
	const shown = lines.slice(0, 20);
	return lines.length > shown.length
		? `${shown.join(' ')} … and ${lines.length - shown.length} more groups.`
		: shown.join(' ');
}
