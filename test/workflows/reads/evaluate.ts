/** Follows what JavaScript reads: every key of every item, as far as the text says. */
import ts from 'typescript';
import { call, called, elements, member, type Report } from './members';
import { either, FREE, list, madeOf, NONE, PLAIN, type Fields, type Shape } from './shape';

/** How deep functions may call one another before they count as endless. */
const MAX_DEPTH = 40;

export class Scope {
	private readonly names = new Map<string, Shape>();

	constructor(
		private readonly around?: Scope,
		names: Iterable<readonly [string, Shape]> = [],
	) {
		for (const [name, shape] of names) this.names.set(name, shape);
	}

	find(name: string): Shape | undefined {
		return this.names.get(name) ?? this.around?.find(name);
	}

	declare(name: string, shape: Shape): void {
		this.names.set(name, shape);
	}

	/** From now on it may be that as well: which branch was taken is not known. */
	assign(name: string, shape: Shape): void {
		const known = this.names.get(name);
		if (known) this.names.set(name, either([known, shape]));
		else this.around?.assign(name, shape);
	}
}

/** One piece of JavaScript. */
export class Evaluator {
	private depth = 0;

	constructor(private readonly report: Report) {}

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
			inside(node.statement, within);
		} else if (ts.isForStatement(node)) {
			const within = new Scope(scope);
			const { initializer: first, condition, incrementor } = node;
			if (first && ts.isVariableDeclarationList(first)) this.declarations(first, within);
			for (const one of [condition, incrementor]) if (one) this.of(one, within);
			inside(node.statement, within);
		} else if (ts.isWhileStatement(node)) {
			this.of(node.expression, scope);
			inside(node.statement);
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

	private unknown(node: ts.Node): Shape {
		this.report(`${ts.SyntaxKind[node.kind]} is not followed`);
		return FREE;
	}

	/** Gives a name, or the names in a pattern, their values. */
	private bind(name: ts.BindingName, shape: Shape, scope: Scope): void {
		if (ts.isIdentifier(name)) {
			scope.declare(name.text, shape);
			return;
		}
		const parts = ts.isArrayBindingPattern(name) ? elements(shape, this.report) : undefined;
		name.elements.forEach((part, place) => {
			if (ts.isOmittedExpression(part)) return;
			const given = part.dotDotDotToken
				? parts
					? list(parts.of)
					: shape
				: parts
					? (parts.items?.[place] ?? parts.of)
					: this.key(shape, part.propertyName ?? part.name, scope);
			const ifNone = part.initializer && this.of(part.initializer, scope);
			this.bind(part.name, ifNone ? either([given, ifNone]) : given, scope);
		});
	}

	private key(shape: Shape, name: ts.Node, scope: Scope): Shape {
		if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) {
			return member(shape, name.text, this.report);
		}
		return ts.isComputedPropertyName(name)
			? this.computed(shape, name.expression, scope)
			: this.unknown(name);
	}

	private computed(shape: Shape, key: ts.Expression, scope: Scope): Shape {
		if (ts.isStringLiteralLike(key) || ts.isNumericLiteral(key)) {
			return member(shape, key.text, this.report);
		}
		this.of(key, scope);
		const each = (one: Shape): Shape => {
			if (one.kind === 'list') return either([one.of, NONE]);
			if (one.kind === 'either') return either(one.of.map(each));
			if (one.kind !== 'fields') return one.kind === 'free' ? FREE : PLAIN;
			if (one.isOurs) this.report(`a key of ${one.of} is computed, which is not followed`);
			return either([...one.fields.values(), NONE]);
		};
		return each(shape);
	}

	private functionOf(node: ts.FunctionLikeDeclaration, scope: Scope): Shape {
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

	private of(node: ts.Expression, scope: Scope): Shape {
		const of = (one: ts.Expression) => this.of(one, scope);
		if (ts.isIdentifier(node)) {
			const found = scope.find(node.text);
			if (!found) this.report(`${node.text} is not followed`);
			return found ?? FREE;
		}
		if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node))
			return of(node.expression);
		if (ts.isPropertyAccessExpression(node)) {
			return member(of(node.expression), node.name.text, this.report);
		}
		if (ts.isElementAccessExpression(node)) {
			return this.computed(of(node.expression), node.argumentExpression, scope);
		}
		if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
			const args = (node.arguments ?? []).map((one) =>
				ts.isSpreadElement(one) ? elements(of(one.expression), this.report).of : of(one),
			);
			return this.called(node, args, scope);
		}
		if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
			return this.functionOf(node, scope);
		}
		if (ts.isConditionalExpression(node)) {
			of(node.condition);
			return either([of(node.whenTrue), of(node.whenFalse)]);
		}
		if (ts.isBinaryExpression(node)) return this.binary(node, scope);
		if (ts.isObjectLiteralExpression(node)) return this.object(node, scope);
		if (ts.isArrayLiteralExpression(node)) {
			const isWritten = !node.elements.some(ts.isSpreadElement);
			const all = node.elements.map((one) =>
				ts.isSpreadElement(one) ? elements(of(one.expression), this.report).of : of(one),
			);
			return list(either(all), isWritten ? all : undefined);
		}
		if (ts.isTemplateExpression(node)) {
			for (const { expression } of node.templateSpans) of(expression);
			return PLAIN;
		}
		if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
			of(node.operand);
			return PLAIN;
		}
		if (ts.isTypeOfExpression(node)) {
			of(node.expression);
			return PLAIN;
		}
		if (node.kind === ts.SyntaxKind.NullKeyword) return NONE;
		const isLiteral =
			ts.isLiteralExpression(node) ||
			[ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(node.kind);
		return isLiteral ? PLAIN : this.unknown(node);
	}

	private called(node: ts.CallExpression | ts.NewExpression, args: Shape[], scope: Scope): Shape {
		const { expression } = node;
		if (ts.isIdentifier(expression) && expression.text === '$') {
			const [name] = node.arguments ?? [];
			const found = name && ts.isStringLiteralLike(name) ? scope.find(`$ ${name.text}`) : undefined;
			if (!found) this.report('$(…) names no node of the workflow');
			return found ?? FREE;
		}
		return call(this.of(expression, scope), args, this.report);
	}

	private binary({ left, right, operatorToken }: ts.BinaryExpression, scope: Scope): Shape {
		const { SyntaxKind: is } = ts;
		const operator = operatorToken.kind;
		if (operator >= is.FirstAssignment && operator <= is.LastAssignment) {
			const value = this.of(right, scope);
			if (ts.isIdentifier(left)) scope.assign(left.text, value);
			else if (ts.isPropertyAccessExpression(left)) this.write(left, value, scope);
			else this.unknown(left);
			return value;
		}
		if (operator === is.InKeyword && ts.isStringLiteralLike(left)) {
			member(this.of(right, scope), left.text, this.report);
			return PLAIN;
		}
		const [first, second] = [this.of(left, scope), this.of(right, scope)];
		if (operator === is.AmpersandAmpersandToken) return either([NONE, second]);
		if (operator === is.BarBarToken || operator === is.QuestionQuestionToken) {
			return either([first, second]);
		}
		return operator === is.CommaToken ? second : PLAIN;
	}

	/** A key that a Code node adds to an item is there from then on. */
	private write({ expression, name }: ts.PropertyAccessExpression, value: Shape, scope: Scope) {
		const target = this.of(expression, scope);
		const all = target.kind === 'either' ? target.of : [target];
		for (const one of all) if (one.kind === 'fields') one.fields.set(name.text, value);
	}

	private object(node: ts.ObjectLiteralExpression, scope: Scope): Shape {
		const made: Fields = madeOf({});
		for (const one of node.properties) {
			if (ts.isSpreadAssignment(one)) this.spread(made, this.of(one.expression, scope));
			else if (ts.isShorthandPropertyAssignment(one)) {
				made.fields.set(one.name.text, this.of(one.name, scope));
			} else if (ts.isPropertyAssignment(one)) {
				const value = this.of(one.initializer, scope);
				if (ts.isComputedPropertyName(one.name)) {
					this.of(one.name.expression, scope);
					made.isOpen = true;
				} else made.fields.set(nameOf(one.name), value);
			} else this.unknown(one);
		}
		return made;
	}

	private spread(into: Fields, shape: Shape): void {
		for (const one of shape.kind === 'either' ? shape.of : [shape]) {
			if (one.kind === 'free') into.isOpen = true;
			if (one.kind !== 'fields') continue;
			into.isOpen ||= one.isOpen;
			for (const [name, value] of one.fields) into.fields.set(name, value);
		}
	}
}

function nameOf(name: ts.PropertyName): string {
	return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)
		? name.text
		: '';
}
