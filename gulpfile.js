/**
 * Builds `dist` from the sources: `gulp build`, the default task.
 *
 * What works is bundled into one file, `dist/package.js`. Module state (the rate limiters, the lock against
 * overlapping polls) must exist once for all nodes of the package, and a bundle per node would silently have
 * a copy each. n8n creates every class of a package at its start, so what it loads is small: the class with
 * its description as data (`build/thinClass.js`). The bundle follows when it is first used.
 */
const { spawn } = require('node:child_process');
const fs = require('node:fs/promises');
const Module = require('node:module');
const path = require('node:path');
const { gzipSync } = require('node:zlib');
const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { billOfMaterials, packageFolders } = require('./build/bundled');
const { packInto } = require('./build/pack');
const { functionsOf, thinClass, withoutData } = require('./build/thinClass');
const manifest = require('./package.json');

const { n8n } = manifest;
const BUNDLE = path.join(__dirname, 'dist', 'package.js');

/** What package.json's `n8n` section names: the file that n8n loads, its source, the class in it. */
const entries = [...n8n.nodes, ...n8n.credentials].map((loaded) => ({
	loaded,
	source: loaded.replace(/^dist\//, './').replace(/\.js$/, ''),
	className: path.basename(loaded).split('.')[0],
}));

async function clean() {
	await fs.rm(path.join(__dirname, 'dist'), { recursive: true, force: true });
}

/** Checks the types of sources and tests. Incremental: a second build needs a second. */
function types() {
	const cache = ['--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'];
	const args = ['-p', 'test/tsconfig.json', '--noEmit', ...cache];
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc'), ...args], {
		cwd: __dirname,
		stdio: 'inherit',
	});
}

/**
 * `platform: node` keeps `require` plain (other platforms get a shim that the verification scan
 * refuses). Nothing is minified, so that people can review a release, and find what a stack trace names.
 */
const COMMON = {
	bundle: true,
	format: 'cjs',
	platform: 'node',
	target: 'node20',
	external: ['n8n-workflow'],
	logLevel: 'warning',
};

const stdin = (lines) => ({
	contents: lines.join('\n'),
	resolveDir: __dirname,
	sourcefile: 'package.ts',
	loader: 'ts',
});

/** What these lines of TypeScript export, from the sources as they are. */
async function evaluated(lines) {
	const { outputFiles } = await esbuild.build({ ...COMMON, stdin: stdin(lines), write: false });
	const made = new Module('sources.js');
	made.paths = module.paths;
	made._compile(outputFiles[0].text, path.join(__dirname, 'sources.js'));
	return made.exports;
}

/** The classes that n8n loads, and the bundle that has all the rest. */
async function bundle() {
	const classes = await evaluated(entries.map(({ source }) => `export * from '${source}';`));
	const instances = entries.map(({ source, className }) => ({
		file: path.join(__dirname, `${source}.ts`),
		working: functionsOf(new classes[className]()),
	}));
	const { metafile } = await esbuild.build({
		...COMMON,
		stdin: stdin(
			entries.flatMap(({ source, className }) => [
				`import { ${className} as Class${className} } from '${source}';`,
				`export const ${className} = new Class${className}();`,
			]),
		),
		plugins: [withoutData(new Map(instances.map(({ file, working }) => [file, working])))],
		outfile: BUNDLE,
		metafile: true,
	});
	await Promise.all(entries.map((entry) => writeThinClass(entry, classes)));
	await writeBill(Object.keys(metafile.inputs));

	const code = await fs.readFile(BUNDLE);
	const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(1)} kB`;
	console.log(`dist/package.js ${kilobytes(code)}, packed ${kilobytes(gzipSync(code))}`);
}

/** The bill of materials, beside the bundle. Nothing of others is bundled, whose licence would have to go along. */
async function writeBill(inputs) {
	const [other] = packageFolders(inputs);
	if (other) throw new Error(`${other} would be bundled, and its licence is not`);
	const bill = JSON.stringify(billOfMaterials(manifest), null, '\t');
	await fs.writeFile(path.join(path.dirname(BUNDLE), 'bom.cdx.json'), `${bill}\n`);
}

async function writeThinClass({ loaded, className }, classes) {
	const file = path.join(__dirname, loaded);
	const target = path.relative(path.dirname(file), BUNDLE).split(path.sep).join('/');
	await fs.mkdir(path.dirname(file), { recursive: true });
	await fs.writeFile(file, thinClass(classes[className], target));
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
	const made = await evaluated([
		"export { outputSchemas } from './nodes/SurveyInterview/form/outputSchemas';",
		"export { eventSchemas } from './nodes/SurveyInterview/trigger/form';",
	]);
	const record = { ...made.outputSchemas(), ...made.eventSchemas() };
	const folder = path.join(path.dirname(path.join(__dirname, n8n.nodes[0])), '__schema__/v1.0.0');

	for (const [name, schema] of Object.entries(record)) {
		const file = path.join(folder, `${name}.json`);
		await fs.mkdir(path.dirname(file), { recursive: true });
		await fs.writeFile(file, JSON.stringify(schema));
	}
	console.log(`dist/**/__schema__ ${Object.keys(record).length} output schemas`);
}

/** All of `dist`. The types are checked by `npm run check` and the gate. */
const dist = series(clean, parallel(assets, bundle, schemas));
const build = parallel(types, dist);

/** The tarball that is published, in `release`. */
async function tarball() {
	const folder = path.join(__dirname, 'release');
	await fs.rm(folder, { recursive: true, force: true });
	const { file, files, bytes, sha256 } = packInto(folder);
	const name = path.relative(__dirname, file);
	console.log(`${name}: ${files.length} files, ${(bytes / 1000).toFixed(1)} kB, sha256 ${sha256}`);
}

/** The only way to a tarball that can be published: what is in it has just been built. */
const pack = series(build, tarball);

module.exports = { clean, types, bundle, schemas, assets, dist, build, pack, default: build };
