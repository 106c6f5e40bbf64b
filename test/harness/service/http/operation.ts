import { z } from 'zod';
import type { Dialect } from '../dialects/dialect';
import type { Reader } from '../endpoints/fields';
import { ValidationFailure } from '../refusal';
import type { ValidationIssue } from '../refusal';
import type { World } from '../world/world';
import type { Scope, TokenRecord } from './tokens';

/** What an operation works on, when everything about the request has been checked. */
export interface Call<Query, Body> {
	world: World;
	dialect: Dialect;
	token: TokenRecord;
	/** The UUID path parameter of that name. */
	id(name: string): string;
	query: Query;
	body: Body;
}

/** A call of any operation: what its path names, without its query and body. */
export type AnyCall = Pick<Call<unknown, unknown>, 'world' | 'dialect' | 'token' | 'id'>;

/** A request, before its query and body have been read. */
export interface RawCall {
	world: World;
	dialect: Dialect;
	token: TokenRecord;
	params: Readonly<Record<string, string>>;
	query: ReadonlyArray<readonly [string, string]>;
	rawBody: string;
}

export interface Operation {
	name: string;
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** As the specification writes it, with {survey_id} and the like. */
	path: string;
	success: 200 | 201 | 204;
	scope: Scope | null;
	answer: (call: RawCall) => unknown;
}

type QueryShape = Record<string, z.ZodType<unknown, z.ZodTypeDef, unknown>>;
type QueryOf<Shape extends QueryShape> = z.infer<z.ZodObject<Shape>>;

interface Definition<Shape extends QueryShape, Body> {
	scope: Scope | null;
	success?: 200 | 201 | 204;
	query?: Shape;
	/** A body that the request must have. */
	body?: (dialect: Dialect) => Reader<Body>;
	/** The body may be absent or null, and then counts as an empty object. */
	bodyOptional?: boolean;
	run: (call: Call<QueryOf<Shape>, Body>) => unknown;
}

/** One endpoint: `operation('mailing.send', 'POST', '/mailings/{mailing_id}/send', {…})`. */
export function operation<Shape extends QueryShape = Record<never, never>, Body = undefined>(
	name: string,
	method: Operation['method'],
	path: string,
	definition: Definition<Shape, Body>,
): Operation {
	const { scope, success = 200, query: shape = {}, bodyOptional = false, run } = definition;
	return {
		name,
		method,
		path,
		success,
		scope,
		answer: ({ world, dialect, token, params, query, rawBody }) => {
			const issues: ValidationIssue[] = [...pathIssues(params)];
			const readQuery = read(z.object(shape), grouped(query), 'query', issues);
			const reader = definition.body?.(dialect);
			const body = reader
				? read(reader, parsed(rawBody, bodyOptional, issues), 'body', issues)
				: undefined;
			if (issues.length > 0) throw new ValidationFailure(issues);
			return run({
				world,
				dialect,
				token,
				id: (key) => params[key] ?? '',
				query: readQuery as QueryOf<Shape>,
				body: body as Body,
			});
		},
	};
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function pathIssues(params: RawCall['params']): ValidationIssue[] {
	return Object.entries(params)
		.filter(([, value]) => !UUID.test(value))
		.map(([name]) => ({
			in: 'path',
			path: [name],
			message: 'Input should be a valid UUID',
			type: 'uuid_parsing',
		}));
}

/** Repeated keys become lists; `type[0]` is simply another key. */
function grouped(pairs: RawCall['query']): Record<string, string[]> {
	const groups: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
	for (const [key, value] of pairs) (groups[key] ??= []).push(value);
	return groups;
}

function parsed(rawBody: string, optional: boolean, issues: ValidationIssue[]): unknown {
	if (optional && (rawBody === '' || rawBody.trim() === 'null')) return {};
	if (rawBody === '') return undefined;
	try {
		return JSON.parse(rawBody) as unknown;
	} catch {
		issues.push({ in: 'body', path: [], message: 'JSON decode error', type: 'json_invalid' });
		return undefined;
	}
}

function read<T>(
	reader: Reader<T>,
	value: unknown,
	place: ValidationIssue['in'],
	issues: ValidationIssue[],
): T | undefined {
	const result = reader.safeParse(value);
	if (result.success) return result.data;
	for (const { path, message, code } of result.error.issues) {
		issues.push({ in: place, path, message, type: code });
	}
	return undefined;
}
