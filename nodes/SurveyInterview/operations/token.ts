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
			action: 'Get what the token may do',
			description:
				'Get what the token may do: its workspace, scopes, surveys and expiry; free and without effect',
			endpoint: `GET ${IDENTITY_PATH}`,
			retry: 'read',
			simplified: TOKEN,
		},
		{
			kind: 'check',
			value: 'checkService',
			name: 'Check Service',
			action: 'Check what works with this service without changing anything',
			description:
				'Find out what the token may do and which facts this package finds in the answers; it only reads, and its report has no personal data',
			surveyHelp:
				'The survey to look at, from the list or by its ID. Left empty, it is the one with most responses, or else the newest.',
			requests: '14 requests that only read, once a run',
			output: {
				area: 'string',
				status: 'string',
				sentence: 'string',
				details: 'object',
				report: 'string?',
			},
		},
	],
};
