/** In the place of a package's file, for suites: what their worker has loaded of it (environment.js). */
module.exports = {
	// What jest itself loads, such as a global setup, is no suite and knows no `jest`.
	process: (source) => ({
		code: `if (typeof jest === 'undefined') (function () {${source}\n}).call(this);
			else module.exports = globalThis.requireOfWorker(__filename);`,
	}),
	getCacheKey: (source, file) => `${file} ${source.length}`,
};
