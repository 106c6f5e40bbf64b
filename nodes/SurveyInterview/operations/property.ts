import { PROPERTY } from '../facts/surveyDetail';
import { PROPERTY_LIST_NAMES } from '../records/namedLists';
import { hasSentValues, isAbsent, listMatching } from './verification';
import { ASSUMED, text } from '../fields/makeField';
import type { Resource } from './operation';

/** PropertyCreate and PropertyUpdate are not shown; results name a property's key and label. */
const assumedFields = [
	text('key', 'Key', `Name of the property in the values that respondents carry. ${ASSUMED}`, {
		placeholder: 'e.g. department',
	}),
	text('label', 'Label', `Name of the property as people read it. ${ASSUMED}`, {
		placeholder: 'e.g. Department',
	}),
];

export const property: Resource = {
	value: 'property',
	name: 'Property',
	operations: [
		{
			kind: 'endpoint',
			value: 'create',
			name: 'Create',
			action: 'Add a property to a survey',
			description: 'Add a participant property, such as a department, to a survey',
			endpoint: 'POST /surveys/{survey_id}/properties',
			retry: 'create',
			inTurn: 'record',
			inForm: assumedFields,
			freeForm: true,
			bodyRequired: true,
			fieldsRequired: true,
			simplified: PROPERTY,
			howToCheck: 'Look with Survey > Get whether the property is there before creating it again.',
		},
		{
			kind: 'endpoint',
			value: 'getAll',
			name: 'Get Many',
			action: 'List the properties of a survey',
			description: 'Get the participant properties of a survey; Survey > Get has them too',
			endpoint: 'GET /surveys/{survey_id}',
			retry: 'read',
			simplified: PROPERTY,
			items: {
				from: 'list',
				namedLike: PROPERTY_LIST_NAMES,
				ofResource: true,
				called: 'properties',
			},
		},
		{
			kind: 'endpoint',
			value: 'update',
			name: 'Update',
			action: 'Change a property',
			description: 'Change a participant property of a survey; only the fields you add are sent',
			endpoint: 'PATCH /properties/{property_id}',
			retry: 'idempotent',
			optional: assumedFields,
			freeForm: true,
			simplified: PROPERTY,
			verify: { read: ['/surveys/{survey_id}'], judge: hasSentValues },
		},
		{
			kind: 'endpoint',
			value: 'delete',
			name: 'Delete',
			action: 'Delete a property and all its values irreversibly',
			description:
				'Delete a participant property and every value recorded for it; it cannot be undone',
			endpoint: 'DELETE /properties/{property_id}',
			retry: 'idempotent',
			notice:
				'This removes the property and every value recorded for it; results can no longer be broken down by it. It cannot be undone.',
			effect: 'deleted',
			verify: {
				read: ['/surveys/{survey_id}'],
				judge: isAbsent(listMatching(PROPERTY_LIST_NAMES)),
			},
		},
	],
};
