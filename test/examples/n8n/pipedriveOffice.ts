import { omit } from 'lodash';
import type { RespondentRecord } from '../../harness/service';
import type { ApiCall } from '../destinations';
import type { Person } from '../destinations/pipedrivePersons';
import { CHANNEL, groupOf } from './crm';
import type { Crm } from './crmLoop';
import { workflowIn } from './file';
import { Imported } from './imported';
import type { WorkflowStage } from './workflowStage';

/** Enough for a second page, with those that have names. */
const OTHERS = 55;
const CUSTOMER_FILTER = 12;
const OPT_OUT_FILTER = 13;

const isOptedOut = ({ marketingStatus }: Person) => marketingStatus === 'unsubscribed';
const isSecondPage = ({ path, query }: ApiCall) =>
	path === '/api/v2/persons' && Boolean(query.cursor);
export const isWaiting = ({ path, query }: ApiCall) =>
	path === '/api/v2/persons' && query.limit === '1';
export const isGet = ({ method, path }: ApiCall) =>
	method === 'GET' && /\/persons\/\d+$/.test(path);
export const isSearch = ({ path }: ApiCall) => path.endsWith('/search');
export const isScore = ({ method }: ApiCall) => method === 'PATCH';
const isTask = ({ path }: ApiCall) => path.endsWith('/activities');

/** The day of that moment in New York, whose time zone n8n has where nobody chose one. */
const dayIn = (moment: number | string) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(moment));

/** What Pipedrive has to hold of a completion, by the names of the fields. */
export const written = ({ score, completedAt }: RespondentRecord) => ({
	'Survey score': score,
	'Survey group': groupOf(score),
	'Survey date': dayIn(completedAt ?? 0),
});

/** A Pipedrive account with persons, a survey, and those who run the two workflows and complete interviews. */
export function pipedriveOffice(stage: () => WorkflowStage) {
	const pipedrive = () => stage().destinations.pipedrive;
	const said = () => stage().destinations.slack.messages.map(({ text }) => text);
	let surveyId = '';
	const invitations = () => stage().service.world.invitations(surveyId);
	/** What a person's own fields hold, by their names. */
	const fieldsOf = (person: Person) => {
		const { fields } = pipedrive().persons;
		const names = new Map(fields.all.map(({ field_code, field_name }) => [field_code, field_name]));
		const values = Object.entries(person.custom).filter(([, value]) => value !== null);
		return Object.fromEntries(values.map(([code, value]) => [names.get(code), value]));
	};
	/** The only person at that address, whichever of theirs it is. */
	const personOf = (email: string): Person => {
		const [person, ...more] = pipedrive().persons.byEmail(email);
		if (!person || more.length > 0) throw new Error(`Pipedrive has not one person at ${email}`);
		return person;
	};
	const crm: Crm = {
		stage,
		recorder: pipedrive,
		isSecondPage,
		isScore,
		isTask,
		survey: ({ world }) => {
			const { id } = world.createSurvey({ name: 'Moving in' });
			world.createProperty(id, { key: 'country', label: 'Country' });
			world.createProperty(id, { key: 'plan', label: 'Plan' });
			return id;
		},
		invite: async (dryRun = false, into = { service: stage().service, surveyId }, more = {}) => {
			const { rest, accounts } = stage();
			const workflow = workflowIn('pipedrive-contacts-to-invitations.json');
			const place = { rest, accounts, workflow };
			const imported = await Imported.for(place, into.service, {
				'Who opted out': { 'filters.filter_id': OPT_OUT_FILTER },
				'Read the persons': { 'filters.filter_id': CUSTOMER_FILTER },
				'Tell the channel': CHANNEL,
				'Sync invitations': { surveyId: { __rl: true, mode: 'id', value: into.surveyId }, dryRun },
				...more,
			});
			return (await imported.run()).status;
		},
		due: () =>
			pipedrive().persons.all.flatMap((one) => {
				const [email] = one.emails;
				return fieldsOf(one).Plan && email && !/^out@/i.test(email)
					? [[email.toLowerCase(), String(one.id)] as const]
					: [];
			}),
		invitations,
		said,
		complete: (email, score) => {
			const invitation = invitations().find(
				({ recipientEmail }) => recipientEmail?.toLowerCase() === email,
			);
			if (!invitation) throw new Error(`Nobody is invited at ${email}`);
			return stage().service.world.interview({ invitationId: invitation.id }, { score });
		},
		fieldsAt: (email) => fieldsOf(personOf(email)),
		written,
		tasks: () => pipedrive().activities.map(({ subject }) => subject),
		add: (email) => void pipedrive().persons.create({ name: email, emails: [email] }),
		rename: (email, to) => {
			personOf(email).emails = [to];
		},
		/** But for when it was written last. */
		holdings: () =>
			structuredClone({
				persons: pipedrive().persons.all.map((one) => omit(one, 'updateTime')),
				activities: pipedrive().activities.map(({ subject, person }) => [subject, person?.id]),
				said: said(),
			}),
	};
	return {
		crm,
		pipedrive,
		fieldsOf,
		personOf,
		/** Makes the survey, the fields that the page names, and the persons. */
		open: (): string => {
			surveyId = crm.survey(stage().service);
			const { persons, filters } = pipedrive();
			persons.fields.add('Survey score', 'double');
			persons.fields.add('Survey group', 'varchar');
			persons.fields.add('Survey date', 'date');
			persons.fields.add('Country', 'varchar');
			persons.fields.add('Plan', 'enum', ['Small', 'Large']);
			// Fields that look as if they were meant.
			persons.fields.add('Survey score count', 'double');
			persons.fields.add('Other survey group', 'varchar');
			const plan = persons.fields.codeOf('Plan');
			filters.set(OPT_OUT_FILTER, isOptedOut);
			filters.set(CUSTOMER_FILTER, ({ custom, emails }) => plan in custom && emails.length > 0);
			const customer = (email: string, name = email, more = {}) =>
				persons.create({ name, emails: [email], custom: { Plan: 41, ...more } });
			customer('Ada@Example.com', 'Ada Lovelace', { Country: 'England' });
			for (const name of ['bea', 'bea.old', 'cleo', 'dan', 'dan.old', 'fay'])
				customer(`${name}@example.com`, name);
			// Two persons of one mailbox; only one of them has opted out.
			customer('out@example.com').marketingStatus = 'unsubscribed';
			customer('Out@Example.com', 'Out');
			persons.create({ name: 'Lead', emails: ['lead@example.com'] });
			persons.create({ name: 'No address', emails: [], custom: { Plan: 40 } });
			for (let nth = 0; nth < OTHERS; nth++) customer(`other${nth}@example.com`);
			return surveyId;
		},
	};
}
