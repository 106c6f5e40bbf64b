/**
 * The fewest words that a name without any sign between them consists of: `recipientname` is two.
 *
 * @returns undefined where it has a part that is no word
 */
export function fewestWords(name: string, isWord: (part: string) => boolean): string[] | undefined {
	/** By where they end, the fewest words that lead there. */
	const best: Array<string[] | undefined> = [[]];
	for (let end = 1; end <= name.length; end++) {
		for (let start = 0; start < end; start++) {
			const [before, part] = [best[start], name.slice(start, end)];
			const isFewest = before && before.length + 1 < (best[end]?.length ?? Infinity);
			if (isFewest && isWord(part)) best[end] = [...before, part];
		}
	}
	return best[name.length];
}
