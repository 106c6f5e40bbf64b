/** Recognises failures in answers with a status of success, as some proxies and error handlers send them. */
import { isUuid } from './identifiers';
import { isObject, type JsonObject } from './json';
import { scalarText } from './scalars';

/** Keys of flags that say that a request was done. */
const SUCCESS_KEY =
	/^(success|succeeded|ok|done|changed|updated|modified|applied|authenticated|authori[sz]ed)$/;
/** Keys of flags that say that it failed or changed nothing. */
const FAILURE_KEY =
	/^((is|has|validation|field|form)?errors?|failed|failure|rejected|unchanged|dryrun|redirect|login)$/;
/** Keys that only errors have, as frameworks and gateways write them. */
const ERROR_KEY =
	/^(err(or)?(code|no|msg|messages?|type|description|details?)|err|exceptions?|(soap(env)?:)?(fault(code|string)?|envelope)|stack(trace)?)$/;
/** Keys of an outcome, which is a word or a status code. */
const OUTCOME_KEY =
	/^((http)?status|(status|return|result|http)?code|result|response|outcome|state)$/;
/** Values of an outcome that say that a request failed. */
const DENIAL_WORD =
	/^(error|fail(ed|ure)?|rejected|refused|denied|unauthori[sz]ed|unauthenticated|forbidden|invalid|unchanged|not[ _-](modified|changed|found)|[45]\d\d)$/i;

/** Whether a flag, as a value, a word or a number, says no. */
export const isNo = (value: unknown) => /^(false|no?|0)$/i.test(scalarText(value));
/** Whether a flag is true, a count is above 0, a text says something, or an object has keys. */
export const isSet = (value: unknown) =>
	typeof value === 'object'
		? value !== null && Object.keys(value).length > 0
		: Boolean(value) && !isNo(value) && !/^(ok|none|success)$/i.test(scalarText(value));

/** A key in lower case without `_` and `-`, and cut: it may be megabytes long, and none above has 40 characters. */
const plainName = (key: string) => key.slice(0, 40).toLowerCase().replace(/[_-]/g, '');

export const isErrorKey = (key: string): boolean => ERROR_KEY.test(plainName(key));

/** Whether an answer says that the request failed; it may do so beside a record. */
export function isDenial(record: JsonObject): boolean {
	// The status of a mailing or a recipient says nothing about the request: it may be a failed one that was asked for.
	const isMailingOrRecipient = isUuid(record.template_id) || isUuid(record.invitation_id);
	return Object.entries(record).some(([key, value]) => {
		const name = plainName(key);
		if (SUCCESS_KEY.test(name)) return isNo(value);
		if (FAILURE_KEY.test(name) || ERROR_KEY.test(name)) return isSet(value);
		// The list of what is wrong in the input (docs/interface.md, Errors).
		if (name === 'detail' && Array.isArray(value)) return value.length > 0;
		if (!OUTCOME_KEY.test(name)) return false;
		if (isObject(value)) return isDenial(value);
		return typeof value === 'number'
			? value >= 400 && value < 600
			: !isMailingOrRecipient && DENIAL_WORD.test(scalarText(value));
	});
}

/** Messages with which a service says that there is nothing to list. */
const NOTHING_TO_LIST = /^(ok|success\w*|no |none|empty|nothing|0 )/i;

/** Whether the container of an empty list says that the request failed, or has a message: then nothing was listed. */
export function deniesList(container: JsonObject): boolean {
	const { message = container.detail, data } = container;
	const hasOtherMessage =
		typeof message === 'string' && message !== '' && !NOTHING_TO_LIST.test(message);
	return hasOtherMessage || data === null || isDenial(container);
}

/** Words for an erasure that was accepted, but is not done yet: `erasure_requested`. */
const PENDING_WORD = /(^|[^a-z])(pending|request(ed)?|queued?|scheduled?)([^a-z]|$)/i;

/** Whether a record, or the erasure in it, is still pending. States of other objects in it do not count. */
export const isPending = (record: JsonObject): boolean =>
	Object.entries(record).some(([key, value]) =>
		isObject(value)
			? /eras|delet|job|task/i.test(key) && isPending(value)
			: /(status|state|result|outcome|erasure)$/i.test(key) && PENDING_WORD.test(scalarText(value)),
	);
