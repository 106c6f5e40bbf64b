/**
 * A delete, archive, pause or unschedule that was done but not answered: the repeat is answered or refused,
 * as the service likes. It never counts as failed.
 */
import { createEngine, type Engine } from '../harness/engine';
import { DIALECTS } from '../everywhere';
import { sample } from '../extent';
import {
	dialectNamed,
	type Choices,
	type DialectName,
	type Fault,
	type Service,
} from '../harness/service';
import { act, byId, failureOf, sideBySide, smallService, type Failure } from '../harness/support';
import { UNDERTAKINGS, type Undertaking } from './undertakings';

const survey = (service: Service) => service.world.survey('Customer').id;

const records = (service: Service) => service.world.records;
type Repeats = 'answered' | 'refused';

interface Case {
	what: Undertaking;
	dialect: DialectName;
	repeats: Repeats;
	withSurvey: boolean;
	fault: Fault;
	choices: Partial<Choices>;
}

const FAULTS: Fault[] = [
	{ kind: 'reset', when: 'after' },
	{ kind: 'status', status: 503, when: 'after' },
	{ kind: 'truncated body' },
	{ kind: 'hang', when: 'after' },
];

const EVERY_CASE: Case[] = UNDERTAKINGS.flatMap((what) =>
	DIALECTS.flatMap((dialect) =>
		(['answered', 'refused'] as const).flatMap((repeats) =>
			[true, false].flatMap((withSurvey) =>
				FAULTS.map((fault) => ({
					what,
					dialect,
					repeats,
					withSurvey,
					fault,
					// A record that stays could always be read.
					choices: { repeatedAction: repeats, repeatedDelete: repeats, revoke: 'gone' as const },
				})),
			),
		),
	),
);

/** Each operation meets each fault, and each answer to its repeat. */
const CASES = sample(EVERY_CASE, 0, [
	({ what, fault }) => `${what.operation} ${JSON.stringify(fault)}`,
	({ what, dialect, repeats, withSurvey }) =>
		`${what.operation} ${dialect} ${repeats} ${withSurvey}`,
]);

/** Where a refusal leaves open what it means: only a record that the service does not find is deleted. */
function cannotBeTold({ what, dialect, repeats }: Case): boolean {
	if (repeats === 'answered') return false;
	const isDelete = /delete|revoke/.test(what.operation);
	return !isDelete || dialectNamed(dialect).refusals['unknown identifier'].status !== 404;
}

interface Result {
	told: 'done' | 'maybe' | 'failed';
	failure?: Failure;
	output: unknown;
	sent: number;
	isSo: boolean;
}

async function play(engine: Engine, one: Case): Promise<Result> {
	const { what, dialect, choices, withSurvey, fault } = one;
	const service = await smallService({ dialect, choices });
	const id = what.id(service);
	const surveyId = byId(survey(service));
	service.faults.inject({ match: { operation: what.operation }, fault });
	const run = await act(engine, service, {
		operation: what.operation,
		parameters: {
			...(withSurvey ? { surveyId } : {}),
			[what.parameter]: byId(id),
			options: fault.kind === 'hang' ? { timeout: 4 } : {},
		},
	});
	await service.idle();
	const failure = failureOf(run);
	const result: Result = {
		told: failure ? (failure.maybeDone ? 'maybe' : 'failed') : 'done',
		failure,
		output: run.items[0]?.json,
		sent: service.requests({ operation: what.operation }).length,
		isSo: what.isSo(service, id),
	};
	await service.stop();
	return result;
}

let engine: Engine;
beforeAll(async () => {
	engine = await createEngine();
	// The log of so many runs would only fill the memory.
	engine.close();
});

describe('done, but not answered', () => {
	const results = new Map<Case, Result>();
	beforeAll(async () => {
		await sideBySide(CASES, 40, async (one) => {
			results.set(one, await play(engine, one));
		});
	});

	describe.each(UNDERTAKINGS.map((what) => what.operation))('%s', (operation) => {
		const titled = CASES.filter(({ what }) => what.operation === operation).map(
			(one): [string, Case] => {
				const { dialect, repeats, withSurvey, fault } = one;
				const struck = 'status' in fault ? `${fault.status}` : fault.kind;
				const known = withSurvey ? 'known' : 'not known';
				return [`${dialect}: ${struck}, repeats ${repeats}, survey ${known}`, one];
			},
		);
		it.each(titled)('%s', (_title, one) => {
			const result = results.get(one);
			const untold = cannotBeTold(one);

			expect(result).toMatchObject({ sent: 2, isSo: true, told: untold ? 'maybe' : 'done' });
			if (untold) {
				expect(result?.failure?.message).toMatch(/^This may have been [a-z ]+\. /);
			} else expect(result?.output).not.toHaveProperty('error');
		});
	});
});

it('neither done nor answered, and then refused for a reason: nobody knows what the first try did', async () => {
	const service = await smallService();
	const theme = records(service).themes.of(survey(service))[0]?.id ?? '';
	const struck = { kind: 'status', status: 503, when: 'before', retryAfter: 0 } as const;
	service.faults.inject({ fault: struck });
	const run = await act(engine, service, {
		operation: 'theme.delete',
		parameters: { categoryId: byId(theme), surveyId: byId(survey(service)) },
	});
	await service.stop();

	expect(failureOf(run)).toMatchObject({
		message: expect.stringContaining('archive it instead') as string,
		maybeDone: true,
	});
});
