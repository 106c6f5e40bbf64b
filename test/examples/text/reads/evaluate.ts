/** Follows what an expression of a parameter reads. */
import ts from 'typescript';
import { Expressions } from './expressions';
import { called } from './members';
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

	private parsed(code: string): readonly ts.Statement[] {
		const file = ts.createSourceFile(
			'it.js',
			code,
			ts.ScriptTarget.Latest,
			false,
			ts.ScriptKind.JS,
		);
		const { parseDiagnostics } = file as unknown as { parseDiagnostics: unknown[] };
		if (parseDiagnostics.length > 0) this.report('it cannot be parsed');
		return file.statements;
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
			if (body && ts.isBlock(body)) this.report('a function with statements is not followed');
			const returned = body && !ts.isBlock(body) ? this.of(body, within) : FREE;
			this.depth--;
			return returned;
		});
	}
}
