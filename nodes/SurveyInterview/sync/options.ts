import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../input/problem';
import type { FieldChecker } from '../input/values';
import { invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject } from '../records/json';
import { readStepIds } from './approval';
import { readOptedOut } from './optedOut';

/** By what a contact finds its invitation (design, Sync). */
export type MatchBy = 'externalIdThenEmail' | 'email' | 'externalId';

/** What decides a plan besides contacts and invitations. */
export interface SyncOptions {
	matchBy: MatchBy;
	/** Whether invitations that differ from their contact are changed. */
	updateExisting: boolean;
	/** Whether the contact's properties are put over the invitation's, or in their place. */
	properties: 'merge' | 'replace';
	/**
	 * How invitations are created. With the public endpoint the service itself keeps one invitation for an
	 * e-mail address and for an external id (interface-spec, Invitations).
	 */
	createWith: 'public' | 'personal';
	/** Who opted out: e-mail addresses or external ids. */
	neverCreateFor: string[];
	/** The ids of the steps that may be done; undefined where all may. */
	approvedSteps?: ReadonlySet<string>;
	/** More than so many creates are taken for a wrong list. */
	maxCreates: number;
	/** What becomes of open invitations whose person is in the list no more. */
	whenMissing: 'leave' | 'revoke';
	/** More than this share of the open invitations is not revoked, in percent. */
	maxRevokePercent: number;
}

/** Which keys a match looks at, the strongest first. */
export function matchKeys(matchBy: MatchBy): Array<'externalId' | 'email'> {
	switch (matchBy) {
		case 'externalIdThenEmail':
			return ['externalId', 'email'];
		case 'externalId':
			return ['externalId'];
		case 'email':
			return ['email'];
	}
}

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
 * @throws {InputError} also where an expression gives something else for another item: one run has one
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
	const approvedSteps = readStepIds(given.approvedSteps);
	return {
		matchBy: checked.matchBy ?? 'externalIdThenEmail',
		dryRun: checked.dryRun ?? false,
		updateExisting: checked.updateExisting ?? true,
		properties: checked.propertiesMode ?? 'merge',
		createWith: checked.createWith ?? 'public',
		neverCreateFor: readOptedOut(given.neverCreateFor),
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
		const isLong = name === 'approvedSteps' && !dependsOnItem(set);
		for (let item = isLong ? Math.max(1, count - 1) : 1; item < count; item++) {
			if (JSON.stringify(read(path, item)) === first) continue;
			throw new InputError(
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
		throw new InputError(
			`${label} has no value, because its expression gave nothing: correct the expression, or remove it.`,
		);
	}
}

/**
 * Whether a parameter, as the user left it, holds an expression anywhere: only then can it have another
 * value for each item, and only then is it worth the time to evaluate it for each.
 */
export function hasExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	if (typeof parameter !== 'object' || parameter === null) return false;
	return Object.values(parameter).some(hasExpression);
}

/** Whether the expressions in it may give something else for another item. */
export function dependsOnItem(parameter: unknown): boolean {
	return /\$(json|item|input|binary|position|data)|\.item\b|itemMatching|pairedItem|[Rr]andom/.test(
		JSON.stringify(parameter),
	);
}
