import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where downloads are kept between runs: the user's cache folder, never the working tree. */
export function cacheFolder(): string {
	const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
	const base =
		XDG_CACHE_HOME ||
		(process.platform === 'win32' && LOCALAPPDATA) ||
		(process.platform === 'darwin' && join(homedir(), 'Library', 'Caches')) ||
		join(homedir(), '.cache');
	return join(base, 'n8n-nodes-survey-interview');
}

/**
 * A folder in the cache, made on the first call. It appears whole or not at all: what breaks off is
 * thrown away, and of two who make it at once one waits for the other.
 *
 * @param what goes into its name; another content is another folder
 * @param make fills an empty folder
 */
export async function cached(
	name: string,
	what: unknown,
	make: (folder: string) => Promise<void>,
): Promise<string> {
	const hash = createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 8);
	const folder = join(cacheFolder(), `${name}-${hash}`);
	const work = `${folder}.part`;
	await mkdir(cacheFolder(), { recursive: true });
	for (;;) {
		if (existsSync(folder)) return folder;
		try {
			await mkdir(work);
			break;
		} catch {
			await waitOrTakeOver(work);
		}
	}
	const alive = setInterval(() => void touch(work), HEARTBEAT_MS);
	try {
		await make(work);
		await rename(work, folder);
	} catch (error) {
		await rm(work, { recursive: true, force: true });
		throw error;
	} finally {
		clearInterval(alive);
	}
	return folder;
}

const HEARTBEAT_MS = 2000;

/** Another process is at it; when it has shown no sign of life for a while, it was killed. */
async function waitOrTakeOver(work: string): Promise<void> {
	const since = await stat(work).then(
		({ mtimeMs }) => mtimeMs,
		() => undefined,
	);
	if (since !== undefined && Date.now() - since > 15 * HEARTBEAT_MS) {
		await rm(work, { recursive: true, force: true });
		return;
	}
	await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS / 4));
}

async function touch(folder: string): Promise<void> {
	const now = new Date();
	await utimes(folder, now, now).catch(() => undefined);
}
