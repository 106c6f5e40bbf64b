import { createHash } from 'node:crypto';
import { ApiRefusal, Recorded, routesOf, type App } from './api';

export const PIPEDRIVE = 'api.pipedrive.com';

type FieldValues = Record<string, string | number | null>;

export interface Person {
	id: number;
	name: string;
	/** The first is the primary one. */
	emails: string[];
	/** Its own fields, by their names; the account shows them by their codes. */
	custom: FieldValues;
	/** In campaigns; Pipedrive shows it only to whoever asks for it. */
	marketingStatus: 'subscribed' | 'unsubscribed';
	isDeleted: boolean;
}

/** An activity as it was sent, with the person that Pipedrive shows it at. */
interface Activity {
	subject: string;
	type: string;
	done: boolean;
	due_date?: string;
	person?: Person;
}

/** A Pipedrive account, as far as n8n's node needs it. Its answers are those of Pipedrive's public documentation. */
export class Pipedrive extends Recorded {
	readonly persons = new Persons();
	readonly activities: Activity[] = [];
	/** The filters that somebody made for persons, by their IDs. */
	readonly filters = new Map<number, (person: Person) => boolean>();
	/** The fields that somebody made for persons, and the options of those that have some. */
	readonly fields = new Map<string, string[]>();
}

/** The persons of an account. */
export class Persons {
	private readonly persons = new Map<number, Person>();
	private lastId = 1000;

	/** Those that are not deleted, oldest first. */
	get all(): Person[] {
		return [...this.persons.values()].filter(({ isDeleted }) => !isDeleted);
	}

	create(draft: Partial<Person> & Pick<Person, 'name' | 'emails'>): Person {
		const id = (this.lastId += 7);
		const person = {
			custom: {},
			marketingStatus: 'subscribed',
			isDeleted: false,
			...draft,
		} as const;
		this.persons.set(id, { ...person, id });
		return this.get(id);
	}

	/** Also one that is marked as deleted. */
	get(id: number): Person {
		if (!Number.isSafeInteger(id) || id < 1) throw new ApiRefusal(400, 'id: must be positive');
		const person = this.persons.get(id);
		if (!person) throw new ApiRefusal(404, 'Person not found');
		return person;
	}

	/** Those with that email address, whichever of theirs it is, and whatever its capitals. */
	byEmail(email: string): Person[] {
		const wanted = email.toLowerCase();
		return this.all.filter((one) => one.emails.some((own) => own.toLowerCase() === wanted));
	}

	/** Marks it as deleted. Pipedrive shows it by its ID for 30 days more. */
	delete(id: number): void {
		this.get(id).isDeleted = true;
	}

	/** What Pipedrive does 30 days later. */
	forget(id: number): void {
		this.persons.delete(id);
	}

	/** One becomes part of another, which keeps its ID; the one is deleted. */
	merge(id: number, intoId: number): void {
		const [one, into] = [this.get(id), this.get(intoId)];
		into.emails = [...new Set([...into.emails, ...one.emails])];
		this.delete(id);
	}
}

/** Shorter than Pipedrive's 500, so that a test needs fewer persons for a second page. */
const PAGE = 50;

/** 40 characters for a field that somebody made in the account. */
const codeOf = (field: string) => createHash('sha1').update(field).digest('hex');

export function pipedriveOn(app: App, token: string): Pipedrive {
	const pipedrive = new Pipedrive();
	const { persons, fields, filters } = pipedrive;
	const route = routesOf(
		app,
		PIPEDRIVE,
		pipedrive,
		({ query }) => (query as { api_token?: string }).api_token === token,
	);
	/** A person as the second version of Pipedrive's interface shows it. */
	const shown = ({ id, name, emails, isDeleted, custom }: Person) => ({
		...{ id, name, is_deleted: isDeleted },
		emails: emails.map((value, place) => ({ value, primary: place === 0, label: 'work' })),
		custom_fields: Object.fromEntries(
			[...fields.keys()].map((field) => [codeOf(field), custom[field] ?? null]),
		),
	});
	const personIn = (params: unknown) => persons.get(Number((params as { id: string }).id));

	route('GET', '/api/v2/persons', ({ query }) => {
		const { filter_id, limit = '100', cursor = '0' } = query as Record<string, string>;
		const holds = filter_id ? filters.get(Number(filter_id)) : () => true;
		if (!holds) throw new ApiRefusal(404, 'Filter not found');
		const found = persons.all.filter(holds);
		const from = Number(cursor);
		const end = from + Math.min(Number(limit), PAGE);
		const next_cursor = end < found.length ? String(end) : null;
		return success(found.slice(from, end).map(shown), { next_cursor });
	});
	route('GET', '/api/v2/persons/:id', ({ params }) => success(shown(personIn(params))));
	route('PATCH', '/api/v2/persons/:id', ({ params, body }) => {
		const person = personIn(params);
		if (person.isDeleted) throw new ApiRefusal(404, 'Person not found');
		const { custom_fields = {} } = body as { custom_fields?: FieldValues };
		for (const [code, value] of Object.entries(custom_fields)) {
			const field = [...fields.keys()].find((one) => codeOf(one) === code);
			if (field === undefined) throw new ApiRefusal(400, `${code}: is not allowed`);
			person.custom[field] = value;
		}
		return success(shown(person));
	});
	route('GET', '/api/v2/personFields', () => {
		const all = [...fields].map(([field_name, options]) => ({
			...{ field_name, field_code: codeOf(field_name), is_custom_field: true },
			field_type: options.length > 0 ? 'enum' : 'varchar',
			options: options.map((label, place) => ({ id: place + 40, label })),
		}));
		return success(all, { next_cursor: null });
	});
	route('GET', '/v1/persons/search', ({ query }) => {
		const { term = '', fields: where, exact_match } = query as Record<string, string>;
		if (where !== 'email' || exact_match !== 'true')
			throw new ApiRefusal(400, 'Only whole email addresses are looked for here');
		const items = persons.byEmail(term).map(({ id, name, emails }) => ({
			result_score: 0.42,
			item: { id, type: 'person', name, emails },
		}));
		const pagination = { start: 0, limit: 100, more_items_in_collection: false };
		return success({ items }, { pagination });
	});
	route('POST', '/api/v2/activities', ({ body }) => {
		const { participants = [], ...activity } = body as Activity & {
			participants?: Array<{ person_id: number }>;
		};
		const [first] = participants;
		pipedrive.activities.push({ ...activity, person: first && persons.get(first.person_id) });
		return success({ ...activity, id: pipedrive.activities.length, participants });
	});
	return pipedrive;
}

const success = (data: unknown, additional_data?: object) => ({
	success: true,
	data,
	additional_data,
});
