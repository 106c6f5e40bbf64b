import type { IDataObject } from 'n8n-workflow';
import type { InvitationRecord, InvitationType, Service } from '../harness/service';
import type { Person, Seeded, Style } from './history';

const DOMAINS: Record<Style, string> = {
	plain: 'xn--mnchen-3ya.de',
	loud: 'XN--MNCHEN-3YA.DE ',
	script: 'münchen.de',
};

export const addressOf = (mail: number, style: Style = 'plain') =>
	`${style === 'loud' ? ' P' : 'p'}${mail}@${DOMAINS[style]}`;
export const idOf = (id: number) => `c${id}`;

/** A person as a row of a list; what is not known is missing from it. */
export function rowOf(
	{ mail, style, id, name, team, level }: Person,
	surveyId: string,
): IDataObject {
	return {
		survey: surveyId,
		...(mail === undefined ? {} : { email: addressOf(mail, style) }),
		...(id === undefined ? {} : { id: idOf(id) }),
		...(name === undefined ? {} : { name: `Name ${name}` }),
		...(team === undefined ? {} : { team: `Team ${team}` }),
		...(level === undefined ? {} : { level }),
	};
}

const MONTH = 30 * 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');
/** When the service’s clock starts: what a run creates is a month younger than what was there. */
export const NOW = new Date(START + 2 * MONTH);

/** Puts an invitation into a survey as it would be there already; a later place is newer. */
export function seed(service: Service, surveyId: string, one: Seeded, place: number): void {
	const { world } = service;
	const hasNobody = one.type === 'shared_link';
	const row = rowOf(one, surveyId);
	const record = world.createInvitation(surveyId, hasNobody ? 'shared_link' : 'api', {
		label: row.name === undefined ? null : String(row.name),
		recipientEmail: hasNobody ? null : ((row.email as string)?.trim() ?? null),
		recipientExternalId: hasNobody ? null : ((row.id as string) ?? null),
		recipientName: hasNobody ? null : ((row.name as string) ?? null),
		properties: one.team === undefined ? {} : { team: `Team ${one.team}`, city: 'Rome' },
	});
	// A kind that a later version of the service might add is none that this one knows.
	record.type = one.type as InvitationType;
	record.createdAt = START + place * 60_000;
	if (one.state === 'used') record.usedCount = record.maxUses;
	if (one.state === 'expired') record.expiresAt = START;
	if (one.state === 'revoked') world.revokeInvitation(record.id);
}

/** An invitation without what differs between twins. */
export function contentOf(service: Service, record: InvitationRecord): string {
	const { type, label, recipientEmail, recipientExternalId, recipientName, properties } = record;
	const sorted = Object.entries(properties).sort();
	const status = service.world.records.invitations.get(record.id)
		? service.world.invitationStatus(record.id)
		: 'gone';
	return JSON.stringify([
		type,
		status,
		label,
		recipientEmail,
		recipientExternalId,
		recipientName,
		sorted,
	]);
}

/** All invitations of a survey, in an order of their own. */
export function stateOf(service: Service, surveyId: string): string[] {
	return service.world
		.invitations(surveyId)
		.map((record) => contentOf(service, record))
		.sort();
}

/** Gives what a round has created times of their own, the same in a twin, for the newest are preferred. */
export function dateNew(service: Service, surveyId: string, round: number): void {
	service.world
		.invitations(surveyId)
		.filter(({ createdAt }) => createdAt > START + MONTH)
		.sort((a, b) => (contentOf(service, a) < contentOf(service, b) ? -1 : 1))
		.forEach((record, place) => {
			record.createdAt = START + (round + 1) * 3_600_000 + place * 60_000;
		});
}
