import type { IExecuteFunctions } from 'n8n-workflow';

import { PROPERTY_MAPPER } from '../fields/propertyFields';
import { fieldsTaken } from '../input/propertyMapper';
import { emptinessOf } from '../input/widening';
import { isObject, type JsonObject } from '../records/json';
import type { KnownProperties } from './readContacts';

/** How many contacts are looked at: a column that is empty for all of them is not missed. */
const MAX_LOOKED_AT = 1000;

/** The field that Google Sheets adds to each row. */
const ROW_NUMBER = 'row_number';

/**
 * The columns of a list that go nowhere: properties are mapped automatically, and no survey of the run has a
 * property for them. A column that an expression of the form uses is not one of them.
 */
export function columnsWithoutProperty(
	context: IExecuteFunctions,
	surveyIds: readonly string[],
	propertiesOf: KnownProperties,
): string[] {
	const parameters: JsonObject = context.getNode().parameters;
	const mapper = parameters[PROPERTY_MAPPER.name];
	if (!isObject(mapper) || mapper.mappingMode !== 'autoMapInputData') return [];
	const names = filledColumns(context);
	const used = new Set([ROW_NUMBER, ...columnsInExpressions(parameters)]);
	for (const surveyId of new Set(surveyIds)) {
		const properties = propertiesOf(surveyId);
		if (typeof properties === 'string') return [];
		for (const name of fieldsTaken(properties, names)) used.add(name);
	}
	return names.filter((name) => !used.has(name));
}

function filledColumns(context: IExecuteFunctions): string[] {
	const names = new Set<string>();
	for (const { json } of context.getInputData().slice(0, MAX_LOOKED_AT)) {
		for (const [name, value] of Object.entries(json)) {
			if (emptinessOf(value) === undefined) names.add(name);
		}
	}
	return [...names];
}

/** `$json.name`, `$json['full name']`: what the expressions of the form take from an item. */
const TAKEN = /\$json(?:\??\.([\p{L}_$][\p{L}\p{N}_$]*)|(?:\?\.)?\[\s*(["'`])(.+?)\2\s*\])/gu;

function columnsInExpressions(value: unknown): string[] {
	if (typeof value === 'string') {
		if (!value.startsWith('=')) return [];
		return [...value.matchAll(TAKEN)].map(([, plain, , quoted]) => plain ?? quoted ?? '');
	}
	return isObject(value) || Array.isArray(value)
		? Object.values(value).flatMap(columnsInExpressions)
		: [];
}
