/**
 * `npm run lab -- mutants --seed 1 --sample 200`: small mistakes in the package's code, chosen at random, half of
 * them where most can be lost; how many `npm test` finds, and with `--suites all` how many `npm run test:all` does.
 * Takes half an hour and more.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { textOf } from '../../docs/pages';
import { sideBySide } from '../../harness/support';
import { instrumented, type Mutant } from './instrument';
import { meantFor, MutantCopy, type Suite, type Which } from './suites';
import { Types } from './types';

/** Half of the mistakes are made here. */
const COSTLY = /\/(?:trigger|sync|http)\//;
/** Where the results are kept, to be read after the run. */
const FOLDER = '.cache/mutants';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			seed: { type: 'string', default: '1' },
			sample: { type: 'string', default: '200' },
			/** `short`: those of `npm test`; `all`: those of `npm run test:all`. */
			suites: { type: 'string', default: 'short' },
			/** Only these mistakes, by their places in the sample, counted from 0. */
			only: { type: 'string', default: '' },
			/** Takes the look of the last run, in which the code and the suites were the same. */
			again: { type: 'boolean', default: false },
			jobs: { type: 'string', default: String(availableParallelism()) },
		},
	});
	const code = await instrumented();
	const jobs = Number(values.jobs);
	const whole = sampleOf(code.mutants, Number(values.sample), Number(values.seed));
	const only = values.only.split(',').filter(Boolean).map(Number);
	const sample = whole
		.map((mutant, index) => ({ mutant, index }))
		.filter(({ index }) => only.length === 0 || only.includes(index));
	console.log(`${sample.length} of ${code.mutants.length} mistakes, seed ${values.seed}`);

	mkdirSync(FOLDER, { recursive: true });
	const copies = Array.from({ length: jobs }, () => new MutantCopy(code, values.suites as Which));
	const free = [...copies];
	const ends: Array<{ index: number; mutant: Mutant; by: string | null; of: string[] }> = [];
	try {
		const lookFile = `${FOLDER}/look-${values.suites}.json`;
		if (!values.again) {
			const { suites, red } = (await copies[0]?.look(jobs)) ?? never();
			console.log('play no mistake, because they are red without one:', red.sort());
			writeFileSync(lookFile, JSON.stringify(suites));
		}
		const suites = JSON.parse(readFileSync(lookFile, 'utf8')) as Suite[];
		await sideBySide(sample, jobs, async ({ mutant, index }) => {
			const copy = free.pop() ?? never();
			const meant = meantFor(mutant, suites);
			const by = (await copy.foundBy(mutant, meant)) ?? null;
			free.push(copy);
			ends.push({ index, mutant, by, of: meant.map(({ path }) => path) });
			console.log(`${index}. ${by === null ? 'NOT FOUND' : `found by ${by}`}\n${inWords(mutant)}`);
		});
	} finally {
		for (const copy of copies) copy.remove();
	}

	const file = `${FOLDER}/${values.suites}-${values.seed}-${values.sample}.json`;
	writeFileSync(file, JSON.stringify(ends, null, '\t'));
	const found = ends.filter(({ by }) => by !== null).length;
	const share = ((100 * found) / ends.length).toFixed(1);
	console.log(
		`${found} of ${ends.length} found (${share} %) by the suites "${values.suites}"; ${file}`,
	);
}

function never(): never {
	throw new Error('There is a copy for each job');
}

/** `size` of them that compile, chosen by the seed; half of them where most can be lost. */
function sampleOf(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
	const length = mutants.length;
	const any = fc.shuffledSubarray([...mutants], { minLength: length, maxLength: length });
	const [shuffled = []] = fc.sample(any, { numRuns: 1, seed });
	const types = new Types();
	const taken: Mutant[] = [];
	const left = [true, false].map((isCostly) => ({ isCostly, count: Math.ceil(size / 2) }));
	for (const mutant of shuffled) {
		const half = left.find(({ isCostly }) => isCostly === COSTLY.test(mutant.file));
		if (!half?.count || isWording(mutant) || !types.hold(mutant)) continue;
		half.count--;
		taken.push(mutant);
		if (left.every(({ count }) => count === 0)) break;
	}
	return taken;
}

/** Of a sentence, only a snapshot knows the words. */
function isWording({ kind, file, from, to }: Mutant): boolean {
	return kind === 'StringLiteral' && /[a-z] [a-z]/i.test(textOf(file).slice(from, to));
}

/** The mistake as a person would write it into the file. */
function inWords({ file, line, kind, from, to, replacement }: Mutant): string {
	const brief = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200);
	return `  ${file}:${line} ${kind}\n  - ${brief(textOf(file).slice(from, to))}\n  + ${brief(replacement)}`;
}

void main();
