import { z } from 'zod';
import { nullableText } from '../bodies/fields';
import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { Call, Operation } from '../http/operation';
import { unknown } from '../refusal';
import { conversation } from '../results/conversation';
import type { RespondentRecord } from '../world/records';
import { deleteRespondent, eraseRespondent, updateRespondent } from '../world/respondents';
import type { World } from '../world/world';

const PATH = '/respondents/{respondent_id}';

export const respondentOperations: Operation[] = [
	operation('respondent.getAll', 'GET', '/surveys/{survey_id}/respondents', {
		scope: 'respondents:read',
		run: ({ world, dialect, ...call }) => {
			const survey = findSurvey({ world, ...call });
			const properties = world.properties.of(survey.id);
			const list = world.visibility.readList(survey.id, world.respondents.of(survey.id));
			return ordered(world, list).map((one) => dialect.shapes.respondent(one, survey, properties));
		},
	}),
	operation(
		'respondent.getConversation',
		'GET',
		'/surveys/{survey_id}/respondents/{respondent_id}/conversation',
		{
			scope: 'respondents:read',
			run: (call) => {
				const survey = findSurvey(call);
				const one = respondent(call);
				const { erasedConversation } = call.world.choices;
				const forgotten = one.status === 'erased' && erasedConversation === 'unknown';
				if (one.surveyId !== survey.id || forgotten) throw unknown('respondent');
				return call.dialect.shapes.conversation(conversation(call.world, survey, one));
			},
		},
	),
	operation('respondent.erase', 'POST', `${PATH}/erase`, {
		scope: 'respondents:write',
		body: () => z.object({ reason: nullableText.optional() }),
		run: (call) =>
			read(call, eraseRespondent(call.world, respondent(call), call.body.reason ?? null)),
	}),
	operation('respondent.delete', 'DELETE', PATH, {
		scope: 'respondents:write',
		success: 204,
		run: (call) => {
			const id = call.id('respondent_id');
			deleteOnce(call, id, () => deleteRespondent(call.world, respondent(call)));
		},
	}),
	operation('respondent.update', 'PATCH', PATH, {
		scope: 'respondents:write',
		body: ({ bodies }) => bodies.respondentUpdate,
		run: (call) => read(call, updateRespondent(call.world, respondent(call), call.body)),
	}),
];

function respondent(call: Call<unknown, unknown>): RespondentRecord {
	return find(call, 'respondent', call.world.respondents, call.id('respondent_id'));
}

function read(call: Call<unknown, unknown>, one: RespondentRecord) {
	const survey = findSurvey(call, one.surveyId);
	return call.dialect.shapes.respondent(one, survey, call.world.properties.of(survey.id));
}

function ordered(world: World, list: RespondentRecord[]): RespondentRecord[] {
	switch (world.choices.respondentOrder) {
		case 'oldest first':
			return list;
		case 'newest first':
			return list.reverse();
		case 'by completion':
			return list.reverse().sort((a, b) => completion(b) - completion(a));
		case 'arbitrary':
			return world.random.shuffled(list);
	}
}

/** Who has not completed stands before everybody who has. */
function completion({ status, completedAt }: RespondentRecord): number {
	return status === 'completed' && completedAt !== null ? completedAt : Number.MAX_SAFE_INTEGER;
}
