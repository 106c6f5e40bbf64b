/** The list of surveys, and the one survey that is looked at. */
import { FactFinder, type Fact } from '../facts/fact';
import { SURVEY_FACTS } from '../facts/survey';
import { PROPERTY_FACTS, THEME_FACTS } from '../facts/surveyDetail';
import type { JsonObject } from '../records/json';
import {
	listNamedLike,
	placeNamedLike,
	PROPERTY_LIST_NAMES,
	THEME_LIST_NAMES,
} from '../records/namedLists';
import { counted } from '../records/words';
import { judged, type Area } from './area';
import type { Single } from './ask';
import { below } from './keys';
import type { Need, Part } from './part';
import { detailsOf, MORE_THAN_GIVEN, withoutRecords, type Table } from './table';

/** Whether a survey hides who answered; the interface does not show the key. */
const ANONYMITY: readonly Fact[] = [
	{
		name: 'anonymous',
		at: [
			/^(is)?anonymous(responses|answers|survey)?$/,
			/^(configuration|config|settings|privacy)\.(is)?anonymous(responses|answers)?$/,
		],
		read: (value) => (typeof value === 'boolean' ? value : undefined),
	},
];
const anonymity = new FactFinder(ANONYMITY);

/** Whether the survey is anonymous, as one of its records says; undefined where none does. */
export function anonymityIn(records: readonly JsonObject[]): boolean | undefined {
	const said = records.map((record) => anonymity.in(record).anonymous);
	return said.find((one) => typeof one === 'boolean');
}

const NAME: Need = ['name', 'Names', 'lists and messages do not show them'];
const METRIC: Need = ['metric_type', 'Metrics', 'messages and NPS groups may lack them'];

const surveyFinder = new FactFinder([...SURVEY_FACTS, ...ANONYMITY]);

/** What the list of surveys gives. */
export function surveysArea(body: unknown, table: Table | undefined): Area {
	if (!table || table.records.length === 0) return withoutRecords('surveys', body, table);
	const { records, at, isPartial } = table;
	const hasAnswers = records.some((one) => Number(surveyFinder.in(one).response_count) > 0);
	return judged(
		'surveys',
		[
			{
				at,
				records,
				finder: surveyFinder,
				needs: [
					['id', 'IDs', 'surveys cannot be chosen from a list, and the trigger cannot watch them'],
					NAME,
					METRIC,
					[
						'response_count',
						'Counts of responses',
						'the trigger may not know whether a list was complete',
					],
					['participant_count', 'Counts of participants', 'that field stays empty'],
					['latest_completed_at', 'Latest completion times', 'that field stays empty'],
				],
				excused: hasAnswers ? [] : ['latest_completed_at'],
			},
		],
		{},
		{
			count: `The token can access ${counted(records.length, 'survey')}.`,
			problems: isPartial ? [MORE_THAN_GIVEN] : [],
			details: detailsOf(table),
			rest: table.rest,
		},
	);
}

/** What the record of one survey gives, with its themes and properties. */
export function surveyArea({ record, at }: Single): Area {
	const lists = [
		innerList({ record, at }, 'theme', THEME_LIST_NAMES, new FactFinder(THEME_FACTS), [
			['name', 'Names of themes', 'lists show IDs instead'],
			['id', 'IDs of themes', 'themes cannot be chosen from a list'],
		]),
		innerList({ record, at }, 'property', PROPERTY_LIST_NAMES, new FactFinder(PROPERTY_FACTS), [
			['key', 'Keys of properties', 'values cannot be matched with their property'],
			['id', 'IDs of properties', 'properties cannot be chosen from a list'],
		]),
	];
	const [themes, properties] = lists;
	const held = lists.flatMap(({ held: path }) => (path ? [path.join('.')] : []));
	return judged(
		'survey',
		[
			{
				at,
				records: [record],
				finder: surveyFinder,
				needs: [NAME, METRIC],
				knows: (keys) => [...held, 'locked_fields'].includes(keys.join('.')),
			},
			...lists.map(({ part }) => part),
		],
		{},
		{
			problems: [
				...(themes?.held
					? []
					: ['Its themes were not found, so you cannot choose one from a list.']),
				...(properties?.held
					? []
					: ['Its properties were not found, so you cannot choose one from a list.']),
			],
		},
	);
}

function innerList(
	{ record, at }: Single,
	name: string,
	patterns: readonly RegExp[],
	finder: FactFinder,
	needs: readonly Need[],
): { held?: readonly string[]; part: Part } {
	const held = placeNamedLike(record, patterns);
	const records = listNamedLike(record, patterns) ?? [];
	return { held, part: { name, at: below(at, held ?? []), records, finder, needs } };
}
