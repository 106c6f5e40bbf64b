import { isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { ofKind } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { toId, toName, toTexts, toTime } from './values';

const WITHIN = '((token|apitoken|identity)\\.)?';
const WORKSPACE = '(workspace|company|organi[sz]ation)';
const RESTRICTION = '((restricted)?survey|restrictedto|restriction)';
/** Words for a restriction, and for what else has an ID. */
const RESTRICTS = '(restrict|limit|confine|only|bound|allowed|locked)';
const SOMEBODY =
	'(workspace|company|organi[sz]ation|tenant|account|team|token|user|member|owner|admin|person|role|scope|creat|issue|request)';
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
			toTexts(typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : granted(value)),
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
			// A default is no restriction.
			/^(?!.*(default|last|latest|recent|favou?rite)).*survey/,
			// Whatever the restriction is to, only surveys are restricted to (docs/interface.md, Authentication).
			new RegExp(`^(?!.*${SOMEBODY}).*${RESTRICTS}`),
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

/** Of scopes in objects, those that none of their flags denies. */
const granted = (value: unknown): unknown =>
	Array.isArray(value) ? value.filter((one) => !isObject(one) || !saysNo(one)) : value;
const saysNo = (one: JsonObject) =>
	Object.values(one).some((flag) => /^(false|no?|0)$/i.test(String(flag)));

const idOf = (one: unknown) => (isObject(one) ? (one.id ?? one.survey_id ?? one.uuid) : one);

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
