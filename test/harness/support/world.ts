import { startService, type Service, type ServiceOptions } from '../service';

/** A world that is small enough to be made hundreds of times. */
const SMALL = { surveys: 1, respondents: 6, invitations: 12 };

/** A reference service with a small world of its own. */
export async function smallService(options: ServiceOptions = {}): Promise<Service> {
	return await startService({ ...options, seed: { ...SMALL, ...options.seed } });
}

/** So many invitations that can be mailed, as input items. */
export function invite(service: Service, count: number): Array<{ id: string; email: string }> {
	const surveyId = service.world.survey('Customer').id;
	return Array.from({ length: count }, (_, n) => {
		const email = `person.${n}@example.com`;
		const { id } = service.world.createInvitation(surveyId, 'personal', {
			recipientEmail: email,
		});
		return { id, email };
	});
}
