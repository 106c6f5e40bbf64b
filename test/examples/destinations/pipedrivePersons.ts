import { invalid, notFound } from './pipedriveErrors';
import { PersonFields, type FieldValues } from './pipedriveFields';

export interface Person {
	id: number;
	name: string;
	/** The first is the primary one. */
	emails: string[];
	/** By the codes of the fields. */
	custom: FieldValues;
	/** In campaigns; Pipedrive shows it only to whoever asks for it. */
	marketingStatus: 'subscribed' | 'unsubscribed';
	isDeleted: boolean;
	addTime: number;
	updateTime: number;
}

type Draft = Pick<Person, 'name' | 'emails'> & { custom?: FieldValues };

/** The persons of a Pipedrive account. */
export class Persons {
	readonly fields = new PersonFields();
	private readonly persons = new Map<number, Person>();
	private lastId = 1000;
	private lastTime = Date.UTC(2026, 0, 5);

	/** Those that are not deleted, oldest first. */
	get all(): Person[] {
		return [...this.persons.values()].filter(({ isDeleted }) => !isDeleted);
	}

	/** @param draft its own fields by their names */
	create({ name, emails, custom = {} }: Draft): Person {
		const time = this.time();
		const id = (this.lastId += 7);
		this.persons.set(id, {
			...{ id, name, emails, custom: {}, marketingStatus: 'subscribed' },
			...{ isDeleted: false, addTime: time, updateTime: time },
		});
		const values = Object.entries(custom).map(([key, value]) => [this.fields.codeOf(key), value]);
		return this.update(id, Object.fromEntries(values) as FieldValues);
	}

	/** Also one that is marked as deleted. */
	get(id: number): Person {
		if (!Number.isSafeInteger(id) || id < 1) throw invalid('id', 'must be a positive integer');
		const person = this.persons.get(id);
		if (!person) throw notFound('Person');
		return person;
	}

	/** Those with that email address, whichever of theirs it is, and whatever its capitals. */
	byEmail(email: string): Person[] {
		const wanted = email.toLowerCase();
		return this.all.filter((one) => one.emails.some((own) => own.toLowerCase() === wanted));
	}

	update(id: number, values: FieldValues): Person {
		const person = this.get(id);
		if (person.isDeleted) throw notFound('Person');
		this.fields.check(values);
		Object.assign(person.custom, values);
		person.updateTime = this.time();
		return person;
	}

	/** Marks it as deleted. Pipedrive shows it by its ID for 30 days more. */
	delete(id: number): void {
		Object.assign(this.get(id), { isDeleted: true, updateTime: this.time() });
	}

	/** What Pipedrive does 30 days later. */
	forget(id: number): void {
		this.persons.delete(id);
	}

	/** One becomes part of another, which keeps its ID, and what it has goes first; the one is deleted. */
	merge(id: number, intoId: number): Person {
		const [one, into] = [this.get(id), this.get(intoId)];
		into.emails = [...new Set([...into.emails, ...one.emails])];
		into.custom = { ...one.custom, ...into.custom };
		this.delete(id);
		return into;
	}

	/** All of a person's own fields, also the empty ones, as Pipedrive shows them. */
	customOf({ custom }: Person): FieldValues {
		const own = this.fields.all.filter(({ is_custom_field }) => is_custom_field);
		return Object.fromEntries(
			own.map(({ field_code }) => [field_code, custom[field_code] ?? null]),
		);
	}

	/** No two things happen in the same moment. */
	private time(): number {
		return (this.lastTime += 60_000);
	}
}
