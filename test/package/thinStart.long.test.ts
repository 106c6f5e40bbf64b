/**
 * What n8n loads at its start: `new` of each class that package.json names (n8n-core's
 * `PackageDirectoryLoader`), again whenever it needs the types again, and from anew after a reload.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { SurveyInterviewApi } from '../../credentials/SurveyInterviewApi.credentials';
import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import { SurveyInterviewTrigger } from '../../nodes/SurveyInterview/SurveyInterviewTrigger.node';
import manifest from '../../package.json';
import { PackageCopy } from '../harness/support';

type Instance = INodeType | ICredentialType;
type Class = new () => Instance;

const FILES = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
const SOURCES: Record<string, Class> = {
	SurveyInterview,
	SurveyInterviewTrigger,
	SurveyInterviewApi,
};
const classOf = (file: string) => basename(file).split('.')[0] ?? '';
const builtIn = (folder: string, file: string): Class =>
	(createRequire(join(folder, 'x.js'))(join(folder, file)) as Record<string, Class>)[
		classOf(file)
	] as Class;
const PROJECT = join(__dirname, '../..');

/** An instance with a word in place of each of its functions, in own properties as in those of its class. */
function withFunctionsNamed(instance: object): unknown {
	const copy = (value: unknown): unknown => {
		if (typeof value === 'function') return `a function: ${value.constructor.name}`;
		if (Array.isArray(value)) return value.map(copy);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
	};
	return copy(instance);
}

/** Where the functions of an instance are, those of its class included. */
function functionPaths(instance: object): string[][] {
	const own = (value: unknown, path: string[]): string[][] => {
		if (typeof value === 'function') return [path];
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
		return Object.entries(value).flatMap(([key, one]) => own(one, [...path, key]));
	};
	const ofClass = Object.getOwnPropertyNames(Object.getPrototypeOf(instance) as object);
	return [
		...own(instance, []),
		...ofClass.filter((key) => key !== 'constructor').map((key) => [key]),
	];
}

/** The function at such a place. */
function functionAt(value: object, path: readonly string[]): (...given: unknown[]) => unknown {
	return path.reduce<unknown>((of, key) => (of as Record<string, unknown>)[key], value) as never;
}

/** Empties every array and object, as deep as they go. */
function spoil(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	for (const inner of Object.values(value)) spoil(inner);
	for (const key of Object.keys(value)) {
		if (Array.isArray(value)) value.length = 0;
		else if (typeof (value as Record<string, unknown>)[key] !== 'function') {
			delete (value as Record<string, unknown>)[key];
		}
	}
}

/** In place of the bundle: tells who called what, and how many times the file itself was evaluated. */
const PROBE = `
globalThis.evaluated = (globalThis.evaluated ?? 0) + 1;
let calls = 0;
const apply = (path) => (self, given) => ({ path: path.join('.'), self, given, calls: ++calls });
const part = (path) =>
	new Proxy({}, { get: (_part, key) => (key === 'apply' ? apply(path) : part([...path, key])) });
module.exports = part([]);`;

let probed: PackageCopy;
let unreadable: PackageCopy;
beforeAll(() => {
	probed = new PackageCopy(['dist', 'package.json', 'index.js']);
	probed.write('dist/package.js', PROBE);
	unreadable = new PackageCopy(['dist', 'package.json', 'index.js']);
	unreadable.write('dist/package.js', 'throw new Error("the bundle was loaded");');
});
afterAll(() => {
	probed?.remove();
	unreadable?.remove();
});

/** What a script prints as JSON, in a process of its own. */
function printed(folder: string, script: string): unknown {
	const prelude = `
		const path = require('node:path');
		const FILES = ${JSON.stringify(FILES)};
		const create = (file) => new (require(path.resolve(file))[path.basename(file).split('.')[0]])();
		const own = () => Object.keys(require.cache).map((file) => path.relative(process.cwd(), file)).sort();
		const print = (value) => process.stdout.write(JSON.stringify(value));`;
	const args = ['-e', `${prelude}\n(async () => {${script}})()`];
	return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }));
}

it('loading the classes loads nothing else', () => {
	expect(printed(PROJECT, 'FILES.forEach(create); print(own())')).toEqual([...FILES].sort());
});

