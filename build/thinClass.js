/**
 * A class as n8n loads it at its start: its data as text, and functions that load the bundle when they are
 * first called. It is made from the class that the sources declare, so both are the same to n8n.
 */
const fs = require('node:fs/promises');
const { dirname } = require('node:path');
const { isDeepStrictEqual } = require('node:util');
const ts = require('typescript');

/** n8n changes what it gets, and creates a class more than once: each instance has data of its own. */
const inOwnCopy = (data) => `JSON.parse(${textLiteral(jsonLines(data))})`;

/** The longest line of data, where a single text is not longer. */
const LINE_LENGTH = 250;

/**
 * JSON with line breaks where an object or a list is too long for one line, so that people can read and compare
 * it. It is not indented, because V8 reads that at every start of n8n.
 */
function jsonLines(value) {
	const line = JSON.stringify(value);
	if (line.length <= LINE_LENGTH || typeof value !== 'object') return line;
	if (Array.isArray(value)) return `[\n${value.map(jsonLines).join(',\n')}\n]`;
	const members = Object.entries(JSON.parse(line)).map(
		([key, one]) => `${JSON.stringify(key)}:${jsonLines(one)}`,
	);
	return `{\n${members.join(',\n')}\n}`;
}

/** ASCII: V8 keeps and reads such a text a third faster than one with a single other character in it. */
function textLiteral(text) {
	const ascii = text.replace(
		/[^\n\x20-\x7e]/g,
		(one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	// A line that ends with a backslash continues the text. A template literal would cost the start more.
	return `'${ascii.replace(/[\\'\n]/g, '\\$&')}'`;
}

const isData = (value) => isDeepStrictEqual(value, JSON.parse(JSON.stringify(value) ?? 'null'));

/** A value of the class as code: data, a function that calls the bundle's, or an object of such. */
function code(value, path) {
	if (typeof value === 'function') return `async function ${call(value, path)}`;
	if (isData(value)) return inOwnCopy(value);
	if (Object.getPrototypeOf(value) !== Object.prototype) {
		throw new Error(`${path.join('.')} is neither data nor a function`);
	}
	const indent = '\t'.repeat(path.length);
	const entries = Object.entries(value).map(
		([key, one]) => `${indent}\t${key}: ${code(one, [...path, key])},\n`,
	);
	return `{\n${entries.join('')}${indent}}`;
}

function call(method, path) {
	if (method.constructor.name !== 'AsyncFunction')
		throw new Error(`${path.join('.')} is not async`);
	return `(...given) { return await bundle().${path.join('.')}.apply(this, given); }`;
}

/** The members of an instance that are no data. */
function functionsOf(instance) {
	return new Set(Object.keys(instance).filter((key) => !isData(instance[key])));
}

/**
 * @param Class as the sources declare it
 * @param {string} bundle where the bundle is, from the file in which the code stands
 */
function thinClass(Class, bundle) {
	const { name } = Class;
	const fields = Object.entries(new Class()).map(
		([key, value]) => `\t\t${key} = ${code(value, [name, key])};\n`,
	);
	const methods = Object.getOwnPropertyNames(Class.prototype)
		.filter((key) => key !== 'constructor')
		.map((key) => `\t\tasync ${key}${call(Class.prototype[key], [name, key])}\n`);
	return `const bundle = () => require('${bundle}');
module.exports = {
	${name}: class ${name} {
${[...fields, ...methods].join('')}\t},
};
`;
}

/**
 * esbuild's plugin for the bundle: it leaves out the data of these classes, which n8n has from the thin ones. Making
 * the descriptions again would double what the first use of the package costs. It leaves out comments, too: esbuild
 * would keep those of class members and no others, and people read them in the sources.
 *
 * @param {Map<string, Set<string>>} classes the file of each class, and its members that are no data
 */
const withoutData = (classes) => ({
	name: 'without data',
	setup(build) {
		build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
			const text = await fs.readFile(file, 'utf8');
			const kept = classes.get(file);
			const { outputText } = ts.transpileModule(kept ? withoutMembers(text, kept) : text, {
				compilerOptions: { target: 'ES2022', module: 'ESNext', removeComments: true },
				transformers: { before: OPERATION.test(file) ? [withoutFormTexts] : [] },
			});
			return { contents: outputText, loader: 'js', resolveDir: dirname(file) };
		});
	},
});

/** The files with the entries of operations. Their texts for the form are data of the class as well. */
const OPERATION = /[\\/]operations[\\/]\w+\.ts$/;
const FORM_TEXTS = ['action', 'description', 'notice'];

/** Leaves out the texts for the form in the entries of operations: in objects that have an action and a description. */
const withoutFormTexts = (context) => (source) => {
	const isText = (node, name) =>
		ts.isPropertyAssignment(node) &&
		node.name.getText(source) === name &&
		ts.isStringLiteralLike(node.initializer);
	const isEntry = ({ properties }) =>
		['action', 'description'].every((name) => properties.some((one) => isText(one, name)));
	const visit = (node) => {
		const { parent } = node;
		const isFormText =
			FORM_TEXTS.some((name) => isText(node, name)) &&
			ts.isObjectLiteralExpression(parent) &&
			isEntry(parent);
		return isFormText ? undefined : ts.visitEachChild(node, visit, context);
	};
	return ts.visitNode(source, visit);
};

/** The source of a class without its members that are data. */
function withoutMembers(text, kept) {
	const source = ts.createSourceFile('class.ts', text, ts.ScriptTarget.ES2022, true);
	return source.statements
		.filter((statement) => ts.isClassDeclaration(statement))
		.flatMap(({ members }) => members)
		.filter((member) => ts.isPropertyDeclaration(member) && !kept.has(member.name.text))
		.reduceRight((left, { pos, end }) => left.slice(0, pos) + left.slice(end), text);
}

module.exports = { functionsOf, thinClass, withoutData };
