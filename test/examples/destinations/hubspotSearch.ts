import { badSearch } from './hubspotErrors';
import type { Contact, Contacts } from './hubspotContacts';
import type { Property } from './hubspotProperties';

export interface Filter {
	propertyName?: string;
	operator?: string;
	value?: unknown;
}

export interface Search {
	filterGroups?: Array<{ filters?: Filter[] }>;
	sorts?: Array<{ propertyName?: string; direction?: string }>;
	properties?: string[];
	limit?: number;
	after?: string;
}

const ALWAYS = ['createdate', 'hs_object_id', 'lastmodifieddate'];
const DEFAULTS = ['email', 'firstname', 'lastname'];
const MAX_LIMIT = 200;

/** HubSpot's search: groups of filters of which one must hold, a page of what is found, and where the next begins. */
export function search(contacts: Contacts, request: Search) {
	const { filterGroups = [], sorts = [], properties = DEFAULTS, limit = 10, after = '0' } = request;
	if (filterGroups.length > 5) throw badSearch('Too many filter groups');
	if (limit < 1 || limit > MAX_LIMIT) throw badSearch(`The limit must be from 1 to ${MAX_LIMIT}`);
	const groups = filterGroups.map(({ filters = [] }) =>
		filters.map((one) => matcher(contacts, one)),
	);
	const [sort] = sorts;
	const key = sort?.propertyName ?? 'createdate';
	const turn = sort?.direction === 'ASCENDING' ? 1 : -1;
	const found = contacts.all
		.filter((one) => groups.length === 0 || groups.some((all) => all.every((holds) => holds(one))))
		.sort((one, other) => turn * compared(one.values[key] ?? '', other.values[key] ?? ''));
	const from = Number(after);
	const page = found.slice(from, from + limit);
	const next = from + page.length;
	return {
		total: found.length,
		results: page.map((one) => shown(contacts, one, [...ALWAYS, ...properties])),
		...(next < found.length && {
			paging: { next: { after: String(next), link: '?after=' + next } },
		}),
	};
}

function matcher(contacts: Contacts, filter: Filter): (contact: Contact) => boolean {
	const { propertyName = '', operator = '', value } = filter;
	const property = contacts.properties.find(propertyName);
	if (!property) throw badSearch(`The property ${propertyName} does not exist`);
	const valueOf = ({ values }: Contact) => values[propertyName];
	if (operator === 'HAS_PROPERTY') return (one) => valueOf(one) !== undefined;
	if (operator === 'NOT_HAS_PROPERTY') return (one) => valueOf(one) === undefined;
	if (!['string', 'number'].includes(typeof value) || value === '')
		throw badSearch(`The filter on ${propertyName} has no value`);
	const wanted = String(value).toLowerCase();
	if (property.type === 'number' && !Number.isFinite(Number(wanted)))
		throw badSearch(`${wanted} is not a valid number`);
	const parts = (one: Contact) => partsOf(property, valueOf(one));
	if (operator === 'EQ') return (one) => parts(one).includes(wanted);
	if (operator === 'NEQ')
		return (one) => valueOf(one) !== undefined && !parts(one).includes(wanted);
	throw badSearch(`The operator ${operator} is not known here`);
}

/** What a filter compares: of several values each by itself, without a difference between capitals and others. */
function partsOf({ type, options }: Property, value = ''): string[] {
	const text = value.toLowerCase();
	return type === 'enumeration' && !options ? text.split(';') : [text];
}

function compared(one: string, other: string): number {
	const difference = Number(one) - Number(other);
	return Number.isNaN(difference) ? one.localeCompare(other) : difference;
}

function shown(contacts: Contacts, { id, values }: Contact, names: string[]) {
	const iso = (name: string) => new Date(Number(values[name])).toISOString();
	const valueOf = (name: string) => {
		const value = values[name];
		if (value === undefined) return null;
		return contacts.properties.find(name)?.type === 'datetime' ? iso(name) : value;
	};
	const known = names.filter((name) => contacts.properties.find(name));
	return {
		id,
		properties: Object.fromEntries(known.map((name) => [name, valueOf(name)])),
		createdAt: iso('createdate'),
		updatedAt: iso('lastmodifieddate'),
		archived: false,
	};
}
