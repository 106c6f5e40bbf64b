/**
 * The bundle leaves out what only the form shows (`build/formTexts.js`), so the compiler is asked who reads it.
 * Where a file outside of the form did, it would find nothing in the built package.
 */
import { join, relative } from 'node:path';
import ts from 'typescript';
import { DECLARATIONS, formTextsIn } from '../../build/formTexts';
import { sourceFiles } from '../docs/layers';

const PROJECT = join(__dirname, '../..');
/** The files that make the descriptions, which are data by the time the package is built. */
const FORM = /^nodes\/SurveyInterview\/(?:form\/|trigger\/form\.ts|[^/]+\.node\.ts)/;

const { options } = ts.parseJsonConfigFileContent(
	ts.readConfigFile(join(PROJECT, 'tsconfig.json'), ts.sys.readFile).config,
	ts.sys,
	PROJECT,
);
const program = ts.createProgram(
	sourceFiles().map((file) => join(PROJECT, file)),
	{ ...options, incremental: false, types: [] },
);
const checker = program.getTypeChecker();
const nameOf = (file: ts.SourceFile) => relative(PROJECT, file.fileName);
const sources = program.getSourceFiles().filter((file) => !nameOf(file).includes('node_modules'));

const placesOf = (symbol: ts.Symbol | undefined): ts.Declaration[] => symbol?.declarations ?? [];

/** What is left out in the sources, and what the compiler takes it for: members of interfaces. */
const leftOut = sources
	.filter(({ fileName }) => DECLARATIONS.test(fileName))
	.flatMap(formTextsIn)
	.map((node) => ({ node, members: membersFor(node).filter(ts.isPropertySignature) }));

function membersFor(node: ts.Node): ts.Declaration[] {
	if (!ts.isPropertyAssignment(node)) return membersOfFields('help');
	const name = node.name.getText();
	const expected = checker.getContextualType(node.parent);
	const types = expected?.isUnion() ? expected.types : expected ? [expected] : [];
	const found = types.flatMap((one) => placesOf(one.getProperty(name)));
	// A maker takes its literals as they are, so that the type of a value follows from them.
	return found.some(ts.isPropertySignature) ? found : membersOfFields(name);
}

/** The members of that name of a field and what is in it. The label is that of a choice, not of the field. */
function membersOfFields(name: string): ts.Declaration[] {
	const found: ts.Declaration[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isPropertySignature(node) && node.name.getText() === name) found.push(node);
		ts.forEachChild(node, visit);
	};
	sources.filter((source) => nameOf(source).endsWith('/fields/field.ts')).forEach(visit);
	return name === 'label' ? found.filter((one) => ownerOf(one) === 'Choice') : found;
}

/** The interface that has a member. */
function ownerOf(member: ts.Node): string {
	return ts.isInterfaceDeclaration(member) ? member.name.text : ownerOf(member.parent);
}

/** Each place that reads one of these properties, with the name. */
function readersOf(properties: ReadonlySet<ts.Declaration>): string[] {
	const readers: string[] = [];
	const isRead = (symbol: ts.Symbol | undefined) =>
		placesOf(symbol).some((one) => properties.has(one));
	for (const source of sources) {
		const visit = (node: ts.Node): void => {
			if (symbolsReadBy(node).some(isRead)) readers.push(`${nameOf(source)}: ${node.getText()}`);
			ts.forEachChild(node, visit);
		};
		visit(source);
	}
	return readers;
}

function symbolsReadBy(node: ts.Node): Array<ts.Symbol | undefined> {
	if (ts.isPropertyAccessExpression(node)) return propertiesOf(node.expression, node.name.text);
	if (!ts.isBindingElement(node) || node.dotDotDotToken) return [];
	const name = node.propertyName ?? node.name;
	return ts.isIdentifier(name) ? propertiesOf(node.parent, name.text) : [];
}

function propertiesOf(node: ts.Node, name: string): Array<ts.Symbol | undefined> {
	const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
	return (type.isUnion() ? type.types : [type]).map((one) => one.getProperty(name));
}

const members = new Set<ts.Declaration>(leftOut.flatMap((one) => one.members));

it('what is left out are members of fields, operations and events', () => {
	const others = leftOut.filter((one) => one.members.length === 0);
	expect(others.map(({ node }) => `${nameOf(node.getSourceFile())}: ${node.getText()}`)).toEqual(
		[],
	);
	const names = [...members].map(
		(one) => `${ownerOf(one)}.${(one as ts.PropertySignature).name.getText()}`,
	);
	expect([...new Set(names)].sort()).toEqual([
		'BatchOperation.help',
		'BatchOperation.requests',
		'CheckOperation.requests',
		'CheckOperation.surveyHelp',
		'Choice.help',
		'Choice.label',
		'Described.action',
		'Described.description',
		'Described.notice',
		'EventTexts.description',
		'EventTexts.docs',
		'EventTexts.label',
		'EventTexts.notices',
		'FieldBase.help',
		'FieldBase.placeholder',
		'FieldBase.shownFor',
		'PairField.help',
		'PairField.placeholder',
		'ScoreTexts.groupHelp',
		'ScoreTexts.help',
	]);
});

it('nothing reads it but what makes the form', () => {
	const readers = readersOf(members);
	expect(readers.filter((one) => FORM.test(one)).length).toBeGreaterThan(10);
	// These two become the help of fields.
	expect(readers.filter((one) => !FORM.test(one))).toEqual([
		'nodes/SurveyInterview/filters/score.ts: help',
		'nodes/SurveyInterview/filters/score.ts: groupHelp',
	]);
});
