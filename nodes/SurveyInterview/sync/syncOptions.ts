import type { IExecuteFunctions } from 'n8n-workflow';

import { Pauses } from '../http/pauses';
import { readOptions } from '../input/options';
import { expressionsIn } from '../input/expressions';
import { InputError, isEmpty } from '../input/problem';
import type { FieldChecker } from '../input/fieldChecker';
import { SYNC_OPTIONS, SYNC_PARAMETERS } from '../operations/invitationSync';
import { objectIn } from '../service/json';
import { rowOf } from '../run/rows';

export const SYNC_FIELDS = [...SYNC_PARAMETERS, ...SYNC_OPTIONS];

export type MatchBy = 'emailThenExternalId' | 'email' | 'externalId';
export type CreateWith = 'personal' | 'public';

export interface SyncOptions {
	matchBy: MatchBy;
	dryRun: boolean;
	output: 'simplified' | 'everything' | 'selectedFields';
	/** The IDs of the steps that may be done; absent where all may. */
	approvedSteps?: string[];
	createWith: CreateWith;
	maxCreates?: number;
	maxRevokePercent: number;
	neverCreateFor: string[];
	/** In days. */
	notInvitedWithin?: number;
	whenMissing: 'leave' | 'revoke';
	propertiesAsColumns: boolean;
	propertiesMode: 'merge' | 'replace';
	unknownProperties: 'refuse' | 'send';
	updateExisting: boolean;
}

/**
 * Reads the options of a run, which all items share. An expression that differs between them is refused, and so
 * is one that gives nothing: a default would take its place, which could turn a dry run into a real one, or turn
 * a guard off.
 */
export async function readSyncOptions(
	context: IExecuteFunctions,
	checker: FieldChecker,
): Promise<SyncOptions> {
	const { parameters } = context.getNode();
	const read = (path: string, item = 0): unknown => context.getNodeParameter(path, item, null);
	const values = { ...objectIn(read('options')) };
	for (const { name } of SYNC_PARAMETERS) values[name] = read(name);
	for (const field of SYNC_FIELDS) {
		const { name, label } = field;
		const value = values[name] ?? undefined;
		const isOption = SYNC_OPTIONS.includes(field);
		const entered = isOption ? objectIn(parameters.options)[name] : parameters[name];
		if (expressionsIn(entered).length > 0) {
			const path = isOption ? `options.${name}` : name;
			await refuseDiffering(context, label, entered, (item) => read(path, item));
			if (value === undefined) {
				throw new InputError(
					`${label} has no value, because its expression returned nothing: correct the expression, or remove it.`,
				);
			}
		}
		// `readOptions` takes the default for an empty text or list, so one that must not be empty is refused here.
		if (value !== undefined && isEmpty(value)) checker.check(field, value);
	}
	return readOptions<SyncOptions>(SYNC_FIELDS, values, checker);
}

/** @param entered the expression, as it was entered */
async function refuseDiffering(
	context: IExecuteFunctions,
	label: string,
	entered: unknown,
	valueAt: (item: number) => unknown,
): Promise<void> {
	const first = JSON.stringify(valueAt(0));
	const pauses = new Pauses();
	const input = context.getInputData();
	// A list of people who opted out may be as long as that of the contacts, so evaluating it for each contact takes
	// quadratic time. If it cannot differ between items, it is enough to compare the last item with the first.
	const firstToCompare = dependsOnItem(entered) ? 1 : Math.max(1, input.length - 1);
	for (let item = firstToCompare; item < input.length; item++) {
		if ((await pauses.takeIfDue()) && context.getExecutionCancelSignal()?.aborted) return;
		if (JSON.stringify(valueAt(item)) === first) continue;
		throw new InputError(
			`${label} must be the same for all rows, but row ${rowOf(input, item)} has another value than row ${rowOf(input, 0)}: correct the expression.`,
		);
	}
}

/** Parts of expressions that give the same for each item: `$input.all()`, `$items("Opted Out")`. */
const ALL_ITEMS = /\$input\.(?:all|first|last)\b|\$items\b/g;
/** What gives each item its own value: `$json.email`, `$("CRM").item`, `Math.random()`. */
const OF_ONE_ITEM =
	/\$(json|item|input|binary|position|data|node)|\.item\b|itemMatching|pairedItem|[Rr]andom/;

/** Whether the expressions of a parameter may give different values for different items. */
const dependsOnItem = (parameter: unknown): boolean =>
	OF_ONE_ITEM.test(JSON.stringify(parameter).replace(ALL_ITEMS, ''));
