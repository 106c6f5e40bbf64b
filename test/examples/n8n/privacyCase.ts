import type { InvitationRecord, RespondentRecord, Service } from '../../harness/service';

/** All that a service remembers of people. */
export function everythingOf({ world }: Service): Array<RespondentRecord | InvitationRecord> {
	const { respondents, invitations } = world.records;
	return structuredClone([...respondents.all(), ...invitations.all()]);
}

export interface PrivacyCase {
	email: string;
	externalId: string;
	/** Completed, in three surveys; two in one of them, and one who gave no name. */
	respondents: RespondentRecord[];
	/** One used by its recipient, one open. */
	invitations: InvitationRecord[];
}

/** Stands in all that names the person. */
const LETTERS = 'lovelace';
export const UNREADABLE = 2;

/**
 * Somebody whom several surveys know, in all spellings of their address, and a namesake in each of them; and two
 * who cannot be compared, and a survey without anybody.
 */
export function privacyCase({ world }: Service): PrivacyCase {
	const email = `ada@${LETTERS}.example`;
	const externalId = `crm-${LETTERS}`;
	const name = `Ada ${LETTERS}, $$ $' {{ 7 * 7 }} & co`;
	const [first, second, twice] = ['First', 'Second', 'Twice'].map(
		(survey) => world.createSurvey({ name: survey }).id,
	) as [string, string, string];
	world.createSurvey({ name: 'Empty' });
	const hidden = world.createSurvey({ name: 'Hidden', anonymous: true });
	for (let count = 0; count < UNREADABLE; count++) {
		world.interview({ surveyId: hidden.id }, { email: 'eve@example.com', score: 4 });
	}
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
	const respondents = [
		world.interview({ surveyId: first }, { ...said, email: email.replace('a', 'A'), externalId }),
		world.interview({ invitationId: used.id }, said),
		world.interview({ surveyId: twice }, { ...said, email }),
		world.interview({ surveyId: twice }, { ...said, email, name: null }),
	];
	for (const surveyId of [first, second, twice]) {
		const other = { recipientName: 'Ada', recipientEmail: `not.${email}` };
		world.createInvitation(surveyId, 'personal', other);
		const namesake = { name: 'Ada', messages: ['Hello'], score: 4, email: `${email}.au` };
		world.interview({ surveyId }, namesake);
	}
	return { email, externalId, respondents, invitations: [used, open] };
}

/** Whether a record says something of the person, and not only of a namesake. */
export function isAbout(record: unknown, { email }: PrivacyCase): boolean {
	const text = JSON.stringify(record).toLowerCase();
	return text.replaceAll(`not.${email}`, '').replaceAll(`${email}.au`, '').includes(LETTERS);
}
