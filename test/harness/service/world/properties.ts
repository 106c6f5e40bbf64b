import type { PropertyRecord, PropertyValues, SurveyRecord } from './records';
import type { World } from './world';

export interface PropertyDraft {
	key: string;
	label: string;
	options: string[];
}

export function createProperty(
	world: World,
	survey: SurveyRecord,
	draft: PropertyDraft,
): PropertyRecord {
	const { id } = world.properties.add({
		...draft,
		id: world.random.uuid(),
		surveyId: survey.id,
		createdAt: world.now(),
	});
	world.effects.note({ kind: 'created', record: 'property', id, surveyId: survey.id });
	return world.properties.get(id) as PropertyRecord;
}

/** A new key takes the recorded values with it. */
export function updateProperty(
	world: World,
	property: PropertyRecord,
	changes: Partial<PropertyDraft>,
): PropertyRecord {
	const { id, surveyId, key } = property;
	Object.assign(property, changes);
	if (property.key !== key) rewriteValues(world, surveyId, key, property.key);
	world.effects.note({ kind: 'updated', record: 'property', id, surveyId });
	return property;
}

/** Removes the property and the values recorded for it. */
export function deleteProperty(world: World, { id, surveyId, key }: PropertyRecord): void {
	rewriteValues(world, surveyId, key, null);
	world.properties.remove(id);
	world.deletedIds.add(id);
	world.effects.note({ kind: 'deleted', record: 'property', id, surveyId });
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
