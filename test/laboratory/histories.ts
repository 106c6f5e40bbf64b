/** What the judges of random histories share: the command that plays them, and how a history becomes smaller. */
import { parseArgs } from 'node:util';

const OPTIONS = `
  --histories N   how many (default 1000)
  --from K        the first of them (default 0)
  --seed S        another seed, other histories (default 1)
  --only K        history number K alone
  --shrink        finds the smallest history that still fails
`;

/** A judge of histories. A finding is told in one line. */
interface Judge<History, Finding extends { what: string }> {
	/** What is judged, and how the command is called. */
	usage: string;
	historyOf(seed: number, number: number): History;
	play(history: History): Promise<Finding[]>;
	/** The smallest history that still fails. */
	shrink(history: History, fails: (history: History) => Promise<boolean>): Promise<History>;
	inWords(finding: Finding, history: History): string;
	/** More lines about a history that was made small. */
	smallInWords(history: History, finding: Finding | undefined): string[];
}

/** Plays the histories that the command line asks for; the process fails if one has a finding. */
export async function playHistories<History, Finding extends { what: string }>(
	judge: Judge<History, Finding>,
): Promise<void> {
	const { values } = parseArgs({
		options: {
			histories: { type: 'string', default: '1000' },
			from: { type: 'string', default: '0' },
			seed: { type: 'string', default: '1' },
			only: { type: 'string' },
			shrink: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) {
		console.log(`${judge.usage}\n${OPTIONS}`);
		return;
	}
	const seed = Number(values.seed);
	const numbers =
		values.only === undefined
			? Array.from({ length: Number(values.histories) }, (_, index) => Number(values.from) + index)
			: [Number(values.only)];
	let failed = 0;
	for (const number of numbers) {
		const history = judge.historyOf(seed, number);
		const [finding] = await judge.play(history);
		if (!finding) continue;
		failed++;
		console.log(`#${number} ${judge.inWords(finding, history)}`);
		if (!values.shrink) continue;
		const small = await judge.shrink(history, async (smaller) => {
			const findings = await judge.play(smaller);
			return findings.some(({ what }) => what === finding.what);
		});
		const [last] = await judge.play(small);
		for (const line of judge.smallInWords(small, last)) console.log(line);
	}
	console.log(`${numbers.length} histories, ${failed} with findings (seed ${seed}).`);
	process.exitCode = failed > 0 ? 1 : 0;
}

/** A history that still fails, made smaller by one attempt after the other. */
export class Shrinking<History extends { steps: readonly unknown[] }> {
	constructor(
		public small: History,
		private readonly fails: (history: History) => Promise<boolean>,
	) {}

	/** @returns whether it still fails when it is changed like this, and stays so */
	async attempt(change: Partial<History>): Promise<boolean> {
		return await this.keepIfItFails({ ...this.small, ...change });
	}

	/** Leaves out steps: halves first, and at last one at a time. */
	async leaveOutSteps(): Promise<void> {
		const half = Math.ceil(this.small.steps.length / 2);
		for (let size = half; size >= 1; size = Math.floor(size / 2)) {
			for (let from = 0; from < this.small.steps.length; ) {
				const steps = this.small.steps.filter((_, at) => at < from || at >= from + size);
				if (!(await this.keepIfItFails({ ...this.small, steps }))) from += size;
			}
		}
	}

	private async keepIfItFails(smaller: History): Promise<boolean> {
		const fails = await this.fails(smaller);
		if (fails) this.small = smaller;
		return fails;
	}
}
