/** Finds texts whose letters a program has lost, or has read in the wrong encoding. */

/** The end of a sentence about a text in which a program has put U+FFFD for letters that it could not read. */
export const LOST_LETTERS =
	'has letters that were lost (\uFFFD), because its file was read in another encoding: set Encoding in Extract from File, for example to Latin1.';

const WRONG_LETTERS =
	'has letters that were read in the wrong encoding: set Encoding in Extract from File, for example to UTF-8. If that does not help, save the file again as CSV UTF-8.';

/** What is wrong with the letters of a text, as the end of a sentence that begins with the field. */
export function encodingProblem(text: string): string | undefined {
	if (text.includes('\uFFFD')) return LOST_LETTERS;
	return hasWrongLetters(text) ? WRONG_LETTERS : undefined;
}

/** What else is wrong with the letters of a name. In other texts, such signs may stand between letters. */
export function encodingProblemOfName(name: string): string | undefined {
	if (LOST_AS_QUESTION_MARK.test(name)) return 'has letters that were lost (?): correct it.';
	return SIGN_AS_LETTER.test(name) ? WRONG_LETTERS : undefined;
}

/** `Mu?oz` and `?ukasz`: a database has put question marks for letters that it does not have. */
const LOST_AS_QUESTION_MARK = /\p{L}\?+\p{L}|(?<!\S)\?+\p{L}/u;

/**
 * A sign that stands for a letter: `J¸rgen` is Windows-1252 that was read as Mac Roman, `JŸrgen` the other way round,
 * and `Fran‡ois` a code page of DOS that was read as Windows-1252. A small letter must follow, because Ÿ is a letter
 * itself: `YSAŸE` is a name.
 */
const SIGN_AS_LETTER = /\p{L}[¸‰§†‡‹›¯¿€„¤÷Ÿ](?=\p{Ll})/u;

/** Whether a text was read in the wrong encoding, by signs that no right text has. */
function hasWrongLetters(text: string): boolean {
	return (
		CONTROLS.test(text) || UTF8_AS_DOS.test(text) || UTF8_AS_MAC.test(text) || isUtf8AsWindows(text)
	);
}

/**
 * Control characters that no text has; a DOS code page read as Latin-1 leaves them: `J\u0081rgen`. U+0085 is not here,
 * because it is the end of a line in some texts.
 */
const CONTROLS = /[\u0080-\u0084\u0086-\u009F]/;

/** UTF-8 that was read in a code page of DOS: `J├╝rgen`. A tree such as `├── src` has no such pair. */
const UTF8_AS_DOS = /[┬├┼](?![─└├┬┼])\S/;

/** UTF-8 that was read as Mac Roman: `J√ºrgen`, `–ò–≤–∞–Ω`. `√2`, `≈5 km` and `Müller–Özil` have no such pairs. */
const UTF8_AS_MAC = /[√≈ƒ][^\0-\x7f\s]|(?:[–—][^\0-\x7f\s]){2}/;

/**
 * Whether a text has UTF-8 that was read as Latin-1 or Windows-1252: `JÃ¼rgen`, `Ð˜Ð²Ð°Ð½`, `MichaÅ‚`. Its characters
 * are turned back into the bytes that they were, and these are searched for letters in UTF-8.
 */
function isUtf8AsWindows(text: string): boolean {
	const runs = text.match(RUNS_OF_BYTES) ?? [];
	return runs.some((run) => {
		// A text with one character for each byte, so that a pattern can search the bytes.
		const bytesAsText = Array.from(run, (sign) => String.fromCharCode(byteOf(sign))).join('');
		const inUtf8 = bytesAsText.match(CHARACTERS_IN_UTF8) ?? [];
		return inUtf8.some((bytes) => isLetterOfNames(Buffer.from(bytes, 'latin1').toString('utf8')));
	});
}

/** The characters of Windows-1252 from byte 0x80 to 0x9F. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Two or more characters in a row that are bytes above 0x7F in Latin-1 or Windows-1252. */
const RUNS_OF_BYTES = new RegExp(`[\\u0080-\\u00FF${WINDOWS_1252}]{2,}`, 'g');

/** The byte that was read as this character. */
const byteOf = (character: string) =>
	WINDOWS_1252.includes(character)
		? 0x80 + WINDOWS_1252.indexOf(character)
		: character.charCodeAt(0);

/** Characters that have two, three or four bytes in UTF-8. */
const CHARACTERS_IN_UTF8 =
	/[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}/g;

/**
 * The letters that names have. Bytes of right texts may happen to be another character: the É and the apostrophe of
 * `ANDRÉ’S` are a sign of phonetic script.
 */
const LETTERS_OF_NAMES: Array<[first: number, last: number]> = [
	// Latin, with Ơ and Ư of Vietnamese names, and Ș and Ț of Romanian ones.
	[0xa0, 0x17f],
	[0x1a0, 0x1a1],
	[0x1af, 0x1b0],
	[0x218, 0x21b],
	// Greek.
	[0x386, 0x3ce],
	// Cyrillic, with Ґ of Ukrainian names.
	[0x400, 0x45f],
	[0x490, 0x491],
	// Hebrew and Arabic.
	[0x5d0, 0x5ea],
	[0x600, 0x6ff],
	// All scripts from Devanagari on, emoji, and U+FFFD, which a program wrote before the text was misread: `Jï¿½rgen`.
	[0x900, 0x10ffff],
];

function isLetterOfNames(character: string): boolean {
	const code = character.codePointAt(0) ?? 0;
	return LETTERS_OF_NAMES.some(([first, last]) => code >= first && code <= last);
}
