/** Follows what an expression of JavaScript reads: every key of every item, as far as its text says. */
import ts from 'typescript';
import { call, elements, member, type Report } from './members';
import type { Scope } from './scope';
import { either, FREE, list, madeOf, NONE, PLAIN, type Fields, type Shape } from './shape';

/** As many arguments as a list that is spread may stand for. */
const MOST_SPREAD = 8;

export abstract class Expressions {
	constructor(protected readonly report: Report) {}

	protected abstract functionOf(node: ts.FunctionLikeDeclaration, scope: Scope): Shape;

	protected unknown(node: ts.Node): Shape {
		this.report(`${ts.SyntaxKind[node.kind]} is not followed`);
		return FREE;
	}

	/** Gives a name, or the names in a pattern, their values. */
	protected bind(name: ts.BindingName, shape: Shape, scope: Scope): void {
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

	protected of(node: ts.Expression, scope: Scope): Shape {
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
			const args = (node.arguments ?? []).flatMap((one) => {
				if (!ts.isSpreadElement(one)) return [of(one)];
				const { of: each, items } = elements(of(one.expression), this.report);
				return items ?? Array<Shape>(MOST_SPREAD).fill(each);
			});
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
