import { filesIn, textOf } from '../../docs/pages';

/** A small mistake: other code at one place of a source file. */
export interface Mutant {
	id: string;
	file: string;
	/** What is replaced, from one character of the file's text to another. */
	from: number;
	to: number;
	/** Counted from 1. */
	line: number;
	kind: string;
	replacement: string;
}

export interface Instrumented {
	mutants: Mutant[];
	/** The code with all its mutants, of which at most one is active: `__STRYKER_ACTIVE_MUTANT__` names it. */
	files: Array<{ name: string; content: string }>;
}

const quiet = () => undefined;
const LOGGER = {
	isTraceEnabled: () => false,
	isDebugEnabled: () => false,
	isInfoEnabled: () => false,
	isWarnEnabled: () => false,
	isErrorEnabled: () => false,
	isFatalEnabled: () => false,
	trace: quiet,
	debug: quiet,
	info: quiet,
	warn: quiet,
	error: quiet,
	fatal: quiet,
};

/** The mistakes that StrykerJS knows, in all of the package's code. */
export async function instrumented(): Promise<Instrumented> {
	const names = filesIn(['nodes', 'credentials'], /\.ts$/);
	const sources = names.map((name) => ({ name, content: textOf(name), mutate: true }));
	// An ES module that, as one, cannot be had by `require`.
	const { Instrumenter } = await import('@stryker-mutator/instrumenter');
	const made = await new Instrumenter(LOGGER).instrument(sources, {
		plugins: null,
		excludedMutations: [],
		ignorers: [],
	});
	return {
		files: made.files.map(({ name, content }) => ({ name, content })),
		mutants: made.mutants.map(({ id, fileName, location, mutatorName, replacement }) => {
			const lines = textOf(fileName).split('\n');
			const at = ({ line, column }: { line: number; column: number }) =>
				lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, column);
			return {
				id,
				file: fileName,
				from: at(location.start),
				to: at(location.end),
				line: location.start.line + 1,
				kind: mutatorName,
				replacement: replacement ?? '',
			};
		}),
	};
}
