/**
 * Builds `dist` from the sources: `gulp build`, the default task.
 *
 * Everything is bundled into one file, `dist/package.js`; what n8n loads are one-line shims beside the
 * icons. Module state (the rate limiters, the lock against overlapping polls) must exist once
 * for all nodes of the package, and a bundle per node would silently have a copy each.
 */
const { spawn } = require('node:child_process');
const fs = require('node:fs/promises');
const Module = require('node:module');
const path = require('node:path');
const { gzipSync } = require('node:zlib');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');

const BUNDLE = path.join(__dirname, 'dist', 'package.js');

/** What package.json's `n8n` section names: the shim that n8n loads, its source, the class in it. */
const entries = [...n8n.nodes, ...n8n.credentials].map((shim) => ({
	shim,
	source: shim.replace(/^dist\//, './').replace(/\.js$/, ''),
	className: path.basename(shim).split('.')[0],
}));

async function clean() {
	await fs.rm(path.join(__dirname, 'dist'), { recursive: true, force: true });
}

/** Checks the types of sources and tests. Incremental: a second build needs a second. */
function types() {
	const cache = ['--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'];
	const args = ['-p', 'tsconfig.json', '--noEmit', ...cache];
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc'), ...args], {
		cwd: __dirname,
		stdio: 'inherit',
	});
}

/**
 * `platform: node` keeps `require` plain (other platforms get a shim that the verification scan
 * refuses); `await import('zod')` becomes a lazy initialiser, so loading the package stays cheap.
 */
async function bundle() {
	await esbuild.build({
		stdin: {
			contents: entries.map(({ source }) => `export * from '${source}';`).join('\n'),
			resolveDir: __dirname,
			sourcefile: 'package.ts',
			loader: 'ts',
		},
		outfile: BUNDLE,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		external: ['n8n-workflow'],
		minify: true,
		keepNames: true,
		legalComments: 'none',
		logLevel: 'warning',
	});
	await Promise.all(entries.map(writeShim));

	const code = await fs.readFile(BUNDLE);
	const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(1)} kB`;
	console.log(`dist/package.js ${kilobytes(code)}, packed ${kilobytes(gzipSync(code))}`);
}

async function writeShim({ shim, className }) {
	const file = path.join(__dirname, shim);
	const target = path.relative(path.dirname(file), BUNDLE).split(path.sep).join('/');
	await fs.mkdir(path.dirname(file), { recursive: true });
	await fs.writeFile(
		file,
		`module.exports = { ${className}: require('${target}').${className} };\n`,
	);
}

/** Icons and codex keep their place beside the file that names them, as `icon: 'file:…'` expects. */
function assets() {
	// A pattern that began with a brace would make gulp walk node_modules as well.
	return src(['nodes/**/*.svg', 'nodes/**/*.node.json', 'credentials/**/*.svg'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

/** The output schemas that n8n serves to the editor, made from the operations and events themselves. */
async function schemas() {
	const { outputFiles } = await esbuild.build({
		stdin: {
			contents: `
				export { outputSchemas } from './nodes/SurveyInterview/form/outputSchemas';
				export { eventSchemas } from './nodes/SurveyInterview/trigger/eventSchemas';`,
			resolveDir: __dirname,
			sourcefile: 'schemas.ts',
			loader: 'ts',
		},
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		external: ['n8n-workflow'],
		write: false,
		logLevel: 'warning',
	});
	const made = new Module('schemas.js');
	made.paths = module.paths;
	made._compile(outputFiles[0].text, path.join(__dirname, 'schemas.js'));
	const record = { ...made.exports.outputSchemas(), ...made.exports.eventSchemas() };
	const folder = path.join(path.dirname(path.join(__dirname, n8n.nodes[0])), '__schema__/v1.0.0');

	for (const [name, schema] of Object.entries(record)) {
		const file = path.join(folder, `${name}.json`);
		await fs.mkdir(path.dirname(file), { recursive: true });
		await fs.writeFile(file, JSON.stringify(schema));
	}
	console.log(`dist/**/__schema__ ${Object.keys(record).length} output schemas`);
}

/** All of `dist` without the type check, for the moments in which a test's types are still wrong. */
const dist = parallel(assets, bundle, schemas);
const build = series(clean, parallel(types, dist));

module.exports = { clean, types, bundle, schemas, assets, dist, build, default: build };
