/** Breaks the lines of a picture, because SVG does not wrap text. The font of a reader is unknown. */
import { characters } from '../records/scalars';

/** The widths of characters in ems, in the widest of the usual fonts; the first match counts. */
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
/** Bold text is wider by this factor. */
const BOLD = 1.17;

/** A letter with an accent is as wide as the letter, and a ligature as wide as its letters. */
const widthOf = (character: string): number => {
	const own = WIDTHS.find(([signs]) => signs.test(character))?.[1];
	if (own !== undefined && own <= 1) return own;
	const parts = character.normalize('NFKD');
	return parts === character ? (own ?? PICTOGRAM) : emsOf(parts);
};

/** The width of a text in ems, at most. */
export function emsOf(text: string, isBold = false): number {
	const ems = [...text].reduce((sum, character) => sum + widthOf(character), 0);
	return isBold ? ems * BOLD : ems;
}

/** Lines end between words; inside a word only if it is wider than a line. */
export function brokenLines(text: string, most: number, isBold = false): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const isOneLine = emsOf(word, isBold) <= most;
		const pieces = isOneLine ? [word] : Array.from(characters.segment(word), (one) => one.segment);
		for (const [place, piece] of pieces.entries()) {
			const longer = line === '' ? piece : `${line}${place === 0 ? ' ' : ''}${piece}`;
			const fits = line === '' || emsOf(longer, isBold) <= most;
			if (!fits) lines.push(line);
			line = fits ? longer : piece;
		}
	}
	return line === '' ? lines : [...lines, line];
}
