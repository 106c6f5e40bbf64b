/** What holds for the whole list: options, guards, dry run, several surveys. One sentence for a bad one. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { FieldChecker } from '../../nodes/SurveyInterview/input/fieldChecker';
import { readSyncOptions } from '../../nodes/SurveyInterview/sync/syncOptions';
import { syncSummary } from '../../nodes/SurveyInterview/sync/summary';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { failureOf, useEngine } from '../harness/support';
import { type SyncRun, createSurvey, sync, told, useEmptySurvey, writesIn } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
let surveyId: string;
useEmptySurvey((started) => ({ service, surveyId } = started));

const contacts = [{ email: 'a@x.com' }, { email: 'b@x.com' }];
const run = async (more: Partial<SyncRun> = {}) =>
	await sync(engine, service, { surveyId, contacts, ...more });

it.each<[string, Partial<SyncRun>, RegExp]>([
	[
		'a word that Match By has not',
		{ parameters: { matchBy: 'name' } },
		/^Match By must be one of .*"name"/,
	],
	[
		'a dry run that is neither',
		{ parameters: { dryRun: 'perhaps' } },
		/^Dry Run must be on or off/,
	],
	[
		'a dry run whose expression gives nothing',
		{ parameters: { dryRun: '={{ $json.no }}' } },
		/^Dry Run has no value/,
	],
	[
		'Max Creates whose expression gives nothing',
		{ options: { maxCreates: '={{ $json.no }}' } },
		/^Max Creates has no value/,
	],
	[
		'a dry run whose expression gives an empty text',
		{ parameters: { dryRun: '={{ "" }}' } },
		/^Dry Run must be on or off/,
	],
	[
		'a dry run whose expression gives an empty list',
		{ parameters: { dryRun: '={{ [] }}' } },
		/^Dry Run must be on or off/,
	],
	[
		'Max Revoke whose expression gives an empty text',
		{ options: { maxRevokePercent: '={{ "" }}' } },
		/^Max Revoke \(Percent\) must be a whole number/,
	],
	[
		'opt-outs whose expression gives nothing',
		{ options: { neverCreateFor: '={{ $json.no }}' } },
		/^Never Create For has no value/,
	],
	[
		'opt-outs whose only entry gives nothing',
		{ options: { neverCreateFor: ['={{ $json.no }}'] } },
		/^Never Create For has no value/,
	],
	...['Ada a@x.com', 'a@', '1.2E+11', 'J\uFFFDrgen', 'A\u200b7'].map(
		(entry): [string, Partial<SyncRun>, RegExp] => [
			`an opt-out that can match nobody: ${JSON.stringify(entry)}`,
			{ options: { neverCreateFor: [entry] } },
			/^An entry of Never Create For /,
		],
	),
	[
		'Max Creates below nothing',
		{ options: { maxCreates: -1 } },
		/^Max Creates is -1: enter 0 or more, or remove the option\.$/,
	],
	[
		'Max Creates left empty',
		{ options: { maxCreates: '' } },
		/^Max Creates must be a whole number/,
	],
	[
		'Max Revoke of more than all',
		{ options: { maxRevokePercent: 101 } },
		/^Max Revoke \(Percent\) must be a whole number from 0 to 100/,
	],
	[
		'a creation that is none',
		{ options: { createWith: 'email' } },
		/^Create With must be one of personal, public/,
	],
	[
		'a way that people cannot go',
		{ options: { whenMissing: 'delete' } },
		/must be one of leave, revoke/,
	],
	[
		'people as objects',
		{ options: { neverCreateFor: '={{ [{ email: "a@x.com" }] }}' } },
		/^Never Create For contains .*: it must contain email addresses or external IDs as text/,
	],
	[
		'Match By that differs',
		{ parameters: { matchBy: '={{ $itemIndex ? "email" : "externalId" }}' } },
		/^Match By must be the same for all rows, but row 2 has another value than row 1/,
	],
	[
		'a dry run for some',
		{ parameters: { dryRun: '={{ $itemIndex > 0 }}' } },
		/^Dry Run must be the same for all rows, but row 2/,
	],
	[
		'an option that differs',
		{ options: { maxCreates: '={{ $itemIndex }}' } },
		/^Max Creates must be the same for all rows, but row 2/,
	],
])('refuses %s', async (_, bad, sentence) => {
	const { message, description } = failureOf(await run(bad)) ?? {};
	expect(message).toMatch(sentence);
	expect(message?.match(/[.:?!] [A-Z]/)).toBeNull();
	expect(description).toMatch(/^(Nothing was changed\.|)$/);
	expect(service.log).toEqual([]);
});

it('names the item whose survey is none', async () => {
	const parameters = { surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' } };
	const list = [
		{ email: 'a@x.com', survey: surveyId },
		{ email: 'b@x.com', survey: null },
	];
	const failure = failureOf(await run({ contacts: list, parameters }));
	expect(`${failure?.message} ${failure?.description}`).toMatch(/Survey is .*row 2/);
	expect(service.log).toEqual([]);
});

it.each([
	['$("Opted Out").all().map((item) => item.json.email)', 2],
	['$input.all().filter(({ json }) => json.optedOut).map((one) => one.json.email)', 2],
	['$items("Opted Out").map((item) => item.json.email)', 2],
	['[$input.first().json.email]', 2],
	['$input.all().map((one) => one.json[$json.key])', 3000],
	['[$items("Opted Out")[$itemIndex].json.email]', 3000],
	['[$item(0).$node["Opted Out"].json.email]', 3000],
	['[$input.item.json.email]', 3000],
])('a list for all rows by %s is evaluated %i times for 3,000 rows', async (expression, times) => {
	let evaluated = 0;
	const neverCreateFor = `={{ ${expression} }}`;
	const valueOf = (name: string) => {
		if (name === 'options') return { neverCreateFor: ['a@x.com'] };
		if (name !== 'options.neverCreateFor') return undefined;
		evaluated++;
		return ['a@x.com'];
	};
	const context = {
		getNode: () => ({ parameters: { options: { neverCreateFor } } }),
		getNodeParameter: valueOf,
		getInputData: () => Array.from({ length: 3_000 }, () => ({ json: {} })),
		getExecutionCancelSignal: () => undefined,
	} as unknown as IExecuteFunctions;
	const options = await readSyncOptions(context, new FieldChecker('UTC'));
	expect(options.neverCreateFor).toEqual(['a@x.com']);
	expect(evaluated).toBe(times);
});

it('takes an external ID that holds a comma', async () => {
	const contacts = [{ id: 'CN=Ada,OU=Sales' }, { id: 'CN=Bob,OU=Sales' }, { id: 'CN=Cid' }];
	const ways = [
		['CN=Ada,OU=Sales'],
		'={{ ["CN=Ada,OU=Sales", "CN=Bob"] }}',
		['CN=Ada,OU=Sales; kim@x.com'],
		['7\nCN=Ada,OU=Sales\nkim@x.com'],
	];
	for (const neverCreateFor of ways) {
		const { items } = await run({
			contacts,
			options: { neverCreateFor },
			parameters: { dryRun: true, recipient_email: '' },
		});
		expect(items.map(({ json }) => json.action)).toEqual(['skipped', 'wouldCreate', 'wouldCreate']);
	}
});

it('takes people who opted out as a list, with commas, or from an expression', async () => {
	const ways = [
		...[['A@x.com'], ['z@x.com, A@X.com; y'], '={{ ["a@x.com"] }}'],
		// As programs write them, and beside what says that there is nobody.
		...['"Lovelace, Ada" <a@x.com>', 'mailto:a@x.com?subject=x', "'a@x.com'", 'NULL; a@x.com;'],
	];
	for (const neverCreateFor of ways) {
		const { items, error } = await run({
			options: { neverCreateFor },
			parameters: { dryRun: true },
		});
		expect(error).toBeUndefined();
		expect(told(items)).toEqual([
			['skipped', 'This person is listed under Never Create For.'],
			['wouldCreate', null],
		]);
	}
});

describe('a dry run', () => {
	it('sends the one reading of the list, and shows what would be done', async () => {
		const { id } = service.world.createInvitation(surveyId, 'csv', {
			recipientEmail: 'b@x.com',
			recipientName: 'Old',
		});
		const list = [
			{ email: 'a@x.com', name: 'Ada' },
			{ email: 'B@x.com', name: 'New' },
		];
		const { items } = await run({ contacts: list, parameters: { dryRun: true } });
		expect(service.log.map(({ method, path }) => `${method} ${path}`)).toEqual([
			`GET /api/surveys/${surveyId}`,
			`GET /api/surveys/${surveyId}/invitations`,
		]);
		expect(items.map(({ json }) => json)).toEqual([
			{
				action: 'wouldCreate',
				row: 1,
				name: 'Ada',
				email: 'a@x.com',
				link: null,
				changes: null,
				id: null,
				stepId: expect.stringMatching(/^[\da-f]{24}$/),
			},
			{
				action: 'wouldUpdate',
				row: 2,
				name: 'New',
				email: 'B@x.com',
				link: expect.stringMatching(/^http/),
				changes: 'name: Old → New',
				id,
				stepId: expect.stringMatching(/^[\da-f]{24}$/),
			},
		]);
		const parameters = { dryRun: true, output: 'selectedFields', fields: ['message', 'summary'] };
		const chosen = await run({ contacts: list, parameters });
		const { summary } = syncSummary([{ fate: 'created' }, { fate: 'updated' }], true);
		expect(chosen.items.map(({ json }) => json)).toEqual([
			{ message: 'Invite Ada, a@x.com.', summary },
			{ message: 'Correct New, B@x.com: name: Old → New.', summary: null },
		]);
	});

	it('is stopped by the guards, as the real run is', async () => {
		const guarded = { options: { maxCreates: 1 } };
		const messages = [true, false].map(async (dryRun) =>
			failureOf(await run({ ...guarded, parameters: { dryRun } })),
		);
		const [dry, real] = await Promise.all(messages);
		expect(dry).toEqual(real);
		expect(dry?.message).toContain('2 invitations would be created');
		expect(writesIn(service)).toEqual([]);
	});
});

it('several surveys: one list each, and the guard on creates holds for all together', async () => {
	const other = createSurvey(service, 'Other');
	const parameters = { surveyId: { __rl: true, mode: 'id', value: '={{ $json.survey }}' } };
	const list = [surveyId, other, surveyId].map((survey, n) => ({
		survey,
		email: `p${n % 2}@x.com`,
	}));
	const refused = await run({ contacts: list, parameters, options: { maxCreates: 1 } });
	expect(refused.error?.message).toContain('2 invitations would be created');
	const { items } = await run({ contacts: list, parameters });
	expect(told(items)).toEqual([
		['created', null],
		['created', null],
		['duplicate', expect.stringContaining('Duplicate of p0@x.com (row 1)')],
	]);
	expect([surveyId, other].map((id) => service.world.invitations(id).length)).toEqual([1, 1]);
});
