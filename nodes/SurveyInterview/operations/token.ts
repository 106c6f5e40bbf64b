import { TOKEN } from '../facts/token';
import { IDENTITY_PATH } from '../http/credential';

import type { Resource } from './operation';

export const token: Resource = {
	value: 'token',
	name: 'Token',
	operations: [
		{
			kind: 'endpoint',
			value: 'get',
			name: 'Get',
			action: 'Get the identity of the token',
			description:
				'Get the token’s workspace, scopes, survey restriction and expiry; free and without effect',
			endpoint: `GET ${IDENTITY_PATH}`,
			retry: 'read',
			simplified: TOKEN,
		},
	],
};
