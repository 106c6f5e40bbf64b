import type { INodeParameters } from 'n8n-workflow';
import type { RetryClass } from '../contract/contract';
import type { Service } from '../harness/service';
import { byId, invite } from '../harness/support';

/** An operation of each retry class, with what it needs. */
export interface Deed {
	operation: string;
	retryClass: RetryClass;
	parameters: (service: Service) => INodeParameters;
	/** What the user reads where it may have happened: `This may have been sent`. */
	word: string;
}

const surveyId = (service: Service) => service.world.survey('Customer').id;

/** A theme about which nobody has spoken. */
const freshTheme = (service: Service) =>
	service.world.records.themes.of(surveyId(service)).at(-1)?.id ?? '';

export const DEEDS: Deed[] = [
	{
		operation: 'survey.get',
		retryClass: 'read',
		parameters: (service) => ({ surveyId: byId(surveyId(service)) }),
		word: '',
	},
	{
		operation: 'theme.delete',
		retryClass: 'idempotent',
		parameters: (service) => ({ categoryId: byId(freshTheme(service)) }),
		word: 'deleted',
	},
	{
		operation: 'survey.clone',
		retryClass: 'create',
		parameters: (service) => ({ surveyId: byId(surveyId(service)) }),
		word: 'created',
	},
	{
		operation: 'invitation.sendEmail',
		retryClass: 'irreversible',
		parameters: (service) => ({ invitationId: byId(invite(service, 1)[0]?.id ?? '') }),
		word: 'sent',
	},
];
