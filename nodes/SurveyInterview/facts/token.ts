import { isUuid } from '../records/identifiers';
import { isObject } from '../records/json';
import type { Fact } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { toId, toName, toTime, toText } from './values';

const WITHIN = '((token|api_?token|identity)\\.)?';
const WORKSPACE = '(workspace|company|organi[sz]ation)';
const RESTRICTION = '((restricted)?survey|restrictedto|restriction)';
const withinToken = (...paths: string[]) => paths.map((path) => new RegExp(`^${WITHIN}${path}$`));

export const TOKEN_FACTS: readonly Fact[] = [
	{
		name: 'workspace',
		at: withinToken(`${WORKSPACE}name`, `${WORKSPACE}\\.(${WORKSPACE})?(name|title)`, WORKSPACE),
		read: toName,
	},
	{
		name: 'scopes',
		at: withinToken('scopes?', '(granted)?(scopes|permissions)'),
		read: words,
	},
	{
		name: 'expires_at',
		at: withinToken('(expires|expiry)(at|on|date)?', 'valid(until|to)'),
		read: toTime,
	},
	{
		name: 'survey_id',
		at: withinToken('(restricted)?surveyid', `${RESTRICTION}\\.(survey)?id`, RESTRICTION),
		// A survey's name, or `none`, is no id.
		read: (value) => (isUuid(value) ? value : undefined),
	},
	{
		name: 'workspace_id',
		at: withinToken(`${WORKSPACE}id`, `${WORKSPACE}\\.(${WORKSPACE})?id`),
		read: toId,
	},
];

/** A list of words, of objects that hold one each, or a text with blanks or commas between them. */
function words(value: unknown): string[] | undefined {
	const listed = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value;
	if (!Array.isArray(listed)) return undefined;
	const read = listed.map((one: unknown) =>
		toText(isObject(one) ? (one.scope ?? one.name ?? one.value) : one),
	);
	return read.every((word) => word !== undefined) ? read : undefined;
}

/** Whose token it is and what it may do, of TokenIdentity. */
export const TOKEN: Simplified = simplifiedBy(
	{
		workspace: 'string?',
		scopes: 'strings?',
		expires_at: 'string?',
		survey_id: 'string?',
		workspace_id: 'string?',
	},
	TOKEN_FACTS,
);
