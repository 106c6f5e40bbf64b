import { PROPERTY, PROPERTY_LISTS } from '../service/surveys';
import { text, UNDOCUMENTED } from './field';
import { resource } from './resource';

/** The interface does not show PropertyCreate and PropertyUpdate; results have a property's key and label. */
const assumedFields = [
	text('key', `Key of the property in the values of respondents. ${UNDOCUMENTED}`, {
		placeholder: 'e.g. department',
	}),
	text('label', `Name of the property that people see. ${UNDOCUMENTED}`, {
		placeholder: 'e.g. Department',
	}),
];

export const property = resource('property', PROPERTY, {
	create: {
		action: 'Add property to survey',
		description: 'Add a participant property, such as a department, to a survey',
		endpoint: 'POST /surveys/{survey_id}/properties',
		retry: 'create',
		oneAtATimeFor: 'recordInPath',
		inForm: assumedFields,
		body: 'notEmpty',
		howToCheck: 'Before you create it again, look for the property with Survey > Get.',
	},
	getAll: {
		action: 'Get many properties',
		description: 'Get the participant properties of a survey; Survey > Get returns them too',
		endpoint: 'GET /surveys/{survey_id}',
		items: { from: 'list', inRecord: PROPERTY_LISTS, called: 'properties' },
	},
	update: {
		action: 'Update property',
		description:
			'Update a participant property of a survey; fields that you do not add stay unchanged',
		endpoint: 'PATCH /properties/{property_id}',
		optional: assumedFields,
	},
	delete: {
		action: 'Permanently delete property and its values',
		description:
			'Delete a participant property and every value recorded for it; this cannot be undone',
		endpoint: 'DELETE /properties/{property_id}',
		notice:
			'This deletes the property and every value recorded for it. Results can no longer be broken down by it. This cannot be undone.',
	},
});
