import { routesOf, type RecordedCalls } from './api';
import { invalid, notFound, oldRefusal, tooMany, unauthorized } from './pipedriveErrors';
import type { FieldValues } from './pipedriveFields';
import { Persons, type Person } from './pipedrivePersons';
import type { App } from './recorder';

export const PIPEDRIVE = 'api.pipedrive.com';

/** An activity as it was sent, with the person that Pipedrive shows it at. */
export interface PipedriveActivity {
	subject: string;
	type: string;
	done: boolean;
	due_date?: string;
	note?: string;
	person?: Person;
}

/** A Pipedrive account. Its answers are those of Pipedrive's public documentation. */
export interface Pipedrive extends RecordedCalls {
	persons: Persons;
	activities: PipedriveActivity[];
	/** The filters that somebody made for persons, by their IDs. */
	filters: Map<number, (person: Person) => boolean>;
}

interface ActivityRequest extends Omit<PipedriveActivity, 'person'> {
	participants?: Array<{ person_id: number; primary: boolean }>;
}

/** Shorter than Pipedrive's 500, so that a test needs fewer persons for a second page. */
export const PAGE = 50;
const ACTIVITY_FIELDS = ['subject', 'type', 'done', 'due_date', 'note', 'participants', 'owner_id'];

/** Pipedrive, as far as n8n's node needs it for persons and activities. */
export function pipedriveOn(app: App, token: string): Pipedrive {
	const persons = new Persons();
	const pipedrive: Pipedrive = {
		persons,
		activities: [],
		filters: new Map(),
		calls: [],
		refuses: () => false,
		refused: 0,
	};
	const route = routesOf(app, {
		host: PIPEDRIVE,
		recorded: pipedrive,
		isKnown: ({ query }) => (query as { api_token?: string }).api_token === token,
		unauthorized,
		tooMany,
	});
	/** A person as the second version of Pipedrive's interface shows it. */
	const shown = (person: Person) => {
		const { id, name, emails, isDeleted, addTime, updateTime } = person;
		const [first_name = '', ...last] = name.split(' ');
		return {
			id,
			name,
			first_name,
			last_name: last.join(' ') || null,
			owner_id: 1,
			org_id: null,
			add_time: iso(addTime),
			update_time: iso(updateTime),
			is_deleted: isDeleted,
			visible_to: 3,
			picture_id: null,
			label_ids: [],
			emails: emails.map((value, place) => ({ value, primary: place === 0, label: 'work' })),
			phones: [],
			custom_fields: persons.customOf(person),
		};
	};
	const idIn = (params: unknown) => Number((params as { id: string }).id);

	route('GET', '/api/v2/persons', ({ query }) => {
		const { filter_id, limit = '100', cursor = '' } = query as Record<string, string>;
		const holds = filter_id ? pipedrive.filters.get(Number(filter_id)) : () => true;
		if (!holds) throw notFound('Filter');
		const found = persons.all.filter(holds);
		const from = cursor ? Number(Buffer.from(cursor, 'base64').toString()) : 0;
		const end = from + Math.min(Number(limit), PAGE);
		const next_cursor =
			end < found.length ? Buffer.from(String(end)).toString('base64') : undefined;
		return success(found.slice(from, end).map(shown), { next_cursor: next_cursor ?? null });
	});
	route('GET', '/api/v2/persons/:id', ({ params }) => success(shown(persons.get(idIn(params)))));
	route('PATCH', '/api/v2/persons/:id', ({ params, body }) => {
		const { custom_fields = {}, ...others } = body as { custom_fields?: FieldValues };
		const [other] = Object.keys(others);
		if (other) throw invalid(other, 'Parameter is not known here');
		return success(shown(persons.update(idIn(params), custom_fields)));
	});
	route('GET', '/api/v2/personFields', () => success(persons.fields.all, { next_cursor: null }));
	route('GET', '/v1/persons/search', ({ query }) => {
		const { term = '', fields, exact_match, limit = '100' } = query as Record<string, string>;
		if (fields !== 'email' || exact_match !== 'true')
			throw oldRefusal(400, 'Only whole email addresses are looked for here');
		if (term.trim() === '') throw oldRefusal(400, 'Search term must not be empty');
		const found = persons.byEmail(term);
		const items = found.slice(0, Number(limit)).map((one) => ({
			result_score: 0.42,
			item: foundItem(one),
		}));
		const pagination = {
			start: 0,
			limit: Number(limit),
			more_items_in_collection: items.length < found.length,
		};
		return success({ items }, { pagination });
	});
	route('POST', '/api/v2/activities', ({ body }) => {
		const { participants = [], ...activity } = body as ActivityRequest;
		const unknown = Object.keys(body as object).find((one) => !ACTIVITY_FIELDS.includes(one));
		if (unknown) throw invalid(unknown, 'Parameter is not allowed for this request');
		if (!/^(\d{4}-\d{2}-\d{2})?$/.test(activity.due_date ?? ''))
			throw invalid('due_date', 'must be a date');
		const [first] = participants;
		const person = first && persons.get(first.person_id);
		pipedrive.activities.push({ ...activity, person });
		const ids = { id: pipedrive.activities.length, person_id: person?.id ?? null };
		return success({ ...activity, ...ids, participants, is_deleted: false });
	});
	return pipedrive;
}

const success = (data: unknown, additional_data: object | null = null) => ({
	success: true,
	data,
	...(additional_data && { additional_data }),
});

const iso = (time: number) => new Date(time).toISOString();

/** A person as the first version shows it in what a search found. */
function foundItem({ id, name, emails, updateTime }: Person) {
	return {
		id,
		type: 'person',
		name,
		phones: [],
		emails,
		primary_email: emails[0] ?? null,
		visible_to: 3,
		owner: { id: 1 },
		organization: null,
		custom_fields: [],
		notes: [],
		update_time: iso(updateTime),
	};
}
