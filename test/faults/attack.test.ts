/** What an attacker found who knew the pages and not the code; each failed once. */
import type { IDataObject } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import { useEngine } from '../harness/support';
import { ID, refusal, runsIn, TOKEN } from './oneAnswer';

let engine: Engine;
useEngine((started) => (engine = started));
const run = runsIn(() => engine);

it.each<IDataObject>([
	{ id: ID, success: false },
	{ id: ID.replace(/^./, 'f'), name: 'Another' },
])('a write is not done by %j, and is not repeated', async (body) => {
	for (const operation of ['theme.archive', 'invitation.update', 'respondent.erase']) {
		const { failure, requests } = await run(operation, { body });
		expect([operation, failure?.maybeDone]).toEqual([operation, true]);
		expect(requests).toHaveLength(1);
	}
});

it.each<IDataObject>([
	{ skipped: true, reason: 'opted_out' },
	// The word of MailingRecipientRead.
	{ skipped_reason: 'unsubscribed' },
	{ suppressed: true },
	{ bounced: true },
	{ blocked: true },
	{ canceled: true },
	{ simulated: true },
	{ delivery: { skipped: true } },
	{ data: [{ status: 'failed' }] },
	{ exception: 'SMTPException' },
])('nobody is told that an email was sent for %j', async (said) => {
	const parameters = { output: 'simplified' };
	const { items, hints, failure } = await run(
		'invitation.sendEmail',
		{ body: { id: ID, ...said } },
		{ parameters },
	);
	expect(items.map(({ sent }) => sent)).not.toEqual([true]);
	const warning = { type: 'warning', message: expect.stringMatching(NOT_SENT) };
	expect(hints).toMatchObject(failure ? [] : [warning]);
});

const NOT_SENT =
	/^An email was not sent(: (unsubscribed|opted_out))?\. Its item has false under sent\.$/;
it('a sent email is without a word', async () => {
	const { items, hints } = await run('invitation.sendEmail', {
		body: { id: ID, status: 'queued' },
	});
	expect([items.length, hints]).toEqual([1, []]);
});

it.each(['\u200B', '\u00AD', '\u202E', '\u{E0041}'])(
	'a secret with %j in it stays one',
	async (hidden) => {
		const shown = `${TOKEN.slice(0, 5)}${hidden}${TOKEN.slice(5)}`;
		const code = `${shown}, ann${hidden}@x.com_dup`;
		const { failure } = await run('survey.create', refusal(409, code));
		expect(failure?.description).toContain('[token]');
		expect(failure?.description).not.toContain(TOKEN);
		expect(failure?.description).not.toContain('ann@x.com');
	},
);

describe.each(['invitation.find', 'respondent.find'])('%s', (operation) => {
	it.each(['simplified', 'everything'])(
		'no item holds an object of another: %s',
		async (output) => {
			const properties = { department: 'Care' };
			const record = { id: ID, type: 'personal', email: 'a@b.com', recipient_email: 'a@b.com' };
			const { items } = await run(
				operation,
				({ path }) => ({
					body: path.endsWith(ID) ? { id: ID, name: 'S' } : [{ ...record, properties }],
				}),
				{ items: [{}, {}], parameters: { output } },
			);
			const [first, second] = items.map(({ match }) => match as IDataObject);
			expect(first?.properties).toEqual(properties);
			(first?.properties as IDataObject).department = 'changed by the next node';
			expect(second?.properties).toEqual(properties);
		},
	);
});
