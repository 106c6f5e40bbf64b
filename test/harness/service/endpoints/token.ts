import { operation } from '../http/operation';
import type { Operation } from '../http/operation';

export const tokenOperations: Operation[] = [
	operation('token.get', 'GET', '/public-api/v1/me', {
		scope: null,
		run: ({ world, dialect, token }) =>
			dialect.shapes.tokenIdentity(
				token,
				world.workspaceName,
				[...token.scopes].map((scope) => dialect.scopeWords[scope]),
			),
	}),
];
