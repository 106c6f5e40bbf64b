import { clientOf, startService } from './index';

/** The service sends an email, and its answer is lost on the way. */
export async function lostAnswer() {
	const service = await startService({ dialect: 'nested', choices: { revoke: 'gone' } });
	const { id: surveyId } = service.world.survey('Customer');
	const recipientEmail = 'ann@example.com';
	const { id } = service.world.createInvitation(surveyId, 'personal', { recipientEmail });

	service.faults.inject({
		match: { operation: 'invitation.sendEmail' },
		fault: { kind: 'reset', when: 'after' },
	});
	const call = clientOf(service);
	const answer = await call('POST', `/invitations/${id}/send-email`, { body: {} }).catch(
		() => null,
	);
	await service.stop();

	const [request] = service.requests({ operation: 'invitation.sendEmail' });
	const sentTo = service.effects.emails.map(({ recipient }) => recipient);
	return { answer, status: request?.status, done: request?.done, sentTo };
}
