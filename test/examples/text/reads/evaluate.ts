/** Follows what a piece of JavaScript reads: an expression of a parameter, or the body of a Code node. */
import ts from 'typescript';
import { Expressions } from './expressions';
import { called, elements } from './members';
import { Scope } from './scope';
import { either, FREE, list, NONE, type Shape } from './shape';

/** How deep functions may call one another before they count as endless. */
const MAX_DEPTH = 40;

export class Evaluator extends Expressions {
	private depth = 0;

	/** What an expression gives. */
	expression(code: string, scope: Scope): Shape {
		const [statement, ...more] = this.parsed(`(${code}\n)`);
		if (!statement || more.length > 0 || !ts.isExpressionStatement(statement)) {
			this.report('it is no expression');
			return FREE;
		}
		return this.of(statement.expression, scope);
	}

	/** What the body of a function returns. */
	body(code: string, scope: Scope): Shape {
		const returned: Shape[] = [];
		this.run(this.parsed(code), scope, returned);
		return either(returned);
	}

	private parsed(code: string): readonly ts.Statement[] {
		const file = ts.createSourceFile(
			'it.js',
			code,
			ts.ScriptTarget.Latest,
			false,
			ts.ScriptKind.JS,
		);
		const { parseDiagnostics } = file as unknown as { parseDiagnostics: unknown[] };
		// A body may return; all else that the parser finds is a mistake.
		if (parseDiagnostics.length > 0) this.report('it cannot be parsed');
		return file.statements;
	}

	private run(statements: readonly ts.Statement[], scope: Scope, returned: Shape[]): void {
		for (const one of statements) this.statement(one, scope, returned);
	}

	private statement(node: ts.Statement, scope: Scope, returned: Shape[]): void {
		const inside = (one: ts.Statement | undefined, within = new Scope(scope)) => {
			if (one) this.statement(one, within, returned);
		};
		// What one round leaves in a variable, the next one may read.
		const twice = (one: ts.Statement, within = new Scope(scope)) => {
			for (let round = 0; round < 2; round++) inside(one, within);
		};
		if (ts.isReturnStatement(node)) {
			returned.push(node.expression ? this.of(node.expression, scope) : NONE);
		} else if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) {
			this.of(node.expression, scope);
		} else if (ts.isVariableStatement(node)) {
			this.declarations(node.declarationList, scope);
		} else if (ts.isBlock(node)) {
			this.run(node.statements, new Scope(scope), returned);
		} else if (ts.isIfStatement(node)) {
			this.of(node.expression, scope);
			inside(node.thenStatement);
			inside(node.elseStatement);
		} else if (ts.isForOfStatement(node) && ts.isVariableDeclarationList(node.initializer)) {
			const within = new Scope(scope);
			const [variable] = node.initializer.declarations;
			const { of } = elements(this.of(node.expression, scope), this.report);
			if (variable) this.bind(variable.name, of, within);
			twice(node.statement, within);
		} else if (ts.isForStatement(node)) {
			const within = new Scope(scope);
			const { initializer: first, condition, incrementor } = node;
			if (first && ts.isVariableDeclarationList(first)) this.declarations(first, within);
			for (const one of [condition, incrementor]) if (one) this.of(one, within);
			twice(node.statement, within);
		} else if (ts.isWhileStatement(node)) {
			this.of(node.expression, scope);
			twice(node.statement);
		} else if (ts.isTryStatement(node)) {
			inside(node.tryBlock);
			const within = new Scope(scope);
			const variable = node.catchClause?.variableDeclaration;
			if (variable) this.bind(variable.name, FREE, within);
			inside(node.catchClause?.block, within);
			inside(node.finallyBlock);
		} else if (ts.isFunctionDeclaration(node) && node.name) {
			scope.declare(node.name.text, this.functionOf(node, scope));
		} else if (
			![
				ts.SyntaxKind.EmptyStatement,
				ts.SyntaxKind.ContinueStatement,
				ts.SyntaxKind.BreakStatement,
			].includes(node.kind)
		) {
			this.unknown(node);
		}
	}

	private declarations(declared: ts.VariableDeclarationList, scope: Scope): void {
		for (const { name, initializer } of declared.declarations) {
			this.bind(name, initializer ? this.of(initializer, scope) : NONE, scope);
		}
	}

	protected functionOf(node: ts.FunctionLikeDeclaration, scope: Scope): Shape {
		return called((args) => {
			if (this.depth > MAX_DEPTH) {
				this.report('functions that call themselves are not followed');
				return FREE;
			}
			this.depth++;
			const within = new Scope(scope);
			node.parameters.forEach(({ name, dotDotDotToken, initializer }, place) => {
				const given = dotDotDotToken ? list(either(args.slice(place))) : (args[place] ?? NONE);
				const ifNone = initializer && this.of(initializer, within);
				this.bind(name, ifNone ? either([given, ifNone]) : given, within);
			});
			const { body } = node;
			const returned: Shape[] = [];
			if (body && ts.isBlock(body)) this.run(body.statements, within, returned);
			else if (body) returned.push(this.of(body, within));
			this.depth--;
			return either(returned);
		});
	}
}
