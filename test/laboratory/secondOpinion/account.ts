import { read } from './times';
import type { Person, Survey } from './world';

/** What a survey's list shows, as far as the page says that it matters. */
export interface Sight {
	/** The completions that the list shows, by identity. */
	byIdentity: Map<string, Seen[]>;
	/** Whether the records carry IDs. */
	ids: 'all' | 'none' | 'some' | undefined;
	/** How many different people have completed, and how many records say so. */
	people: number;
	records: number;
}

export interface Seen {
	person: Person;
	/** When the record says that it was completed, and that the interview began. */
	stamp?: number;
	begun?: number;
	score: number | null;
	department: string;
}

/** What the rule owes for one identity: from `min` to `max` events in the whole history. */
export interface Account {
	/** How many completions of this identity the trigger knows. */
	known: number;
	min: number;
	max: number;
	events: number;
	/** Of `max`, what was granted before the baseline was taken. */
	early: number;
	/** In how many polls a score was missing; not sure after a restart. */
	waits: number;
	checkedIn: number;
	unsure: boolean;
	/** The page lets it come and does not say that it must. */
	isDoubtful: boolean;
	/** Turned away by a filter, and not saved since. */
	unsaved: number;
	/** In how many polls without any trouble it was due and did not come. */
	overdue: number;
	/** How many such polls it may take: the brake holds it back once. */
	patience: number;
	/** The latest poll that was shown it. */
	shownIn: number;
	history: string[];
}

export const newAccount = (): Account => ({
	known: 0,
	min: 0,
	max: 0,
	events: 0,
	early: 0,
	waits: 0,
	checkedIn: -1,
	unsure: false,
	isDoubtful: false,
	unsaved: 0,
	overdue: 0,
	patience: 0,
	shownIn: -1,
	history: [],
});

/**
 * "The trigger knows a completion by the respondent’s ID, and in an anonymous survey without IDs by the time at
 * which the interview began"; then by creation, by completion, and last by the record itself, of which this
 * world shows nothing that differs.
 */
function identityOf(record: Record<string, unknown>): string {
	if (typeof record.id === 'string') return `id ${record.id.toLowerCase()}`;
	const time = timeOf(record.started_at ?? record.created_at ?? record.completed_at);
	return time === undefined ? 'alike' : `at ${time}`;
}

const timeOf = (value: unknown) =>
	value === undefined || value === null ? undefined : read(value as string | number);

export function look(survey: Survey, records: Array<Record<string, unknown>>): Sight {
	const byIdentity = new Map<string, Seen[]>();
	const withId = records.filter(({ id }) => id !== undefined).length;
	const done = records.filter((record) => record.status === survey.word);
	const people = new Set<Person>();
	for (const record of done) {
		const { tag, department } = record.properties as { tag: string; department: string };
		const person = survey.people.find((one) => one.tag === tag);
		if (!person) continue;
		people.add(person);
		const identity = identityOf(record);
		const alike = byIdentity.get(identity) ?? [];
		byIdentity.set(identity, alike);
		// The same ID twice is one person; without IDs, equals are counted.
		if (identity.startsWith('id') && alike.length > 0) continue;
		alike.push({
			person,
			department,
			stamp: timeOf(record.completed_at),
			begun: timeOf(record.started_at ?? record.created_at),
			score: record.score as number | null,
		});
	}
	for (const alike of byIdentity.values()) {
		alike.sort((a, b) => (a.stamp ?? 0) - (b.stamp ?? 0));
	}
	const ids = withId === records.length ? 'all' : withId === 0 ? 'none' : 'some';
	return {
		byIdentity,
		ids: records.length > 0 ? ids : undefined,
		people: people.size,
		records: done.length,
	};
}
