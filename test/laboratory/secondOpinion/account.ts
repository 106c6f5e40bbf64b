import type { State } from './filter';
import { read } from './times';
import type { Person, Survey } from './world';

/** What a survey's list shows. */
export interface Sight {
	/** The completions that the list shows, by identity. */
	byIdentity: Map<string, Seen[]>;
	/** How many different people have completed, and how many records say so. */
	people: number;
	records: number;
}

export interface Seen {
	person: Person;
	/** When the record says that it was completed. */
	stamp?: number;
	score: number | null;
	department: string;
	/** Another record of this person, which counts as an equal or not. */
	isDouble: boolean;
}

/** What the sentences say of the completions of one identity: without IDs there may be several. */
export interface Account {
	/** How many are old, may come, must come. */
	never: number;
	may: number;
	must: number;
	/** How many have come. */
	events: number;
	/** How the latest list showed them, and in which round. */
	seen: Seen[];
	shownIn: number;
	/** First shown in the latest list. */
	isFresh: boolean;
	/** How many every list showed as old that may have been the baseline. */
	glimpsed: number;
	/** A list that may have been the baseline showed one as old. */
	mayBeOld: boolean;
	/** The next one of this identity may be known, or may not. */
	isDoubtful: boolean;
	/** What the filters have said of it. */
	states: Set<State>;
	/** Whether sentence 3 holds them, by the latest list. */
	held: 'no' | 'maybe' | 'sure';
}

export const newAccount = (): Account => ({
	never: 0,
	may: 0,
	must: 0,
	events: 0,
	seen: [],
	shownIn: -1,
	isFresh: true,
	glimpsed: 0,
	mayBeOld: false,
	isDoubtful: false,
	states: new Set(),
	held: 'no',
});

/** How many must have come by now. Equals are counted: of a pair, the deletion of one hides the other. */
export function due({ must, may, never, seen, states }: Account): number {
	const passes = states.size === 1 && states.has('pass');
	return passes ? Math.min(must, seen.length - never - may) : 0;
}

/** How many may come at all. */
export const limit = ({ must, may, states }: Account) => (states.has('pass') ? must + may : 0);

/** "The respondent's ID (a UUID in any case is the same); without an ID the earliest time of the record." */
function identityOf(record: Record<string, unknown>): string {
	if (typeof record.id === 'string') return `id ${record.id.toLowerCase()}`;
	const times = [record.started_at, record.created_at, record.completed_at]
		.map(timeOf)
		.filter((time) => time !== undefined);
	return times.length === 0 ? 'alike' : `at ${Math.min(...times)}`;
}

const timeOf = (value: unknown) =>
	value === undefined || value === null ? undefined : read(value as string | number);

export function look(survey: Survey, records: Array<Record<string, unknown>>): Sight {
	const byIdentity = new Map<string, Seen[]>();
	const done = records.filter((record) => record.status === survey.word);
	const people = new Set<Person>();
	for (const record of done) {
		const { tag, department } = record.properties as { tag: string; department: string };
		const person = survey.people.find((one) => one.tag === tag);
		if (!person) continue;
		const isDouble = people.has(person);
		people.add(person);
		const identity = identityOf(record);
		const alike = byIdentity.get(identity) ?? [];
		byIdentity.set(identity, alike);
		if (identity.startsWith('id') && alike.length > 0) continue;
		const [stamp, score] = [timeOf(record.completed_at), record.score as number | null];
		alike.push({ person, department, stamp, score, isDouble });
	}
	return { byIdentity, people: people.size, records: done.length };
}
