import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../harness/engine';
import { failureOf } from '../harness/support';
import { propertiesOf } from './row';

const DEEDS: Record<string, string> = {
	wouldCreate: 'created',
	wouldUpdate: 'updated',
	wouldRevoke: 'revoked',
};

/** What a real run says of the step that a dry run shows with this word. */
export const deedOf = (action: unknown) => DEEDS[String(action)] ?? action;

/** Whether a run uses the words of a dry run, or of deeds, where it must not. */
export function hasWrongWords(run: Run, dryRun: boolean): boolean {
	const wrong = dryRun ? Object.values(DEEDS) : Object.keys(DEEDS);
	return run.items.some(({ json }) => wrong.includes(String(json.action)));
}

/** What a person approves: everything but the marks of a dry run and what only the answer can bring. */
export function planIn(run: Run, asColumns: boolean): unknown {
	if (run.error) return failureOf(run);
	return run.items.map(({ json, pairedItem }) => {
		const { action, name, email, external_id, recipient, ...more } = json;
		const { reason, changes, fieldChanges, others, duplicateOf, stepId } = more;
		// Of somebody new, a dry run says what may be refused, and a real run what the service answered.
		const isNew = deedOf(action) === 'created';
		const step = {
			name,
			email,
			external_id,
			recipient,
			reason: isNew ? undefined : reason,
			changes,
			fieldChanges,
			others,
			duplicateOf,
			stepId,
			pairedItem,
			properties: Object.entries(propertiesOf(json, asColumns))
				.filter(([, value]) => value !== null)
				.sort(([one], [other]) => (one < other ? -1 : 1)),
		};
		return { action: deedOf(action), ...step };
	});
}

/** The error, without the ids that differ between twins. */
export const messageOf = ({ error }: Run) => error?.message.replace(/[0-9a-f-]{36}/g, '…');

/** What became of each contact, wherever n8n put it: on the error output it stands under `details`. */
export function actionsIn(run: Run): unknown {
	if (run.error) return messageOf(run);
	return run.outputs
		.flat()
		.map(
			({ json, pairedItem }): IDataObject => ({
				...(json.details as IDataObject | undefined),
				...json,
				pairedItem: JSON.stringify(pairedItem),
			}),
		)
		.map(({ action, name, email, external_id, recipient, pairedItem }) =>
			JSON.stringify([pairedItem, action, name, email, external_id, recipient]),
		)
		.sort();
}

export const isWhole = (run: Run) =>
	!run.error && run.outputs.flat().every(({ json }) => json.attempted === undefined && !json.error);
