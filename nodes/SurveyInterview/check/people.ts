/** Invitations, mailings and respondents. */
import { FactFinder, type Fact } from '../facts/fact';
import { INVITATION, INVITATION_FACTS, linkPattern, missingLink } from '../facts/invitation';
import { MAILING } from '../facts/mailing';
import { interviewOf, RESPONDENT_FACTS } from '../facts/respondent';
import { checkedParticipantLink } from '../http/credential';
import type { JsonObject } from '../records/json';
import { isUuid } from '../records/identifiers';
import { statusOf } from '../records/record';
import { counted } from '../records/words';
import { judged, type Area, type Scene } from './area';
import type { Need } from './part';
import { detailsOf, MORE_THAN_GIVEN, withoutRecords, type Table } from './table';

/**
 * What InvitationRead (docs/interface.md, Invitations) and MailingRead (docs/interface.md, Mailings) have besides
 * what the outputs tell.
 */
const ALSO_SHOWN = {
	invitations: [
		...['token', 'batch_id', 'recipient_notes', 'anonymous', 'allowed_origins'],
		...['created_by_email', 'invitation_link_id'],
	],
	mailings: [
		...['company_id', 'template_id', 'sending_address_id', 'body_html_override', 'from_address'],
		...['from_name', 'filter_snapshot'],
	],
};
/** Keys of the outputs that may be absent. */
const OPTIONAL = ['link', 'status', 'subject_override', 'scheduled_at'];
const links = new FactFinder(INVITATION_FACTS.filter(({ name }) => name === 'link'));

/** An area whose records the interface shows: each key of the output is a fact, under its own name alone. */
export function shownArea(
	area: 'invitations' | 'mailings',
	body: unknown,
	table: Table | undefined,
	scene: Scene = {},
): Area {
	if (!table || table.records.length === 0) return withoutRecords(area, body, table);
	const isInvitations = area === 'invitations';
	const names = Object.keys((isInvitations ? INVITATION : MAILING).fields);
	const shown = names.filter((name) => name !== 'link');
	const facts = shown.map(
		(name): Fact => ({ name, at: [new RegExp(`^${name}$`)], read: (value) => value }),
	);
	const { records, at, isPartial } = table;
	const [noLink] = records.flatMap((one) => missingLink(one, scene) ?? []);
	const [pattern = '', ...others] = new Set(records.flatMap((one) => linkPattern(one) ?? []));
	const isProposed = pattern !== '' && others.length === 0 && checkedParticipantLink(pattern).ok;
	return judged(
		area,
		[
			{
				at,
				records,
				finder: new FactFinder(facts, (key) => key),
				needs: shown
					.filter((name) => !OPTIONAL.includes(name))
					.map((name): Need => [name, `Keys “${name}”`, 'some outputs stay empty']),
				knows: (keys, value) =>
					ALSO_SHOWN[area].includes(keys.join('.')) || (isInvitations && links.reads(keys, value)),
			},
			// Whatever it does not read, the part above tells.
			...(isInvitations ? [{ at, records, finder: links, needs: [], knows: () => true }] : []),
		],
		{},
		{
			count: `${counted(records.length, area.slice(0, -1))}.`,
			problems: [...(isPartial ? [MORE_THAN_GIVEN] : []), ...(noLink ? [noLink] : [])],
			details: { ...detailsOf(table), ...(isProposed ? { participant_link: pattern } : {}) },
			rest: table.rest,
		},
	);
}

const respondentFinder = new FactFinder(RESPONDENT_FACTS);

const isCompleted = (record: JsonObject) => interviewOf(record).completed;

/** How many of the respondents have completed; undefined where none is recognised among them. */
export function completedIn(records: readonly JsonObject[]): number | undefined {
	const { length } = records.filter(isCompleted);
	return length > 0 || records.length === 0 ? length : undefined;
}

/** The id of somebody whose conversation can be read. */
export function conversationOf(records: readonly JsonObject[]): string | undefined {
	for (const record of records) {
		const { id } = isCompleted(record) ? respondentFinder.in(record) : {};
		if (isUuid(id)) return id;
	}
	return undefined;
}

/** A service has a few words for a status; more would be something else. */
const MAX_WORDS = 20;

const UNRECOGNISED =
	'The survey counts completed interviews, but none was recognised: add their status to the trigger’s option Completed Status Values.';
const IDENTITY = ['name', 'email', 'external_id', 'id'];
const OF_COMPLETED = ['completed_at', 'score'];

/** What the list of respondents gives, to the outputs and to the trigger. */
export function respondentsArea(body: unknown, table: Table | undefined, scene: Scene): Area {
	if (!table || table.records.length === 0)
		return withoutRecords('respondents', body, table, scene);
	const { records, at, isPartial } = table;
	const completed = records.filter(isCompleted);
	const words = [...new Set(records.map(statusOf).filter(Boolean))].slice(0, MAX_WORDS);
	const isUnrecognised = completed.length === 0 && (scene.completed ?? 0) > 0;
	return judged(
		'respondents',
		[
			{
				at,
				records,
				finder: respondentFinder,
				needs: [
					['status', 'Statuses', 'only a completion time shows who has completed'],
					[
						'completed_at',
						'Completion times',
						'the trigger recognises new completions only by what it has seen before',
					],
					['score', 'Scores', 'a filter by score matches nobody'],
					['properties', 'Property values', 'a filter by property matches nobody'],
					['name', 'Names', 'messages say “Somebody”'],
					['email', 'Email addresses', 'people cannot be found by them'],
					['external_id', 'External IDs', 'people cannot be found by them'],
					['id', 'IDs', 'conversations cannot be read, and nobody can be chosen from a list'],
				],
				excused: [
					...(scene.isAnonymous ? IDENTITY : []),
					...(completed.length === 0 ? OF_COMPLETED : []),
				],
				instead: { completed_at: ['ended_at'] },
			},
		],
		scene,
		{
			count: `${counted(records.length, 'respondent')}, ${completed.length || 'none'} of them ${completed.length > 0 ? 'completed' : 'recognised as completed'}.`,
			notes: scene.isAnonymous
				? ['The survey is anonymous, so it correctly does not show who answered.']
				: [],
			problems: [
				...(isPartial ? [MORE_THAN_GIVEN] : []),
				...(isUnrecognised ? [UNRECOGNISED] : []),
			],
			rest: table.rest,
			details: { ...detailsOf(table), ...(words.length > 0 ? { status_words: words } : {}) },
		},
	);
}
