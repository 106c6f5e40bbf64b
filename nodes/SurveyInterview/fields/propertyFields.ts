import { map } from './makeField';

/** The resource mapper that shows a survey's own properties as fields; what it gives is sent as `properties`. */
export const PROPERTY_MAPPER = {
	name: 'properties',
	label: 'Properties',
	help: 'Values of the survey’s own properties. Empty values are not sent. An update of an invitation keeps its other properties.',
} as const;

/** For a key that the mapper does not offer, or that comes from an expression. */
export const PROPERTIES_BY_KEY = map(
	'properties',
	'Properties by Key',
	'Values by property key, for properties that the form does not offer. A value here replaces the one in the form.',
);
