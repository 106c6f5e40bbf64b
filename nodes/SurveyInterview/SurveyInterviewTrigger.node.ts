import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from './credentialTest';
import { triggerProperties, triggerSubtitle } from './trigger/form';
import { propertySearch } from './form/propertyPickers';
import { loadSurveys } from './form/recordPickers';
import { poll } from './trigger/poll';

export class SurveyInterviewTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Survey Interview Trigger',
		name: 'surveyInterviewTrigger',
		icon: { light: 'file:surveyInterview.svg', dark: 'file:surveyInterview.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle(),
		description:
			'Starts the workflow when an interview is completed, or when results or a mailing change. The actions of Survey Interview invite people and read results.',
		defaults: { name: 'Survey Interview Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'surveyInterviewApi', required: true, testedBy: 'testCredential' }],
		properties: triggerProperties(),
	};

	methods = {
		credentialTest: { testCredential },
		loadOptions: { loadSurveys },
		listSearch: propertySearch,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
