/** How a service spells the keys of a known place. Patterns have them without any sign between the words. */
import type { Random } from '../foreign/random';
import { pickCase, spellKey } from '../foreign/words';
import { fewestWords } from '../../../harness/support/fewestWords';

const WORDS = (
	'about accepted address agent allowed analysis anonymous answer answers api archived assistant at attributes ' +
	'average avg body bot bucket bullet bullets by category choices code company completed completions config ' +
	'configuration contact content conversation count counts created data date dates description details dialogue ' +
	'display distribution email end ended erased expires expiry external failed family finished first for from full ' +
	'given granted granularity groups highlights histogram human id identifier identity info insights interval ' +
	'interview interviewer invitation invite invited invitee invitees is key keyword label language last latest link ' +
	'links locale location main max mean mention mentions message messages metric most name net number of on ' +
	'open opened option options organisation organization overall override overview participant participants ' +
	'participation paragraphs pct percent percentage period permissions person personal point points posted privacy ' +
	'profile promoter promoters properties property prose quote range rate rating recent recipient ref reference ' +
	'respondent respondents response responses restricted restriction result results role said sample scheduled scope ' +
	'scopes score scores segment segments sent sentiment series settings share size skipped slug snapshot speaker ' +
	'spoken started stats statistics status subject submitted suggestion summary survey tags takeaways text texts ' +
	'theme time times timestamp timestamps title to token topic total totals transcript turns type until url used ' +
	'user uses uuid valid value values verbatim volume workspace'
).split(' ');
const KNOWN = new Set(WORDS);

/** The words of a key, as far as they are known. */
const wordsOf = (key: string) => fewestWords(key, (word) => KNOWN.has(word)) ?? [key];

/** Spells the keys of one service, each always in the same way. */
export class Spelling {
	private readonly known = new Map<string, string>();
	private readonly casing: string | undefined;

	/** Now and then a service has keys of several hands. */
	constructor(private readonly random: Random) {
		this.casing = random.chance(0.9) ? pickCase(random) : undefined;
	}

	/** A key, from what a pattern has of it, or from words with `_` between them. */
	key(plain: string): string {
		const casing = this.casing ?? pickCase(this.random);
		const words = plain.split('_').flatMap(wordsOf).join('_');
		const spelled = this.known.get(plain) ?? spellKey(words, casing);
		this.known.set(plain, spelled);
		return spelled;
	}

	path(plain: string): string[] {
		return plain.split('.').map((key) => this.key(key));
	}
}
