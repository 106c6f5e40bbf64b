import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from './credentialTest';
import { propertiesOf } from './form/properties';
import { run } from './run/run';
import { RESOURCES } from './operations';
import { invitationSync } from './operations/invitationSync';
import { listSearch } from './pickers/listSearch';
import { runSync } from './sync/run';

export class SurveyInterview implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Survey Interview',
		name: 'surveyInterview',
		icon: { light: 'file:surveyInterview.svg', dark: 'file:surveyInterview.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Invite people to AI-led interviews and read what they said',
		defaults: { name: 'Survey Interview' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'surveyInterviewApi', required: true, testedBy: 'testCredential' }],
		properties: propertiesOf(RESOURCES),
	};

	methods = { credentialTest: { testCredential }, listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const isSync =
			this.getNodeParameter('resource', 0) === 'invitation' &&
			this.getNodeParameter('operation', 0) === invitationSync.value;
		return [isSync ? await runSync(this) : await run(this)];
	}
}
