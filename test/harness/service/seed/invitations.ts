import { createInvitation } from '../endpoints/invitations';
import type { InvitationDraft } from '../endpoints/invitations';
import { INVITATION_TYPES } from '../world/records';
import type { InvitationType, SurveyRecord } from '../world/records';
import type { World } from '../world/world';
import { FIRST_NAMES, LAST_NAMES, PROPERTIES } from './words';

const DAY = 86_400_000;

/** Invitations of every type in turn, and of every status: open, used up, and past their expiry. */
export function seedInvitations(world: World, survey: SurveyRecord, count: number): void {
	const batchId = world.random.uuid();
	for (let index = 0; index < count; index++) {
		const type = INVITATION_TYPES[index % INVITATION_TYPES.length] as InvitationType;
		const round = Math.floor(index / INVITATION_TYPES.length);
		const invitation = createInvitation(world, survey, type, draft(world, type, index));
		invitation.createdAt = survey.createdAt + index * 1000;
		if (type === 'csv') invitation.batchId = batchId;
		if (round % 4 === 1) invitation.usedCount = invitation.maxUses = 1;
		if (round % 4 === 2) invitation.expiresAt = world.now() - DAY;
		if (round % 2 === 0) invitation.createdByEmail = 'admin@example.com';
	}
}

function draft(world: World, type: InvitationType, index: number): InvitationDraft {
	const properties = propertyValues(index);
	if (type === 'shared_link') return { label: `Poster ${index}`, properties };
	if (type === 'popup') return { label: 'Website', allowedOrigins: ['https://www.example.com'] };
	if (type === 'test') return { label: 'Try it out' };
	return {
		...personOf(world, index),
		properties,
		recipientNotes: type === 'personal' ? 'Met at the fair' : null,
	};
}

function personOf(world: World, index: number): InvitationDraft {
	return {
		recipientName: personName(world),
		recipientEmail: `person${index}@example.com`,
		recipientExternalId: `crm-${index}`,
	};
}

export function personName(world: World): string {
	return `${world.random.pick(FIRST_NAMES)} ${world.random.pick(LAST_NAMES)}`;
}

const COMBINATIONS = PROPERTIES[0].options.flatMap((department) =>
	PROPERTIES[1].options.map((location) => Object.freeze({ department, location })),
);

/** Property values in turn; the objects are shared, which 100,000 people can afford. */
export function propertyValues(index: number): Readonly<Record<string, string>> {
	return COMBINATIONS[index % COMBINATIONS.length] ?? {};
}
