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
import { runFind } from './run/find';
import { RESOURCES } from './operations';
import { runComposed } from './report/runner';
import { propertySearch, resourceMapping } from './form/propertyPickers';
import { listSearch } from './form/recordPickers';
import { runEndpoint } from './run/endpoint';
import { runChosen } from './run/run';
import { runSync } from './sync/syncRun';

export class SurveyInterview implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Survey Interview',
		name: 'surveyInterview',
		icon: { light: 'file:surveyInterview.svg', dark: 'file:surveyInterview.dark.svg' },
		group: ['transform'],
		version: 1,
		// n8n's value `getAll` is called Get Many.
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
			batch: runSync,
			check: runCheck,
		});
		return [output];
	}
}
