import { get, omit } from 'lodash';
import type { RespondentRecord } from '../../harness/service';
import type { ApiCall } from '../destinations';
import type { Contact } from '../destinations/hubspotContacts';
import { CHANNEL, groupOf } from './crm';
import type { Crm } from './crmLoop';
import { workflowIn } from './file';
import { Imported } from './imported';
import type { WorkflowStage } from './workflowStage';

/** More than HubSpot shows on a page, with those that have names. */
const OTHERS = 105;

export const isSearch = ({ path }: ApiCall) => path.endsWith('/search');
const isSecondPage = (call: ApiCall) => isSearch(call) && get(call.body, 'after') === '100';
export const isScore = ({ path }: ApiCall) => path.includes('/createOrUpdate/');
const isTask = ({ path }: ApiCall) => path.startsWith('/engagements/');

/** What HubSpot has to hold of a completion. */
export const written = ({ score, completedAt }: RespondentRecord) => ({
	survey_interview_score: String(score),
	survey_interview_group: groupOf(score),
	survey_interview_date: String(new Date(completedAt ?? 0).getTime()),
});

/** A HubSpot account with contacts, a survey, and those who run the two workflows and complete interviews. */
export function hubspotOffice(stage: () => WorkflowStage) {
	const hubspot = () => stage().destinations.hubspot;
	const said = () => stage().destinations.slack.messages.map(({ text }) => text);
	let surveyId = '';
	const invitations = () => stage().service.world.invitations(surveyId);
	/** The contact at that address, also if it is an additional one. */
	const contactOf = (email: string): Contact => {
		const contact = hubspot().contacts.byEmail(email);
		if (!contact) throw new Error(`HubSpot has nobody at ${email}`);
		return contact;
	};
	const crm: Crm = {
		stage,
		recorder: hubspot,
		isSecondPage,
		isScore,
		isTask,
		survey: ({ world }) => {
			const { id } = world.createSurvey({ name: 'Moving in' });
			world.createProperty(id, { key: 'company', label: 'Company' });
			return id;
		},
		invite: async (dryRun = false, into = { service: stage().service, surveyId }, more = {}) => {
			const { rest, accounts } = stage();
			const workflow = workflowIn('hubspot-contacts-to-invitations.json');
			const place = { rest, accounts, workflow };
			const imported = await Imported.for(place, into.service, {
				'Tell the channel': CHANNEL,
				'Sync invitations': { surveyId: { __rl: true, mode: 'id', value: into.surveyId }, dryRun },
				...more,
			});
			return (await imported.run()).status;
		},
		due: () =>
			hubspot().contacts.all.flatMap(({ id, values: { lifecyclestage, email } }) =>
				lifecyclestage === 'customer' && email && !email.startsWith('out@')
					? [[email, id] as const]
					: [],
			),
		invitations,
		said,
		complete: (email, score) => {
			const invitation = invitations().find(({ recipientEmail }) => recipientEmail === email);
			if (!invitation) throw new Error(`Nobody is invited at ${email}`);
			return stage().service.world.interview({ invitationId: invitation.id }, { score });
		},
		fieldsAt: (email) => contactOf(email).values,
		written,
		tasks: () => hubspot().tasks.map(({ metadata }) => metadata.subject),
		add: (email) => void hubspot().contacts.create({ email }),
		rename: (email, to) => void hubspot().contacts.update(contactOf(email), { email: to }),
		/** But for when it was written last. */
		holdings: () =>
			structuredClone({
				contacts: hubspot().contacts.all.map(({ id, values }) => ({
					id,
					values: omit(values, 'lastmodifieddate'),
				})),
				tasks: hubspot().tasks.map(({ metadata, contacts }) => [
					metadata.subject,
					contacts.map(({ id }) => id),
				]),
				said: said(),
			}),
	};
	return {
		crm,
		hubspot,
		contactOf,
		/** Makes the survey, the properties that the page names, and the contacts. */
		open: (): string => {
			surveyId = crm.survey(stage().service);
			const { contacts } = hubspot();
			contacts.properties.add('survey_interview_score', 'number');
			contacts.properties.add('survey_interview_group', 'string');
			contacts.properties.add('survey_interview_date', 'datetime');
			// Properties that look as if they were meant.
			contacts.properties.add('survey_interview_score_count', 'number');
			contacts.properties.add('other_survey_interview_group', 'string');
			const customer = (email: string, more = {}) =>
				contacts.create({ email, lifecyclestage: 'customer', hubspotscore: '99', ...more });
			customer('Ada@Example.com', { firstname: 'Ada', lastname: 'Lovelace', company: 'Engines' });
			customer('bea@example.com', { firstname: 'Bea' });
			customer('bea.old@example.com', { firstname: 'Bea', work_email: 'ada@example.com' });
			customer('cleo@example.com');
			customer('dan@example.com');
			customer('dan.old@example.com');
			customer('in@example.com').values.hs_email_optout = 'false';
			customer('out@example.com').values.hs_email_optout = 'true';
			contacts.create({ email: 'lead@example.com', lifecyclestage: 'lead' });
			contacts.create({ firstname: 'No address', lifecyclestage: 'customer' });
			for (let nth = 0; nth < OTHERS; nth++) customer(`other${nth}@example.com`);
			return surveyId;
		},
	};
}
