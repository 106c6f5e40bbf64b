/** What stops a run before its first change. */
import { display, refuse } from '../input/problem';
import { mistypedEnding } from '../run/remarks';
import { unknownAmong } from '../run/surveyRecords';
import { groupedBy } from '../service/json';
import { counted } from '../service/scalars';
import type { Contact, PersonKeys, PropertiesOfItem } from './contact';
import { isRevocable } from './revocations';
import type { Step } from './step';
import type { SyncOptions } from './syncOptions';

/**
 * Refuses values for properties that the survey does not have: otherwise a typing mistake would be written for a
 * whole list, and nobody would be told. Nothing is refused where a survey's properties are not known.
 */
export function refuseUnknownProperties(
	contacts: readonly Contact[],
	propertiesOf: PropertiesOfItem,
): void {
	for (const { item, fields, problem } of contacts) {
		if (problem !== undefined) continue;
		const mistyped = unknownAmong(Object.keys(fields.properties ?? {}), propertiesOf(item));
		if (mistyped === undefined) continue;
		refuse(
			`Contacts have values for properties that the survey does not have${mistypedEnding(mistyped)} Correct the key, or add the option Unknown Properties and choose Send Them.`,
		);
	}
}

/**
 * Refuses a list of opt-outs that can stop nobody, such as a column of days or of domains: those who opted out
 * would be invited.
 *
 * @param people the contacts of the whole list, and the recipients of the invitations
 */
export function refuseVainOptOuts(
	optOuts: readonly string[],
	people: ReadonlyArray<PersonKeys & { unusedId?: string }>,
): void {
	const refuseEntry = (entry: string, why: string) =>
		refuse(
			`Never Create For contains ${display(entry)}, ${why}: give the email address or the external ID of each person.`,
		);
	const domains = new Set(people.map(({ email }) => email?.split('@')[1]));
	const domain = optOuts.find((entry) => domains.has(entry));
	if (domain !== undefined) refuseEntry(domain, 'which is the domain of an address');
	const ids = people.flatMap(({ externalId, unusedId }) => externalId ?? unusedId ?? []);
	const [first] = optOuts;
	if (first !== undefined && optOuts.every(isDay) && !ids.some(isDay))
		refuseEntry(first, 'which is a day');
}

const isDay = (text: string) => DAY.test(text);

/** `2026-03-01`, `2026-03-01T09:00:00Z`, `01.03.2026`, `3/1/2026`. */
const DAY = /^(?:\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?|\d{1,2}([./])\d{1,2}\1\d{4})$/i;

type GuardOptions = Pick<
	SyncOptions,
	'approvedSteps' | 'dryRun' | 'maxCreates' | 'maxRevokePercent' | 'whenMissing'
>;

/** Why Max Creates, for all surveys of the run together, or Max Revoke, for one of them, forbids the plan. */
export function guardRefusal(steps: readonly Step[], options: GuardOptions): string | undefined {
	const { maxCreates, whenMissing } = options;
	const creates = steps.filter(({ fate }) => fate === 'created').length;
	if (maxCreates !== undefined && creates > maxCreates) {
		return `${counted(creates, 'invitation')} would be created, and Max Creates is ${maxCreates}: check the list, or raise Max Creates.`;
	}
	if (whenMissing === 'leave') return undefined;
	const surveys = [...groupedBy(steps, ({ survey }) => survey).values()];
	const refusals = surveys.map((stepsOfSurvey) =>
		revocationRefusal(stepsOfSurvey, options, surveys.length > 1),
	);
	return refusals.find((refusal) => refusal !== undefined);
}

/** @param steps the steps of one survey */
function revocationRefusal(
	steps: readonly Step[],
	{ maxRevokePercent, approvedSteps, dryRun }: GuardOptions,
	isOneOfSeveral: boolean,
): string | undefined {
	const [first] = steps;
	const survey = first?.survey;
	const where = isOneOfSeveral ? ` of survey ${survey?.id}` : '';
	if (!steps.some(({ contact }) => contact && contact.problem === undefined)) {
		// It may be no fault of the list, such as a survey that could not be read: the first row says why.
		const why = first?.contact ? ` Row ${first.contact.row}: ${first.reason}` : '';
		return `The list${where} has no contact that could be read, so nothing is revoked: check the list, or choose Leave under People No Longer in the List.${why}`;
	}
	// A person has approved each revocation, so the share does not count: it may have grown since the dry run.
	if (approvedSteps && !dryRun) return undefined;
	const revokes = steps.filter(({ fate }) => fate === 'revoked').length;
	const openCount = survey?.recipients.filter(isRevocable).length ?? 0;
	if (revokes * 100 <= openCount * maxRevokePercent) return undefined;
	return `${revokes} of ${openCount} open invitations${where} would be revoked, and Max Revoke is ${maxRevokePercent} %: check the list (in a loop, Sync sees only a part of it), or raise Max Revoke.`;
}
