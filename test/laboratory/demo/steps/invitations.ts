import { byId } from '../../../harness/support';
import { action } from '../actionNode';
import type { Step } from '../stage';

const CONTACTS = [
	{ name: 'Aisha Bakker', email: 'aisha@customer.example', crm: 'C-1001', location: 'Utrecht' },
	{ name: 'Boris Claes', email: 'boris@customer.example', crm: 'C-1002', location: 'Gent' },
	{ name: 'Carla Dorn', email: 'carla@customer.example', crm: 'C-1003', location: 'Köln' },
	{ name: 'Daan Evers', email: 'daan@customer.example', crm: 'C-1004', location: 'Utrecht' },
	{ name: 'Elif Faber', email: 'elif@customer.example', crm: 'C-1005', location: 'Gent' },
	{ name: 'Finn Groot', email: 'finn@customer.example', crm: 'C-1006', location: 'Köln' },
];
const BEFORE_THE_LIMIT = 3;
const RETRY_AFTER = 2;

/** A rate limit in the middle of a list: everybody is invited once, nobody twice. */
export const invitations: Step = {
	title: 'Sales has six contacts in its CRM and wants a personal interview link for each.',
	async play({ service, story, run }) {
		const survey = service.world.survey('Customer relationship');
		service.faults.inject({
			match: { operation: 'invitation.createPersonal' },
			skip: BEFORE_THE_LIMIT,
			fault: { kind: 'status', status: 429, retryAfter: RETRY_AFTER },
		});
		story.say(
			`They go one after the other (Concurrency 1). After the third the service will say: too many requests, come back in ${RETRY_AFTER} seconds.`,
		);
		const result = await run(
			CONTACTS,
			action('Create Personal', 'invitation createPersonal', {
				surveyId: byId(survey.id),
				recipient_name: '={{ $json.name }}',
				recipient_email: '={{ $json.email }}',
				recipient_external_id: '={{ $json.crm }}',
				properties: {
					mappingMode: 'defineBelow',
					value: { location: '={{ $json.location }}' },
				},
				// So that it is known which of them the service refuses.
				options: { concurrency: 1 },
			}),
			action('Get Invitation', 'invitation get', { invitationId: byId('={{ $json.id }}') }),
		);
		for (const { json } of result.items) {
			story.say(`${String(json.name)} can be sent ${String(json.link)}`);
		}

		const created = service.effects.of('created').filter(({ record }) => record === 'invitation');
		const records = created.map(({ id }) => service.world.records.invitations.get(id));
		story.expect('the workflow finished', result.status, 'success');
		story.expect(
			'the service holds one invitation for each contact, in the order of the list',
			records.map((one) => ({
				name: one?.recipientName,
				email: one?.recipientEmail,
				crm: one?.recipientExternalId,
				location: one?.properties.location,
			})),
			CONTACTS,
		);
		story.expect(
			'each contact left the workflow with their own link',
			result.items.map(({ json }) => String(json.link).slice(-32)),
			records.map((one) => one?.token.slice(-32)),
		);
		const creates = service.requests({ operation: 'invitation.createPersonal' });
		story.expect(
			'only the refused request was sent a second time',
			creates.map(({ status }) => status),
			CONTACTS.flatMap((_contact, place) => (place === BEFORE_THE_LIMIT ? [429, 201] : [201])),
		);
		const [refused, next] = creates.slice(BEFORE_THE_LIMIT);
		const waited = (next?.realAt ?? 0) - (refused?.realAt ?? 0);
		story.expect(
			`nothing was sent in the ${RETRY_AFTER} seconds that the service asked for`,
			waited >= RETRY_AFTER * 1000,
			true,
		);
		story.expect('no email went out: creating a link sends nothing', service.effects.emails, []);
	},
};
