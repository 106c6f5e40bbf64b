import type { LoggedRequest } from '../http/log';

/** Parameters of the interface, whose values may be seen; the value of any other could be a secret. */
const KNOWN = new Set([
	'batch_id',
	'category_id',
	'granularity',
	'limit',
	'locale',
	'offset',
	'period',
	'property_filter',
	'q',
	'range_end',
	'range_start',
	'sentiment',
	'status',
	'type',
]);
const TOKEN = /sit_[^\s/?&=]+/g;
const LONGEST = 200;

/** One request as the page shows it: without headers, bodies and whatever looks like a token. */
export function asked({ sequence, at, method, path, query, status, finished }: LoggedRequest) {
	return { sequence, at, method, path: shownPath(path, query), status, finished };
}

function shownPath(path: string, query: LoggedRequest['query']): string {
	const pairs = query.map(([name, value]) => `${name}=${KNOWN.has(name) ? value : '…'}`);
	const whole = pairs.length > 0 ? `${decoded(path)}?${pairs.join('&')}` : decoded(path);
	const safe = whole.replace(TOKEN, '…');
	return safe.length > LONGEST ? `${safe.slice(0, LONGEST)}…` : safe;
}

/** A token stays a token when its letters are escaped. */
function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}
