import type { IExecuteFunctions } from 'n8n-workflow';

import { InputProblem } from '../input/problem';
import type { FieldChecker } from '../input/values';
import { invitationSync } from '../operations/invitationSync';
import { isObject } from '../records/json';
import { hasExpression } from './expressions';
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

/** Entries of a list, however it is given: one by one, in an expression's array, or with commas between. */
function entriesOf(given: unknown): string[] {
	const all: unknown[] = Array.isArray(given) ? given.flat(3) : [given];
	return all
		.flatMap((entry) => (typeof entry === 'string' ? entry.split(/[,;\n]/) : [entry]))
		.filter((entry) => entry !== undefined && entry !== null)
		.map((entry) => {
			if (typeof entry === 'string' || typeof entry === 'number') return String(entry).trim();
			throw new InputProblem(
				'Never Create For must hold e-mail addresses or external IDs as text: map the objects to the field that holds them.',
			);
		})
		.filter((entry) => entry !== '');
}
