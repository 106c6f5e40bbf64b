import { deleteOnce, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { Call, Operation } from '../http/operation';
import { Refusal } from '../refusal';
import {
	cloneSurvey,
	createSurvey,
	deleteSurvey,
	lockedFields,
	refuseUnlessBillingAllows,
	updateSurvey,
} from '../world/surveys';
import type { SurveyRecord } from '../world/records';

export const surveyOperations: Operation[] = [
	operation('survey.create', 'POST', '/surveys', {
		scope: 'surveys:write',
		success: 201,
		body: ({ bodies }) => bodies.surveyCreate,
		run: (call) => {
			refuseRestrictedToken(call);
			refuseUnlessBillingAllows(call.world, call.token.workspaceId);
			return detail(call, createSurvey(call.world, call.body, call.token.workspaceId));
		},
	}),
	operation('survey.getAll', 'GET', '/surveys', {
		scope: 'surveys:read',
		run: ({ world, dialect, token }) =>
			[...world.surveys.values()]
				.filter(({ workspaceId }) => workspaceId === token.workspaceId)
				.filter(({ id }) => token.surveyId === null || token.surveyId === id)
				.reverse()
				.map((survey) => {
					const shown = dialect.shapes.survey(survey, world.shownTally(survey.id));
					world.visibility.summary.read(survey.id);
					return shown;
				}),
	}),
	operation('survey.clone', 'POST', '/surveys/{survey_id}/clone', {
		scope: 'surveys:write',
		success: 201,
		body: ({ bodies }) => bodies.surveyClone,
		bodyOptional: true,
		run: (call) => {
			const source = findSurvey(call);
			refuseRestrictedToken(call);
			refuseUnlessBillingAllows(call.world, call.token.workspaceId);
			return detail(call, cloneSurvey(call.world, source, call.body.name));
		},
	}),
	operation('survey.get', 'GET', '/surveys/{survey_id}', {
		scope: 'surveys:read',
		run: (call) => detail(call, findSurvey(call)),
	}),
	operation('survey.update', 'PATCH', '/surveys/{survey_id}', {
		scope: 'surveys:write',
		body: ({ bodies }) => bodies.surveyUpdate,
		run: (call) => detail(call, updateSurvey(call.world, findSurvey(call), call.body)),
	}),
	operation('survey.delete', 'DELETE', '/surveys/{survey_id}', {
		scope: 'surveys:write',
		success: 204,
		run: (call) => {
			const id = call.id('survey_id');
			deleteOnce(call, id, () => deleteSurvey(call.world, findSurvey(call).id));
		},
	}),
];

function detail({ world, dialect }: Call<unknown, unknown>, survey: SurveyRecord) {
	return dialect.shapes.surveyDetail({
		survey,
		tally: world.shownTally(survey.id),
		themes: world.themes.of(survey.id),
		properties: world.properties.of(survey.id),
		lockedFields: lockedFields(world, survey),
	});
}

/** A token of one survey cannot bring about another one. */
function refuseRestrictedToken({ token }: Call<unknown, unknown>): void {
	if (token.surveyId === null) return;
	throw new Refusal('other survey', 'The token is restricted to one survey.');
}
