import { get } from 'lodash';
import type { RespondentRecord } from '../../harness/service';
import type { ApiCall } from '../destinations';
import type { Contact } from '../destinations/hubspot';
import { CrmLoop, groupOf } from './crmLoop';
import { CHANNEL, useWorkflowStage } from './workflowStage';

/** More than HubSpot shows on a page, with those that have names. */
const OTHERS = 105;

const isSearch = ({ path }: ApiCall) => path.endsWith('/search');
const isScore = ({ path }: ApiCall) => path.includes('/createOrUpdate/');

/** What HubSpot has to hold of a completion. */
const written = ({ score, completedAt }: RespondentRecord) => ({
	survey_interview_score: String(score),
	survey_interview_group: groupOf(score),
	survey_interview_date: String(new Date(completedAt ?? 0).getTime()),
});

describe('hubspot-contacts-to-invitations.json and completions-to-hubspot.json', () => {
	const stage = useWorkflowStage('completions-to-hubspot.json', () => ({
		'Tell the channel': CHANNEL,
	}));
	const hubspot = () => stage().destinations.hubspot;
	/** The contact at that address, also if it is an additional one. */
	const contactOf = (email: string): Contact => {
		const contact = hubspot().contacts.byEmail(email);
		if (!contact) throw new Error(`HubSpot has nobody at ${email}`);
		return contact;
	};
	const loop = new CrmLoop(stage, {
		inviting: 'hubspot-contacts-to-invitations.json',
		settings: {},
		properties: ['company'],
		recorder: hubspot,
		isSecondPage: (call) => isSearch(call) && get(call.body, 'after') === '100',
		isScore,
		isTask: ({ path }) => path.startsWith('/engagements/'),
		due: () =>
			hubspot().contacts.all.flatMap(({ id, values: { lifecyclestage, email } }) =>
				lifecyclestage === 'customer' && email && !email.startsWith('out@')
					? [[email, id] as const]
					: [],
			),
		holdings: () => structuredClone([hubspot().contacts.all, hubspot().tasks]),
		fieldsAt: (email) => contactOf(email).values,
		written,
		tasks: () => hubspot().tasks.map(({ metadata }) => metadata.subject),
	});
	let surveyId = '';

	beforeAll(() => {
		surveyId = loop.open();
		const { contacts } = hubspot();
		const customer = (email: string, more = {}) =>
			contacts.create({ email, lifecyclestage: 'customer', hubspotscore: '99', ...more });
		customer('Ada@Example.com', { firstname: 'Ada', lastname: 'Lovelace', company: 'Engines' });
		for (const name of ['bea', 'bea.old', 'cleo', 'dan', 'dan.old'])
			customer(`${name}@example.com`);
		customer('in@example.com', { hs_email_optout: 'false' });
		customer('out@example.com', { hs_email_optout: 'true' });
		contacts.create({ email: 'lead@example.com', lifecyclestage: 'lead' });
		contacts.create({ firstname: 'No address', lifecyclestage: 'customer' });
		for (let nth = 0; nth < OTHERS; nth++) customer(`other${nth}@example.com`);
	});

	loop.itInvites({ company: 'Engines' });

	it('writes the score of whoever completes into the contact, after a 429 at each step', async () => {
		const on = stage();
		await on.publish();
		const seen = new Set<string>();
		hubspot().refuses = (call) => {
			const step = isSearch(call) ? 'search' : isScore(call) ? 'score' : '';
			return step !== '' && !seen.has(step) && Boolean(seen.add(step));
		};
		const untouched = structuredClone(contactOf('cleo@example.com'));
		const record = loop.complete('ada@example.com', 3);
		await on.deliveries(1);
		hubspot().refuses = () => false;
		expect([...seen].sort()).toEqual(['score', 'search']);
		expect(await on.failures()).toEqual([]);
		const ada = contactOf('ada@example.com');
		expect(ada.values).toMatchObject({ ...written(record), hubspotscore: '99' });
		const subject = 'Call back: Ada Lovelace gave 3 of 10 (NPS) in Moving in.';
		expect(hubspot().tasks).toMatchObject([
			{
				metadata: { subject, forObjectType: 'CONTACT', status: 'NOT_STARTED' },
				contacts: [{ id: ada.id }],
			},
		]);
		expect(contactOf('cleo@example.com')).toEqual(untouched);
	});

	it('finds merged contacts, goes by the ID first, and tells of whoever HubSpot does not have', async () => {
		const on = stage();
		const { contacts, tasks } = hubspot();
		for (const name of ['bea', 'dan']) {
			contacts.merge(contactOf(`${name}@example.com`).id, contactOf(`${name}.old@example.com`).id);
		}
		const invited = loop.invitations();
		expect(await loop.invite()).toBe('success');
		expect(loop.invitations()).toEqual(invited);
		expect(loop.said().at(-1)).toContain('2 left out as duplicates.');

		contacts.update(contactOf('cleo@example.com'), { email: 'cleo.new@example.com' });
		contacts.create({ email: 'cleo@example.com' });
		const { length } = contacts.all;
		const before = (await on.delivered()).length;
		const bea = loop.complete('bea@example.com', 7);
		const dan = loop.complete('dan.old@example.com', 10);
		const cleo = loop.complete('cleo@example.com', 9);
		const strays = [
			{ name: 'Stray', email: 'stray@example.com', externalId: 'emp-42' },
			{ name: 'Nameless', email: null },
		];
		for (const stray of strays) on.service.world.interview({ surveyId }, { ...stray, score: 2 });
		await on.deliveries(before + 5);
		expect(await on.failures()).toEqual([]);
		expect(contactOf('bea@example.com').values).toMatchObject(written(bea));
		expect(contactOf('dan@example.com').values).toMatchObject(written(dan));
		// Somebody else has the address by now.
		expect(contactOf('cleo.new@example.com').values).toMatchObject(written(cleo));
		expect(contactOf('cleo@example.com').values).not.toHaveProperty('survey_interview_score');
		const told = loop.said().filter((one) => one.startsWith('Not in HubSpot'));
		expect(told).toEqual(['Not in HubSpot: Stray gave 2 of 10 (NPS) in Moving in.']);
		expect([contacts.all.length, tasks.length]).toEqual([length, 1]);
	});

	loop.itWithstands();
});
