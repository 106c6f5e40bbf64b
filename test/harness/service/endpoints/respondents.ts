import { z } from 'zod';
import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { AnyCall, Operation } from '../http/operation';
import { unknown } from '../refusal';
import { conversation } from '../results/conversation';
import type { PropertyValues, RespondentRecord } from '../world/records';
import type { World } from '../world/world';
import { email, nullableText, textMap } from './fields';

const PATH = '/respondents/{respondent_id}';
const RESPONDENT = z.object({ name: nullableText, email: email.nullable(), properties: textMap });

export const respondentOperations: Operation[] = [
	operation('respondent.getAll', 'GET', '/surveys/{survey_id}/respondents', {
		scope: 'respondents:read',
		run: (call) => {
			const { world, dialect } = call;
			const survey = findSurvey(call);
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
		body: () => RESPONDENT.partial(),
		run: (call) => read(call, updateRespondent(call.world, respondent(call), call.body)),
	}),
];

function respondent(call: AnyCall): RespondentRecord {
	return find(call, 'respondent', call.world.respondents, call.id('respondent_id'));
}

function read(call: AnyCall, one: RespondentRecord) {
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

export interface RespondentPatch {
	name?: string | null;
	email?: string | null;
	properties?: PropertyValues;
}

/** The respondent's own details; answers are untouched, and so are properties that are not named. */
export function updateRespondent(
	world: World,
	record: RespondentRecord,
	{ properties, ...details }: RespondentPatch,
): RespondentRecord {
	Object.assign(record, details);
	if (properties) record.properties = { ...record.properties, ...properties };
	record.updatedAt = world.now();
	world.note('updated', 'respondent', record);
	return record;
}

/**
 * Removes identity and answers and records that this happened. What is left in the list is a dialect's
 * choice; the answer is the erased record in each.
 */
export function eraseRespondent(
	world: World,
	record: RespondentRecord,
	reason: string | null,
): RespondentRecord {
	const { id, surveyId } = record;
	const { erase } = world.choices;
	if (record.status === 'erased') return record;
	forgetAnswers(world, record);
	forgetRecipient(world, record);
	const erased: RespondentRecord = {
		...record,
		id: erase === 'new id' ? world.random.uuid() : id,
		invitationId: null,
		name: null,
		email: null,
		externalId: null,
		alsoSays: undefined,
		properties: {},
		status: 'erased',
		score: null,
		completedAt: erase === 'new id' ? null : record.completedAt,
		updatedAt: world.now(),
		messages: [],
	};
	if (erase === 'kept') Object.assign(record, erased);
	else world.respondents.remove(id);
	if (erase === 'new id') world.respondents.add(erased);
	world.respondentsChanged(surveyId);
	world.effects.note({ kind: 'erased', id, surveyId, reason });
	return erased;
}

/** Removes the respondent and the conversation; no erasure record is made. */
export function deleteRespondent(world: World, record: RespondentRecord): void {
	forgetAnswers(world, record);
	world.respondents.remove(record.id);
	world.respondentsChanged(record.surveyId);
	world.note('deleted', 'respondent', record);
}

function forgetAnswers(world: World, { id, surveyId }: RespondentRecord): void {
	for (const topic of world.topics.of(surveyId)) {
		const quotes = world.quotes.get(topic.id);
		if (!quotes?.some(({ respondentId }) => respondentId === id)) continue;
		world.quotes.set(
			topic.id,
			quotes.filter(({ respondentId }) => respondentId !== id),
		);
	}
}

/** The identity also stands in the invitation that the person came by. */
function forgetRecipient(world: World, { invitationId }: RespondentRecord): void {
	const invitation = invitationId ? world.invitations.get(invitationId) : undefined;
	if (!invitation || world.choices.erasedInvitation === 'kept') return;
	invitation.recipientEmail = null;
	invitation.recipientName = null;
	invitation.recipientExternalId = null;
	invitation.recipientNotes = null;
	for (const { recipients } of world.mailings.of(invitation.surveyId)) {
		for (const recipient of recipients ?? []) {
			if (recipient.invitationId !== invitation.id) continue;
			recipient.name = null;
			recipient.email = null;
		}
	}
}
