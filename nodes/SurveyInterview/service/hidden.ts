/**
 * Characters that nobody sees. A model reads them, so a stranger could write orders to it that no person notices.
 *
 * In the patterns, `DI` are characters that are invisible where a program does not know them (default-ignorable), `Cs`
 * is half of a surrogate pair, and `Cc` are control characters.
 */

/** A text without hidden characters. Those that scripts and emoji need stay, and so do spaces and line ends. */
export function withoutHidden(text: string): string {
	return text.replace(HIDDEN_RUN, '').replace(HIDDEN, '$1');
}

/**
 * No script needs so many hidden characters in a row. The lookbehind of HIDDEN would be tried for each of them, and in
 * a long run that would block n8n.
 */
const HIDDEN_RUN = /[\p{DI}\p{Cs}]{12,}/gu;

/** The flags of England, Scotland and Wales. Only these: others could spell hidden words of up to six letters. */
const FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`;
/** Hidden characters that are needed: each pattern is a character that people see, and the hidden one after it. */
const NEEDED_HIDDEN = [
	// A selector after an emoji, in a keycap such as 1️⃣, and after an ideograph.
	String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]`,
	String.raw`[\d#*]\uFE0F(?=\u20E3)`,
	String.raw`\p{Ideo}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
	// The joiner between the parts of an emoji, such as a family.
	String.raw`(?:\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})`,
	// Joiners after letters, but not after those of Europe and East Asia, which do not need them.
	String.raw`(?!\p{DI}|[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{Ideo}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u0300-\u036F])[\p{L}\p{M}][\u200C\u200D]`,
	// A selector after a Mongolian letter.
	String.raw`(?!\p{DI})\p{sc=Mong}[\u180B-\u180D\u180F]`,
].join('|');
/**
 * Hidden characters, such as half of an emoji or a direction of writing, but not those at the end of a pattern of
 * NEEDED_HIDDEN. A flag, which ends with hidden ones, is found as a whole, and stays as `$1`.
 *
 * Beside the properties it names the blank Braille pattern (`2800`), the signs of annotations (`FFF9` to `FFFB`) and
 * the controls of hieroglyphs (`13430` to `1343F`).
 */
const HIDDEN = new RegExp(
	String.raw`(${FLAG})|(?:[\p{DI}\p{Cs}\u2800\uFFF9-\uFFFB\u{13430}-\u{1343F}]|(?![\s\x85])\p{Cc})(?<!${NEEDED_HIDDEN})`,
	'gu',
);
