/** A service may call its fields anything: what the package knows is right, and what it does not know is null. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { findOperation } from '../../nodes/SurveyInterview/operations';
import { offersSelection } from '../../nodes/SurveyInterview/operations/nodeFields';
import { withRawService } from '../faults/rawService';
import type { Engine } from '../harness/engine';
import { byId, CREDENTIAL, useEngine } from '../harness/support';
import { ANSWERS, type Kind, type StrangeAnswer } from './answers';

let engine: Engine;
useEngine((started) => (engine = started));

const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
/** Over before any bucket of the answers: the node adds none that an answer does not have. */
const RANGE = { period: 'custom', range_start: '2020-01-01', range_end: '2020-02-01' };

const OPERATIONS: Record<Kind, [resource: string, operation: string, more?: INodeParameters]> = {
	survey: ['survey', 'get'],
	respondents: ['respondent', 'getAll'],
	conversation: ['respondent', 'getConversation'],
	overview: ['result', 'getOverview'],
	scores: ['result', 'getScores', RANGE],
	topics: ['result', 'getTopics'],
	quotes: ['result', 'getQuotes'],
	overTime: ['result', 'getOverTime', RANGE],
	range: ['result', 'getSuggestedRange'],
	conclusion: ['result', 'getConclusion', { locale: 'en' }],
	token: ['token', 'get'],
	property: ['property', 'update', { updateFields: { label: 'Team' } }],
	theme: ['theme', 'unarchive'],
	publicInvitation: ['invitation', 'create'],
	sentEmail: ['invitation', 'sendEmail'],
};

it.each(ANSWERS.map((one) => [`${one.kind}: ${one.what}`, one] as const))('%s', async (_, one) => {
	const run = await played(one);
	if (one.says === null) {
		expect(run.error?.message).toMatch(/^This may have been /);
		return;
	}
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => said(json))).toEqual(one.says);
});

/** Runs the operation at a service with this answer, and with the output of all fields. */
async function played({ kind, id = ID, email = 'ada@example.com', answer }: StrangeAnswer) {
	const [resource, operation, { options, ...more } = {}] = OPERATIONS[kind];
	const record = byId(id);
	const parameters: INodeParameters = {
		...{ resource, operation, propertyId: record, categoryId: record, topicId: record },
		...{ invitationId: record, respondentId: record },
		...{ surveyId: kind === 'survey' ? record : byId(ID), recipient_email: email },
		...{ returnAll: true, ...allFields(resource, operation), ...more },
		options: { maxWait: 0, ...(options as object) },
	};
	return await withRawService(
		({ path }) =>
			// The survey that Simplified may ask for tells nothing.
			kind !== 'survey' && /\/surveys\/[^/]+$/.test(path) ? { body: { id: ID } } : { body: answer },
		async (baseUrl) => {
			const credentials = { [CREDENTIAL]: { baseUrl, token: 'token-of-strangers' } };
			return await engine.runNode({ parameters, credentials });
		},
	);
}

/** The output with every field of an operation: those of Simplified, and those that only a choice returns. */
function allFields(resource: string, operation: string): INodeParameters {
	const simplified = findOperation(resource, operation)?.simplified;
	if (!simplified || !offersSelection(simplified)) return { output: 'simplified' };
	return { output: 'selectedFields', fields: Object.keys(simplified.fields) };
}

/** What an output says, without what is null, empty, a sentence of the node, or known from the request. */
function said(json: IDataObject): object {
	const surveyId = json.survey_id === ID ? null : json.survey_id;
	return withoutNull({ ...json, message: null, survey_id: surveyId }) as object;
}

function withoutNull(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNull);
	if (typeof value !== 'object' || value === null) return value;
	const isSaid = ([, one]: [string, unknown]) =>
		one !== null && one !== undefined && one !== '' && !(Array.isArray(one) && one.length === 0);
	const facts = Object.entries(value).filter(isSaid);
	return Object.fromEntries(facts.map(([name, one]) => [name, withoutNull(one)]));
}
