import type { IExecuteFunctions } from 'n8n-workflow';

import { InputProblem } from '../input/problem';
import type { FieldChecker } from '../input/values';
import { invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject } from '../records/json';
import { stepIdsOf } from './approval';
import { hasExpression, namesItsItem } from './expressions';
import { entriesOf } from './optedOut';
import type { SyncOptions } from './options';

/** Parameters that hold for the whole list, besides the options. */
const OF_ALL = ['matchBy', 'dryRun'];
/** All that holds for it. */
const FIELDS = [
	...invitationSync.parameters.filter(({ name }) => OF_ALL.includes(name)),
	...invitationSync.options,
];
/** Options that are read by themselves, for they take more than one way of writing. */
const LISTS = ['neverCreateFor', 'approvedSteps'];

/**
 * Reads what holds for the whole list.
 *
 * @throws {InputProblem} also where an expression gives something else for another item: one run has one
 *   set of options
 */
export function readOptions(
	context: IExecuteFunctions,
	checker: FieldChecker,
	count: number,
): SyncOptions & { dryRun: boolean } {
	const read = (name: string, item = 0): unknown => context.getNodeParameter(name, item, null);
	refuseDiffering(context, count, read);
	const options = read('options');
	const given: JsonObject = { ...(isObject(options) ? options : {}) };
	for (const name of OF_ALL) given[name] = read(name);
	refuseMissing(context, given);
	const checked = checker.optional({
		given: Object.fromEntries(Object.entries(given).filter(([name]) => !LISTS.includes(name))),
		fields: FIELDS.filter(({ name }) => !LISTS.includes(name)),
		kind: 'additionalFields',
	}) as Partial<SyncOptions & { dryRun: boolean; propertiesMode: SyncOptions['properties'] }>;
	const approvedSteps = stepIdsOf(given.approvedSteps);
	return {
		matchBy: checked.matchBy ?? 'externalIdThenEmail',
		dryRun: checked.dryRun ?? false,
		updateExisting: checked.updateExisting ?? true,
		properties: checked.propertiesMode ?? 'merge',
		createWith: checked.createWith ?? 'public',
		neverCreateFor: entriesOf(given.neverCreateFor),
		// A dry run is what people approve, so it shows all that there is.
		approvedSteps: checked.dryRun ? undefined : approvedSteps,
		maxCreates: checked.maxCreates ?? Infinity,
		whenMissing: checked.whenMissing ?? 'leave',
		maxRevokePercent: checked.maxRevokePercent ?? 10,
	};
}

/** Where a field of `FIELDS` stands in the node's parameters. */
const pathOf = (name: string) => (OF_ALL.includes(name) ? name : `options.${name}`);

/** A field as the user left it, with the expressions in it. */
function asSet(context: IExecuteFunctions, name: string): unknown {
	const parameters: JsonObject = context.getNode().parameters;
	const all = OF_ALL.includes(name) ? parameters : parameters.options;
	return isObject(all) ? all[name] : undefined;
}

/** One run has one set of options, so an expression must not give another value for another item. */
function refuseDiffering(
	context: IExecuteFunctions,
	count: number,
	read: (path: string, item: number) => unknown,
): void {
	for (const { name, label } of FIELDS) {
		const path = pathOf(name);
		const set = asSet(context, name);
		if (!hasExpression(set)) continue;
		const first = JSON.stringify(read(path, 0));
		// Approved steps are as many as the contacts: to look for each contact would take as long as both multiplied.
		const isLong = name === 'approvedSteps' && !namesItsItem(set);
		for (let item = isLong ? Math.max(1, count - 1) : 1; item < count; item++) {
			if (JSON.stringify(read(path, item)) === first) continue;
			throw new InputProblem(
				`${label} has another value for item ${item} than for item 0, and a run has one for the whole list: let the expression give the same for every item.`,
			);
		}
	}
}

/**
 * An expression that gives nothing must not switch a guard off: a dry run would be a real one.
 *
 * @param given the values of what the node has set
 */
function refuseMissing(context: IExecuteFunctions, given: JsonObject): void {
	for (const { name, label } of FIELDS) {
		const isMissing = given[name] === undefined || given[name] === null;
		if (!isMissing || !hasExpression(asSet(context, name))) continue;
		throw new InputProblem(
			`${label} has no value, because its expression gave nothing: correct the expression, or remove it.`,
		);
	}
}
