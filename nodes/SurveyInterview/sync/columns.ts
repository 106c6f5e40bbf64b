import type { IExecuteFunctions } from 'n8n-workflow';

import { PROPERTY_MAPPER } from '../fields/propertyFields';
import { fieldsTaken, isAutomatic } from '../input/propertyMapper';
import { emptinessOf } from '../input/widening';
import { asPattern } from '../records/scalars';
import { expressionsIn } from './options';
import type { KnownProperties } from './readContacts';

/** How many contacts are looked at: a list has the same columns from its first row on. */
const MAX_LOOKED_AT = 200;

/** The field that Google Sheets adds to each row. */
const ROW_NUMBER = 'row_number';

/**
 * The columns of a list that go nowhere: properties are mapped automatically, and none of the contacts that
 * have a value there has a property for it. A column that an expression of the form mentions is not one.
 *
 * @param surveyIds the survey of each item
 */
export function columnsWithoutProperty(
	context: IExecuteFunctions,
	surveyIds: readonly string[],
	propertiesOf: KnownProperties,
): string[] {
	const { parameters } = context.getNode();
	if (!isAutomatic(parameters[PROPERTY_MAPPER.name])) return [];
	const filled = new Set<string>();
	const taken = new Set([ROW_NUMBER]);
	const known = new Set<string>();
	for (const [item, { json }] of context.getInputData().slice(0, MAX_LOOKED_AT).entries()) {
		const properties = propertiesOf(surveyIds[item] ?? '');
		if (typeof properties === 'string') return [];
		const names = Object.keys(json);
		for (const name of names) if (emptinessOf(json[name]) === undefined) filled.add(name);
		// Most contacts have the same columns, and those go the same way.
		const signature = JSON.stringify([surveyIds[item], names]);
		if (known.has(signature)) continue;
		known.add(signature);
		for (const name of fieldsTaken(properties, names)) taken.add(name);
	}
	const expressions = expressionsIn(parameters).join('\n');
	return [...filled].filter((name) => !taken.has(name) && !mentions(expressions, name));
}

/** Whether a text has a name as a word of its own. */
function mentions(text: string, name: string): boolean {
	return new RegExp(`(?<![\\p{L}\\p{N}_])${asPattern(name)}(?![\\p{L}\\p{N}_])`, 'u').test(text);
}
