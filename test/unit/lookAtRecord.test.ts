import { expectNone, shown } from './contradictions';
import {
	allFacts,
	cases,
	expected,
	isRefusal,
	own,
	record,
	run,
	told,
	type Case,
	type Run,
} from './verifyTable';

describe('every unclear end, whatever the record shows', () => {
	let runs: { one: Case; ran: Run }[];
	beforeAll(async () => {
		runs = await Promise.all(cases.map(async (one) => ({ one, ran: await run(one) })));
	});

	/** A rule says of which cases it speaks, and what must hold. */
	type Rule = [name: string, of: (one: Case) => boolean, holds: (ran: Run, one: Case) => boolean];
	const where = ['absent', 'own', 'other', 'nowhere'] as const;
	const ofTable = Object.keys(allFacts).flatMap((facts) =>
		where.map(
			(place): Rule => [
				`${facts}, verification ${place}: ends as the pages say`,
				(one) => one.facts === facts && one.where === place,
				({ end }, one) => expected(one).includes(end),
			],
		),
	);
	const properties: Rule[] = [
		[
			"a gateway's not-found never proves a deletion",
			(one) =>
				one.isDelete && !one.facts.includes('of the service') && one.read.startsWith('a gateway'),
			({ end }) => end !== 'done',
		],
		[
			"a gateway's not-found as the answer is no more than any refusal",
			(one) => one.isDelete && one.facts.includes('of a gateway') && !told(one).includes('done'),
			({ end }) => end !== 'done',
		],
		[
			"a not-found at another path than the record's own never proves a deletion",
			(one) =>
				one.where === 'other' &&
				one.read.startsWith('the service') &&
				!one.facts.includes('of the service'),
			({ end }) => end !== 'done',
		],
		[
			'without a verification an unclear end may have been, except for a missing scope',
			(one) => one.where === 'absent' && one.facts !== 'insufficient_scope',
			({ end }) => end === 'may have been',
		],
		[
			'a missing scope is never "may have been"',
			(one) => one.facts === 'insufficient_scope',
			({ end }) => end !== 'may have been',
		],
		[
			'an error says one or the other',
			() => true,
			({ end, maybeDone }) => end === 'done' || typeof maybeDone === 'boolean',
		],
		[
			'the record is read once at most, at the path of the verification',
			() => true,
			({ asked }, one) =>
				asked.length <= 1 && asked.every((path) => own(one) !== undefined && path === own(one)),
		],
		[
			'the judge sees what was read, once, and nothing if nothing was read',
			() => true,
			({ judged, asked }, one) =>
				judged.length <= 1 &&
				judged.every(
					(seen) => seen === (asked.length === 1 && one.read === 'a record' ? record : undefined),
				),
		],
		[
			'a refused repeat is judged by the record, if there is one',
			(one) =>
				(one.where === 'own' || one.where === 'other') &&
				one.read === 'a record' &&
				isRefusal(one.facts) &&
				// Both may be decided without the record.
				one.facts !== 'insufficient_scope' &&
				!(one.isDelete && one.facts.includes('of the service')),
			({ judged }) => judged.length === 1,
		],
		[
			'what was done has its record, a delete has none',
			() => true,
			({ end, result }, one) => end !== 'done' || result === (one.isDelete ? undefined : record),
		],
	];

	it.each([...ofTable, ...properties])('%s', (_, of, holds) => {
		const some = runs.filter(({ one }) => of(one));
		expect(some.length).toBeGreaterThan(0);
		const wrong = some.filter(({ one, ran }) => !holds(ran, one));
		expectNone(
			wrong.map(
				({ one, ran }) => `${shown(one)}: ${shown(ran)}, not ${expected(one).join(' or ')}`,
			),
		);
	});
});
