import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installByHand, packedTarball } from './install/community';
import { installN8n } from './install/n8n';
import { NEWEST } from './install/versions';

/** What the suites share; environment variables, because jest runs them in processes of their own. */
export const SHARED = {
	/** Marks every program that a suite starts, so that none can be left behind unseen. */
	run: 'SURVEY_INTERVIEW_RUN',
	/** The packed package. */
	tarball: 'SURVEY_INTERVIEW_TARBALL',
	/** A user folder of n8n's in which the package is installed. */
	template: 'SURVEY_INTERVIEW_TEMPLATE',
} as const;

/** Before all suites: n8n is in the cache, and the package is packed and installed once. */
export default async function setup(): Promise<void> {
	const program = await installN8n(NEWEST, (line) => process.stdout.write(`${line}\n`));
	const tarball = packedTarball();
	const template = mkdtempSync(join(tmpdir(), 'n8n-template-'));
	await installByHand(program, template, tarball);
	process.env[SHARED.run] = randomUUID();
	process.env[SHARED.tarball] = tarball;
	process.env[SHARED.template] = template;
}

export function shared(name: keyof typeof SHARED): string {
	const value = process.env[SHARED[name]];
	if (value === undefined) throw new Error('Run these suites with: npm run test:n8n');
	return value;
}
