import { deleteOnce, find, findSurvey } from '../http/find';
import { operation } from '../http/operation';
import type { Call, Operation } from '../http/operation';
import { createProperty, deleteProperty, updateProperty } from '../world/properties';

export const propertyOperations: Operation[] = [
	operation('property.create', 'POST', '/surveys/{survey_id}/properties', {
		scope: 'surveys:write',
		success: 201,
		body: ({ bodies }) => bodies.propertyCreate,
		run: (call) =>
			call.dialect.shapes.property(createProperty(call.world, findSurvey(call), call.body)),
	}),
	operation('property.update', 'PATCH', '/properties/{property_id}', {
		scope: 'surveys:write',
		body: ({ bodies }) => bodies.propertyUpdate,
		run: (call) =>
			call.dialect.shapes.property(updateProperty(call.world, property(call), call.body)),
	}),
	operation('property.delete', 'DELETE', '/properties/{property_id}', {
		scope: 'surveys:write',
		success: 204,
		run: (call) => {
			const id = call.id('property_id');
			deleteOnce(call, id, () => deleteProperty(call.world, property(call)));
		},
	}),
];

function property(call: Call<unknown, unknown>) {
	return find(call, 'property', call.world.properties, call.id('property_id'));
}
