import ts from 'typescript';
import { sourceFiles } from './layers';
import { textOf } from './pages';

/** The names that a file declares at its top, and whether it exports them. */
function declarationsOf(file: string): Array<{ name: string; isExported: boolean }> {
	const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.ESNext, true);
	return source.statements.flatMap((statement) => {
		const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
		const isExported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
		const names = ts.isVariableStatement(statement)
			? statement.declarationList.declarations.map(({ name }) => name)
			: ts.isFunctionDeclaration(statement) ||
				  ts.isClassDeclaration(statement) ||
				  ts.isInterfaceDeclaration(statement) ||
				  ts.isTypeAliasDeclaration(statement)
				? [statement.name]
				: [];
		return names.flatMap((name) =>
			name && ts.isIdentifier(name) ? [{ name: name.text, isExported }] : [],
		);
	});
}

it('an exported name is declared once, and no other file has one of its own', () => {
	const declared = new Map<string, { files: Set<string>; isExported: boolean }>();
	for (const file of sourceFiles()) {
		for (const { name, isExported } of declarationsOf(file)) {
			const known = declared.get(name) ?? { files: new Set(), isExported: false };
			known.files.add(file);
			declared.set(name, { ...known, isExported: known.isExported || isExported });
		}
	}
	expect(declared.size).toBeGreaterThan(500);
	const several = [...declared].filter(([, { files, isExported }]) => isExported && files.size > 1);
	expect(several.map(([name, { files }]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});
