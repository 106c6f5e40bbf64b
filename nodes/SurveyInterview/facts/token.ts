import { isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { FactFinder, DEEPEST_FACT, ofKind } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { toId, toName, toTexts, toTime } from './values';

const WITHIN = '((token|api_?token|identity)\\.)?';
const WORKSPACE = '(workspace|company|organi[sz]ation)';
const RESTRICTION = '((restricted)?survey|restrictedto|restriction)';
const withinToken = (...paths: string[]) => paths.map((path) => new RegExp(`^${WITHIN}${path}$`));

export const TOKEN_FACTS = ofKind('token', [
	{
		name: 'workspace',
		at: withinToken(`${WORKSPACE}name`, `${WORKSPACE}\\.(${WORKSPACE})?(name|title)`, WORKSPACE),
		read: toName,
	},
	{
		name: 'scopes',
		at: withinToken('scopes?', '(granted)?(scopes|permissions)'),
		// A list, or a text with blanks or commas between the words.
		read: (value) =>
			toTexts(typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value),
	},
	{
		name: 'expires_at',
		at: withinToken('(expires|expiry)(at|on|date)?', 'valid(until|to)'),
		read: toTime,
	},
	{
		name: 'survey_id',
		at: [
			...withinToken('(restricted)?surveyid', `${RESTRICTION}\\.(survey)?id`, RESTRICTION),
			/survey/,
		],
		// A survey's name, or `none`, is no id; and of several surveys none is the one.
		read(value) {
			const ids = Array.isArray(value) ? value.map(idOf) : [value];
			return ids.length === 1 && isUuid(ids[0]) ? ids[0] : undefined;
		},
	},
	{
		name: 'workspace_id',
		at: withinToken(`${WORKSPACE}id`, `${WORKSPACE}\\.(${WORKSPACE})?id`),
		read: toId,
	},
]);

const idOf = (one: unknown) => (isObject(one) ? (one.id ?? one.survey_id ?? one.uuid) : one);

const RESTRICTIONS = new FactFinder(
	ofKind('token', [
		{
			name: 'restriction',
			at: [/survey|restrict/],
			read: (value) =>
				/^(none|false|)$/.test(isObject(value) ? '' : String(value)) ? undefined : true,
		},
	]),
);

/** What else may have an ID in a token's record: the token itself, and who it belongs to. */
const NOT_SURVEY =
	/^(id|uuid)$|workspace|company|organi[sz]ation|tenant|account|team|token|user|owner|created|creator|issue|member|admin|request/i;

/**
 * Whether a token's record says anything of surveys or of a restriction, also what is not understood; or holds an
 * ID, under whatever name, that may be a survey's.
 *
 * @param surveyIds of the surveys that it can access, in lower case
 */
export function mayBeRestricted(token: JsonObject, surveyIds: readonly string[] = []): boolean {
	const place = RESTRICTIONS.placesIn(token).get('restriction');
	if (place !== undefined && (place.value !== null || !place.isCertain)) return true;
	const holds = (value: unknown, keys: readonly string[]): boolean => {
		if (isUuid(value)) {
			const isOther = keys.length === 1 ? NOT_SURVEY.test(keys[0] ?? '') : keys.some(isNamedOther);
			return !isOther || surveyIds.includes(value.toLowerCase());
		}
		if (typeof value !== 'object' || value === null || keys.length > DEEPEST_FACT) return false;
		return Object.entries(value).some(([key, inner]) =>
			holds(inner, Array.isArray(value) ? keys : [...keys, key]),
		);
	};
	return holds(token, []);
}

const isNamedOther = (key: string) => NOT_SURVEY.test(key) && !/^(id|uuid)$/i.test(key);

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
