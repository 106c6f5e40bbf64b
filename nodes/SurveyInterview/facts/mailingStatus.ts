import { wordFor } from './values';

/** Statuses of a mailing: those that the interface names, for the words that services write. */
export const mailingStatusWord = wordFor({
	unsent: /^(unsent|draft|new|created)/,
	scheduled: /^(scheduled|queued|planned)/,
	sending: /^(sending|in.?progress|processing|running)/,
	paused: /^(paused|on.?hold|halted|interrupted|suspended)/,
	sent: /^(sent|done|completed|finished)/,
	failed: /^(failed|error)/,
});
