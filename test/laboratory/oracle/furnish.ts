import type { Service } from '../../harness/service';

/** Small, and with more surveys than a run has items. */
export const SEED = { surveys: 8, respondents: 8, invitations: 6, mailings: false };
const YEAR = 365 * 86_400_000;

/** The path's identifiers of one thing, and the text by which its requests are known. */
export type Thing = Record<string, string> & { mark: string };

/** So many of each kind of thing, all different. */
export interface Furnished {
	marks: string[];
	/** The word by which the dialect creates another invitation for the same person. */
	another: string;
	/** Each with a topic, an invited address and the external ID of somebody who spoke. */
	surveys: Thing[];
	properties: Thing[];
	themes: Thing[];
	archived: Thing[];
	invitations: Thing[];
	respondents: Thing[];
	unsent: Thing[];
	scheduled: Thing[];
	sending: Thing[];
	paused: Thing[];
}

/** Puts into a service what operations can be tried on, and forgets that it was put there. */
export function furnish(service: Service, count: number): Furnished {
	const { world } = service;
	const open = world.surveys().filter(({ anonymous }) => !anonymous);
	const [first] = open;
	if (!first || open.length < count) throw new Error('The service has too few surveys.');
	const times = <T>(make: (place: number) => T): T[] =>
		Array.from({ length: count }, (_, place) => make(place));

	const mailing = (place: number, move: (id: string) => unknown = () => {}): Thing => {
		const { id } = world.mailings.create(first.id, {
			filters: { addedAfter: null, channels: ['csv'], completed: null, lastInvited: 'never' },
			subjectOverride: `Mailing ${place}`,
		});
		move(id);
		return { mailing_id: id, mark: id };
	};
	const sending = (place: number, move: (id: string) => unknown): Thing =>
		mailing(place, (id) => {
			world.mailings.start(id);
			move(id);
		});
	const theme = (place: number, archived: boolean): Thing => {
		const one = world.createTheme(first.id, `Theme ${place}`);
		one.archived = archived;
		return { category_id: one.id, mark: one.id };
	};
	const aYearLater = new Date(service.clock.now() + YEAR);
	const furnished: Furnished = {
		marks: times((place) => `mark-${place}-of-the-oracle`),
		another: service.choices.duplicateWord,
		surveys: times((place) => surveyAt(service, open[place]?.id ?? '', place)),
		properties: times((place) => {
			const draft = { key: `key-${place}`, label: `Label ${place}` };
			const { id } = world.createProperty(first.id, draft);
			return { property_id: id, mark: id };
		}),
		themes: times((place) => theme(place, false)),
		archived: times((place) => theme(place, true)),
		invitations: times((place) => {
			const recipientEmail = `person.${place}@example.com`;
			const { id } = world.createInvitation(first.id, 'personal', { recipientEmail });
			return { invitation_id: id, mark: id, email: recipientEmail };
		}),
		respondents: world
			.respondents(first.id)
			.filter(({ status }) => status === 'completed')
			.slice(0, count)
			.map(({ id, surveyId }) => ({ survey_id: surveyId, respondent_id: id, mark: id })),
		unsent: times((place) => mailing(place)),
		scheduled: times((place) => mailing(place, (id) => world.mailings.schedule(id, aYearLater))),
		sending: times((place) => sending(place, (id) => world.mailings.hold(id))),
		paused: times((place) => sending(place, (id) => world.mailings.pause(id))),
	};
	service.clearLog();
	service.effects.clear();
	return furnished;
}

/** One survey, somebody who was invited and somebody who spoke in it. */
function surveyAt({ world }: Service, surveyId: string, place: number): Thing {
	const invited = `invited.${place}@example.com`;
	const invitation = world.createInvitation(surveyId, 'personal', { recipientEmail: invited });
	const spoke = `spoke-${place}`;
	const person = { name: 'Ann', email: `spoke.${place}@example.com`, externalId: spoke };
	const [somebody] = world.respondents(surveyId);
	if (!somebody) throw new Error('Nobody spoke in the survey.');
	Object.assign(somebody, person);
	const [topic] = world.records.topics
		.of(surveyId)
		.filter(({ id }) => (world.records.quotes.get(id)?.length ?? 0) > 0);
	return {
		survey_id: surveyId,
		topic_id: topic?.id ?? '',
		invited,
		invitation: invitation.id,
		spoke,
		respondent: somebody.id,
		mark: surveyId,
	};
}
