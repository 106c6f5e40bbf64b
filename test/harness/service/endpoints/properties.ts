import { z } from 'zod';
import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { AnyCall, Operation } from '../http/operation';
import type { PropertyRecord, PropertyValues, SurveyRecord } from '../world/records';
import type { World } from '../world/world';
import { text } from './fields';

const PATH = '/properties/{property_id}';

/** The key may be left out: then it is made from the label, and the other way round. */
const PROPERTY = z
	.object({ key: text.min(1), label: text.min(1), options: z.array(text) })
	.partial();
const NEW_PROPERTY = PROPERTY.refine(({ key, label }) => key ?? label, {
	message: 'Field required',
	path: ['label'],
});

export const propertyOperations: Operation[] = [
	operation('property.create', 'POST', '/surveys/{survey_id}/properties', {
		scope: 'surveys:write',
		success: 201,
		body: () => NEW_PROPERTY,
		run: (call) =>
			call.dialect.shapes.property(createProperty(call.world, findSurvey(call), call.body)),
	}),
	operation('property.update', 'PATCH', PATH, {
		scope: 'surveys:write',
		body: () => PROPERTY,
		run: (call) =>
			call.dialect.shapes.property(updateProperty(call.world, property(call), call.body)),
	}),
	operation('property.delete', 'DELETE', PATH, {
		scope: 'surveys:write',
		success: 204,
		run: (call) => {
			const id = call.id('property_id');
			deleteOnce(call, id, () => deleteProperty(call.world, property(call)));
		},
	}),
];

function property(call: AnyCall): PropertyRecord {
	return find(call, 'property', call.world.properties, call.id('property_id'));
}

export type PropertyDraft = z.infer<typeof PROPERTY>;

export function createProperty(
	world: World,
	survey: SurveyRecord,
	{ key, label, options = [] }: PropertyDraft,
): PropertyRecord {
	const record = world.properties.add({
		id: world.random.uuid(),
		surveyId: survey.id,
		key: key ?? slug(label ?? ''),
		label: label ?? key ?? '',
		options,
		createdAt: world.now(),
	});
	world.note('created', 'property', record);
	return record;
}

function slug(label: string): string {
	return label
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '_')
		.replace(/^_|_$/g, '');
}

/** A new key takes the recorded values with it. */
function updateProperty(
	world: World,
	record: PropertyRecord,
	changes: PropertyDraft,
): PropertyRecord {
	const { key } = record;
	Object.assign(record, changes);
	if (record.key !== key) rewriteValues(world, record.surveyId, key, record.key);
	world.note('updated', 'property', record);
	return record;
}

/** Removes the property and the values recorded for it. */
function deleteProperty(world: World, record: PropertyRecord): void {
	rewriteValues(world, record.surveyId, record.key, null);
	world.properties.remove(record.id);
	world.note('deleted', 'property', record);
}

function rewriteValues(world: World, surveyId: string, from: string, to: string | null): void {
	for (const table of [world.respondents, world.invitations]) {
		for (const holder of table.of(surveyId))
			holder.properties = renamed(holder.properties, from, to);
	}
}

function renamed(values: PropertyValues, from: string, to: string | null): PropertyValues {
	const value = values[from];
	if (value === undefined) return values;
	const others = Object.entries(values).filter(([key]) => key !== from);
	return Object.fromEntries(to === null ? others : [...others, [to, value]]);
}
