/**
 * What only the form shows: the help of a field, the description of an operation. n8n gets it from the
 * descriptions, which are data by the time the package is built; in the bundle it would be a second copy.
 * `test/package/formTexts.test.ts` holds that nothing else reads it.
 */
const fs = require('node:fs/promises');
const path = require('node:path');
const ts = require('typescript');

/** The files that declare fields, operations and events. */
const DECLARATIONS =
	/[\\/]SurveyInterview[\\/](?:(?:operations|fields|filters|trigger[\\/]events)[\\/]\w+|find[\\/]fields|trigger[\\/](?:options|completionFields))\.ts$/;

/** Keys of such texts in a field, a choice, an operation and an event. */
const KEYS = new Set([
	...['help', 'groupHelp', 'placeholder'],
	...['action', 'description', 'notice', 'notices', 'surveyHelp', 'requests', 'docs', 'shownFor'],
]);

/** Which argument of a maker of `fields/makeField.ts` is the help. */
const MAKERS = new Map([
	...['text', 'integer', 'number', 'dateTime', 'choice', 'choices'].map((name) => [name, 2]),
	...['toggle', 'list', 'map', 'pair'].map((name) => [name, 2]),
	['record', 3],
]);

/** The shape of an output, whose keys are those of records. */
const isShape = (node) => ts.isPropertyAssignment(node) && node.name.getText() === 'output';

/** Such texts in a source: the properties, and the arguments of makers. */
function formTextsIn(source) {
	const made = makersIn(source);
	const found = [];
	const visit = (node) => {
		const isCall = ts.isCallExpression(node) && made.has(node.expression.getText(source));
		const help = isCall ? node.arguments[MAKERS.get(node.expression.getText(source))] : undefined;
		if (help) found.push(help);
		if (isTextProperty(node)) found.push(node);
		else if (!isShape(node))
			ts.forEachChild(node, (child) => (child === help ? undefined : visit(child)));
	};
	visit(source);
	return found;
}

function isTextProperty(node) {
	if (!ts.isPropertyAssignment(node)) return false;
	const key = node.name.getText();
	if (KEYS.has(key)) return true;
	// The label of a choice, or of an event; that of a field stands in errors.
	const beside = node.parent.properties.map(({ name }) => name?.getText());
	return key === 'label' && beside.includes('value');
}

/** The makers that a source imports; a function of the same name from elsewhere is none. */
function makersIn(source) {
	const names = source.statements.flatMap((statement) => {
		const isImport = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
		if (!isImport || !statement.moduleSpecifier.text.endsWith('/makeField')) return [];
		return statement.importClause.namedBindings.elements.map(({ name }) => name.text);
	});
	return new Set(names.filter((name) => MAKERS.has(name)));
}

/** A source without some of its members, properties and arguments. An argument leaves an empty text. */
function without(source, nodes) {
	const fromTheEnd = [...nodes].sort((a, b) => b.pos - a.pos);
	return fromTheEnd.reduce((text, node) => {
		const before = text.slice(0, node.getStart(source));
		const after = text.slice(node.end);
		if (ts.isPropertyAssignment(node)) return before + after.replace(/^\s*,/, '');
		return ts.isPropertyDeclaration(node) ? before + after : `${before}''${after}`;
	}, source.text);
}

const parse = async (file) =>
	ts.createSourceFile(file, await fs.readFile(file, 'utf8'), ts.ScriptTarget.ES2022, true);

/** What is data of a class that n8n loads: the description of a node, the fields of a credential. */
function dataIn(source, kept) {
	return source.statements
		.filter((statement) => ts.isClassDeclaration(statement))
		.flatMap(({ members }) => members)
		.filter((member) => ts.isPropertyDeclaration(member) && !kept.has(member.name.text));
}

/**
 * esbuild's plugin for the bundle.
 *
 * @param {Map<string, Set<string>>} classes the file of each class that n8n loads, and its members that are no data
 */
const withoutFormTexts = (classes) => ({
	name: 'without form texts',
	setup(build) {
		build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
			const kept = classes.get(file);
			if (!kept && !DECLARATIONS.test(file)) return undefined;
			const source = await parse(file);
			const contents = without(source, kept ? dataIn(source, kept) : formTextsIn(source));
			return { contents, loader: 'ts', resolveDir: path.dirname(file) };
		});
	},
});

module.exports = { DECLARATIONS, formTextsIn, withoutFormTexts };
