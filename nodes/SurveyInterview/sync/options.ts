import type { IExecuteFunctions } from 'n8n-workflow';

import type { OptionValues } from '../fields/field';
import { Turns } from '../http/turns';
import { readOptions } from '../input/options';
import { InputError } from '../input/problem';
import type { FieldChecker } from '../input/values';
import { emptinessOf } from '../input/emptiness';
import { SYNC_OPTIONS, SYNC_PARAMETERS } from '../operations/invitationSync';
import { isObject, type JsonObject } from '../records/json';

export const SYNC_FIELDS = [...SYNC_PARAMETERS, ...SYNC_OPTIONS] as const;

export type SyncOptions = OptionValues<typeof SYNC_FIELDS>;
export type MatchBy = SyncOptions['matchBy'];
export type CreateWith = SyncOptions['createWith'];

/** Reads the options of a run, which all items share: an expression that differs between them is refused. */
export async function readSyncOptions(
	context: IExecuteFunctions,
	checker: FieldChecker,
	count: number,
): Promise<SyncOptions> {
	const read = (path: string, item = 0): unknown => context.getNodeParameter(path, item, null);
	await refuseDiffering(context, count, read);
	const options = read('options');
	const given: JsonObject = { ...(isObject(options) ? options : {}) };
	for (const { name } of SYNC_PARAMETERS) given[name] = read(name);
	refuseMissing(context, given, checker);
	return readOptions(SYNC_FIELDS, given, checker);
}

const isParameter = (name: string) => SYNC_PARAMETERS.some((field) => field.name === name);

/** Where a field's value is among the node's parameters. */
const pathOf = (name: string) => (isParameter(name) ? name : `options.${name}`);

/** A field as the user entered it, with its expressions. */
function enteredFor(context: IExecuteFunctions, name: string): unknown {
	const parameters: JsonObject = context.getNode().parameters;
	const parent = isParameter(name) ? parameters : parameters.options;
	return isObject(parent) ? parent[name] : undefined;
}

/** Refuses an expression that gives different values for different items, because a run has one set of options. */
async function refuseDiffering(
	context: IExecuteFunctions,
	count: number,
	read: (path: string, item: number) => unknown,
): Promise<void> {
	const signal = context.getExecutionCancelSignal();
	const turns = new Turns();
	for (const { name, label } of SYNC_FIELDS) {
		const path = pathOf(name);
		const entered = enteredFor(context, name);
		if (!hasExpression(entered)) continue;
		const first = JSON.stringify(read(path, 0));
		// There may be as many approved steps as contacts: evaluating them for each item would take quadratic time.
		const isLong = name === 'approvedSteps' && !dependsOnItem(entered);
		for (let item = isLong ? Math.max(1, count - 1) : 1; item < count; item++) {
			if ((await turns.next()) && signal?.aborted) return;
			if (JSON.stringify(read(path, item)) === first) continue;
			throw new InputError(
				`${label} must be the same for all items, but item ${item} has another value than item 0: correct the expression.`,
			);
		}
	}
}

/**
 * Refuses an expression that gives nothing, and an empty value. A default would take its place, which could
 * turn a dry run into a real one, or turn a guard off.
 */
function refuseMissing(context: IExecuteFunctions, given: JsonObject, checker: FieldChecker): void {
	for (const field of SYNC_FIELDS) {
		const value = given[field.name];
		const isMissing = value === undefined || value === null;
		// The check of the field says what is wrong with an empty text or list.
		if (!isMissing && emptinessOf(value) !== undefined) checker.check(field, value);
		if (!isMissing || !hasExpression(enteredFor(context, field.name))) continue;
		throw new InputError(
			`${field.label} has no value, because its expression returned nothing: correct the expression, or remove it.`,
		);
	}
}

/** Whether a parameter holds an expression. Only then can its value differ between items. */
const hasExpression = (parameter: unknown) => expressionsIn(parameter).length > 0;

export function expressionsIn(parameter: unknown): string[] {
	if (typeof parameter === 'string') return parameter.startsWith('=') ? [parameter] : [];
	if (typeof parameter !== 'object' || parameter === null) return [];
	return Object.values(parameter).flatMap(expressionsIn);
}

/** Whether the expressions of a parameter may give different values for different items. */
function dependsOnItem(parameter: unknown): boolean {
	return /\$(json|item|input|binary|position|data)|\.item\b|itemMatching|pairedItem|[Rr]andom/.test(
		JSON.stringify(parameter),
	);
}
