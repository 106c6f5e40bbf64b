/**
 * The identifiers in the interface's paths (docs/interface.md, Identifiers), each with the n8n parameter that
 * holds it, and the operation that finds it. A placeholder of an endpoint's path is a key of this table.
 */
export const IDENTIFIERS = {
	survey_id: identifierOf('survey', 'Survey > Get Many'),
	invitation_id: identifierOf('invitation', 'Invitation > Find or Get Many'),
	mailing_id: identifierOf('mailing', 'Mailing > Get Many'),
	respondent_id: identifierOf('respondent', 'Respondent > Find or Get Many'),
	category_id: identifierOf('theme', 'Theme > Get Many', 'categoryId'),
	property_id: identifierOf('property', 'Property > Get Many'),
	topic_id: identifierOf('topic', 'Result > Get Topics'),
};

function identifierOf<Name extends string>(
	recordName: Name,
	foundBy: string,
	parameter = `${recordName}Id`,
) {
	return {
		parameter,
		recordName,
		label: recordName.replace(/^./, (first) => first.toUpperCase()),
		foundBy,
	};
}

export type IdentifierName = keyof typeof IDENTIFIERS;

/** A kind of record that a picker can list. No path has a template's ID, but mailings name templates. */
export type RecordName = (typeof IDENTIFIERS)[IdentifierName]['recordName'] | 'template';

/** How an ID looks, in help and errors. It is cut, because a model would use a whole one as if it were real. */
export const ID_SHAPE = '7d0f2a8c-3b5e-…';

/** Any version, in either case. It is anchored, so that nothing else gets into a URL. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
	return typeof value === 'string' && UUID.test(value);
}

/** An ID for comparison: a UUID is the same in any case. */
export const idKey = (id: string): string => (isUuid(id) ? id.toLowerCase() : id);

/** The placeholders of a path template, in order: `/surveys/{survey_id}` gives `['survey_id']`. */
export function placeholdersOf(template: string): IdentifierName[] {
	return [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as IdentifierName);
}

/** @throws {Error} when an identifier is missing or is not a UUID; the caller checks them first */
export function fillPath(template: string, identifiers: Partial<Record<IdentifierName, string>>) {
	return template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
		const value = identifiers[name as IdentifierName];
		if (!isUuid(value)) throw new Error(`The path ${template} needs a UUID for ${name}.`);
		return value;
	});
}
