/** A number as people write it, with its noun: `1,240 respondents`. */
export function counted(count: number, one?: string, several = `${one}s`): string {
	const number = count.toLocaleString('en-US');
	return one === undefined ? number : `${number} ${count === 1 ? one : several}`;
}

/** `a`; `a and b`; `a, b and c`. */
export function withAnd(parts: readonly string[]): string {
	const rest = [...parts];
	const last = rest.pop() ?? '';
	return rest.length > 0 ? `${rest.join(', ')} and ${last}` : last;
}

/** The first of many, and how many there are besides: `a, b, c and 7 more`. */
export function firstOf(parts: readonly string[], max: number): string {
	const more = parts.length - max;
	return withAnd([...parts.slice(0, max), ...(more > 0 ? [`${counted(more)} more`] : [])]);
}

/** The flags of England, Scotland and Wales, in hidden letters; others would spell words of up to six. */
const FLAG =
	'\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}';
/** What can stay: the selector of an emoji or an ideograph; what joins emoji or letters. */
const NEEDED = [
	'\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]',
	'[\\d#*]\\uFE0F(?=\\u20E3)',
	'\\p{Ideo}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
	'(?:\\p{Extended_Pictographic}\\uFE0F?|\\p{Emoji_Modifier})\\u200D(?=\\p{Extended_Pictographic})',
	// The scripts of Europe and East Asia need no joiners.
	'(?!\\p{DI}|[\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{Ideo}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\u0300-\\u036F])[\\p{L}\\p{M}][\\u200C\\u200D]',
	'(?!\\p{DI})\\p{sc=Mong}[\\u180B-\\u180D\\u180F]',
].join('|');
/** Characters of which nothing is seen, such as half of an emoji; the first group is what stays of them. */
export const HIDDEN = new RegExp(
	`(${FLAG})|(?:[\\p{DI}\\p{Cs}\\u2800\\uFFF9-\\uFFFB\\u{13430}-\\u{1343F}]|(?![\\s\\x85])\\p{Cc})(?<!${NEEDED})`,
	'gu',
);

/**
 * A text without hidden characters: people do not see what they say, and a model reads it. What scripts and
 * emoji need of them stays, and so do spaces and line ends.
 */
export function withoutHidden(text: string): string {
	return text.replace(RUN, '').replace(HIDDEN, '$1');
}

/** So many in a row are needed by nothing; to look around each of them would hold up n8n. */
const RUN = /[\p{DI}\p{Cs}]{12,}/gu;
