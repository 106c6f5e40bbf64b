import type { INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { type Service } from '../harness/service';
import { EVERYTHING, useEngine, useService } from '../harness/support';
import { credentialsFor } from '../harness/support/names';
import { chosen, full } from './case';
import { withFixedAnswer } from './fixedAnswer';

let engine: Engine;
useEngine((started) => (engine = started));

type Resource = 'respondent' | 'invitation' | 'mailing';

const run = async (
	url: string,
	token: string,
	resource: Resource,
	parameters: INodeParameters,
	items = [{}],
) =>
	await engine.runNode({
		parameters: { resource, operation: 'getAll', returnAll: true, ...EVERYTHING, ...parameters },
		credentials: credentialsFor({ url, token }),
		items,
	});

describe.each(DIALECTS)('filters of the node in the dialect %s', (dialect) => {
	let service: Service;
	useService((started) => (service = started), { dialect });

	/** The ids that are left, and what was on the wire. */
	const left = async (
		resource: Resource,
		filters: INodeParameters,
		more: INodeParameters = {},
	): Promise<string[]> => {
		service.clearLog();
		const { id } = full(service);
		const ran = await run(service.url, service.token, resource, {
			surveyId: chosen(id),
			filters,
			...more,
		});
		expect(ran.error?.message).toBeUndefined();
		expect(service.log).toHaveLength(1);
		return ran.items.map(({ json }) => String(json.id));
	};
	const idsOf = <T extends { id: string }>(records: T[], where: (record: T) => boolean) => {
		const wanted = records.filter(where);
		// A filter that lets through all or none proves nothing.
		expect(wanted.length).toBeGreaterThan(0);
		expect(wanted.length).toBeLessThan(records.length);
		return wanted.map(({ id }) => id).sort();
	};
	const sorted = (ids: string[]) => [...ids].sort();

	describe('respondents', () => {
		const people = () => service.world.respondents(full(service).id);
		const iso = (at: number) => new Date(at).toISOString();
		/** As the service writes it, which may be to the second. */
		const completionOf = ({ completedAt }: { completedAt: number | null }) =>
			completedAt === null ? null : Date.parse(service.dialect.writing.time(completedAt));
		const times = () =>
			people()
				.flatMap((one) => completionOf(one) ?? [])
				.sort((a, b) => a - b);
		const timeAt = (place: number) => times()[place] ?? NaN;

		it('by score, its ends included; who has none does not pass', async () => {
			const between = { scoreFrom: 7, scoreTo: '8' };
			expect(sorted(await left('respondent', between))).toEqual(
				idsOf(people(), ({ score }) => score === 7 || score === 8),
			);
			expect(sorted(await left('respondent', { scoreTo: 0 }))).toEqual(
				idsOf(people(), ({ score }) => score === 0),
			);
			expect(sorted(await left('respondent', { scoreFrom: 0 }))).toEqual(
				idsOf(people(), ({ score }) => score !== null),
			);
		});

		it('by time of completion, so that ranges which follow each other share nobody', async () => {
			const [from, to] = [timeAt(100), timeAt(200)];
			const within = { completedAfter: iso(from), completedBefore: iso(to) };
			expect(sorted(await left('respondent', within))).toEqual(
				idsOf(people(), (one) => {
					const at = completionOf(one);
					return at !== null && at >= from && at < to;
				}),
			);
			const later = await left('respondent', { completedAfter: iso(to) });
			expect(sorted(later)).toEqual(
				idsOf(people(), (one) => (completionOf(one) ?? -Infinity) >= to),
			);
			expect(sorted(await left('respondent', { completedBefore: '2999-01-01' }))).toEqual(
				idsOf(people(), ({ completedAt }) => completedAt !== null),
			);
		});

		it('Limit counts what is left, and nothing of it goes on the wire', async () => {
			const filters = { statuses: ['completed', 'finished', 'complete'], scoreTo: 6 };
			const all = await left('respondent', filters);
			expect(sorted(all)).toEqual(
				idsOf(
					people(),
					({ status, score }) => status === 'completed' && score !== null && score <= 6,
				),
			);
			expect(service.log[0]?.query).toEqual([]);
			const limited = { returnAll: false, limit: 7 };
			expect(await left('respondent', filters, limited)).toEqual(all.slice(0, 7));
			const wide = { returnAll: false, limit: all.length + 1 };
			expect(await left('respondent', filters, wide)).toEqual(all);
			const none = { statuses: ['none'], scoreTo: 6 };
			expect(await left('respondent', none, limited)).toEqual([]);
		});
	});

	describe('invitations', () => {
		const invitations = () => service.world.invitations(full(service).id);

		it('the service filters by what it can, the node by the rest', async () => {
			const filters = {
				type: ['personal'],
				status: ['open', 'expired'],
				q: 'person',
				used: 'no',
				expiresBefore: '2999-01-01',
			};
			const all = await left('invitation', filters);
			expect([...(service.log[0]?.query ?? [])].sort()).toEqual([
				['q', 'person'],
				['status', 'expired'],
				['status', 'open'],
				['type', 'personal'],
			]);
			expect(sorted(all)).toEqual(
				idsOf(
					invitations(),
					({ type, usedCount, expiresAt }) =>
						type === 'personal' && usedCount === 0 && expiresAt !== null,
				),
			);
			const limited = { returnAll: false, limit: 1 };
			expect(await left('invitation', filters, limited)).toEqual(all.slice(0, 1));
		});
	});

	it('mailings by status, in any case', async () => {
		const mailings = service.world.records.mailings.of(full(service).id);
		expect(sorted(await left('mailing', { statuses: ['SENT', 'Failed'] }))).toEqual(
			idsOf(mailings, ({ status }) => status === 'sent' || status === 'failed'),
		);
		expect(service.log[0]?.query).toEqual([]);
		const unsent = { statuses: ['unsent', 'draft', 'on_hold', 'PAUSED', 'Interrupted'] };
		const limited = { returnAll: false, limit: 1 };
		const all = await left('mailing', unsent);
		expect(sorted(all)).toEqual(
			idsOf(mailings, ({ status }) => status === 'unsent' || status === 'paused'),
		);
		expect(await left('mailing', unsent, limited)).toEqual(all.slice(0, 1));
	});

	it('each item has its own', async () => {
		const people = service.world.respondents(full(service).id);
		const parameters = {
			surveyId: chosen(full(service).id),
			filters: { scoreFrom: '={{ $json.score }}', scoreTo: '={{ $json.score }}' },
		};
		const items = [{ score: 3 }, { score: 9 }];
		const ran = await run(service.url, service.token, 'respondent', parameters, items);
		for (const [item, { score }] of items.entries()) {
			const own = ran.items.filter(
				({ pairedItem }) => JSON.stringify(pairedItem) === `{"item":${item}}`,
			);
			expect(sorted(own.map(({ json }) => String(json.id)))).toEqual(
				idsOf(people, (one) => one.score === score),
			);
		}
	});
});

describe('an answer', () => {
	const surveyId = chosen('7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12');

	it('in which no list can be told is not handed out as if it were filtered', async () => {
		await withFixedAnswer({ message: 'nothing', a: [{}], b: [{}] }, async (url) => {
			const filtered = { surveyId, filters: { scoreFrom: 1 } };
			const { error } = await run(url, 'token', 'respondent', filtered);
			// Nor is it an item: the specification says that it is an array.
			const { error: unfiltered } = await run(url, 'token', 'respondent', { surveyId });
			const said = { filtered: error?.message, unfiltered: unfiltered?.message };
			expect(said.filtered).toContain('Its keys: message, a, b.');
			expect(said).toMatchSnapshot();
		});
	});

	it('with records whose facts cannot be told: they do not pass', async () => {
		const records = [
			{ id: 'no facts' },
			{ id: 'no score', score: null, finished_at: '0001-01-01T00:00:00Z' },
			{ id: 'both', nps_score: '4', submitted_on: '2026-01-02' },
		];
		await withFixedAnswer(records, async (url) => {
			const passing = async (filters: INodeParameters) => {
				const ran = await run(url, 'token', 'respondent', { surveyId, filters });
				return ran.items.map(({ json }) => json.id);
			};
			expect(await passing({ scoreTo: 10 })).toEqual(['both']);
			expect(await passing({ completedBefore: '2030-01-01' })).toEqual(['both']);
			expect(await passing({ propertyFilter: { values: [{ key: 'a', value: 'b' }] } })).toEqual([]);
		});
	});
});

describe('a day at the end of a range includes that day', () => {
	it.each<[Resource, INodeParameters, string]>([
		['respondent', { completedBefore: '2026-05-01' }, 'completed_at'],
		['respondent', { completedBefore: '2026-05-01T00:00:00' }, 'completed_at'],
		['respondent', { completedBefore: '2026-05-01T23:59:59.999-04:00' }, 'completed_at'],
		['invitation', { expiresBefore: '2026-05-01' }, 'expires_at'],
	])('of a %s by %j', async (resource, filters, key) => {
		// In the workflow's time zone, which is that of New York.
		const times = ['2026-05-01T12:00:00Z', '2026-05-02T03:59:59.999Z', '2026-05-02T04:00:00Z'];
		const list = times.map((time, index) => ({
			id: `r${index}`,
			status: 'completed',
			[key]: time,
		}));
		await withFixedAnswer(list, async (url) => {
			const surveyId = chosen('3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11');
			const { items } = await run(url, 'token', resource, { surveyId, filters });
			expect(items.map(({ json }) => json.id)).toEqual(['r0', 'r1']);
		});
	});
});
