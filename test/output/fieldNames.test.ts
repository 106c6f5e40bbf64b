/** Field Names of the credential: the output, Find, filters and the trigger take the confirmed places first. */
import type { INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { DIALECT_NAMES, startService, type Service } from '../harness/service';
import { act, byId, useEngine } from '../harness/support';
import { CREDENTIAL, credentialsFor } from '../harness/support/names';
import { stages } from '../trigger/triggerStage';

/** A reading that nobody has guessed, and where it has what. */
const NAMES = JSON.stringify({
	respondent: {
		email: 'reach.mailbox',
		score: 'gave.grade',
		status: 'situation',
		completed_at: 'wound-up',
	},
});
const OF_LIST = { match: { operation: 'respondent.getAll' }, times: Infinity };

type Json = Record<string, unknown>;

/** Each respondent under other names, in any reading of the service. */
function renamed({ faults, world }: Service, other = false): void {
	const people = () =>
		new Map(
			world
				.surveys()
				.flatMap(({ id }) => world.respondents(id).map((one) => [one.id, one] as const)),
		);
	const rewrite = (body: string) =>
		JSON.stringify(
			(JSON.parse(body) as Json[]).map(({ id }) => {
				const one = people().get(String(id));
				const score = one?.score ?? null;
				return {
					id,
					reach: { mailbox: one?.email },
					// Of the other service, the same key says something else.
					gave: other ? { grade: 0, mark: score } : { grade: score },
					score: 77,
					situation: one?.status,
					'wound-up': one?.completedAt ?? null,
				};
			}),
		);
	faults.inject({ ...OF_LIST, fault: { kind: 'rewritten body', rewrite } });
}

let engine: Engine;
useEngine((started) => (engine = started));
const services: Service[] = [];
afterEach(async () => {
	await Promise.all(services.splice(0).map(async (service) => await service.stop()));
});

async function start(dialect: (typeof DIALECT_NAMES)[number] = 'plain', other = false) {
	const service = await startService({ dialect, seed: { surveys: 1, respondents: 12 } });
	services.push(service);
	renamed(service, other);
	return service;
}

const surveyOf = ({ world }: Service) => world.survey('Customer').id;

async function read(
	service: Service,
	of: { fieldNames?: string; parameters?: INodeParameters; operation?: string } = {},
) {
	const { operation = 'respondent.getAll', fieldNames = NAMES, parameters = {} } = of;
	const run = await act(engine, service, {
		operation,
		fieldNames,
		parameters: { surveyId: byId(surveyOf(service)), output: 'simplified', ...parameters },
	});
	if (run.error) throw run.error;
	return run.items.map(({ json }) => json as Json);
}

const scoresOf = (items: readonly Json[]) => items.map(({ score }) => score);
const scoresIn = (service: Service) =>
	service.world.respondents(surveyOf(service)).map(({ score }) => score ?? null);

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	it('Simplified shows what stands there, also where a likely place says something else', async () => {
		const service = await start(dialect);
		const people = new Map(
			service.world.respondents(surveyOf(service)).map((one) => [one.id, one]),
		);
		const items = await read(service, { parameters: { returnAll: true } });
		expect(items).toHaveLength(people.size);
		for (const { id, email, score, status } of items) {
			const one = people.get(String(id));
			expect({ email, score, status }).toEqual({
				email: one?.email ?? null,
				score: one?.score ?? null,
				status: one?.status,
			});
		}
		const [without] = await read(service, { fieldNames: '' });
		expect(without).toMatchObject({ email: null, score: 77, status: null });
	});

	it('filters and Find go by it', async () => {
		const service = await start(dialect);
		const people = service.world.respondents(surveyOf(service));
		const low = people.filter(({ score }) => typeof score === 'number' && score <= 6);
		const filtered = await read(service, {
			parameters: { returnAll: true, filters: { scoreTo: 6 } },
		});
		expect(filtered.map(({ id }) => id).sort()).toEqual(low.map(({ id }) => id).sort());
		expect(low.length).toBeGreaterThan(0);

		const somebody = people.find(({ email }) => email !== null);
		const [found] = await read(service, {
			operation: 'respondent.find',
			parameters: { findBy: 'email', email: somebody?.email ?? '' },
		});
		expect(found).toMatchObject({ count: 1, match: { id: somebody?.id } });
	});
});

it('two credentials at the same time take their own places', async () => {
	const [one, other] = [await start('plain'), await start('plain', true)];
	const all = { parameters: { returnAll: true } };
	const otherNames = NAMES.replace('gave.grade', 'gave.mark');
	const [ofOne, ofOther, again] = await Promise.all([
		read(one, all),
		read(other, { ...all, fieldNames: otherNames }),
		read(other, all),
	]);
	expect(scoresOf(ofOne)).toEqual(scoresIn(one));
	expect(scoresOf(ofOther)).toEqual(scoresIn(other));
	expect(new Set(scoresOf(again))).toEqual(new Set([0]));
});

const setStage = stages();

it.each([true, false])(
	'the trigger delivers whom the confirmed places show (%s)',
	async (isConfirmed) => {
		const stage = await setStage({ engine: 'default' });
		renamed(stage.service);
		const fieldNames = isConfirmed ? NAMES : '';
		const data = { ...credentialsFor(stage.service)[CREDENTIAL], fieldNames };
		await stage.n8n.setCredential(CREDENTIAL, data);
		const survey = stage.survey('Customers');
		await stage.publish({ output: 'simplified', filters: { scoreTo: 6 } });
		const low = stage.interview(survey, 'Ada', { score: 3 });
		stage.interview(survey, 'Bea', { score: 9 });
		const events = await stage.events();
		expect(events.map(({ id, score }) => ({ id, score }))).toEqual(
			isConfirmed ? [{ id: low, score: 3 }] : [],
		);
	},
);
