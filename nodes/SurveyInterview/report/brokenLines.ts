/** Where lines of a picture end: SVG does not wrap text, and nobody knows which font a reader has. */

/** How wide characters are in the widest of the usual fonts, in their size; the first that holds. */
const WIDTHS: ReadonlyArray<readonly [RegExp, number]> = [
	// Accents and joiners.
	[/\p{sc=Zinh}/u, 0],
	[/[ !'(),./:;I[\\\]fijlrt|‘’·-]/, 0.42],
	[/[a-ln-vx-z\d$*?J_`{}"“”€]/, 0.65],
	[/[A-LN-VX-Zw#&+<=>^~−–]/, 0.85],
	[/[mMW%@—…]|\p{Ideo}|[\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\u3000-\u303F\uFF01-\uFF60]/u, 1],
	[/[\p{L}\p{M}]/u, 1.25],
];
/** Emoji and other pictures. */
const PICTOGRAM = 1.5;
/** So much wider is bold text. */
const BOLD = 1.17;

/** An accent is no wider than its letter; other signs of one character may stand for several. */
const widthOf = (character: string): number => {
	const own = WIDTHS.find(([signs]) => signs.test(character))?.[1];
	if (own !== undefined && own <= 1) return own;
	const parts = character.normalize('NFKD');
	return parts === character ? (own ?? PICTOGRAM) : emsOf(parts);
};

/** At most how wide a text is, in its size. */
export function emsOf(text: string, isBold = false): number {
	const ems = [...text].reduce((sum, character) => sum + widthOf(character), 0);
	return isBold ? ems * BOLD : ems;
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A text in lines that end between words; inside one only where it is wider than a line, or has no spaces. */
export function brokenLines(text: string, most: number, isBold = false): string[] {
	const lines: string[] = [];
	let line = '';
	const add = (piece: string, space: string) => {
		const longer = line === '' ? piece : `${line}${space}${piece}`;
		if (line === '' || emsOf(longer, isBold) <= most) line = longer;
		else {
			lines.push(line);
			line = piece;
		}
	};
	for (const word of text.split(/\s+/).filter(Boolean)) {
		if (emsOf(word, isBold) <= most) add(word, ' ');
		else {
			let space = ' ';
			for (const { segment } of characters.segment(word)) {
				add(segment, space);
				space = '';
			}
		}
	}
	return line === '' ? lines : [...lines, line];
}
