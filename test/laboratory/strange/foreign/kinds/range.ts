/** The suggested range. */
import { Dialect } from '../dialect';
import { wrapOne } from '../envelope';
import { entry } from '../lookup';
import { Table } from '../table';
import { iso, sayTime } from '../times';
import { type Fact, type Made, type Said, fact } from '../types';
import { names, spellKey } from '../words';

const DAY = 86400000;

export function makeRange(dialect: Dialect): Made {
	const { random } = dialect;
	const start = Math.floor(random.moment() / DAY) * DAY;
	const end = start + random.int(20, 300) * DAY;
	const way = random.pick(['keys', 'keys', 'keys', 'keys', 'array', 'interval']);
	const short = (ms: number) => iso(ms).slice(0, 10);
	if (way === 'interval') {
		const answer = {
			[spellKey('suggested_range', dialect.casing)]: `${short(start)}/${short(end)}`,
			granularity: 'month',
		};
		return {
			answer,
			truth: {
				facts: { from: fact(iso(start), false), to: until(fact(iso(end), false), end) },
				lists: {},
			},
			note: [way],
		};
	}
	const [from, to] = [sayTime(random, start, dialect.time), sayTime(random, end, dialect.time)];
	if (way === 'array') {
		const answer = { [spellKey('range', dialect.casing)]: [from.json, to.json], bucket: 'week' };
		const facts = { from: strip(from), to: until(strip(to), end) };
		return { answer, truth: { facts, lists: {} }, note: [way] };
	}
	const place = random.pick(['', '', 'range.', 'suggested.']);
	const ends = random.pick<[string, string]>([
		['from', 'to'],
		['range_start', 'range_end'],
		['start', 'end'],
		['date_from', 'date_to'],
		['start_date', 'end_date'],
		['since', 'until'],
	]);
	const table = new Table(dialect)
		.fact('from', names(place + ends[0], 'van beginn', 'opens_with'), 0.08)
		.fact('to', names(place + ends[1], 'tot ende', 'shuts_with'), 0.08)
		.beside(
			{
				granularity: () => random.pick(['day', 'week', 'month']),
				bucket_size: () => 'month',
				first_response_at: () => dialect.moment(start - DAY).json,
				last_response_at: () => dialect.moment(end - 3 * DAY).json,
				survey_created_at: () => dialect.moment(start - 9 * DAY).json,
				generated_at: () => dialect.moment(end + 90 * DAY).json,
				now: () => dialect.moment(end + 90 * DAY).json,
				total_answers: () => random.int(1, 99),
			},
			0.25,
		)
		.noise()
		.done();
	const row = table.row({ from, to });
	row.facts.to = until(entry(row.facts, 'to'), end);
	const [answer, shape] = wrapOne(dialect, row.json, 'suggested_range');
	return { answer, truth: { facts: row.facts, lists: {} }, note: [shape] };
}

const strip = ({ value, certain, also }: Said): Fact => ({ value, certain, also });

/** A last day may be read as its beginning, its last moment, or the midnight after it. */
function until(held: Fact, ms: number): Fact {
	if (held.value !== null) held.also.push(iso(ms + DAY - 1), iso(ms + DAY), iso(ms + DAY - 1000));
	return held;
}
