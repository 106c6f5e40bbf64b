import type { LoggedRequest } from '../http/log';

const TOKEN = /sit_[^\s/?&=]+/g;
const LONGEST = 200;

/** One request as the page shows it: without query, headers, bodies and whatever looks like a token. */
export function asked({ sequence, at, method, path, status, finished }: LoggedRequest) {
	const shown = decoded(path).replace(TOKEN, '…').slice(0, LONGEST);
	return { sequence, at, method, path: shown, status, finished };
}

/** A token stays a token when its letters are escaped. */
function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}
