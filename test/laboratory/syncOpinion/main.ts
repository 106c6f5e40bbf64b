import { createEngine } from '../../harness/engine';
import { playHistories } from '../histories';
import { historyOf } from './history';
import type { Finding } from './judge';
import type { Scene } from './page';
import { play } from './play';
import { shrink } from './shrink';

const USAGE = `Random histories of Sync, judged by docs/sync.md alone.

  npm run lab -- sync [options]`;

async function main(): Promise<void> {
	const engine = await createEngine();
	await playHistories({
		...{ usage: USAGE, historyOf, shrink, inWords },
		play: async (history) => await play(history, engine),
		smallInWords(small, finding) {
			const steps = small.steps.length;
			const lines = finding ? [JSON.stringify({ ...small, steps }), inWords(finding)] : [];
			return [...lines, ...(finding?.scene ? scene(finding.scene) : [])];
		},
	});
	engine.close();
}

const inWords = ({ what, step, detail }: Finding & { step: number }) =>
	`${what}, step ${step}: ${detail}`;

/** What was there before the run, one line each. */
function scene({ contacts, invitations, optOuts }: Scene): string[] {
	return [
		...contacts.map((contact) => `  ${JSON.stringify(contact)}`),
		...invitations.map((invitation) => `  ${JSON.stringify(invitation)}`),
		`  never: ${optOuts.join(' | ')}`,
	];
}

void main();
