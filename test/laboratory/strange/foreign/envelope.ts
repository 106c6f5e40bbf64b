/** What stands around a record or a list: the shapes of the common API conventions and some own. */
import type { Dialect } from './dialect';
import type { Json, JsonObject } from './types';
import { nonsense, spellKey } from './words';

const SAFE_NOISE = (dialect: Dialect): JsonObject => {
	const { random } = dialect;
	const all: JsonObject = {
		request_id: random.uuid(),
		api_version: '1.0.0',
		generated_at: dialect.moment(random.moment()).json,
		took_ms: random.int(1, 90),
		errors: [],
		warnings: [],
		_links: { self: { href: 'https://api.example.test/self' } },
	};
	const kept: JsonObject = {};
	for (const [key, value] of Object.entries(all)) {
		if (random.chance(0.3)) kept[spellKey(key, dialect.casing)] = value;
	}
	return kept;
};

const strange = (dialect: Dialect) => dialect.style === 'nonsense' || dialect.style === 'mixed';

/** What a record, or a list of them, is called in its container. */
const keyOf = (dialect: Dialect, noun: string) =>
	spellKey(
		strange(dialect) && dialect.random.chance(0.5) ? nonsense(dialect.random) : noun,
		dialect.casing,
	);

/** Wraps a single record. `noun` is what a plain service would call it. */
export function wrapOne(dialect: Dialect, record: JsonObject, noun: string): [Json, string] {
	const { random } = dialect;
	const key = keyOf(dialect, noun);
	const noise = SAFE_NOISE(dialect);
	const shape = random.pick([
		...['bare', 'bare', 'bare', 'data', 'result', 'named', 'payload'],
		...['jsonapi', 'hal', 'graphql', 'dataNamed', 'list', 'pairs'],
	]);
	switch (shape) {
		case 'data':
			return [{ ...noise, data: record }, shape];
		case 'result':
			return [{ ...noise, result: record }, shape];
		case 'payload':
			return [{ ok: true, payload: record, ...noise }, shape];
		case 'named':
			return [{ ...noise, [key]: record }, shape];
		case 'dataNamed':
			return [{ data: { [key]: record }, ...noise }, shape];
		case 'graphql':
			return [{ data: { [key]: { __typename: noun, ...record } }, extensions: noise }, shape];
		case 'jsonapi':
			return [jsonApi(record, noun, (inner) => ({ data: inner, ...noise })), shape];
		case 'hal':
			return [{ _links: { self: { href: '/self' } }, ...record }, shape];
		case 'list':
			return [{ data: [record], ...noise }, shape];
		case 'pairs':
			return pairs(dialect, record);
		default:
			return [record, 'bare'];
	}
}

/** JSON:API lifts a plain `id` out of the attributes. */
function jsonApi(
	record: JsonObject,
	noun: string,
	around: (inner: JsonObject) => JsonObject,
): JsonObject {
	const { id, ...attributes } = record;
	return around({ type: noun, ...(typeof id === 'string' ? { id } : {}), attributes });
}

/** A record as a list of named values; only sensible for records without nested keys. */
function pairs(dialect: Dialect, record: JsonObject): [Json, string] {
	const nested = Object.values(record).some((value) => typeof value === 'object' && value !== null);
	if (nested || dialect.random.chance(0.4)) return [record, 'bare'];
	const [name, value] = dialect.random.pick([
		['key', 'value'],
		['name', 'value'],
		['field', 'content'],
	]);
	const list = Object.entries(record).map(([key, held]) => ({ [name]: key, [value]: held }));
	// Where the specification says a record, an array is none.
	return [{ fields: list }, 'pairs'];
}

function flatten(row: JsonObject, joint: string, before = ''): JsonObject {
	const flat: JsonObject = {};
	for (const [key, value] of Object.entries(row)) {
		const plain =
			value !== null &&
			typeof value === 'object' &&
			!Array.isArray(value) &&
			!('$date' in value || 'nanos' in value);
		if (plain) Object.assign(flat, flatten(value as JsonObject, joint, before + key + joint));
		else flat[before + key] = value;
	}
	return flat;
}

/** Column form. Every row must have its keys, so absent ones become null. */
function columns(dialect: Dialect, rows: JsonObject[]): [Json, string] {
	const { random } = dialect;
	const flat = rows.map((row) => flatten(row, '_'));
	const heads = [...new Set(flat.flatMap((row) => Object.keys(row)))];
	if (random.chance(0.5)) {
		const held: JsonObject = {};
		for (const head of heads) held[head] = flat.map((row) => row[head] ?? null);
		return [random.chance(0.5) ? held : { data: held }, 'columnar'];
	}
	const cells = flat.map((row) => heads.map((head) => row[head] ?? null));
	const named = random.pick(['columns', 'fields', 'headers']);
	return [{ [named]: heads, [random.pick(['rows', 'data', 'values'])]: cells }, 'columns'];
}

/** Wraps a list of records. `tabular` says that the rows may also be laid out as columns. */
export function wrapMany(
	dialect: Dialect,
	rows: JsonObject[],
	noun: string,
	tabular = true,
): [Json, string] {
	const { random } = dialect;
	const key = keyOf(dialect, noun);
	const noise = SAFE_NOISE(dialect);
	const shape = random.pick([
		...['bare', 'bare', 'bare', 'bare', 'data', 'items', 'results', 'named', 'dataNamed'],
		...['jsonapi', 'hal', 'graphql', 'columns', 'included', 'nodes', 'byId'],
	]);
	switch (shape) {
		case 'data':
		case 'items':
		case 'results':
			return [{ ...noise, [shape]: rows, page: 1, per_page: 50 }, shape];
		case 'named':
			return [{ [key]: rows, ...noise }, shape];
		case 'dataNamed':
			return [{ ...noise, data: { [key]: rows } }, shape];
		case 'hal':
			return [{ _embedded: { [key]: rows }, page: { size: 50, number: 0 } }, shape];
		case 'graphql': {
			const edges = rows.map((node, at) => ({ cursor: `c${at}`, node }));
			return [{ data: { [key]: { edges, pageInfo: { hasNextPage: false } } } }, shape];
		}
		case 'nodes':
			return [{ data: { [key]: { nodes: rows } } }, shape];
		case 'jsonapi':
			return [{ ...noise, data: rows.map((row) => jsonApi(row, noun, (inner) => inner)) }, shape];
		case 'included': {
			const person = { name: random.person().name, email: random.email() };
			const owner = { type: 'workspace_user', id: random.uuid(), attributes: person };
			return [{ data: rows, included: [owner] }, shape];
		}
		case 'byId':
			// Whole numbers as keys would be sorted, but identifiers are UUIDs.
			if (!rows.length || rows.some((row) => typeof row.id !== 'string')) return [rows, 'bare'];
			return [{ [key]: Object.fromEntries(rows.map((row) => [row.id, row])) }, shape];
		case 'columns':
			if (tabular && rows.length) return columns(dialect, rows);
			return [rows, 'bare'];
		default:
			return [rows, 'bare'];
	}
}
