/**
 * `npm run mutants -- --seed 1 --sample 400`: small mistakes in the package's code, chosen at random, and
 * which of them neither a suite nor the compiler finds. Takes an hour or more. What survives the suites that are
 * meant for it plays all others that reach it, in the end.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { textOf } from '../../docs/pages';
import { sideBySide } from '../../harness/support';
import { instrumented, type Mutant } from './instrument';
import { Suites, type End } from './suites';

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			seed: { type: 'string', default: '1' },
			sample: { type: 'string', default: '400' },
			folders: { type: 'string', default: 'http,run,sync,records,trigger' },
			/** Only suites whose path has this in it, for a first look. */
			suites: { type: 'string', default: '' },
			/** Mistakes that must be found, in percent. */
			goal: { type: 'string', default: '85' },
			/** For how many seconds suites play one mistake, as measured without it. */
			seconds: { type: 'string', default: '60' },
			jobs: { type: 'string', default: String(availableParallelism()) },
		},
	});
	const code = await instrumented(values.folders.split(','));
	const jobs = Number(values.jobs);
	const sample = sampleOf(code.mutants, Number(values.sample), Number(values.seed));
	console.log(`${sample.length} of ${code.mutants.length} mutants, seed ${values.seed}`);

	const ends: Array<{ mutant: Mutant; end: End }> = [];
	const suites = new Suites(code, Number(values.seconds));
	try {
		const leftOut = await suites.look(values.suites, jobs);
		console.log('play no mutant, because they are red without one:', leftOut.sort());
		await sideBySide(sample, jobs, async (mutant) => {
			const end = await suites.end(mutant);
			ends.push({ mutant, end });
			const isFound = end === 'found' || end === 'types';
			if (!isFound) console.log(`${ends.length}. ${inWords(mutant, end)}`);
		});
		const suspects = ends.filter(({ end }) => end === 'survived');
		console.log(`${suspects.length} survived the suites that are meant for them.`);
		console.log('The other suites that reach them play now, which takes as long once more.');
		await sideBySide(suspects, jobs, async (one) => {
			if (await suites.isFoundByOthers(one.mutant)) one.end = 'found';
			console.log(inWords(one.mutant, one.end));
		});
	} finally {
		suites.remove();
	}

	console.table(
		Object.fromEntries(values.folders.split(',').map((folder) => [folder, counts(folder)])),
	);
	const all = counts('');
	const percent = (100 * (all.found + all.types)) / ends.length;
	console.log(`${percent.toFixed(1)} % of ${ends.length} found:`, all);
	return percent >= Number(values.goal);

	function counts(folder: string): Record<End, number> {
		const count = (end: End) =>
			ends.filter((one) => one.end === end && one.mutant.file.includes(`/${folder}`)).length;
		return {
			found: count('found'),
			types: count('types'),
			survived: count('survived'),
			'not reached': count('not reached'),
		};
	}
}

/** `size` of them, chosen by the seed. */
function sampleOf(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
	const length = Math.min(size, mutants.length);
	const some = fc.shuffledSubarray([...mutants], { minLength: length, maxLength: length });
	return fc.sample(some, { numRuns: 1, seed })[0] ?? [];
}

/** The mistake as a person would write it into the file. */
function inWords({ file, line, kind, from, to, replacement }: Mutant, end: End): string {
	const brief = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200);
	return `${end}: ${file}:${line} ${kind}\n  - ${brief(textOf(file).slice(from, to))}\n  + ${brief(replacement)}`;
}

void main().then((right) => process.exit(right ? 0 : 1));
