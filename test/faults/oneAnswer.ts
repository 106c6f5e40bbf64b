import type { INode, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import { byId, CREDENTIAL, EVERYTHING, failureOf, hintsOf } from '../harness/support';
import { withRawService, type RawAnswer } from './rawService';

export const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
export const TOKEN = 'token/of+the-answers';

/** Parameters of operations, by their names. */
const PARAMETERS: Record<string, INodeParameters> = {
	'survey.getAll': { returnAll: true },
	'survey.get': { surveyId: byId(ID) },
	'survey.create': { name: 'A', metric_type: 'nps', interview_locale: 'en' },
	'invitation.update': { invitationId: byId(ID), updateFields: { label: 'x' } },
	'theme.archive': { categoryId: byId(ID) },
	'invitation.revoke': { invitationId: byId(ID) },
	'invitation.sendEmail': { invitationId: byId(ID) },
	'mailing.resume': { mailingId: byId(ID) },
	'mailing.update': { mailingId: byId(ID), updateFields: { subject_override: 'x' } },
	'mailing.delete': { mailingId: byId(ID) },
	'respondent.find': { surveyId: byId(ID), findBy: 'email', email: 'a@b.com' },
	'invitation.find': { surveyId: byId(ID), findBy: 'email', email: 'a@b.com' },
	'survey.delete': { surveyId: byId(ID) },
	'theme.delete': { categoryId: byId(ID) },
	'respondent.erase': { respondentId: byId(ID) },
	'result.getQuotes': { surveyId: byId(ID), topicId: byId(ID) },
};

interface More {
	node?: Partial<INode>;
	options?: INodeParameters;
	/** Beside those of the operation. */
	parameters?: INodeParameters;
	items?: object[];
}

/** What runs an operation once, in the engine of a suite, against a service that gives one answer. */
export function runsIn(engine: () => Engine) {
	return async (
		operation: string,
		answer: RawAnswer | ((request: { method: string; path: string }) => RawAnswer),
		{ node, options = {}, parameters, items }: More = {},
	) => {
		const [resource = '', name = ''] = operation.split('.');
		const answerTo = typeof answer === 'function' ? answer : () => answer;
		return await withRawService(answerTo, async (baseUrl, requests) => {
			const ran = await engine().runNode({
				parameters: {
					resource,
					operation: name,
					...EVERYTHING,
					...PARAMETERS[operation],
					...parameters,
					options,
				},
				credentials: { [CREDENTIAL]: { baseUrl, token: TOKEN } },
				node,
				items: items?.map((item) => ({ ...item })),
			});
			const json = ran.items.map((item) => item.json);
			return { items: json, failure: failureOf(ran), hints: hintsOf(ran), requests, baseUrl };
		});
	};
}

/** An error as the service words it. */
export const refusal = (status: number, code?: string, message = 'No.'): RawAnswer => ({
	status,
	body: { error: { code, message } },
});
