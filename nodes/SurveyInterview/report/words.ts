import { dutch } from './dutch';
import { english, type Words } from './english';

const LANGUAGES: Record<string, Words> = { en: english, nl: dutch };

/** The words of a report in a language such as `nl-NL`; in English where the package does not have it. */
export const wordsIn = (language: unknown): Words =>
	LANGUAGES[String(language).slice(0, 2).toLowerCase()] ?? english;
