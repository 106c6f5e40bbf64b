import type { PropertyValues, RespondentRecord } from './records';
import type { World } from './world';

export interface RespondentPatch {
	name?: string | null;
	email?: string | null;
	externalId?: string | null;
	properties?: PropertyValues;
}

/** The respondent's own details; answers are untouched. */
export function updateRespondent(
	world: World,
	respondent: RespondentRecord,
	{ properties, ...details }: RespondentPatch,
): RespondentRecord {
	Object.assign(respondent, details);
	if (properties) {
		const kept = world.choices.respondentProperties === 'merged' ? respondent.properties : {};
		respondent.properties = { ...kept, ...properties };
	}
	respondent.updatedAt = world.now();
	const { id, surveyId } = respondent;
	world.effects.note({ kind: 'updated', record: 'respondent', id, surveyId });
	return respondent;
}

/**
 * Removes identity and answers and records that this happened. What is left in the list is a dialect's
 * choice; the answer is the erased record in each.
 */
export function eraseRespondent(
	world: World,
	respondent: RespondentRecord,
	reason: string | null,
): RespondentRecord {
	const { id, surveyId } = respondent;
	const { erase } = world.choices;
	if (respondent.status === 'erased') return respondent;
	forgetAnswers(world, respondent);
	forgetRecipient(world, respondent);
	const erased: RespondentRecord = {
		...respondent,
		id: erase === 'new id' ? world.random.uuid() : id,
		invitationId: null,
		name: null,
		email: null,
		externalId: null,
		alsoSays: undefined,
		properties: {},
		status: 'erased',
		score: null,
		completedAt: erase === 'new id' ? null : respondent.completedAt,
		updatedAt: world.now(),
		messages: [],
	};
	if (erase === 'kept') Object.assign(respondent, erased);
	else world.respondents.remove(id);
	if (erase === 'new id') world.respondents.add(erased);
	world.respondentsChanged(surveyId);
	world.effects.note({ kind: 'erased', id, surveyId, reason });
	return erased;
}

/** Removes the respondent and the conversation; no erasure record is made. */
export function deleteRespondent(world: World, respondent: RespondentRecord): void {
	const { id, surveyId } = respondent;
	forgetAnswers(world, respondent);
	world.respondents.remove(id);
	world.deletedIds.add(id);
	world.respondentsChanged(surveyId);
	world.effects.note({ kind: 'deleted', record: 'respondent', id, surveyId });
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
