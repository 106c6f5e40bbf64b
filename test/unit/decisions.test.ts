import {
	decide,
	mayHaveBeenDone,
	type RetryClass,
	ruleOfStatus,
	STATUS_RULES,
} from '../../nodes/SurveyInterview/http/policy';
import { expectNone, shown } from './contradictions';
import type { Decision, History, Kind, Outcome, Row } from './decisionTable';
import {
	allHistories,
	allOutcomes,
	answer,
	cancelled,
	impossible,
	kindOf,
	notSent,
	retryClasses,
	table,
	unclear,
} from './decisionTable';

const kinds = Object.keys(table) as Kind[];
const classesAndKinds = retryClasses.flatMap((retryClass) =>
	kinds.map((kind) => [retryClass, kind] as const),
);
const nameOf = (outcome: Outcome) =>
	outcome.kind === 'answer' ? String(outcome.status) : shown(outcome);

function contradiction(
	retryClass: RetryClass,
	outcome: Outcome,
	history: History,
): string | undefined {
	const decision = decide(retryClass, outcome, history);
	const row: Row = table[kindOf(outcome)];
	const allowed = row[retryClass](history).map(shown);
	if (allowed.includes(shown(decision))) return undefined;
	const wanted = `${allowed.join(' or ')} as in test/unit/decisionTable.ts (${row.why})`;
	return `${retryClass} ${nameOf(outcome)} ${shown(history)}: ${shown(decision)}, not ${wanted}. ${EITHER}`;
}

const EITHER =
	'If the rule in http/policy.ts is right, the table needs a row and kindOf a branch; otherwise the rule is wrong, or below another that has the status.';

describe('the rules of statuses in http/policy.ts', () => {
	const statusesOf = (one: number | readonly [number, number]) =>
		typeof one === 'number' ? [one] : Array.from({ length: 600 - one[0] }, (_, n) => one[0] + n);

	it.each(STATUS_RULES.map((rule) => [rule.end, rule] as const))(
		'%s: no rule above has them all, and the page names each',
		(end, rule) => {
			for (const one of rule.statuses) {
				const decidedBy = new Set(statusesOf(one).map(ruleOfStatus));
				expect({ status: one, decidedBy: [...decidedBy].map(({ end }) => end) }).toEqual({
					status: one,
					decidedBy: expect.arrayContaining([end]) as string[],
				});
				expect(decidedBy).toContain(rule);
				if (typeof one === 'number') expect(end).toContain(String(one));
			}
		},
	);
});

describe('every end of a request, with every history', () => {
	it.each(classesAndKinds)('decides for %s after %s as the pages say', (retryClass, kind) => {
		const histories = allHistories.filter(
			(history) => impossible(retryClass, history) === undefined,
		);
		const outcomes = allOutcomes.filter((outcome) => kindOf(outcome) === kind);
		const all = outcomes.flatMap((outcome) =>
			histories.map((history) => contradiction(retryClass, outcome, history)),
		);
		expect(all.length).toBeGreaterThan(0);
		expectNone(all.filter((text) => text !== undefined));
	});

	it.each(classesAndKinds)(
		'says of %s after %s whether it may have been done',
		(retryClass, kind) => {
			const expected = retryClass !== 'read' && table[kind].mayHave;
			const wrong = allOutcomes
				.filter((outcome) => kindOf(outcome) === kind)
				.filter((outcome) => mayHaveBeenDone(retryClass, outcome) !== expected);
			expectNone(
				wrong.map(
					(outcome) => `${retryClass} ${nameOf(outcome)}: not ${expected}. ${table[kind].why}`,
				),
			);
		},
	);

	it('gives a decision also for a history that cannot be', () => {
		const known = ['accept', 'waitForLimit', 'backOff', 'fail'];
		const wrong = retryClasses.flatMap((retryClass) =>
			allOutcomes.flatMap((outcome) =>
				allHistories
					.filter((history) => !known.includes(decide(retryClass, outcome, history).next))
					.map((history) => `${retryClass} ${nameOf(outcome)} ${shown(history)}`),
			),
		);
		expectNone(wrong);
	});
});

describe('every sequence of ends', () => {
	const ends = [
		...[503, 500, 429, 404, 200].map(answer),
		unclear,
		notSent(true),
		cancelled(true),
		cancelled(false),
	];
	/** Four would do for the rules; the sixth shows that five tries are the most. */
	const longest = 6;

	interface Walk {
		outcomes: Outcome[];
		before: History;
		decision: Decision;
	}

	function walks(retryClass: RetryClass, earlier: Outcome[], before: History): Walk[] {
		return ends.flatMap((outcome) => {
			const outcomes = [...earlier, outcome];
			const decision = decide(retryClass, outcome, before);
			const step = { outcomes, before, decision };
			const again = decision.next === 'backOff' || decision.next === 'waitForLimit';
			if (!again || outcomes.length === longest) return [step];
			const maybeDone = before.maybeDone || mayHaveBeenDone(retryClass, outcome);
			const failed = decision.next === 'backOff' ? 1 : 0;
			const after500 = failed === 1 && kindOf(outcome) === 'another 5xx' ? 1 : 0;
			const after = {
				failures: before.failures + failed,
				repeatsAfter500: before.repeatsAfter500 + after500,
				maybeDone,
			};
			return [step, ...walks(retryClass, outcomes, after)];
		});
	}

	const rules: Record<string, (retryClass: RetryClass, walk: Walk) => boolean> = {
		'has only histories that the table takes for possible': (retryClass, { before }) =>
			impossible(retryClass, before) === undefined,
		'decides as the table says': (retryClass, { outcomes, before }) =>
			contradiction(retryClass, outcomes.at(-1) as Outcome, before) === undefined,
		'never sends again what may have been done, unless twice is as good as once': (
			retryClass,
			walk,
		) =>
			retryClass === 'read' ||
			retryClass === 'idempotent' ||
			!(walk.decision.next === 'backOff' || walk.decision.next === 'waitForLimit') ||
			!walk.outcomes.some((outcome) => table[kindOf(outcome)].mayHave),
		'never says that a write failed which may have been done': (retryClass, walk) =>
			retryClass === 'read' ||
			!(walk.decision.next === 'fail' && !walk.decision.maybeDone) ||
			!walk.outcomes.some((outcome) => table[kindOf(outcome)].mayHave),
		'never says that it may have been done if no try may have': (_, walk) =>
			!(walk.decision.next === 'fail' && walk.decision.maybeDone) ||
			walk.outcomes.some((outcome) => table[kindOf(outcome)].mayHave),
		'never says of a read that it may have been done': (retryClass, { decision }) =>
			retryClass !== 'read' || !(decision.next === 'fail' && decision.maybeDone),
		'tries five times at most, not counting the rate limit': (_, { outcomes }) =>
			outcomes.filter((outcome) => kindOf(outcome) !== '429').length <= 5,
	};

	it.each(
		retryClasses.flatMap((retryClass) =>
			Object.entries(rules).map(([rule, holds]) => [retryClass, rule, holds] as const),
		),
	)('%s: %s', (retryClass, _, holds) => {
		const all = walks(retryClass, [], { failures: 0, repeatsAfter500: 0, maybeDone: false });
		expect(all.length).toBeGreaterThan(ends.length);
		const wrong = all.filter((walk) => !holds(retryClass, walk));
		expectNone(
			wrong.map(
				({ outcomes, decision }) => `${outcomes.map(nameOf).join(', ')}: ${shown(decision)}`,
			),
		);
	});
});
