import type { Service } from '../harness/service';
import { freshTheme, mailingThatIs, openInvitation } from './deeds';

/** A deed that leaves the record so that it shows whether it was done. */
export interface Undertaking {
	operation: string;
	parameter: string;
	id: (service: Service) => string;
	/** Whether it is so in the service, whatever was answered. */
	isSo: (service: Service, id: string) => boolean;
}

const records = (service: Service) => service.world.records;
const survey = (service: Service) => service.world.survey('Customer').id;

const archive = (operation: string, archived: boolean): Undertaking => ({
	operation,
	parameter: 'categoryId',
	id: (service) => {
		const id = freshTheme(service);
		Object.assign(records(service).themes.get(id) ?? {}, { archived: !archived });
		return id;
	},
	isSo: (service, id) => records(service).themes.get(id)?.archived === archived,
});

/** Deletes, and actions that bring a record into a state. */
export const UNDERTAKINGS: Undertaking[] = [
	{
		operation: 'survey.delete',
		parameter: 'surveyId',
		id: survey,
		isSo: (service, id) => !records(service).surveys.has(id),
	},
	{
		operation: 'property.delete',
		parameter: 'propertyId',
		id: (service) => records(service).properties.of(survey(service))[0]?.id ?? '',
		isSo: (service, id) => !records(service).properties.get(id),
	},
	{
		operation: 'theme.delete',
		parameter: 'categoryId',
		id: freshTheme,
		isSo: (service, id) => !records(service).themes.get(id),
	},
	{
		operation: 'invitation.revoke',
		parameter: 'invitationId',
		id: openInvitation,
		isSo: (service, id) => records(service).invitations.get(id)?.revoked ?? true,
	},
	{
		operation: 'respondent.delete',
		parameter: 'respondentId',
		id: (service) => service.world.respondents(survey(service))[0]?.id ?? '',
		isSo: (service, id) => !records(service).respondents.get(id),
	},
	{
		operation: 'mailing.delete',
		parameter: 'mailingId',
		id: (service) => mailingThatIs(service, 'unsent'),
		isSo: (service, id) => !records(service).mailings.get(id),
	},
	archive('theme.archive', true),
	archive('theme.unarchive', false),
	{
		operation: 'mailing.pause',
		parameter: 'mailingId',
		id: (service) => mailingThatIs(service, 'sending'),
		isSo: (service, id) => records(service).mailings.get(id)?.status === 'paused',
	},
	{
		operation: 'mailing.unschedule',
		parameter: 'mailingId',
		id: (service) => mailingThatIs(service, 'scheduled'),
		isSo: (service, id) => records(service).mailings.get(id)?.status === 'unsent',
	},
];
