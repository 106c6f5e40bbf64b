import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { runCheck } from './check/check';
import { testCredential } from './credentialTest';
import { propertiesOf } from './form/formProperties';
import { propertySearch, resourceMapping } from './form/propertyPickers';
import { listSearch } from './form/recordPickers';
import { RESOURCES } from './operations';
import { runComposed } from './report/runner';
import { runEndpoint } from './run/endpoint';
import { runFind } from './run/find';
import { runChosen } from './run/run';
import { runSync } from './sync/syncRun';

export class SurveyInterview implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Survey Interview',
		name: 'surveyInterview',
		icon: { light: 'file:surveyInterview.svg', dark: 'file:surveyInterview.dark.svg' },
		group: ['transform'],
		version: 1,
		// `Get Many: Respondent`: n8n's value `getAll` is called Get Many, and the words of a camelCase value are divided.
		subtitle:
			'={{ ($parameter["operation"].replace("getAll", "getMany").replace(/[A-Z]/g, " $&") + ": " + $parameter["resource"]).toTitleCase() }}',
		description: 'Invite people to AI-led interviews and read what they said',
		defaults: { name: 'Survey Interview' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'surveyInterviewApi', required: true, testedBy: 'testCredential' }],
		properties: propertiesOf(RESOURCES),
	};

	methods = {
		credentialTest: { testCredential },
		listSearch: { ...listSearch, ...propertySearch },
		resourceMapping,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output = await runChosen(this, {
			endpoint: runEndpoint,
			find: runFind,
			composed: runComposed,
			sync: runSync,
			check: runCheck,
		});
		return [output];
	}
}
