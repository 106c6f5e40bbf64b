import type { IDataObject } from 'n8n-workflow';
import type { Service } from '../harness/service';
import type { Options } from './history';
import { isSamePerson } from './judge';

/** An open invitation of somebody, as it was before a run. */
export interface Open {
	id: string;
	surveyId: string;
	recipientEmail: string | null;
	recipientExternalId: string | null;
}

export function openIn({ world }: Service, surveys: string[]): Open[] {
	return surveys.flatMap((surveyId) =>
		world
			.invitations(surveyId)
			.filter((one) => one.recipientEmail !== null || one.recipientExternalId !== null)
			.filter((one) => world.invitationStatus(one.id) === 'open')
			// A copy: what is revoked or changed in the run would change with it.
			.map((one) => ({ ...one })),
	);
}

/** What a run did in spite of a guard, by what was really done. */
export function judgeGuards(
	service: Service,
	{ maxCreates = Infinity, maxRevokePercent, whenMissing }: Options,
	rows: IDataObject[],
	open: Open[],
): string[] {
	const done = (operation: string) => service.requests({ operation, done: true });
	const created = done('invitation.create').length + done('invitation.createPersonal').length;
	const revoked = done('invitation.revoke').map(({ path }) => path.split('/').at(-1));
	const ended = open.filter(({ id }) => revoked.includes(id));
	const shareOf = (surveyId: string) => {
		const count = (all: Open[]) => all.filter((one) => one.surveyId === surveyId).length;
		return (100 * count(ended)) / count(open);
	};
	const inList = ended.filter((one) =>
		rows.some((row) => row.survey === one.surveyId && isSamePerson(row, one)),
	);
	return [
		...(created > maxCreates ? ['Max Creates was passed'] : []),
		...(ended.some(({ surveyId }) => shareOf(surveyId) > maxRevokePercent)
			? ['Max Revoke was passed']
			: []),
		...(revoked.length > 0 && whenMissing === 'leave' ? ['somebody was revoked all the same'] : []),
		...inList.map(({ id }) => `invitation ${id} of somebody in the list was revoked`),
	];
}
