/**
 * Suites run in their worker's own context, so that modules.js can give them what the worker has loaded of
 * node_modules: to load n8n-core for each of 250 suites took a sixth of all tests' CPU. Jest gives each suite a
 * context of its own, and cleans up with it; here this file cleans up.
 */
const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');

/** In the place of a context: functions are compiled for the worker's own. */
const OWN = {};

const { compileFunction } = vm;
/** What was compiled of each file: a suite runs it anew, but the code is parsed and optimised once for a worker. */
const compiled = new Map();

function compileOnce(code, names, options) {
	// Jest and n8n's loader give a file's code other parameters.
	const key = `${options.filename} ${names}`;
	const known = compiled.get(key);
	if (known?.code === code) return known.compiled;
	const made = compileFunction(code, names, options);
	compiled.set(key, { code, compiled: made });
	return made;
}

vm.compileFunction = (code, names, { parsingContext, ...options } = {}) =>
	parsingContext === OWN
		? compileOnce(code, names, options)
		: compileFunction(code, names, { ...options, parsingContext });

/** The built package, which n8n's loader requires, in the same way. */
const { _compile: compileModule } = Module.prototype;
Module.prototype._compile = function (code, filename, ...more) {
	if (filename.includes('/node_modules/')) return compileModule.call(this, code, filename, ...more);
	const names = ['exports', 'require', 'module', '__filename', '__dirname'];
	const run = compileOnce(code, names, { filename });
	const require = Module.createRequire(filename);
	return run.call(this.exports, this.exports, require, this, filename, path.dirname(filename));
};

/** Node 20 asks each storage that was ever used about each promise: after 78 suites that was a fifth of the CPU. */
const storages = new Set();
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
	constructor(...options) {
		super(...options);
		storages.add(this);
	}
};

/** What jest-runtime replaces. */
const { exit, getBuiltinModule } = process;

globalThis.requireOfWorker = require;

/** Jest itself runs a few suites, and then sets its exit code only when it ends. */
const isWorker = /jest-worker.build.processChild\.js$/.test(process.argv[1]);
/** Node frees a gigabyte for half a second before it ends, which is when jest kills a worker and warns of leaks. */
const endAtOnce = (code) => exit(code);

module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		const global = globalThis;
		// The listeners of jest-circus, which each suite adds some to.
		delete global[Symbol.for('EVENT_HANDLERS')];
		this.unhandled = [];
		this.noteUnhandled = (reason) => this.unhandled.push(reason);
		this.known = new Set(Reflect.ownKeys(global));
		this.env = { ...process.env };
		for (const [key, value] of Object.entries(this.global)) global[key] ??= value;
		this.global = global;
		this.moduleMocker = new ModuleMocker(global);
		this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global });
		// A package that n8n has loaded keeps nothing for the next suite.
		for (const file of Object.keys(require.cache)) {
			if (!file.includes('/node_modules/') && file !== module.filename) delete require.cache[file];
		}
	}

	getVmContext() {
		return this.context && OWN;
	}

	/**
	 * A test fails if it leaves a rejected promise to itself, also for a moment: jest forgets one that is awaited
	 * later, but Node ends n8n's process at once.
	 */
	handleTestEvent({ name, test }) {
		if (name === 'test_start') process.on('unhandledRejection', this.noteUnhandled);
		if (name !== 'test_done') return;
		process.off('unhandledRejection', this.noteUnhandled);
		for (const reason of this.unhandled.splice(0)) test.errors.push([reason, undefined]);
	}

	async teardown() {
		await super.teardown();
		Object.assign(process, { exit, getBuiltinModule });
		for (const key of Object.keys(process.env)) if (!(key in this.env)) delete process.env[key];
		Object.assign(process.env, this.env);
		for (const key of Reflect.ownKeys(globalThis)) {
			if (!this.known.has(key)) Reflect.deleteProperty(globalThis, key);
		}
		for (const storage of storages) storage.disable();
		storages.clear();
		// After the listeners of the suites.
		if (isWorker) process.off('exit', endAtOnce).on('exit', endAtOnce);
	}
};
