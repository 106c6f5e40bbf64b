import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import * as n8nWorkflow from 'n8n-workflow';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import type { LoadedPackage } from '../package';

/** The time that a package lives in. What is left out is the real one. */
export interface Clock {
	now?: () => number;
	sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
	/** What `performance.now` says: nobody sets it, as somebody may set the clock. */
	uptime?: () => number;
}

type Exports = Record<string, new () => unknown>;
type Timer = Pick<typeof performance, 'now'>;
type Bundle = (
	module: { exports: Exports },
	require: NodeJS.Require,
	date: typeof Date,
	performance: Timer,
) => void;

const bundles = new Map<string, { changed: number; evaluate: Bundle }>();

/**
 * Evaluates a package's bundle anew, as a started process does: module state begins empty. The bundle
 * is compiled once; each further evaluation takes a millisecond or two.
 */
export function loadPackageFresh(directory: string, clock: Clock = {}): LoadedPackage {
	const { name, n8n } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
		name: string;
		n8n: { nodes?: string[]; credentials?: string[] };
	};
	const file = join(directory, 'dist', 'package.js');
	const module: { exports: Exports } = { exports: {} };
	const timer: Timer = clock.uptime ? { now: clock.uptime } : performance;
	compile(file)(module, requireOf(file, clock, timer), clock.now ? dateOf(clock.now) : Date, timer);

	const create = (shim: string) => {
		const className = basename(shim).split('.')[0] ?? '';
		const Class = module.exports[className];
		if (!Class) throw new Error(`${file} exports no ${className}: build it anew`);
		return new Class();
	};
	const nodes = (n8n.nodes ?? []).map((shim) => withPollTimes(create(shim) as INodeType));
	const credentials = (n8n.credentials ?? []).map((shim) => create(shim) as ICredentialType);
	const full = (short: string) => `${name}.${short}`;
	for (const type of credentials) type.supportedNodes = type.supportedNodes?.map(full);
	return {
		name,
		nodeNames: nodes.map(({ description }) => full(description.name)),
		nodeTypes: Object.fromEntries(nodes.map((node) => [full(node.description.name), node])),
		credentialTypes: Object.fromEntries(credentials.map((type) => [type.name, type])),
	};
}

/** n8n's loader gives every polling node its schedule. */
export function withPollTimes(node: INodeType): INodeType {
	const { polling, properties } = node.description;
	if (polling && !properties?.some(({ name }) => name === 'pollTimes')) {
		properties.unshift(...commonPollingParameters);
	}
	return node;
}

/** A function and not a `vm.Script`: inside jest a script would have another realm's `Error`. */
function compile(file: string): Bundle {
	const changed = statSync(file).mtimeMs;
	const known = bundles.get(file);
	if (known?.changed === changed) return known.evaluate;
	const source = `const exports = module.exports;\n${readFileSync(file, 'utf8')}\n//# sourceURL=${file}`;
	const evaluate = new Function('module', 'require', 'Date', 'performance', source) as Bundle;
	bundles.set(file, { changed, evaluate });
	return evaluate;
}

/** `n8n-workflow` is the tests' own copy, so that its error classes are the engine's; `sleep` is the clock's. */
function requireOf(file: string, { sleep }: Clock, performance: Timer): NodeJS.Require {
	const real = createRequire(file);
	const workflow = sleep
		? new Proxy<object>(n8nWorkflow, {
				get: (target, key): unknown => (key === 'sleep' ? sleep : Reflect.get(target, key)),
			})
		: n8nWorkflow;
	const require = (id: string): unknown => {
		if (id === 'n8n-workflow') return workflow;
		return /^(node:)?perf_hooks$/.test(id) ? { performance } : real(id);
	};
	return Object.assign(require, real);
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
