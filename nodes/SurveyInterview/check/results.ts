/** What the results of a survey give; topics and quotes have a file of their own. */
import { CONCLUSION_FACTS, POINT_FACTS } from '../facts/conclusion';
import { FactFinder } from '../facts/fact';
import { BUCKET_FACTS, RANGE_FACTS, seriesIn } from '../facts/overTime';
import { OVERVIEW_FACTS } from '../facts/overview';
import { DOT_FACTS } from '../facts/respondent';
import { isObject, type JsonObject } from '../records/json';
import { counted } from '../records/words';
import { judged, type Area, type Scene } from './area';
import type { Single } from './ask';
import { below } from './keys';
import { asTable, listArea, tableIn } from './table';

export const LOST = 'that field stays empty';
const overviewFinder = new FactFinder(OVERVIEW_FACTS);

/** How many have completed, as the overview says; undefined where it does not. */
export function completedBy(overview: JsonObject): number | undefined {
	const { completed } = overviewFinder.in(overview);
	return typeof completed === 'number' ? completed : undefined;
}

export function overviewArea({ record, at }: Single, scene: Scene): Area {
	const { score, distribution } = overviewFinder.in(record);
	const isBare = score === null && (!Array.isArray(distribution) || distribution.length === 0);
	const isHidden = isBare && (scene.isAnonymous === true || scene.completed === 0);
	return judged(
		'overview',
		[
			{
				at,
				records: [record],
				finder: overviewFinder,
				needs: [
					['completed', 'Counts of the completed', LOST],
					['started', 'Counts of the started', LOST],
					['invited', 'Counts of the invited', LOST],
					['score', 'Scores of the metric', LOST],
					['distribution', 'Counts by score', LOST],
				],
				excused: isHidden ? ['score', 'distribution'] : [],
			},
		],
		scene,
		{ shows: ['score'] },
	);
}

const ranges = new FactFinder(RANGE_FACTS);

/** The range that the service suggests, where it can be read. */
export function rangeIn(record: JsonObject): { from: string; to: string } | undefined {
	const { from, to } = ranges.in(record);
	return typeof from === 'string' && typeof to === 'string' && from < to ? { from, to } : undefined;
}

export function rangeArea({ record, at }: Single, scene: Scene): Area {
	return judged(
		'suggestedRange',
		[
			{
				at,
				records: [record],
				finder: ranges,
				needs: [
					['from', 'Range starts', 'the check used the last ten years'],
					['to', 'Range ends', 'the check used the last ten years'],
				],
			},
		],
		scene,
		{ shows: ['from'] },
	);
}

const buckets = new FactFinder(BUCKET_FACTS);

/** The metric over time: a list of buckets, or columns. */
export function overTimeArea(body: unknown, scene: Scene): Area {
	return listArea('overTime', asTable(seriesIn(body)), body, scene, {
		finder: buckets,
		needs: [
			['from', 'Starts of buckets', 'the numbers have no dates'],
			['score', 'Scores', LOST],
			['answers', 'Counts of answers', LOST],
		],
		shows: ['score'],
	});
}

export function scoresArea(body: unknown, likely: readonly string[], scene: Scene): Area {
	const table = tableIn(body, likely);
	return listArea('scores', table, body, scene, {
		finder: new FactFinder(DOT_FACTS),
		needs: [
			['score', 'Scores', LOST],
			['completed_at', 'Times', LOST],
			['respondent_id', 'IDs of respondents', LOST],
		],
		excused: scene.isAnonymous ? ['respondent_id'] : [],
		count: `${counted(table?.records.length ?? 0, 'score')}.`,
	});
}

export function conclusionArea({ record, at }: Single, scene: Scene): Area {
	const finder = new FactFinder(CONCLUSION_FACTS);
	const path = finder.placesIn(record).get('points')?.path;
	const written = path
		?.split('.')
		.reduce((value: unknown, key) => (isObject(value) ? value[key] : undefined), record);
	const points = Array.isArray(written) ? written.filter(isObject) : [];
	return judged(
		'conclusion',
		[
			{
				at,
				records: [record],
				finder,
				needs: [
					['text', 'Texts', LOST],
					['points', 'Points', LOST],
				],
			},
			{
				name: 'point',
				at: below(at, path?.split('.') ?? []),
				records: points,
				finder: new FactFinder(POINT_FACTS),
				needs: [['text', 'Texts of points', LOST]],
			},
		],
		scene,
		{ shows: ['text'] },
	);
}
