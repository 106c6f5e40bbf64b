import { omit, pick } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { schemaOf } from '../../nodes/SurveyInterview/form/outputSchemas';
import { invitationSync } from '../../nodes/SurveyInterview/operations/invitationSync';
import type { Run } from '../harness/engine';
import { contradictions } from '../output/schema';

/** The fields of Sync with their types, and what Everything alone has. */
const EVERYTHING = {
	...invitationSync.fields,
	dryRun: 'boolean',
	fieldChanges: 'object',
	invitation: 'object?',
} as const;
const NAMES = Object.keys(EVERYTHING);
const SCHEMA = schemaOf(EVERYTHING) as unknown as Parameters<typeof contradictions>[1];

/** What is wrong with the items of a run whose output is Everything. */
export function faultsOfRows({ outputs }: Pick<Run, 'outputs'>, asColumns: boolean): string[] {
	const items = outputs.flat().map(({ json }) => json);
	// A node that continues on fail says the error beside it, or instead; then n8n adds what came in.
	const beside = items.filter(({ details }) => details === undefined);
	const instead = items.filter(({ details }) => details !== undefined);
	const rows = beside.map((item) => omit(item, 'error'));
	const columns = rows.filter(isWhole).map((row) => propertiesOf(row, asColumns));
	return [
		...rows.flatMap((row) => faultsOfRow(row, asColumns)),
		...instead.flatMap(({ details }) => faultsOfRow(details as IDataObject, false)),
		...(asColumns ? gapsIn(columns).map((key) => `not every row has $.${key}`) : []),
	];
}

/** A key that is no field, a value of another type, properties that are not as somebody chose. */
function faultsOfRow(row: IDataObject, asColumns: boolean): string[] {
	const others = Object.entries(omit(row, NAMES));
	const odd = asColumns ? others.filter(([, value]) => !isCell(value)) : others;
	return [
		...contradictions(pick(row, NAMES), SCHEMA),
		...odd.map(([key, value]) => `$.${key} is ${JSON.stringify(value)}`),
		...(isWhole(row) && 'properties' in row === asColumns ? ['$.properties is not chosen'] : []),
	];
}

/** Of a run that was refused, no row has anything but the reason. */
const isWhole = (row: IDataObject) => 'message' in row;

const isCell = (value: unknown) => value === null || typeof value !== 'object';

/** Columns that one row of a table has and another has not. */
export function gapsIn(rows: IDataObject[]): string[] {
	const all = new Set(rows.flatMap((row) => Object.keys(row)));
	return [...all].filter((name) => rows.some((row) => !(name in row)));
}

/** The values of properties in a row of Everything: their object, or all columns that are no fields. */
export const propertiesOf = (row: IDataObject, asColumns: boolean): IDataObject =>
	asColumns ? omit(row, NAMES, 'error') : ((row.properties ?? {}) as IDataObject);