it('n8n’s own loader does without the bundle, the second time and after a reload too', () => {
	const found = printed(
		unreadable.packageDir,
		`
		const { PackageDirectoryLoader } = require('n8n-core');
		const loader = new PackageDirectoryLoader(process.cwd());
		const seen = [];
		const look = () => seen.push(JSON.stringify(loader.types.nodes));
		await loader.loadAll();
		look();
		loader.releaseTypes();
		await loader.ensureTypesLoaded();
		look();
		loader.reset();
		await loader.loadAll();
		look();
		const refused = await loader.nodeTypes.surveyInterview.type.execute.call({}).catch((error) => error.message);
		print({ same: seen.every((one) => one === seen[0]), types: loader.types.nodes.length, refused });`,
	);
	expect(found).toEqual({ same: true, types: 2, refused: 'the bundle was loaded' });
});

describe.each(FILES)('%s', (file) => {
	const Declared = SOURCES[classOf(file)] as Class;
	const Built = builtIn(PROJECT, file);

	it('is to n8n what the sources declare', () => {
		expect(Built.name).toBe(Declared.name);
		expect(Object.getOwnPropertyNames(Built.prototype)).toEqual(
			Object.getOwnPropertyNames(Declared.prototype),
		);
		expect(withFunctionsNamed(new Built())).toStrictEqual(withFunctionsNamed(new Declared()));
		expect(JSON.stringify(new Built())).toBe(JSON.stringify(new Declared()));
	});

	it('gives each instance data of its own, because n8n changes it', () => {
		const first = new Built();
		spoil(first);
		expect(withFunctionsNamed(new Built())).toStrictEqual(withFunctionsNamed(new Declared()));
	});

	it('hands each call to the function of the same name, with `this` and all arguments', async () => {
		const probe = new (builtIn(probed.packageDir, file))();
		const paths = functionPaths(new Declared());
		expect(paths.length).toBeGreaterThan(0);
		for (const path of paths) {
			const self = { path };
			const answer: unknown = await functionAt(probe, path).call(self, 'one', 'two');
			const name = [classOf(file), ...path].join('.');
			expect(answer).toMatchObject({ path: name, given: ['one', 'two'] });
			expect((answer as { self: unknown }).self).toBe(self);
		}
	});

	it('finds each of its functions in the bundle', () => {
		const bundle = createRequire(__filename)('../../dist/package.js') as Record<string, object>;
		for (const path of functionPaths(new Declared())) {
			expect(typeof functionAt(bundle[classOf(file)] as object, path)).toBe('function');
		}
	});
});

const FIRST_USE = `
	const uses = {
		SurveyInterview: (node) => node.execute.call({}),
		SurveyInterviewTrigger: (node) => node.poll.call({}),
		SurveyInterviewApi: (credential) => credential.authenticate({}, {}),
	};
	const use = async (one) => (await uses[one.constructor.name](one)).calls;`;

it.each([[FILES], [[...FILES].reverse()]])('%j share one bundle, in this order', (order) => {
	const script = `${FIRST_USE}
		const counted = [];
		for (const file of ${JSON.stringify(order)}) counted.push(await use(create(file)), await use(create(file)));
		print({ counted, evaluated });`;
	expect(printed(probed.packageDir, script)).toEqual({
		counted: [1, 2, 3, 4, 5, 6],
		evaluated: 1,
	});
});

it('what was created and used before a reload shares the bundle with what is created after it', () => {
	const script = `${FIRST_USE}
		const counted = [];
		const useAll = async (all) => { for (const one of all) counted.push(await use(one)); };
		const before = FILES.map(create);
		await useAll(before);
		for (const file of own()) delete require.cache[path.resolve(file)];
		await useAll([...FILES.map(create), ...before]);
		print({ counted, evaluated });`;
	expect(printed(probed.packageDir, script)).toEqual({
		counted: [1, 2, 3, 1, 2, 3, 4, 5, 6],
		evaluated: 2,
	});
});

it('the package’s main module has the same classes, and loads no more', () => {
	const script = `
		const main = require('.');
		const same = FILES.every((file) => main[path.basename(file).split('.')[0]] === create(file).constructor);
		print({ same, names: Object.keys(main).length, loaded: own() });`;
	const loaded = [...FILES, 'index.js'].sort();
	expect(printed(PROJECT, script)).toEqual({ same: true, names: FILES.length, loaded });
});
