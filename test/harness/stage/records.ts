/** What the suites of the trigger look for in a record or an answer, in every dialect. */
export type Json = Record<string, unknown>;

/** The name of a respondent, wherever the dialect keeps it. */
export function nameIn(json: Json): unknown {
	return json.name ?? json.participant_name ?? (json.person as Json | undefined)?.name;
}

/** The one record of a list, or of the list in a container, that a test looks for. */
export function recordIn(answer: unknown, id: string): Json | undefined {
	const lists = Array.isArray(answer) ? [answer] : Object.values(answer ?? {});
	const records = lists.flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
	return records.find((record) => record.id === id);
}
