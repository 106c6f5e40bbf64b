import { posix } from 'node:path';
import { omit } from 'lodash';
import * as ts from 'typescript';

import { RECORD_KINDS } from '../../nodes/SurveyInterview/facts/kinds';
import { SENT_EMAIL_FACTS } from '../../nodes/SurveyInterview/facts/invitationFacts';

/** A place outside of facts/ that reads records by a guess of its own. */
export interface SecondReader {
	file: string;
	line: number;
	/** What is wrong: it names a field, matches the beginning of words, or puts a value in place of none. */
	is: 'field' | 'prefix' | 'default';
	/** The name, the expression or the default. */
	what: string;
}

/** By fact, its places in records that the interface does not show, but for those that match nearly everything. */
const PLACES = [
	...Object.values(omit(RECORD_KINDS, 'invitation', 'mailing')).map(({ facts }) => facts),
	SENT_EMAIL_FACTS,
]
	.flat()
	.map(({ at }) => at.filter((one) => !one.test('anything') && !/survey/.test(one.source)));

const isAt = (key: string) => {
	const plain = key.toLowerCase().replace(/[_-]/g, '');
	return (at: readonly RegExp[]) => at.some((pattern) => pattern.test(plain));
};

const known = new Map<string, boolean>();

/** Whether the descriptions know a key. */
export function isField(key: string): boolean {
	const is = known.get(key) ?? PLACES.some(isAt(key));
	known.set(key, is);
	return is;
}

/** The keys among some words, where several of them spell one fact: whoever lists them guesses. */
export const guesses = (words: readonly string[]): string[] =>
	words.filter((word) =>
		PLACES.some((at) => isAt(word)(at) && words.some((one) => one !== word && isAt(one)(at))),
	);

/**
 * The second readers in some files of the package.
 *
 * @param planted other files, by their paths
 */
export function secondReaders(files: readonly string[], planted: Record<string, string> = {}) {
	const target = ts.ScriptTarget.ES2022;
	const options = { strict: true, target, types: [], noEmit: true };
	const host = ts.createCompilerHost(options);
	const getSourceFile = host.getSourceFile.bind(host);
	host.getSourceFile = (path, ...rest) => {
		const text = planted[path];
		return text === undefined
			? getSourceFile(path, ...rest)
			: ts.createSourceFile(path, text, target, true);
	};
	// The types of other packages say nothing of records, and take ten times as long to read.
	host.resolveModuleNames = (names, from) =>
		names.map((name) => {
			const path = posix.join(posix.dirname(from), name);
			const file = [`${path}.ts`, `${path}/index.ts`].find((one) => host.fileExists(one));
			return name.startsWith('.') && file ? { resolvedFileName: file } : undefined;
		});
	const paths = [...files, ...Object.keys(planted)];
	const program = ts.createProgram(paths, options, host);
	const checker = program.getTypeChecker();
	return paths.flatMap((path) => {
		const source = program.getSourceFile(path);
		return source ? readersIn(source, path, checker) : [];
	});
}

function readersIn(source: ts.SourceFile, file: string, checker: ts.TypeChecker): SecondReader[] {
	const found: SecondReader[] = [];
	const add = (node: ts.Node, is: SecondReader['is'], what: string) =>
		found.push({
			file,
			line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
			is,
			what,
		});
	const visit = (node: ts.Node): void => {
		const named = (record: ts.Expression | ts.ObjectBindingPattern, key: string) => {
			if (isField(key) && isRecord(record, checker)) add(node, 'field', key);
		};
		if (ts.isPropertyAccessExpression(node)) named(node.expression, node.name.text);
		if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
			named(node.expression, node.argumentExpression.text);
		}
		if (ts.isObjectBindingPattern(node)) {
			for (const { propertyName, name, dotDotDotToken, initializer } of node.elements) {
				if (dotDotDotToken === undefined) named(node, (propertyName ?? name).getText());
				if (isValue(initializer) && isRecord(node, checker)) {
					add(node, 'default', initializer.getText());
				}
			}
		}
		if (ts.isArrayLiteralExpression(node)) {
			const texts = node.elements.filter((one) => ts.isStringLiteral(one));
			for (const key of guesses(texts.map(({ text }) => text))) add(node, 'field', key);
		}
		if (ts.isRegularExpressionLiteral(node)) {
			const words = node.text.match(/[a-z_]{2,}/gi) ?? [];
			for (const key of guesses(words)) add(node, 'field', key);
			if (isPrefix(node.text)) add(node, 'prefix', node.text);
		}
		if (ts.isBinaryExpression(node) && ts.isStringLiteral(node.left)) {
			if (node.operatorToken.kind === ts.SyntaxKind.InKeyword) named(node.right, node.left.text);
		}
		if (ts.isBinaryExpression(node) && isValue(node.right)) {
			const { kind } = node.operatorToken;
			const isDefault =
				kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
			if (isDefault && (checker.getTypeAtLocation(node.left).flags & ts.TypeFlags.Unknown) !== 0) {
				add(node, 'default', node.right.getText());
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** Whether an expression is a value that says something: of an empty text, null or 0 nothing is concluded. */
function isValue(node: ts.Node | undefined): node is ts.Node {
	if (node === undefined) return false;
	const isFlag =
		node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
	return isFlag || (ts.isStringLiteral(node) && node.text !== '');
}

/** Whether an expression is words alone, as services write a status, and does not say where they end. */
const isPrefix = (text: string): boolean =>
	/^\/\^(\(\?:)?[a-z_|()?]*[a-z]{4}[a-z_|()?]*\/[a-z]*$/i.test(text);

/** Functions of facts/ that give a record as it is written. */
const AS_WRITTEN = ['withoutEnvelope', 'oneRecord'];

/** Whether an expression is what the service sent: an object of any keys, which no function of facts/ has read. */
function isRecord(node: ts.Expression | ts.ObjectBindingPattern, checker: ts.TypeChecker): boolean {
	const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
	const isOpen = (one: ts.Type) =>
		((one.getStringIndexType()?.flags ?? 0) & ts.TypeFlags.Unknown) !== 0 &&
		one.getSymbol()?.name !== 'Facts';
	const isOfAnyKeys = type.isUnion() ? type.types.some(isOpen) : isOpen(type);
	return isOfAnyKeys && !isTold(ts.isObjectBindingPattern(node) ? valueOf(node) : node, checker);
}

/** What is taken apart; undefined for a parameter. */
function valueOf({ parent }: ts.ObjectBindingPattern): ts.Expression | undefined {
	return ts.isVariableDeclaration(parent) ? parent.initializer : undefined;
}

function isTold(node: ts.Expression | undefined, checker: ts.TypeChecker): boolean {
	if (!node) return false;
	if (
		ts.isAsExpression(node) ||
		ts.isParenthesizedExpression(node) ||
		ts.isNonNullExpression(node)
	) {
		return isTold(node.expression, checker);
	}
	if (ts.isConditionalExpression(node)) {
		return [node.whenTrue, node.whenFalse].every((one) => isTold(one, checker));
	}
	if (ts.isObjectLiteralExpression(node)) return true;
	if (ts.isCallExpression(node)) {
		const { declaration } = checker.getResolvedSignature(node) ?? {};
		const isOfFacts = declaration?.getSourceFile().fileName.includes('/facts/') ?? false;
		return isOfFacts && !AS_WRITTEN.includes(node.expression.getText());
	}
	if (!ts.isIdentifier(node)) return false;
	const declared = checker.getSymbolAtLocation(node)?.valueDeclaration;
	return declared !== undefined && ts.isVariableDeclaration(declared)
		? isTold(declared.initializer, checker)
		: false;
}
