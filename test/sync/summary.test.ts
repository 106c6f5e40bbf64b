/** The sentence of a sync: what it did or would do, who failed and why, safe in a message. */
import { syncSummary, type Fate, type ToldFate } from '../../nodes/SurveyInterview/sync/summary';

const times = (count: number, fate: Fate): ToldFate[] =>
	Array.from({ length: count }, () => ({ fate }));
const failed = (fate: Fate, item: number, reason: string): ToldFate => ({ fate, item, reason });
const said = (fates: ToldFate[], dryRun = false) => syncSummary(fates, dryRun);
const say = (fates: ToldFate[], dryRun = false) => ({
	sentence: said(fates, dryRun).summary,
	isWarning: said(fates, dryRun).hint.isWarning,
});

const PLAN = [...times(4, 'created'), ...times(2, 'updated'), ...times(94, 'unchanged')];
const NO_ADDRESS = failed(
	'unusable',
	3,
	'Recipient Email "ana@" is not an email address: correct it.',
);

it('of a dry run is no deed', () => {
	expect(say([...PLAN, NO_ADDRESS], true)).toEqual({
		sentence:
			'Nothing was changed. It would ask the service to invite 4 people and correct 2 invitations, and leave alone 94 invitations. 1 contact cannot be used: item 3, Recipient Email "ana＠" is not an email address: correct it.',
		isWarning: true,
	});
	expect(say(PLAN, true).isWarning).toBe(false);
});

it.each<[ToldFate[], string]>([
	[times(1, 'created'), 'It would ask the service to invite 1 person.'],
	[times(1, 'updated'), 'It would ask the service to correct 1 invitation.'],
	[times(3000, 'unchanged'), 'It would leave alone 3,000 invitations.'],
	[
		[...times(2, 'updated'), ...times(1, 'revoked')],
		'It would ask the service to correct 2 invitations and revoke 1 invitation.',
	],
])('of a dry run of one kind: %#', (fates, sentence) => {
	expect(say(fates, true).sentence).toBe(`Nothing was changed. ${sentence}`);
});

it('of a dry run in which nothing is to be done', () => {
	expect(say(times(2, 'duplicate'), true).sentence).toBe(
		'Nothing was changed, and a real run would change nothing. 2 left out as duplicates.',
	);
});

it('of a real run counts what was done', () => {
	expect(say([...PLAN, ...times(1, 'revoked')])).toEqual({
		sentence: '4 invited, 2 corrected, 1 revoked, 94 unchanged.',
		isWarning: false,
	});
	expect(say(times(1240, 'created')).sentence).toBe('1,240 invited.');
});

it('tells all that was not done, and why', () => {
	const fates = [
		...times(4, 'created'),
		...times(1, 'duplicate'),
		...times(2, 'optedOut'),
		...times(3, 'notApproved'),
		...times(1, 'notRevoked'),
		NO_ADDRESS,
		failed('refused', 5, 'A conflict.'),
		failed('maybeDone', 7, 'This may have been created. The connection broke.'),
		...times(40, 'notStarted'),
	];
	expect(say(fates)).toEqual({
		sentence:
			'4 invited. 1 left out as a duplicate. 2 left out because of Never Create For. 3 not approved, so not done. ' +
			'1 not revoked, because it is not certain who is in the list. ' +
			'1 could not be used: item 3, Recipient Email "ana＠" is not an email address: correct it. ' +
			'1 failed: item 5, A conflict. ' +
			'1 may have been done: item 7, This may have been created. The connection broke. 40 not started: run it again.',
		isWarning: true,
	});
});

it.each<Fate>(['unusable', 'refused', 'maybeDone', 'notStarted'])('of %s is a warning', (fate) => {
	expect(say([...PLAN, failed(fate, 0, 'Why.')]).isWarning).toBe(true);
});

it('names the first few that failed, and says how many more', () => {
	const fates = Array.from({ length: 5 }, (_, item) => failed('refused', item, 'A conflict.'));
	expect(say([...fates, { fate: 'refused', reason: 'Gone.' }]).sentence).toBe(
		'Nothing was changed. 6 failed: items 0, 1, 2 and 2 more: A conflict; an invitation, Gone.',
	);
	const each = Array.from({ length: 5 }, (_, item) => ({
		...failed('refused', item, `Reason ${item}.`),
		recipient: `P${item} <p${item}@x.org>`,
	}));
	expect(say(each).sentence).toBe(
		'Nothing was changed. 5 failed: item 0 (P0), Reason 0; item 1 (P1), Reason 1; item 2 (P2), Reason 2; and 2 more.',
	);
	expect(say([{ fate: 'refused', reason: 'Gone.' }]).sentence).toBe(
		'Nothing was changed. 1 failed: an invitation, Gone.',
	);
});

it('holds nothing that a message would make something of', () => {
	const hostile = '<b>x</b> [a](https://evil.example) @channel *b* `c` &amp; evil.example\n\n# d';
	const { sentence } = say([failed('refused', 0, `${hostile} ${'long '.repeat(200)}`)]);
	expect(sentence).not.toMatch(/[<>&@*`#[\]\n]|https?:|evil\.example/);
	expect(sentence.length).toBeLessThan(300);
});
