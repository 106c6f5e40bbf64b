import { isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { factOf, ofKind, simplifiedBy } from './fact';
import { aName, anId, aTime, toTexts } from './factValues';

const WITHIN = '((token|api_token|identity).)?';
const WORKSPACE = '(workspace|company|organi[sz]ation)';
const RESTRICTION = '((restricted)?survey|restricted_to|restriction)';
/** Words for a restriction, and for what else has an ID. */
const RESTRICTS = '(restrict|limit|confine|only|bound|allowed|locked)';
const SOMEBODY =
	'(workspace|company|organi[sz]ation|tenant|account|team|token|user|member|owner|admin|person|role|scope|creat|issue|request)';

/** A list, or a text with blanks or commas between the words. */
const someScopes = factOf('strings?', (value) =>
	toTexts(typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : granted(value)),
);
const aSurveyId = factOf('string?', toSurveyId);

export const TOKEN_FACTS = ofKind('token', {
	workspace: aName(`
		${WITHIN}${WORKSPACE}_name;
		${WITHIN}${WORKSPACE}.(${WORKSPACE})?(name|title);
		${WITHIN}${WORKSPACE}
	`),
	scopes: someScopes(`${WITHIN}scopes?; ${WITHIN}(granted)?(scopes|permissions)`),
	expires_at: aTime(`${WITHIN}(expires|expiry)(_at|_on|_date)?; ${WITHIN}valid_(until|to)`),
	// A default is no restriction; and whatever the restriction is to, only surveys are restricted to
	// (docs/interface.md, Authentication).
	survey_id: aSurveyId(`
		${WITHIN}(restricted)?survey_id;
		${WITHIN}${RESTRICTION}.(survey)?id;
		${WITHIN}${RESTRICTION};
		(?!…(default|last|latest|recent|favou?rite))…survey…;
		(?!…${SOMEBODY})…${RESTRICTS}…
	`),
	workspace_id: anId(`
		${WITHIN}${WORKSPACE}_id;
		${WITHIN}${WORKSPACE}.(${WORKSPACE})?id
	`),
});

/** The id of the only survey: the name of one, or `none`, is no id, and of several surveys none is the one. */
function toSurveyId(value: unknown): string | undefined {
	const idOf = (one: unknown) => (isObject(one) ? (one.id ?? one.survey_id ?? one.uuid) : one);
	const [id, ...others] = Array.isArray(value) ? value.map(idOf) : [value];
	return others.length === 0 && isUuid(id) ? id : undefined;
}

/** Of scopes in objects, those that none of their flags denies. */
const granted = (value: unknown): unknown =>
	Array.isArray(value) ? value.filter((one) => !isObject(one) || !saysNo(one)) : value;
const saysNo = (one: JsonObject) =>
	Object.values(one).some((flag) => /^(false|no?|0)$/i.test(String(flag)));

/** Whose token it is and what it may do, of TokenIdentity. */
export const TOKEN = simplifiedBy(TOKEN_FACTS);
