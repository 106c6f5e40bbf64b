import { inspect } from 'node:util';
import { LoggerProxy, type Logger, type LogMetadata } from 'n8n-workflow';

/** One call of n8n's logger. `text` is everything in it, metadata and causes included, as it then was. */
export interface LogEntry {
	level: 'error' | 'warn' | 'info' | 'debug';
	message: string;
	metadata: LogMetadata;
	text: string;
}

type Listener = (entry: LogEntry) => void;

const listeners = new Set<Listener>();

function log(level: LogEntry['level']) {
	return (message: string, metadata: LogMetadata = {}) => {
		const text = `${level}: ${message} ${inspect(metadata, { depth: 8, maxArrayLength: 50 })}`;
		const entry = { level, message, metadata, text };
		for (const listener of listeners) listener(entry);
		if (process.env.ENGINE_LOG) process.stderr.write(`${text}\n`);
	};
}

/** Takes the place of n8n's logger: silent (ENGINE_LOG=1 prints), and every line can be listened to. */
export const logger: Logger & { scoped: () => Logger } = {
	error: log('error'),
	warn: log('warn'),
	info: log('info'),
	debug: log('debug'),
	scoped: () => logger,
};

LoggerProxy.init(logger);

/** Collects what the whole process logs from now on: n8n's logger does not say whose line it is. */
export function collectLogs(): { entries: LogEntry[]; stop: () => void } {
	const entries: LogEntry[] = [];
	const listener: Listener = (entry) => void entries.push(entry);
	listeners.add(listener);
	return { entries, stop: () => listeners.delete(listener) };
}
