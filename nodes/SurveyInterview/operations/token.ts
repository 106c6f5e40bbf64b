import { TOKEN } from '../service/token';
import { IDENTITY_PATH } from '../http/credential';
import { resource } from './resource';

export const token = resource('token', TOKEN, {
	get: {
		action: 'Get permissions of token',
		description:
			'Get the permissions of the token: its workspace, scopes, surveys and expiry; changes nothing',
		endpoint: `GET ${IDENTITY_PATH}`,
	},
	checkService: {
		kind: 'check',
		action: 'Check what works with service',
		description:
			'Check what the token can do and which data this package finds in the answers; it only reads, and its report has no personal data',
		surveyHelp:
			'The survey to check, from the list or by its ID. If empty, the survey with the most responses, or else the newest.',
		requests: '14 requests that only read',
		output: {
			area: 'string',
			status: 'string',
			sentence: 'string',
			details: 'string',
			report: 'string?',
		},
	},
});
