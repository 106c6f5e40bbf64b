/** Recognises failures in answers with a status of success, as some proxies and error handlers send them. */
import { isUuid } from './identifiers';
import { isObject, type JsonObject } from './json';
import { scalarText } from './scalars';

/** Keys of flags for success; and of those for a failure, or for what was only tried. */
const WENT_WELL =
	/^(success|succeeded|ok|done|changed|updated|modified|applied|authenticated|authori[sz]ed)$/;
const WENT_WRONG =
	/^((is|has|validation|field|form)?errors?|failed|failure|rejected|unchanged|dryrun|redirect|login)$/;
/** Keys that only errors have, as frameworks and gateways write them. */
const ERROR =
	/^(err(or)?(code|no|msg|messages?|type|description|details?)|err|exceptions?|(soap(env)?:)?(fault(code|string)?|envelope)|stack(trace)?)$/;
/** Keys of an outcome, which is a word or a status code. */
const OUTCOME = /^((http)?status|(status|return|result)?code|result|response|outcome|state)$/;
const DENIAL =
	/^(error|fail(ed|ure)?|rejected|refused|denied|unauthori[sz]ed|unauthenticated|forbidden|invalid|unchanged|not[ _-](modified|changed|found)|[45]\d\d)$/i;

/** Whether a flag, as a value, a word or a number, says no. */
export const isNo = (value: unknown) => /^(false|no?|0)$/i.test(scalarText(value));
/** Whether a flag is set, a count is above 0, or an object has keys. */
export const isSomething = (value: unknown) =>
	typeof value === 'object'
		? value !== null && Object.keys(value).length > 0
		: Boolean(value) && !isNo(value) && !/^(ok|none|success)$/i.test(scalarText(value));

/** A key may be megabytes long, and none of those above is longer than 40 characters. */
const nameOf = (key: string) => key.slice(0, 40).toLowerCase().replace(/[_-]/g, '');

export const isErrorKey = (key: string): boolean => ERROR.test(nameOf(key));

/** Whether an answer says that the request failed; it may do so beside a record. */
export function isDenial(record: JsonObject): boolean {
	// The status of a mailing or an email is its own: a failed mailing may be the record that was asked for.
	const isOfEmail = isUuid(record.template_id) || isUuid(record.invitation_id);
	return Object.entries(record).some(([key, value]) => {
		const name = nameOf(key);
		if (WENT_WELL.test(name)) return isNo(value);
		if (WENT_WRONG.test(name) || ERROR.test(name)) return isSomething(value);
		// The list of what is wrong in the input (docs/interface.md, Errors).
		if (name === 'detail' && Array.isArray(value)) return value.length > 0;
		if (!OUTCOME.test(name)) return false;
		if (isObject(value)) return isDenial(value);
		return typeof value === 'number'
			? value >= 400 && value < 600
			: !isOfEmail && DENIAL.test(scalarText(value));
	});
}

/** Messages of a service that has nothing to list. */
const NOTHING = /^(ok|success\w*|no |none|empty|nothing|0 )/i;

/** Whether an empty list must not be believed: its container says that the request failed, or has a message. */
export function isNoList(container: JsonObject): boolean {
	const { message = container.detail, data } = container;
	const isInWords = typeof message === 'string' && message !== '' && !NOTHING.test(message);
	return isInWords || data === null || isDenial(container);
}

/** Whether a record, or the erasure in it, is still pending. Other objects in it may have states of their own. */
export const isPending = (record: JsonObject): boolean =>
	Object.entries(record).some(([key, value]) =>
		isObject(value)
			? /eras|delet|job|task/i.test(key) && isPending(value)
			: /(status|state|result|outcome|erasure)$/i.test(key) && PENDING.test(scalarText(value)),
	);
const PENDING = /(^|[^a-z])(pending|request(ed)?|queued?|scheduled?)([^a-z]|$)/i;
