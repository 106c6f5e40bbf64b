/** What in an answer with a status of success says that the request failed: proxies and error handlers answer so. */
import { isUuid } from './identifiers';
import { isObject, type JsonObject } from './json';

/** Flags of what went well, and of what did not or was only tried. */
const WENT_WELL =
	/^(success|succeeded|ok|done|changed|updated|modified|applied|authenticated|authori[sz]ed)$/;
const WENT_WRONG =
	/^((is|has|validation|field|form)?errors?|error(code|messages?|description|details?)|fault|failed|failure|rejected|unchanged|dryrun|redirect|login)$/;
/** How it went, as a word or a status. */
const OUTCOME = /^(status|statuscode|code|result|outcome|state)$/;
const DENIAL =
	/^(error|fail(ed|ure)?|rejected|refused|denied|unauthori[sz]ed|unauthenticated|forbidden|invalid|unchanged|not[ _-](modified|changed|found)|[45]\d\d)$/i;

const isNo = (value: unknown) => /^(false|0|no)$/i.test(String(value));
/** Whether a flag, a count or an object says that there is something. */
export const isSomething = (value: unknown) =>
	typeof value === 'object'
		? value !== null && Object.keys(value).length > 0
		: Boolean(value) && !isNo(value);

/** Whether an answer says that it failed, also beside a record. */
export function isDenial(record: JsonObject): boolean {
	// A mailing may be failed and be the one that was asked for; an email says so of itself.
	const isOfEmail = isUuid(record.template_id) || isUuid(record.invitation_id);
	return Object.entries(record).some(([key, value]) => {
		// A key may have megabytes, and none of these has more.
		const name = key.slice(0, 40).toLowerCase().replace(/[_-]/g, '');
		if (WENT_WELL.test(name)) return isNo(value);
		if (WENT_WRONG.test(name)) return isSomething(value);
		// The list of what is wrong in the input (docs/interface.md, Errors).
		if (name === 'detail' && Array.isArray(value)) return value.length > 0;
		if (!OUTCOME.test(name)) return false;
		if (isObject(value)) return isDenial(value);
		return typeof value === 'number'
			? value >= 400 && value < 600
			: !isOfEmail && DENIAL.test(String(value));
	});
}

/** What a service says that has nothing to list. */
const NOTHING = /^(ok|success\w*|no |none|empty|nothing|0 )/i;

/** Whether an empty list is no answer: what it stands in says that the request failed, or something in words. */
export function isNoList(container: JsonObject): boolean {
	const { message = container.detail, data } = container;
	const isInWords = typeof message === 'string' && message !== '' && !NOTHING.test(message);
	return isInWords || data === null || isDenial(container);
}

/** Whether a state in a record, or in what it says of the erasure, is yet to come; other words may be anybody's. */
export const isToCome = (record: JsonObject): boolean =>
	Object.entries(record).some(([key, value]) =>
		isObject(value)
			? /eras|delet|job|task/i.test(key) && isToCome(value)
			: /(status|state|result|outcome|erasure)$/i.test(key) && TO_COME.test(String(value)),
	);
const TO_COME = /(^|[^a-z])(pending|request(ed)?|queued?|scheduled?)([^a-z]|$)/i;
