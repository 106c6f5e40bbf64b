import type { IAuthenticate, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { authorize } from '../nodes/SurveyInterview/http/credential';

/** Fields that the form shows only while the switch More Settings is on. */
const MORE_SETTINGS: INodeProperties[] = [
	{
		displayName: 'Company ID',
		name: 'companyId',
		type: 'string',
		default: '',
		description: 'Sent as X-Company-Id. Not needed with a workspace API token.',
	},
	{
		displayName: 'Participant Link',
		name: 'participantLink',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://survey.example.com/i/{token}',
		description: 'If links are missing: address of an interview with {token} as its secret part',
	},
	{
		displayName: 'Respondent Page',
		name: 'respondentPage',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://survey.example.com/{survey_id}/{respondent_id}',
		description: 'For a link to each respondent: address of their page in the application',
	},
	{
		displayName: 'Field Names',
		name: 'fieldNames',
		type: 'json',
		// An empty editor of JSON shows a red dot.
		default: '{}',
		description:
			'Keys of fields that Token → Check Service did not find, of those that it lists as not used',
	},
	{
		displayName: 'Allow HTTP',
		name: 'allowHttp',
		type: 'boolean',
		default: false,
		description:
			'Whether to allow unencrypted HTTP to any host, which sends the token unprotected. Local and private addresses are always allowed.',
	},
];

/**
 * The two fields of one setting, of which the switch More Settings shows the second. The first is hidden and keeps the
 * value while the switch is off: n8n drops the value of a field whose conditions are not met, when it saves a
 * credential and when a node reads it. Both use `hide`, because n8n's API demands every field that has `show` from
 * whoever creates a credential there.
 */
function behindSwitch(field: INodeProperties): INodeProperties[] {
	return [
		{ ...field, type: 'hidden', displayOptions: { hide: { moreSettings: [true] } } },
		{ ...field, displayOptions: { hide: { moreSettings: [false] } } },
	];
}

export class SurveyInterviewApi implements ICredentialType {
	name = 'surveyInterviewApi';

	displayName = 'Survey Interview API';

	icon: Icon = {
		light: 'file:surveyInterview.svg',
		dark: 'file:surveyInterview.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-survey-interview/n8n-nodes-survey-interview#credential';

	properties: INodeProperties[] = [
		{
			displayName:
				'A workspace administrator creates the token in the application. Ask for only the scopes that your workflows need (inviting people needs invitations:write, sending email needs mailings:write) and for an expiry date.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://survey.example.com',
			description:
				'Address of the service; what follows it, such as /api/surveys or /login, is left out',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The workspace API token',
		},
		{
			displayName: 'More Settings',
			name: 'moreSettings',
			type: 'boolean',
			default: false,
			description:
				'Whether to show settings that most services do not need. They count whether they are shown or not.',
		},
		...MORE_SETTINGS.flatMap(behindSwitch),
	];

	/** How n8n adds the token to a request. The test of this credential is `testCredential` of the nodes. */
	authenticate: IAuthenticate = authorize;
}
