/** Names as services write them: patterns have them without `_` (`fullname`), and people read `full_name`. */
import { RECORD_KINDS } from '../../nodes/SurveyInterview/facts/kinds';
import { GAVE, WHO } from '../../nodes/SurveyInterview/facts/respondentPlaces';
import { fewestWords } from '../harness/support/fewestWords';

/** Lists of names that the page explains once: their name there, the letter that stands for it, and one of them. */
export const CALLED = [
	{ list: WHO, name: 'who', letter: 'W', example: 'person' },
	{ list: GAVE, name: 'interview', letter: 'I', example: 'answer' },
];
/** What stands for any text. */
export const ANY = '…';

/** Words that are neither in the names of facts nor alternatives in a pattern. */
const MORE_WORDS =
	'of on by is skipped ai was n api open number surname valid attribute completion restriction organisation organization queued accepted';

/** The words that names consist of, without those that consist of others. */
const WORDS = new Set<string>(MORE_WORDS.split(' '));
for (const { facts } of Object.values(RECORD_KINDS)) {
	for (const word of facts.flatMap(({ name }) => name.split('_'))) WORDS.add(word);
}
const alternatives = Object.values(RECORD_KINDS)
	.flatMap(({ facts }) => facts.flatMap(({ at }) => at.map(({ source }) => source)))
	.flatMap((source) => source.match(/(?<=[(|])[a-z]{3,}(?=\??[)|])/g) ?? [])
	.sort((one, other) => one.length - other.length);
for (const word of alternatives) if (inWords(word) === word) WORDS.add(word);

/** A path: W is *who*, and an s in brackets may be missing. */
export function spelled(path: string): string {
	if (path === ANY) return 'any other name';
	const parts = path.split(/([WI.]*[WI])/).filter(Boolean);
	return parts
		.map((part, place) => {
			const called = part.replace(/[WI]/g, (letter) => {
				const name = CALLED.find((one) => one.letter === letter)?.name ?? '';
				return `*${name}*`;
			});
			if (called !== part) return called;
			const text = part.replace(/[a-z()]+/g, inWords);
			return `\`${place > 0 && /^[a-z(]/.test(part) ? '_' : ''}${text}\``;
		})
		.join('');
}

/** The words of a name with `_` between them; one of unknown words stays as it is. */
function inWords(name: string): string {
	return fewestWords(name, isWord)?.join('_') ?? name;
}

function isWord(part: string): boolean {
	const plain = part.replace(/(\(s\)|s)$/, '');
	return WORDS.has(part) || (part.length > 2 && [plain, `${plain}s`].some((one) => WORDS.has(one)));
}
