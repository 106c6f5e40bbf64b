import type { INode } from 'n8n-workflow';
import type { Service } from '../harness/service';
import { byId } from '../harness/support';

/** n8n's Retry On Fail at its most: five tries. */
export const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };

/** One email for each item. */
export const SEND_EMAILS = {
	operation: 'invitation.sendEmail',
	parameters: { invitationId: byId('={{ $json.id }}') },
};

/** The email to this invitation is refused, so often. */
export function refuse(service: Service, id: string, times: number): void {
	const fault = { kind: 'status', status: 409, code: 'busy' } as const;
	service.faults.inject({ match: { path: new RegExp(id) }, fault, times });
}

/** The addresses that emails went to. */
export const mailed = (service: Service) =>
	service.effects.emails.map(({ recipient }) => recipient);

/** How often the service was asked for the email to this invitation. */
export const sendsTo = (service: Service, id: string) =>
	service.requests({ path: new RegExp(`${id}/send-email`) }).length;
