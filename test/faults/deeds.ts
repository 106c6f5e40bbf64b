import type { INodeParameters } from 'n8n-workflow';
import type { RetryClass } from '../contract/contract';
import type { MailingStatus, Service } from '../harness/service';
import { byId } from '../harness/support';

/** An operation with what it needs, and what it leaves behind in the service. */
export interface Deed {
	operation: string;
	retryClass: RetryClass;
	parameters: (service: Service) => INodeParameters;
	/** How often it really happened; a read leaves nothing behind. */
	happened: (service: Service) => number;
	/** What the user reads where it may have happened: `This may have been sent`. */
	word: string;
}

const survey = (service: Service) => service.world.survey('Customer');

export function mailingThatIs(service: Service, status: MailingStatus): string {
	const found = service.world.records.mailings.all().find((mailing) => mailing.status === status);
	if (!found) throw new Error(`The seed has no mailing that is ${status}`);
	return found.id;
}

/** A theme about which nobody has spoken. */
export function freshTheme(service: Service): string {
	return service.world.records.themes.of(survey(service).id).at(-1)?.id ?? '';
}

export function openInvitation(service: Service): string {
	const { invitations } = service.world;
	const found = invitations
		.call(service.world, survey(service).id)
		.find(({ type, usedCount }) => type === 'personal' && usedCount === 0);
	return found?.id ?? '';
}

const ofSurvey = (service: Service) => ({ surveyId: byId(survey(service).id) });
const ofInvitation = (service: Service) => ({ invitationId: byId(openInvitation(service)) });
const ofTheme = (service: Service) => ({
	categoryId: byId(freshTheme(service)),
	...ofSurvey(service),
});
const ofMailing = (status: MailingStatus) => (service: Service) => ({
	mailingId: byId(mailingThatIs(service, status)),
});

const read = (operation: string, parameters: Deed['parameters']): Deed => ({
	operation,
	retryClass: 'read',
	parameters,
	happened: () => 0,
	word: '',
});

const idempotent = (
	operation: string,
	word: string,
	rest: Pick<Deed, 'parameters' | 'happened'>,
): Deed => ({
	operation,
	retryClass: 'idempotent',
	word,
	...rest,
});

const create = (operation: string, rest: Pick<Deed, 'parameters' | 'happened'>): Deed => ({
	operation,
	retryClass: 'create',
	word: 'created',
	...rest,
});

const movedTo = (to: MailingStatus) => (service: Service) =>
	service.effects.of('mailing').filter((effect) => effect.to === to).length;

const RECIPIENT = 'new.person@example.com';

/** Some of every class, among them all that are irreversible. */
export const DEEDS: Deed[] = [
	read('survey.get', ofSurvey),
	read('invitation.getAll', (service) => ({ ...ofSurvey(service), returnAll: true })),
	read('mailing.get', (service) => ({ ...ofMailing('sent')(service), returnAll: true })),
	idempotent('invitation.update', 'done', {
		parameters: (service) => ({
			...ofInvitation(service),
			updateFields: { label: 'Another label' },
		}),
		// A repeat writes the same again.
		happened: (service) => Math.min(1, service.effects.of('updated').length),
	}),
	idempotent('theme.delete', 'deleted', {
		parameters: ofTheme,
		happened: (service) => service.effects.deleted('theme').length,
	}),
	idempotent('theme.archive', 'archived', {
		parameters: ofTheme,
		happened: (service) => service.effects.of('updated').length,
	}),
	idempotent('mailing.pause', 'paused', {
		parameters: ofMailing('sending'),
		happened: movedTo('paused'),
	}),
	idempotent('mailing.unschedule', 'unscheduled', {
		parameters: ofMailing('scheduled'),
		happened: movedTo('unsent'),
	}),
	idempotent('invitation.create', 'done', {
		parameters: (service) => ({
			...ofSurvey(service),
			recipient_email: RECIPIENT,
		}),
		happened: (service) => service.effects.created('invitation').length,
	}),
	create('invitation.createPersonal', {
		parameters: (service) => ({
			...ofSurvey(service),
			recipient_email: RECIPIENT,
		}),
		happened: (service) => service.effects.created('invitation').length,
	}),
	create('survey.clone', {
		parameters: ofSurvey,
		happened: (service) => service.effects.of('cloned').length,
	}),
	{
		operation: 'mailing.send',
		retryClass: 'irreversible',
		parameters: ofMailing('unsent'),
		happened: movedTo('sending'),
		word: 'sent',
	},
	{
		operation: 'mailing.resume',
		retryClass: 'irreversible',
		parameters: ofMailing('paused'),
		happened: movedTo('sending'),
		word: 'resumed, and email sent',
	},
	{
		operation: 'invitation.sendEmail',
		retryClass: 'irreversible',
		parameters: ofInvitation,
		happened: (service) => service.effects.emails.length,
		word: 'sent',
	},
	{
		operation: 'respondent.erase',
		retryClass: 'irreversible',
		parameters: (service) => ({
			respondentId: byId(service.world.respondents(survey(service).id)[0]?.id ?? ''),
		}),
		happened: (service) => service.effects.erasures.length,
		word: 'erased',
	},
];
