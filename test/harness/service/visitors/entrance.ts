import type { People } from '../people';
import type { Entrance } from '../world/interviews';
import { hasRecipient } from '../world/invitations';
import type { InvitationRecord, SurveyRecord } from '../world/records';

/** The surveys in which people can take part. */
export function openSurveys(world: People): SurveyRecord[] {
	return world.surveys().filter(({ closed }) => !closed);
}

/** The invitations with a recipient who has not come yet, newest first. */
export function pendingInvitations(world: People, surveyId: string): InvitationRecord[] {
	const came = new Set(world.respondents(surveyId).map(({ invitationId }) => invitationId));
	return world
		.invitations(surveyId)
		.filter(({ id, type }) => hasRecipient(type) && !came.has(id))
		.filter(({ id }) => world.invitationStatus(id) === 'open')
		.sort((one, other) => other.createdAt - one.createdAt);
}

/** How somebody without an invitation comes: by the survey's shared link, if one is open. */
export function sharedEntrance(world: People, surveyId: string): Entrance {
	const link = world
		.invitations(surveyId)
		.find(({ id, type }) => type === 'shared_link' && world.invitationStatus(id) === 'open');
	return link ? { invitationId: link.id } : { surveyId };
}
