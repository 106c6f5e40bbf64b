import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import * as n8nWorkflow from 'n8n-workflow';

/** The time that a package lives in. What is left out is the real one. */
export interface Clock {
	now?: () => number;
	/** Milliseconds that nobody can set, as of `performance`; `now` by default. */
	monotonic?: () => number;
	sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

interface Module {
	exports: unknown;
}
type Evaluate = (
	module: Module,
	require: NodeJS.Require,
	date: typeof Date,
	performance: { now: () => number },
	filename: string,
	dirname: string,
) => void;

const compiled = new Map<string, { changed: number; evaluate: Evaluate }>();

/**
 * A `require` for the files of a package that evaluates each of them anew, as a started process does:
 * module state begins empty. What is installed in `node_modules` is the process's own. A file is compiled
 * once; another evaluation of a bundle takes a millisecond or two.
 *
 * @param directory the package; only files in it are evaluated anew
 */
export function freshRequire(directory: string, clock: Clock): (file: string) => unknown {
	const modules = new Map<string, Module>();
	const { now, monotonic = now } = clock;
	const date = now ? dateOf(now) : Date;
	const ticks = monotonic ? { now: monotonic } : performance;
	const workflow = workflowOf(clock);

	const load = (file: string): unknown => {
		const known = modules.get(file);
		if (known) return known.exports;
		const module: Module = { exports: {} };
		modules.set(file, module);
		const real = createRequire(file);
		const require = (id: string): unknown => {
			if (id === 'n8n-workflow') return workflow;
			const path = real.resolve(id);
			return isOwn(path, directory) ? load(path) : real(id);
		};
		compile(file)(module, Object.assign(require, real), date, ticks, file, dirname(file));
		return module.exports;
	};
	return load;
}

function isOwn(path: string, directory: string): boolean {
	const inside = relative(directory, path);
	if (!isAbsolute(path) || isAbsolute(inside) || !path.endsWith('.js')) return false;
	return !inside.split(sep).some((part) => part === '..' || part === 'node_modules');
}

/** A function and not a `vm.Script`: inside jest a script would have another realm's `Error`. */
function compile(file: string): Evaluate {
	const changed = statSync(file).mtimeMs;
	const known = compiled.get(file);
	if (known?.changed === changed) return known.evaluate;
	const source = `const exports = module.exports;\n${readFileSync(file, 'utf8')}\n//# sourceURL=${file}`;
	const names = ['module', 'require', 'Date', 'performance', '__filename', '__dirname'];
	const evaluate = new Function(...names, source) as Evaluate;
	compiled.set(file, { changed, evaluate });
	return evaluate;
}

/** `n8n-workflow` is the tests' own copy, so that its error classes are the engine's; `sleep` is the clock's. */
function workflowOf({ sleep }: Clock): object {
	if (!sleep) return n8nWorkflow;
	return new Proxy<object>(n8nWorkflow, {
		get: (target, key): unknown => (key === 'sleep' ? sleep : Reflect.get(target, key)),
	});
}

/** `Date` with another present; all that is given a time of its own stays as it is. */
function dateOf(now: () => number): typeof Date {
	return new Proxy(Date, {
		get: (target, key): unknown => (key === 'now' ? now : Reflect.get(target, key)),
		apply: () => new Date(now()).toString(),
		construct: (target, values: unknown[], made) =>
			Reflect.construct(target, values.length ? values : [now()], made) as Date,
	});
}
