import { randomUUID } from 'node:crypto';
import type { InvitationRecord, RespondentRecord, Service } from '../../harness/service';

/** All that a service remembers, but for what the seed put there in the bulk. */
export function everythingOf({ world }: Service) {
	const { respondents, invitations, mailings, quotes } = world.records;
	return structuredClone({
		respondents: respondents.all(),
		invitations: invitations.all(),
		mailings: mailings.all(),
		quotes: [...quotes.values()].flat(),
	});
}

export interface PrivacyCase {
	/** They stand in everything that names the person. */
	letters: string;
	email: string;
	name: string;
	externalId: string;
	/** Completed, in two surveys; there is no doubt whose they are. */
	clear: RespondentRecord[];
	/** Two in one survey. */
	doubtful: RespondentRecord[];
	/** One used by its recipient, one open. */
	invitations: InvitationRecord[];
}

/**
 * Somebody whom several surveys know, in all spellings of their address, and a namesake in each of them.
 * Everything about a case begins with other letters, so that cases do not meet.
 */
export function privacyCase({ world }: Service): PrivacyCase {
	const letters = randomUUID().slice(0, 8);
	const email = `ada.${letters}@example.com`;
	const name = `Ada <b>${letters}</b>, $$ $' {{ 7 * 7 }} & co`;
	const externalId = `crm-${letters}`;
	const [first, second, twice] = ['Customer relationship', 'Onboarding effort', 'Asked twice'].map(
		(survey) =>
			(
				world.surveys().find(({ name: known }) => known.startsWith(survey)) ??
				world.createSurvey({ name: survey })
			).id,
	) as [string, string, string];
	const recipient = { recipientName: name, recipientNotes: `Called ${name}`, label: `For ${name}` };
	const used = world.createInvitation(second, 'csv', {
		...recipient,
		recipientEmail: email.toUpperCase(),
		properties: { boss: name },
	});
	const open = world.createInvitation(twice, 'personal', {
		...recipient,
		recipientEmail: email,
		recipientExternalId: externalId,
	});
	const said = { name, messages: [`I am ${email}, ${name}`], score: 4 };
	const capitals = email.replace('ada', 'Ada');
	const clear = [
		world.interview({ surveyId: first }, { ...said, email: capitals, externalId }),
		world.interview({ invitationId: used.id }, said),
	];
	const doubtful = [1, 2].map(() => world.interview({ surveyId: twice }, { ...said, email }));
	for (const surveyId of [first, second, twice]) {
		const other = { recipientName: name, recipientEmail: `not.${email}` };
		world.createInvitation(surveyId, 'personal', other);
		world.interview({ surveyId }, { ...said, messages: ['Hello'], email: `${email}.au` });
	}
	return { letters, email, name, externalId, clear, doubtful, invitations: [used, open] };
}

/**
 * Two people in a survey each, who share an external ID; a record says their address under another name.
 *
 * @param name of the key, or of an object that holds `email`
 */
export function otherNames({ world }: Service, name: string) {
	const letters = randomUUID().slice(0, 8);
	const email = `eve.${letters}@example.com`;
	const externalId = `crm-${letters}`;
	const said = (address: string) => ({
		[name]: name === 'identity' ? { email: address } : address,
	});
	const [same, other] = [email.toUpperCase(), `not.${email}`].map((address) => {
		const { id: surveyId } = world.createSurvey({ name: `Other names ${address}` });
		const one = world.interview(
			{ surveyId },
			{ name: 'Eve', externalId, messages: ['Hello'], score: 4 },
		);
		return Object.assign(one, { alsoSays: said(address) });
	}) as [RespondentRecord, RespondentRecord];
	return { email, externalId, same, other };
}

export const idsOf = ({ clear, doubtful, invitations }: PrivacyCase): string[] =>
	[...clear, ...doubtful, ...invitations].map(({ id }) => id);

/** Whether a record holds the address of the case, and not only that of the namesake. */
export function isAbout(record: unknown, { email }: PrivacyCase): boolean {
	const text = JSON.stringify(record).toLowerCase();
	return text.replaceAll(`not.${email}`, '').replaceAll(`${email}.au`, '').includes(email);
}
