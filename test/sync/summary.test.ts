/** The sentence of a sync: what it did or would do, who failed and why, safe in a message. */
import type { Fate } from '../../nodes/SurveyInterview/sync/step';
import { syncSummary, type SummaryStep } from '../../nodes/SurveyInterview/sync/summary';
import { Wording } from '../harness/support/wording';

const times = (count: number, fate: Fate): SummaryStep[] =>
	Array.from({ length: count }, () => ({ fate }));
const failed = (fate: Fate, row: number, reason: string): SummaryStep => ({ fate, row, reason });
const said = (fates: SummaryStep[], dryRun = false) => syncSummary(fates, dryRun);
const say = (fates: SummaryStep[], dryRun = false) => ({
	sentence: said(fates, dryRun).summary,
	isWarning: said(fates, dryRun).hint.isWarning,
});

const wording = new Wording();
/** The sentence is noted; whether it warns is the fact. */
const warns = (fates: SummaryStep[], dryRun = false, of?: string) => {
	const { sentence, isWarning } = say(fates, dryRun);
	wording.note(sentence, of);
	return isWarning;
};

const PLAN = [...times(4, 'created'), ...times(2, 'updated'), ...times(94, 'unchanged')];
const NO_ADDRESS = failed(
	'unusable',
	3,
	'Recipient Email "ana@" is not an email address: correct it.',
);

it('of a dry run is no deed', () => {
	expect(warns([...PLAN, NO_ADDRESS], true)).toBe(true);
	expect(say(PLAN, true).isWarning).toBe(false);
});

it.each<[string, SummaryStep[]]>([
	['a creation', times(1, 'created')],
	['an update', times(1, 'updated')],
	['3000 unchanged', times(3000, 'unchanged')],
	['updates and a revocation', [...times(2, 'updated'), ...times(1, 'revoked')]],
])('of a dry run of one kind: %s', (_name, fates) => {
	expect(warns(fates, true)).toBe(false);
});

it('of a dry run in which nothing is to be done', () => {
	expect(warns(times(2, 'duplicate'), true)).toBe(false);
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
	expect(warns(fates)).toBe(true);
});

it.each<Fate>(['unusable', 'refused', 'maybeDone', 'notStarted'])('of %s is a warning', (fate) => {
	expect(say([...PLAN, failed(fate, 0, 'Why.')]).isWarning).toBe(true);
});

it('names the first few that failed, and says how many more', () => {
	const fates = Array.from({ length: 5 }, (_, item) => failed('refused', item, 'A conflict.'));
	expect(warns([...fates, { fate: 'refused', reason: 'Gone.' }], false, 'equal reasons')).toBe(
		true,
	);
	const each = Array.from({ length: 5 }, (_, item) => ({
		...failed('refused', item, `Reason ${item}.`),
		name: `P${item}`,
	}));
	expect(warns(each, false, 'a reason each')).toBe(true);
	expect(warns([{ fate: 'refused', reason: 'Gone.' }], false, 'a single one')).toBe(true);
});

it.each<[string, boolean, Fate[], string]>([
	['a dry run', true, ['unchanged', 'created'], 'Turn off Dry Run'],
	['a dry run of updates', true, ['unchanged', 'updated'], 'Turn off Dry Run'],
	['a dry run of revocations', true, ['unchanged', 'revoked'], 'Turn off Dry Run'],
	['a dry run that would do nothing', true, ['unchanged'], ''],
	['a real run', false, ['unchanged', 'created'], 'No email was sent.'],
	['a real run without a creation', false, ['unchanged', 'updated'], ''],
])('after %s, the hint says what is next', (_name, dryRun, fates, next) => {
	const steps = fates.map((fate) => ({ fate }));
	const { summary, hint } = syncSummary(steps, dryRun);
	const withLink = syncSummary(steps, dryRun, { withoutLink: 'No link.' }).hint.sentence;
	if (next === '') expect(hint.sentence).toBe(summary);
	else expect(hint.sentence.startsWith(`${summary} ${next}`)).toBe(true);
	expect(withLink).toBe(`${hint.sentence} No link.`);
});

it('says of a creation that it may be refused, before it is done', () => {
	const steps: SummaryStep[] = [
		{ fate: 'created', row: 2, reason: 'Is it an address? Perhaps.' },
		...times(1, 'created'),
	];
	expect(say(steps, true).sentence).toContain(
		'1 may be refused: row 2, Is it an address? Perhaps.',
	);
	expect(say(steps).sentence).toBe('2 invited.');
});

it('counts invitations that have no row', () => {
	const steps: SummaryStep[] = [1, 2].map(() => ({ fate: 'refused', reason: 'Gone.' }));
	expect(say(steps).sentence).toContain('2 failed: 2 invitations: Gone.');
});

it.each<[ids: string[], columns: string[], contained: string[]]>([
	[[], [], []],
	[['crm-'], [], ['The external ID crm- identifies nobody']],
	[['a-', 'b-'], [], ['The external IDs a- and b- identify nobody']],
	[[], ['team'], ['A column that fills no property of the survey: team.']],
	[[], ['team', '\u200b', 'city'], ['Columns that fill no property of the survey: team and city.']],
	[[], ['\u200b'], []],
])('of the IDs %j and the columns %j, says %j', (unusableIds, unusedColumns, contained) => {
	const { summary } = syncSummary(times(1, 'created'), true, { unusableIds, unusedColumns });
	const alone = say(times(1, 'created'), true).sentence;
	if (contained.length === 0) expect(summary).toBe(alone);
	for (const part of contained) expect(summary.startsWith(`${alone} ${part}`)).toBe(true);
});

it('holds nothing that a message would make something of', () => {
	const hostile = '<b>x</b> [a](https://evil.example) @channel *b* `c` &amp; evil.example\n\n# d';
	const { sentence } = say([failed('refused', 0, `${hostile} ${'long '.repeat(200)}`)]);
	expect(sentence).not.toMatch(/[<>&@*`#[\]\n]|https?:|evil\.example/);
	expect(sentence.length).toBeLessThan(300);
});

it('says it in these words', () => expect(wording.page).toMatchSnapshot());
