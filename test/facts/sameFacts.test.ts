/** The same world, served in each reading of the interface, gives the same facts. */
import { ConversationFactFinder } from '../../nodes/SurveyInterview/facts/conversation';
import { conclusionFacts } from '../../nodes/SurveyInterview/facts/conclusion';
import { overTimeFacts } from '../../nodes/SurveyInterview/facts/overTime';
import { overviewFacts } from '../../nodes/SurveyInterview/facts/overview';
import { invitationFacts, mailingFacts } from '../../nodes/SurveyInterview/facts/picked';
import { RespondentFactFinder } from '../../nodes/SurveyInterview/facts/respondent';
import { SurveyFactFinder } from '../../nodes/SurveyInterview/facts/survey';
import { SurveyDetailFactFinder } from '../../nodes/SurveyInterview/facts/surveyDetail';
import { quoteFacts, topicsFacts } from '../../nodes/SurveyInterview/facts/topics';
import { listFrom } from '../../nodes/SurveyInterview/records/lists';
import { isObject, type JsonObject } from '../../nodes/SurveyInterview/records/json';
import { extent } from '../extent';
import { DIALECT_NAMES, clientOf, startService, type DialectName, type Choices } from '../service';

const SEEDS = Array.from({ length: extent({ quick: 4, all: 40 }) }, (_, seed) => seed + 1);

const surveys = new SurveyFactFinder();
const details = new SurveyDetailFactFinder();
const respondents = new RespondentFactFinder();
const conversations = new ConversationFactFinder();

/** What the readings decide about the world itself, and not about how it is told. */
const SAME_WORLD: Partial<Choices> = {
	respondentOrder: 'oldest first',
	invitationOrder: 'oldest first',
	minimumGroup: 5,
	audienceTaken: 'at creation',
	completedFilterAbsent: 'everyone',
	useCountedAt: 'start',
	lockedFields: ['metric_type'],
};

const RANGE = 'range_start=2025-10-01T00:00:00Z&range_end=2026-02-01T00:00:00Z';

/** What one of the readings does not say of a survey in its list. */
const LEFT_OUT = { status: null };

function recordsIn(answer: unknown, names: string[] = []): JsonObject[] {
	const found = listFrom(answer, names);
	if (found.kind !== 'list') throw new Error(`No list: ${JSON.stringify(answer)}`);
	return found.records;
}

/** Everything that Simplified says of a small world, in one reading. */
async function factsIn(dialect: DialectName, extraFields?: number) {
	const service = await startService({
		dialect,
		startAt: new Date('2026-03-02T09:00:00Z'),
		choices: SAME_WORLD,
		seed: { surveys: 4, respondents: 40 },
	});
	service.clock.freeze();
	if (extraFields !== undefined) {
		const fault = { kind: 'extra fields', seed: extraFields } as const;
		service.faults.inject({ fault, times: Infinity });
	}
	const call = clientOf(service);
	const get = async (path: string) => (await call('GET', path)).json as JsonObject;
	try {
		const { id } = service.world.survey('Customer');
		const survey = `/surveys/${id}`;
		const people = recordsIn(await get(`${survey}/respondents`));
		const talks = people.filter((one) => respondents.in(one).status === 'completed').slice(0, 5);
		const topics = topicsFacts(await get(`${survey}/results/topics`));
		const topicId = String(topics?.[0]?.id);
		return {
			surveys: recordsIn(await get('/surveys')).map((one) => ({
				...surveys.in(one),
				...LEFT_OUT,
			})),
			survey: details.in(await get(survey)),
			respondents: people.map((one) =>
				respondents.in(one, { id, name: 'Customer relationship', metricType: 'nps' }),
			),
			conversations: await Promise.all(
				talks.map(async (one) =>
					conversations.in(
						await get(`${survey}/respondents/${String(respondents.in(one).id)}/conversation`),
					),
				),
			),
			// Each reading has an address of its own, and not every list of invitations carries links.
			invitations: recordsIn(await get(`${survey}/invitations`)).map((one) => ({
				...invitationFacts(one),
				link: '',
			})),
			mailings: recordsIn(await get(`${survey}/mailings`)).map((one) => mailingFacts(one)),
			overview: overviewFacts(await get(`${survey}/results/overview`)),
			overTime: overTimeFacts(await get(`${survey}/results/over-time?${RANGE}`)),
			topics,
			quotes: recordsIn(await get(`${survey}/results/topics/${topicId}/quotes`), ['quotes']).map(
				quoteFacts,
			),
			conclusion: conclusionFacts(await get(`${survey}/results/conclusion`)),
		};
	} finally {
		await service.stop();
	}
}

it('every reading gives the same facts', async () => {
	const [first, ...others] = await Promise.all(DIALECT_NAMES.map((name) => factsIn(name)));
	for (const other of others) expect(toTheSecond(other)).toEqual(toTheSecond(first));
});

describe.each(DIALECT_NAMES)('dialect %s', (dialect) => {
	it.each(SEEDS)('unknown fields of misleading names change nothing, seed %i', async (seed) => {
		expect(ofKnownProperties(await factsIn(dialect, seed))).toEqual(await factsIn(dialect));
	});
});

/** One of the readings writes whole seconds. */
function toTheSecond(facts: unknown): unknown {
	return JSON.parse(JSON.stringify(facts).replace(/(T\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1Z'));
}

/** Property values are free keys, so that unknown ones among them are facts. */
function ofKnownProperties(facts: unknown): unknown {
	return JSON.parse(JSON.stringify(facts), (key, value: unknown) =>
		key === 'properties' && isObject(value)
			? Object.fromEntries(Object.entries(value).filter(([name]) => KNOWN.includes(name)))
			: value,
	);
}

const KNOWN = ['department', 'location'];
