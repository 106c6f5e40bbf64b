/** Plays an answer of a strange service through the node, as a person has it who chooses all fields. */
import type { INodeParameters } from 'n8n-workflow';
import type { Engine } from '../../harness/engine';
import { withRawService } from '../../faults/rawService';
import { byId, CREDENTIAL } from '../../harness/support';
import { allFields } from './allFields';
import { compare, generate, type Kind, type Verdict } from './foreign';

/** What the suites play: `STRANGE_SEED=7 STRANGE_COUNT=3000` plays others. */
export const SEED = Number(process.env.STRANGE_SEED ?? 1);
export const COUNT = Number(process.env.STRANGE_COUNT ?? 300);

export const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
/** Over before any bucket that is made: the node adds none that the answer does not have. */
const RANGE = { period: 'custom', range_start: '2020-01-01', range_end: '2020-02-01' };

/** The operation that reads a kind of record. */
const OPERATIONS: Record<Kind, [resource: string, operation: string, more?: INodeParameters]> = {
	survey: ['survey', 'get'],
	respondents: ['respondent', 'getAll', { returnAll: true }],
	conversation: ['respondent', 'getConversation'],
	overview: ['result', 'getOverview'],
	scores: ['result', 'getScores', { ...RANGE, returnAll: true }],
	topics: ['result', 'getTopics', { returnAll: true }],
	quotes: ['result', 'getQuotes', { returnAll: true }],
	overTime: ['result', 'getOverTime', { ...RANGE, returnAll: true }],
	range: ['result', 'getSuggestedRange'],
	conclusion: ['result', 'getConclusion', { locale: 'en' }],
	token: ['token', 'get'],
	property: ['property', 'update', { options: { additionalFieldsJson: '{"label": "Team"}' } }],
	theme: ['theme', 'unarchive'],
	publicInvitation: ['invitation', 'create'],
	sentEmail: ['invitation', 'sendEmail'],
};

export interface Strange extends Verdict {
	index: number;
	note: string;
	answer: unknown;
	/** What the node says of it, where it is an error. */
	error?: string;
}

export async function playStrange(engine: Engine, seed: number, index: number): Promise<Strange> {
	const { kind, answer, truth, note } = generate(seed, index);
	const [resource, operation, { options, ...more } = {}] = OPERATIONS[kind];
	// What the request names is known, whatever the answer is.
	const { id, survey_id: surveyId, respondent_id: respondentId } = truth.facts;
	const of = (fact: typeof id, other = ID) => byId(String(fact?.value ?? other));
	const own = of(id);
	// An invitation for another address than the one that was sent is refused, and rightly.
	const invited = { recipient_email: String(truth.facts.email?.value ?? 'ada@example.com') };
	const run = await withRawService(
		({ path }) =>
			// The survey that Simplified may ask for tells nothing.
			kind !== 'survey' && /\/surveys\/[^/]+$/.test(path) ? { body: { id: ID } } : { body: answer },
		async (baseUrl) =>
			await engine.runNode({
				parameters: {
					resource,
					operation,
					...{ propertyId: own, categoryId: own, topicId: own },
					surveyId:
						kind === 'survey'
							? own
							: of(surveyId, String(truth.lists.rows?.[0]?.survey_id?.value ?? ID)),
					respondentId: of(respondentId),
					invitationId: own,
					...allFields(resource, operation),
					...(kind === 'publicInvitation' ? invited : {}),
					...more,
					options: { maxWait: 0, ...(options as object) },
				},
				credentials: { [CREDENTIAL]: { baseUrl, token: 'token-of-strangers' } },
			}),
	);
	const items = run.items.map(({ json }) => json);
	const error = run.error?.message;
	const verdict = compare(kind, truth, error === undefined ? items : []);
	const faults = verdict.faults.filter(
		(fault) => !EXCUSED.some((excused) => excused.test(`${fault} in ${note}`)),
	);
	return { ...verdict, faults, index, note, answer, ...(error === undefined ? {} : { error }) };
}

/** What the judge calls wrong, and the interface or this package's promise does not. */
const EXCUSED = [
	// What the request names is known.
	new RegExp(`[. ](survey_|respondent_)?id: "${ID}"`),
	// A word that is not known stays as it is written, in lower case (docs/facts.md).
	/role: "(?!interviewer|participant)[^"]*" is not/,
	// ConclusionBulletRead's own default, where `tone` is absent.
	/tone: "neutral" is not/,
	// An email that the service has accepted is sent, unless the answer says otherwise in one of the ways of docs/facts.md.
	/sent: true is not .* in sentEmail: (nonsense|foreign|mixed|coined)/,
	/sent: true is not .* (word (queued|processing|pending|scheduled|sending)|momentOnly [\w ]+)$/,
	// A list of categories is no list of topics; and of an empty list under an unknown name, one item has only null.
	/topics rows: 1 rows do not fit 0: \[\{"name":null,"theme":null,"mentions":null/,
	/topics rows: \d rows do not fit \d: .* byCategory/,
	// The only text of a ranking is its name (docs/facts.md), and `attributes` are properties (AttributeBreakdown).
	/topics rows\[\d\]\.name: "\p{L}+( \p{L}+)+" is not null/u,
	/properties: \{("[^"]+":"[^"@]*",?)+\} is not/,
	// A time of completion, and a status or a flag that nobody knows, such as a number or “gewist” (docs/facts.md).
	/status: "completed" is not "erased"( or "gewist"|.* in respondents: (mixed|foreign))/,
	/status: "completed" is not null or "\d"/,
];
