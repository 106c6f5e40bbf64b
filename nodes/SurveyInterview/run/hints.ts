import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

/** What of an item's output is not as a person would expect it. */
export interface Remarks {
	/** The service gave fewer records than were asked for, and says itself that there are more. */
	isPartial?: true;
	/** Simplified found none of its fields. */
	showsNothing?: true;
	/** Why the survey's own record, which tells more than these records do, could not be read. */
	surveyUnread?: string;
	/** Keys of properties that were sent and that the survey does not have. */
	unknownProperties?: UnknownProperties;
}

export interface UnknownProperties {
	unknown: readonly string[];
	/** Those of the survey. */
	has: readonly string[];
}

/** Says in the editor what is not as it should be: otherwise nobody would see it. */
export function hintAtRemarks(
	context: IExecuteFunctions,
	remarks: ReadonlyArray<Remarks | undefined>,
): void {
	const which = (has: (one: Remarks) => unknown) => remarks.filter((one) => one && has(one)).length;
	const ofItems = (count: number) =>
		remarks.length === 1 ? '' : ` for ${count} of ${remarks.length} items`;
	const sentences: string[] = [];
	const partial = which(({ isPartial }) => isPartial);
	if (partial > 0) {
		sentences.push(
			`The service gave only a part of the list${ofItems(partial)}, and says itself that there are more. The others are not in this output. The service may have changed: please report this.`,
		);
	}
	const empty = which(({ showsNothing }) => showsNothing);
	if (empty > 0) {
		sentences.push(
			`None of the fields of Simplified was found${ofItems(empty)}. Set Output to Everything to see what the service sent; Token > Check Service says what of it is understood.`,
		);
	}
	const unread = remarks.find((one) => one?.surveyUnread !== undefined)?.surveyUnread;
	if (unread !== undefined) {
		sentences.push(
			`The survey itself could not be read, so survey_name, metric_type and nps_group may be null: ${unread}`,
		);
	}
	// An n8n without hints, or what stands in for it, must not fail for want of one.
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	for (const message of sentences) {
		const hint: NodeExecutionHint = { message, type: 'warning', location: 'outputPane' };
		addExecutionHints?.call(context, hint);
	}
}
