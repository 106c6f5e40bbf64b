import { byId } from '../../../harness/support';
import { action } from '../actionNode';
import { KEEP_NODE } from '../keepNode';
import type { Step } from '../stage';

const TICKET = 'P-2041';

/** One person disappears, for good and with a record of it; everybody else stays as they were. */
export const erasure: Step = {
	title: 'A participant asks to be forgotten. The request comes with nothing but an email address.',
	async play({ service, story, run }) {
		const survey = service.world.survey('Customer relationship');
		const people = () => service.world.respondents(survey.id);
		const person = people().find(({ invitationId, status }) => invitationId && status !== 'erased');
		if (!person?.email) throw new Error('the seeded world has nobody to erase');
		const { id, email, name, invitationId } = person;
		const others = () => structuredClone(people().filter((one) => one.id !== id));
		const othersBefore = others();
		const quotesBefore = quotesOf(service, id);

		story.say(
			`It is ${name ?? 'somebody'} <${email}>, who said ${quotesBefore} things that are kept.`,
		);
		const result = await run(
			[{ email, ticket: TICKET }],
			action('Get Respondents', 'respondent getAll', {
				surveyId: byId(survey.id),
				returnAll: true,
			}),
			{
				name: 'Keep the Person',
				type: KEEP_NODE,
				parameters: { condition: '={{ $json.email === $("Source").first().json.email }}' },
			},
			action('Erase', 'respondent erase', {
				respondentId: byId('={{ $json.id }}'),
				additionalFields: { reason: '=Privacy request {{ $("Source").first().json.ticket }}' },
			}),
		);
		const found = result.of('Keep the Person').items.length;
		story.say(
			`${othersBefore.length + 1} people were looked through, ${found} was the one who asked.`,
		);

		const left = service.world.records.respondents.get(id);
		const invitation = service.world.records.invitations.get(invitationId ?? '');
		story.expect('the workflow finished', result.status, 'success');
		story.expect(
			'the service records one erasure, with its reason',
			service.effects.erasures.map((one) => [one.id, one.reason]),
			[[id, `Privacy request ${TICKET}`]],
		);
		story.expect('the order to erase went out once', sendsOf(service), 1);
		story.expect(
			'name, address and answers are gone, from the invitation too',
			[left?.name, left?.email, left?.score, invitation?.recipientEmail, quotesOf(service, id)],
			[null, null, null, null, 0],
		);
		story.expect('everybody else is as before', others(), othersBefore);
	},
};

type Service = Parameters<Step['play']>[0]['service'];

function quotesOf(service: Service, respondentId: string): number {
	const all = [...service.world.records.quotes.values()].flat();
	return all.filter((quote) => quote.respondentId === respondentId).length;
}

function sendsOf(service: Service): number {
	return service.requests({ operation: 'respondent.erase' }).length;
}
