import type { IExecuteFunctions } from 'n8n-workflow';

import { InputProblem } from '../input/problem';
import type { FieldChecker } from '../input/values';
import { invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject } from '../records/json';
import { hasExpression } from './expressions';
import { entriesOf } from './optedOut';
import type { SyncOptions } from './options';

/** What holds for the whole list, and how the sentence begins that refuses one that differs. */
const LABELS = {
	matchBy: 'Match By has',
	dryRun: 'Dry Run has',
	options: 'Something under Options has',
};

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
	const read = (name: string, item: number): unknown => context.getNodeParameter(name, item, null);
	for (const [name, label] of Object.entries(LABELS)) {
		if (!hasExpression(context.getNode().parameters[name])) continue;
		const first = JSON.stringify(read(name, 0));
		for (let item = 1; item < count; item++) {
			if (JSON.stringify(read(name, item)) === first) continue;
			throw new InputProblem(
				`${label} another value for item ${item} than for item 0, and a run has one for the whole list: let the expression give the same for every item.`,
			);
		}
	}
	const [matchBy, dryRun, options] = Object.keys(LABELS).map((name) => read(name, 0));
	const { parameters, options: fields } = invitationSync;
	refuseMissing(context, { matchBy, dryRun, ...(isObject(options) ? options : {}) });
	const given = { ...(isObject(options) ? options : {}), matchBy, dryRun };
	const own = [...parameters.filter(({ name }) => name in given), ...fields];
	const never = isObject(options) ? entriesOf(options.neverCreateFor) : [];
	const checked = checker.optional({
		given: { ...given, neverCreateFor: undefined },
		fields: own.filter(({ name }) => name !== 'neverCreateFor'),
		kind: 'additionalFields',
	}) as Partial<SyncOptions & { dryRun: boolean; propertiesMode: SyncOptions['properties'] }>;
	return {
		matchBy: checked.matchBy ?? 'externalIdThenEmail',
		dryRun: checked.dryRun ?? false,
		updateExisting: checked.updateExisting ?? true,
		properties: checked.propertiesMode ?? 'merge',
		createWith: checked.createWith ?? 'public',
		neverCreateFor: never,
		maxCreates: checked.maxCreates ?? Infinity,
		whenMissing: checked.whenMissing ?? 'leave',
		maxRevokePercent: checked.maxRevokePercent ?? 10,
	};
}

/**
 * An expression that gives nothing must not switch a guard off: a dry run would be a real one.
 *
 * @param given the values of what the node has set
 */
function refuseMissing(context: IExecuteFunctions, given: JsonObject): void {
	const { parameters } = context.getNode();
	const set: JsonObject = {
		...parameters,
		...(isObject(parameters.options) ? parameters.options : {}),
	};
	const { parameters: own, options } = invitationSync;
	for (const { name, label } of [...own.filter(({ name }) => name in LABELS), ...options]) {
		const isMissing = given[name] === undefined || given[name] === null;
		if (!isMissing || !hasExpression(set[name])) continue;
		throw new InputProblem(
			`${label} has no value, because its expression gave nothing: correct the expression, or remove it.`,
		);
	}
}
