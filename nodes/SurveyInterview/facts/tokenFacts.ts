import { isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { factOf, ofKind, simplifiedBy } from './fact';
import { aName, anId, aTime, toTexts } from './factValues';

const WITHIN = '((token|api_token|identity).)?';
const WORKSPACE = '(workspace|company|organi[sz]ation)';
const RESTRICTION = '((restricted)?survey|restricted_to|restriction)';
/** Parts of keys of a restriction, and of other things that have an ID. */
const RESTRICTS = '(restrict|limit|confine|only|bound|allowed|locked)';
const SOMEBODY =
	'(workspace|company|organi[sz]ation|tenant|account|team|token|user|member|owner|admin|person|role|scope|creat|issue|request)';

/** A list, or a text that spaces or commas divide. */
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
	// A default is not a restriction. A token can only be restricted to a survey (docs/interface.md, Authentication),
	// so an ID under a key of a restriction is that of a survey.
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

/** The id of the only survey; undefined for several surveys, and for a name or `none`. */
function toSurveyId(value: unknown): string | undefined {
	const idOf = (one: unknown) => (isObject(one) ? (one.id ?? one.survey_id ?? one.uuid) : one);
	const [id, ...others] = Array.isArray(value) ? value.map(idOf) : [value];
	return others.length === 0 && isUuid(id) ? id : undefined;
}

/** Scopes that are objects, without those of which a flag says that they are not granted. */
const granted = (value: unknown): unknown =>
	Array.isArray(value) ? value.filter((one) => !isObject(one) || !saysNo(one)) : value;
const REFUSES = /revok|den(y|ied)|refus|disab|expire|forbid/i;
const saysNo = (one: JsonObject) =>
	Object.entries(one).some(([key, flag]) =>
		(REFUSES.test(key) ? /^(true|y(es)?|1)$/i : /^(false|no?|0)$/i).test(String(flag)),
	);

/** TokenIdentity (docs/interface.md, Authentication). */
export const TOKEN = simplifiedBy(TOKEN_FACTS);
