/** The option Properties as Columns, of operations: one table, without a hole. */
import type { IDataObject } from 'n8n-workflow';
import { DIALECTS } from '../everywhere';
import { withPropertyColumns } from '../../nodes/SurveyInterview/run/propertyColumns';
import type { Engine } from '../harness/engine';
import { type Service } from '../harness/service';
import { act, byId, useEngine, useForEach } from '../harness/support';
import { startReading } from './readings';

let engine: Engine;
useEngine((started) => (engine = started));

const RESERVED = ['name', 'email', 'id', 'properties'];
const table = async (...rows: IDataObject[]) =>
	(
		await withPropertyColumns(
			rows.map((json) => ({ json })),
			RESERVED,
		)
	).map(({ json }) => json);

it('a column for each property stands where the properties stood, in every row', async () => {
	const rows = await table(
		{ name: 'Ada', properties: { team: 'Care' }, id: '1' },
		{ name: 'Bob', properties: null, id: '2' },
		{ name: 'Cy', properties: { city: 'Rome', team: 'Sales' }, id: '3' },
	);
	expect(rows).toEqual([
		{ name: 'Ada', team: 'Care', city: null, id: '1' },
		{ name: 'Bob', team: null, city: null, id: '2' },
		{ name: 'Cy', team: 'Sales', city: 'Rome', id: '3' },
	]);
	for (const row of rows) expect(Object.keys(row)).toEqual(['name', 'team', 'city', 'id']);
});

it('no property takes the column of a field or of another property', async () => {
	const properties = {
		name: 'x',
		property_name: 'y',
		property_property_name: 'z',
		properties: 'w',
	};
	const [row] = await table({ name: 'Ada', properties }, { other: 1, properties: {} });
	expect(row).toEqual({
		name: 'Ada',
		property_name: 'x',
		property_property_name: 'y',
		property_property_property_name: 'z',
		property_properties: 'w',
	});
});

it('hostile keys are columns like any other, and what has no properties stays as it is', async () => {
	const properties = JSON.parse('{"__proto__": "x", "constructor": "y"}') as IDataObject;
	const failed = { error: 'Not found' };
	const [row, other] = await table({ id: '1', properties }, failed);
	expect(Object.entries(row ?? {})).toEqual([
		['id', '1'],
		['__proto__', 'x'],
		['constructor', 'y'],
	]);
	expect(other).toBe(failed);
	const [, none] = await table({ properties }, { properties: {} });
	expect(Object.values(none ?? {})).toEqual([null, null]);
	// A field that no row has this time is none of a property.
	expect(await table({ id: '1', properties: { email: 'x' } })).toEqual([
		{ id: '1', property_email: 'x' },
	]);
	const list = { properties: [{ key: 'team' }] };
	expect(await table(list)).toEqual([list]);
});

describe.each(DIALECTS)('dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		async () => await startReading(dialect),
	);
	const read = async (operation: string, options: IDataObject) => {
		const surveyId = byId(service.world.survey('Customer').id);
		const parameters = {
			surveyId,
			returnAll: true,
			output: 'simplified',
			options: options as object,
		};
		const run = await act(engine, service, { operation, parameters: parameters as never });
		expect(run.error?.message).toBeUndefined();
		return run.items.map(({ json }) => json);
	};

	it.each(['respondent.getAll', 'invitation.getAll'])('%s', async (operation) => {
		const [plain, columns] = [
			await read(operation, {}),
			await read(operation, { propertiesAsColumns: true }),
		];
		const keys = [...new Set(plain.flatMap(({ properties }) => Object.keys(properties ?? {})))];
		expect(keys.length).toBeGreaterThan(0);
		for (const [place, row] of columns.entries()) {
			const { properties, ...facts } = plain[place] ?? {};
			const cells = keys.map((key) => [key, (properties as IDataObject | null)?.[key] ?? null]);
			expect(row).toEqual({ ...facts, ...Object.fromEntries(cells) });
		}
	});
});
