/** What a run says in a sentence beside its output, in n8n's engine. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { audienceSentence } from '../../nodes/SurveyInterview/operations/mailingFields';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, hintsOf, useEngine, useService, type Act } from '../harness/support';
import { Wording } from '../harness/support/wording';

let engine: Engine;
useEngine((started) => (engine = started));
const wording = new Wording();
let service: Service;
useService((started) => (service = started), {
	seed: { surveys: 1, respondents: 30, invitations: 30 },
});
beforeEach(() => service.faults.clear());

const surveyId = () => service.world.survey('Customer').id;
const said = async (operation: string, parameters: INodeParameters, more: Partial<Act> = {}) => {
	const run = await act(engine, service, { operation, parameters, ...more });
	expect(run.error).toBeUndefined();
	return hintsOf(run).map(({ message, type }) => [type, message]);
};
const CONTINUE = { node: { onError: 'continueRegularOutput' } } as const;

it('nothing, where nothing is remarkable', async () => {
	const parameters = { surveyId: byId(surveyId()) };
	expect(await said('survey.get', parameters)).toEqual([]);
	expect(await said('respondent.getAll', { ...parameters, returnAll: true })).toEqual([]);
	const create = { ...parameters, recipient_email: '=n{{ $itemIndex }}@example.com' };
	expect(await said('invitation.createPersonal', create, { items: [{}, {}] })).toEqual([]);
});

it('Create or Get: that the invitation of the one key that was given has another name', async () => {
	service.world.createInvitation(surveyId(), 'csv', {
		recipientEmail: 'ada@example.com',
		recipientExternalId: 'A-1',
		recipientName: 'Ada',
	});
	const get = async (who: INodeParameters) =>
		await said('invitation.create', { surveyId: byId(surveyId()), ...who });
	const warning = [
		['warning', expect.stringContaining('an existing invitation with another name')],
	];
	expect(await get({ recipient_external_id: 'A-1', recipient_name: 'Bob' })).toEqual(warning);
	expect(await get({ recipient_email: 'ada@example.com', recipient_name: 'Bob' })).toEqual(warning);
	expect(await get({ recipient_external_id: 'A-1', recipient_name: 'ADA ' })).toEqual([]);
	expect(await get({ recipient_external_id: 'A-1' })).toEqual([]);
	expect(await get({ recipient_external_id: 'A-2', recipient_name: 'Bob' })).toEqual([]);
});

it('Get Many: how many passed the filters, and how many of them are there', async () => {
	const parameters = { surveyId: byId(surveyId()), filters: { scoreTo: 6 }, returnAll: true };
	const low = (await act(engine, service, { operation: 'respondent.getAll', parameters })).items;
	const all = service.world.respondents(surveyId()).length;
	const passed = `${low.length} of ${all} respondents passed the filters.`;
	expect(await said('respondent.getAll', parameters)).toEqual([['info', passed]]);
	const cut = { ...parameters, returnAll: false, limit: 2 };
	const some = await said('respondent.getAll', cut);
	const counts = `${passed} This output has 2 of ${low.length} that passed.`;
	expect(some).toEqual([['info', expect.stringContaining(counts)]]);
	wording.note(some[0]?.[1]?.replace(/\d+/g, '<n>'));
});

it('Get Many that was cut: of how many, in the words of its records', async () => {
	const parameters = { surveyId: byId(surveyId()), returnAll: false, limit: 5 };
	const count = service.world.invitations(surveyId()).length;
	const rest = 'Turn on Return All to get all of them.';
	expect(await said('invitation.getAll', parameters)).toEqual([
		['info', `This output has 5 of ${count} invitations. ${rest}`],
	]);
	expect(await said('invitation.getAll', parameters, { items: [{}, {}] })).toEqual([
		['info', expect.stringMatching(/^The 2 rows asked for the same, .* 2 times\. /)],
		// It was read once, so it is counted once.
		['info', `This output has 5 of ${count} invitations. ${rest}`],
	]);
	const others = { ...parameters, limit: '={{ $itemIndex + 5 }}' };
	expect(await said('invitation.getAll', others, { items: [{}, {}] })).toEqual([
		['info', `This output has 11 of ${count * 2} invitations. ${rest}`],
	]);
	expect(await said('invitation.getAll', { ...parameters, limit: count })).toEqual([]);
});

it('Find: how many were found', async () => {
	const [first] = service.world.invitations(surveyId()).filter((one) => one.recipientEmail);
	const items: IDataObject[] = [
		{ email: first?.recipientEmail },
		{ email: 'nobody@example.com' },
		{ email: 'no.one@example.com' },
	];
	const parameters = {
		surveyId: byId(surveyId()),
		findBy: 'email',
		email: '={{ $json.email }}',
	};
	expect(await said('invitation.find', parameters, { items })).toEqual([
		['info', '3 searched: 1 found, 2 not found.'],
	]);
	expect(await said('invitation.find', parameters, { items: items.slice(1, 2) })).toEqual([
		['info', '1 searched: 1 not found.'],
	]);
});

it('writes with Continue on Fail: what failed, and what may have been done', async () => {
	const isWrite = ({ method }: { method: string }) => method === 'POST';
	const items = Array.from({ length: 6 }, (_, n) => ({
		email: `w${n}@example.com`,
		name: `Ann ${n}`,
	}));
	const parameters = {
		surveyId: byId(surveyId()),
		recipient_email: '={{ $json.email }}',
	};
	const create = async () =>
		await said('invitation.createPersonal', parameters, { items, ...CONTINUE });
	service.faults.inject({ match: isWrite, fault: { kind: 'status', status: 409 }, times: 2 });
	service.faults.inject({ match: isWrite, fault: { kind: 'reset', when: 'after' }, times: 1 });
	const failed = await create();
	const counts =
		'3 done, 2 failed: rows 1 (Ann 0), 2 (Ann 1). 1 may have been created: row 3 (Ann 2).';
	expect(failed).toEqual([['warning', expect.stringContaining(counts)]]);
	wording.note(failed[0]?.[1], 'some failed');
	service.faults.inject({ match: isWrite, fault: { kind: 'reset', when: 'after' }, times: 1 });
	const unclear = await create();
	const one = '5 done, 1 may have been created: row 1 (Ann 0).';
	expect(unclear).toEqual([['warning', expect.stringContaining(one)]]);
	wording.note(unclear[0]?.[1], 'one is not clear');
});

it('one item that failed: why, as plain text', async () => {
	const [hint, ...others] = await said(
		'survey.get',
		{ surveyId: byId('<b>no</b>') },
		{ ...CONTINUE },
	);
	expect(others).toEqual([]);
	expect(hint?.[0]).toBe('warning');
	expect(hint?.[1]).toMatch(/^Survey is not an ID: &quot;&lt;b&gt;no/);
});

it('a run that waited: how long, and why', async () => {
	const fault = { kind: 'status', status: 429, retryAfter: 6 } as const;
	service.faults.inject({ fault, times: 1 });
	expect(await said('survey.get', { surveyId: byId(surveyId()) })).toEqual([
		['info', 'Waited 6 s because the service limits requests.'],
	]);
});

it('Check Service: its own sentence', async () => {
	const run = await act(engine, service, { operation: 'token.checkService' });
	const sentence = run.items.at(-1)?.json.sentence;
	expect(sentence).toMatch(/areas are fine/);
	expect(hintsOf(run).map(({ message }) => message)).toEqual([sentence]);
});

describe('Mailing: for whom it is', () => {
	const create = (parameters: INodeParameters) => ({
		surveyId: byId(surveyId()),
		template_id: '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12',
		...parameters,
	});
	const people = () => {
		const { length } = service.world.records.mailings.all().at(-1)?.recipients ?? [];
		return length === 0 ? 'nobody as far as the service has counted' : `${length} people`;
	};

	it.each<[INodeParameters, string]>([
		[{ audience: 'unfiltered' }, 'never invited, completed or not'],
		[
			{ audience: 'filtered', filters: { channels: ['personal', 'csv'] } },
			'never invited, completed or not, invitations of type personal, csv',
		],
		[
			{
				audience: 'filtered',
				filters: { completed: ['no'], last_invited: 'older_than_7_days', channels: ['csv'] },
			},
			'last invited more than 7 days ago, not completed, invitations of type csv',
		],
	])('Create with %j', async (parameters, whom) => {
		const [[type, sentence] = []] = await said('mailing.create', create(parameters));
		expect(sentence).toContain(`The mailing is for ${people()}`);
		expect(sentence).toContain(`: ${whom}.`);
		const isForNobody = people().startsWith('nobody');
		const mayHaveCompleted = whom.includes('completed or not');
		expect(type).toBe(isForNobody || mayHaveCompleted ? 'warning' : 'info');
	});

	it('Create warns of a mailing that may also reach people who have completed', () => {
		const filters = { last_invited: 'older_than_7_days' };
		const of = (more: object, total_count: unknown) =>
			audienceSentence({ filters: { ...filters, ...more } }, { total_count });
		expect(of({}, 3)).toMatchObject({
			isWarning: true,
			sentence: expect.stringContaining('completed the interview may be among them'),
		});
		expect(audienceSentence({}, { total_count: 3 })).toMatchObject({ isWarning: true });
		expect(of({ completed: ['no'] }, 3)).toMatchObject({ isWarning: false });
		expect(of({ completed: ['no', 'yes'] }, undefined)).toEqual({
			isWarning: false,
			sentence:
				'The mailing is for everybody of the survey who fits: last invited more than 7 days ago, completed or not.',
		});
	});

	it.each([
		[{ total_count: 1 }, '1 person: '],
		[{ total_count: 3, skipped_count: 0 }, '3 people: '],
		[
			{ total_count: 3, skipped_count: 2 },
			'3 people: never invited, completed or not. 2 of them will get no email.',
		],
		[
			{ skipped_count: 1 },
			'everybody of the survey who fits: never invited, completed or not. 1 of them will get no email.',
		],
	])('of the counts %j', (counts, recipients) => {
		const { sentence } = audienceSentence({ filters: {} }, counts);
		expect(sentence).toContain(`The mailing is for ${recipients}`);
	});

	it('Update says it only where it changes it', async () => {
		await said('mailing.create', create({ audience: 'unfiltered' }));
		const { id } = service.world.records.mailings.all().at(-1) ?? { id: '' };
		const update = { mailingId: byId(id) };
		const some = { last_invited: 'older_than_1_month' };
		const filters = { ...some, completed: ['no', 'yes'] };
		const updateFields = { subject_override: 'Hello' };
		expect(await said('mailing.update', { ...update, updateFields })).toEqual([]);
		expect(await said('mailing.update', { ...update, filters })).toEqual([
			['warning', expect.stringContaining('last invited more than a month ago')],
		]);
		const sent = service.log.length;
		for (const part of [some, { completed: ['no'] }, { channels: ['personal'] }]) {
			const run = await act(engine, service, {
				operation: 'mailing.update',
				parameters: { ...update, filters: part },
			});
			expect(failureOf(run)?.message).toMatch(/^The filters of an update replace all filters/);
		}
		expect(service.log).toHaveLength(sent);
	});
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
