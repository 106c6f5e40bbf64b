/** What a sync says beside its output, and on its first item. */
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { hintsOf, useEngine } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { actions, sync, writesIn, type SyncRun, useEmptySurvey } from './stage';

let engine: Engine;
useEngine((started) => (engine = started));
const wording = new Wording();
let service: Service;
let surveyId: string;
useEmptySurvey((started) => ({ service, surveyId } = started));

const contacts = [{ email: 'ana@' }, { email: 'b@x.com' }, { email: 'c@x.com' }];
const run = async (more: Partial<SyncRun> = {}) =>
	await sync(engine, service, {
		surveyId,
		contacts,
		...more,
		// The sentence stands on the first item of Everything, too.
		parameters: { output: 'everything', ...more.parameters },
	});
const REGULAR = { onError: 'continueRegularOutput' } as const;
const ERROR = { onError: 'continueErrorOutput' } as const;
const WHO = 'row 1, Recipient Email "ana＠" is not an email address: correct it.';

it('it is a dry run until somebody turns it off', async () => {
	const dry = await run({ parameters: { dryRun: undefined } });
	expect(actions(dry)).toEqual(['failed', 'wouldCreate', 'wouldCreate']);
	expect(writesIn(service)).toEqual([]);
	const message = String(dry.items[0]?.json.summary);
	expect(message).toContain(WHO);
	wording.note(message);
	// The editor takes a hint for HTML, and shows what others wrote as they wrote it.
	const html = message.replaceAll('"', '&quot;').replace('＠', '@');
	const hint = `${html} Turn off Dry Run to make these changes.`;
	expect(hintsOf(dry)).toEqual([{ message: hint, type: 'warning', location: 'outputPane' }]);
	expect(dry.items.slice(1).map(({ json }) => json.summary)).toEqual([undefined, undefined]);
});

it('a real run without failures warns of nothing', async () => {
	const done = await run({ contacts: contacts.slice(1) });
	const message = expect.stringMatching(/^2 invited\. No email was sent\./) as unknown;
	expect(hintsOf(done)).toEqual([{ message, type: 'info', location: 'outputPane' }]);
	wording.note(hintsOf(done)[0]?.message);
	const [first] = service.world.invitations(surveyId);
	expect(done.items[0]?.json.link).toContain(first?.token);
	const again = await run({ contacts: contacts.slice(1) });
	expect(again.items[0]?.json.summary).toBe('2 unchanged.');
});

it('with an error output, the summary is on the first item that is not sent there', async () => {
	const summary = `2 invited. 1 could not be used: ${WHO}`;
	const { outputs } = await run({ node: ERROR });
	expect(outputs[0]?.map(({ json }) => json.summary)).toEqual([summary, undefined]);
	expect(outputs[1]).toHaveLength(1);
	expect(JSON.stringify(outputs[1])).not.toContain('summary');
	const none = await run({ node: ERROR, contacts: contacts.slice(0, 1) });
	expect(none.outputs[1]?.map(({ json }) => json.details)).toMatchObject([
		{ summary: `Nothing was changed. 1 could not be used: ${WHO}` },
	]);
});

it('revocations, opted-out, duplicates and what breaks off are told', async () => {
	await run({ contacts: [{ email: 'old@x.com' }] });
	const options = {
		whenMissing: 'revoke',
		maxRevokePercent: 100,
		neverCreateFor: ['c@x.com'],
		concurrency: 1,
	};
	const list = ['b', 'B', 'c', 'd'].map((name) => ({ email: `${name}@x.com` }));
	const dry = await run({ contacts: list, options, parameters: { dryRun: true } });
	expect(dry.items.at(-1)?.json.action).toBe('wouldRevoke');
	const left = '1 left out as a duplicate. 1 left out because of Never Create For.';
	const summary = String(dry.items[0]?.json.summary);
	expect(summary).toContain(left);
	wording.note(summary);
	const approved = { ...options, approvedSteps: [dry.items[0]?.json.stepId] };
	const part = await run({ contacts: list, options: approved as never });
	expect(part.items[0]?.json.summary).toBe(`1 invited. ${left} 2 not approved, so not done.`);
	const isWrite = ({ method }: { method: string }) => method === 'POST';
	service.faults.inject({ match: isWrite, fault: { kind: 'status', status: 402 } });
	const broken = await run({ contacts: list, options, node: REGULAR });
	expect(broken.items[0]?.json.summary).toMatch(
		/^1 unchanged\. 1 left out as a duplicate\. .* 1 failed: row 4, .*\. 1 not started: run it again\.$/,
	);
});

it('a refused sync says its reason', async () => {
	const refused = await run({ options: { maxCreates: 1 }, node: REGULAR });
	expect(actions(refused)).toEqual(Array(3).fill('failed'));
	expect(hintsOf(refused)).toEqual([
		{
			message: expect.stringMatching(/^2 invitations would be created, and Max Creates is 1/),
			type: 'warning',
			location: 'outputPane',
		},
	]);
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
